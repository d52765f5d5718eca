cimport cython
from app.rummy.best cimport Best
from app.rummy.game cimport Game
from app.rummy.search cimport Search

cdef int JOKER, AS_ITSELF, FOR_NOTHING, _SET_ORDER
cdef dict _run_drafts, _set_drafts, _shapes

cdef class _Draft:
    cdef public tuple codes, whole
    cdef public int jokers, room, ranks, own, base, suits

cdef class _Positions:
    cdef int[53] first
    cdef int[64] after
    cdef int size

    @cython.locals(first="int*", after="int*", size=int, index=int, code=int)
    cdef void read(self, object hand) except *

    @cython.locals(first="int*", after="int*", index=int, code=int, taken=list)
    cdef tuple take(self, tuple codes, object positions)

@cython.locals(
    search=Search, drafts=list, draft=_Draft, laid=list, lying=_Positions, melds=list, loose=list, places=list,
    first="int*", after="int*", index=int, code=int, codes=tuple)
cpdef tuple arrange(Best best, object hand, object positions, Game game)

@cython.locals(flags=int, drafts=list, suit=int, run=cython.ulonglong, draft=object, alone=int, copies=int, times=int, index=int, key=int)
cdef list _drafts(Search search, Game game)

@cython.locals(draft=_Draft)
cdef list _as_drafted(list drafts)

@cython.locals(wild="int*", free=list, printed=int, draft=_Draft, laid=list, start=int, jokers=int, more=int, code=int)
cdef list _with_jokers(list drafts, int spare, object hand, Game game)

cdef bint _takes_jokers(_Draft draft, Game game)

@cython.locals(code=int)
cdef tuple _name_jokers(_Draft draft, list jokers, Game game)

@cython.locals(
    base=int, own=int, fillers=list, code=int, place=int, size=int, key=cython.ulonglong, shape=tuple, codes=list,
    stands=list, slot=int, filler=int)
cdef tuple _name_in_run(_Draft draft, list jokers, Game game)

@cython.locals(codes=list, stands=list, named=int, suit=int, code=int)
cdef tuple _name_in_set(_Draft draft, list jokers)
