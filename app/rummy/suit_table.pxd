cimport cython

cdef int _PLACES, _LONGEST
cdef long CARD, POINT, PURE_POINT, _ONE_A_RANK
cdef unsigned long long _NATURALS, ONE_JOKER
cdef list ADD, COVERS

cdef class _Memo:
    cdef public dict young, old, builders
    cdef public long size

cdef _Memo _memo

@cython.locals(known=dict)
cpdef dict recent(int kind)

@cython.locals(known=dict, older=dict, table=tuple, bare=cython.ulonglong)
cpdef tuple lookup(int kind, unsigned long long key)

@cython.locals(held=cython.ulonglong, starts=cython.ulonglong, useful=cython.ulonglong)
cpdef unsigned long long useful_ranks(unsigned long long natural, unsigned long long wild, int jokers)

@cython.locals(natural=cython.ulonglong, wild=cython.ulonglong, jokers=int, useful=cython.ulonglong)
cdef unsigned long long _without_hopeless(unsigned long long key)

@cython.locals(
    jokers=int, natural=long, wild=long, aces=int, wild_aces=int, high=int, wild_high=int, places=long, wild_places=long,
    frontier=dict, spent=int, state=int, value=cython.longlong, runs=tuple, entries=tuple, best=list, most_pure=int,
    most_runs=int, builder=_Builder, where=int, held=tuple)
cdef tuple _build(int rules, unsigned long long key)

@cython.locals(size=int, natural=cython.ulonglong, wild=cython.ulonglong, jokers=int)
cpdef warm(int kind, int most_cards, int most_jokers)

@cython.locals(
    kept=list, where=int, spent=int, state=int, value=cython.longlong, runs=tuple, needless=bint, other_spent=int,
    other_state=int, other_value=cython.longlong, saved=int)
cdef tuple _undominated(dict frontier)

cdef class _Builder:
    cdef bint wild_is_pure, weigh_pure
    cdef list add
    cdef tuple points
    cdef public dict laid

    @cython.locals(
        cards=cython.ulonglong, known=tuple, held=long, low=int, bit=long, natural_low=int, rest=tuple, twice=bint, spent=int, state=int,
        value=cython.longlong, runs=tuple, frontier=dict, entries=tuple)
    cdef tuple lay(self, unsigned long long natural, unsigned long long wild, unsigned long long jokers)

    @cython.locals(spent=int, onward=int, taken=bint, run=int, points_there=int)
    cdef void extend(
        self, dict frontier, long natural, long wild, int jokers, int low, int place, bint twice, int natural_run,
        int wild_run, int gaps, int points) except *

    @cython.locals(
        standing=int, in_place=int, spent=int, pure=bint, value=cython.longlong, run=long, add=list, row=int,
        spoilt_run=long, spoilt_value=cython.longlong, left=int, more=int, other=int, rest=cython.longlong, runs=tuple,
        where=int, total=cython.longlong, held=tuple)
    cdef void close(
        self, dict frontier, long natural, long wild, int jokers, int length, int natural_run, int wild_run, int gaps,
        int points) except *

@cython.locals(counts=long, low=long)
cdef long _spread(long places)
