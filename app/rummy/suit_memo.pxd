cimport cython
from app.rummy.suit_builder cimport Builder
from app.rummy.suit_table cimport Table, clipped

cdef unsigned long long _ONE_A_RANK, _NATURALS, _EXACTLY

cdef class _Memo:
    cdef public dict young, old, laid, alone, idle
    cdef public list leaving
    cdef public long size
    cdef long long asked, made

cdef _Memo _memo

@cython.locals(known=dict)
cpdef dict recent(int kind)

@cython.locals(known=dict, older=dict, table=Table, bare=cython.ulonglong)
cpdef Table lookup(int kind, unsigned long long key, int jokers)

cdef Table _keep(int kind, unsigned long long key, Table table)

@cython.locals(leaving=list, last=dict)
cdef void _let_go(int how_many) except *

@cython.locals(known=dict, exact=cython.ulonglong, table=Table)
cdef Table _bare(int kind, unsigned long long key, int jokers)

@cython.locals(key=cython.ulonglong, table=Table, builder=Builder)
cpdef Table jokers_alone(int kind, int jokers, int printed, int groups)

cpdef count_asked(long long suits)

@cython.locals(held=cython.ulonglong, starts=cython.ulonglong, useful=cython.ulonglong)
cpdef unsigned long long useful_ranks(unsigned long long natural, unsigned long long wild, int jokers)

@cython.locals(
    natural=cython.ulonglong, wild=cython.ulonglong, useful=cython.ulonglong, copies=cython.ulonglong)
cdef unsigned long long _without_hopeless(int kind, unsigned long long key, int jokers)

@cython.locals(laid=dict, idle=list)
cdef Builder _take(int kind)

@cython.locals(idle=list)
cdef void _give(int kind, Builder builder) except *

@cython.locals(builder=Builder, table=Table, parts=int)
cdef Table _build(int kind, unsigned long long key, int jokers)

@cython.locals(
    size=int, rank=int, other=int, natural=cython.ulonglong, one_more=cython.ulonglong, wild=cython.ulonglong)
cpdef warm(int kind, int most_cards, int most_jokers)
