cimport cython
from app.rummy.bounds cimport can_be_met
from app.rummy.game cimport Game
from app.rummy.holding cimport Holding
from app.rummy.search cimport Search, give, take

cdef long long _ROOM_FOR_PENALTY, _NEVER, CARD, POINT

cdef class Budget:
    cdef public long long left

cdef class Best:
    cdef Search search
    cdef public int state, before_cap
    cdef public bint declarable
    cdef public long long key

    cpdef free(self)

@cython.locals(best=Best, rival=Best, exempt=int)
cpdef Best best_arrangement(Holding holding, Game game, Budget budget)

@cython.locals(
    most=int, suit=int, natural=cython.ulonglong, held=cython.ulonglong, starts=cython.ulonglong,
    copies=cython.ulonglong, places=cython.ulonglong, rank=int)
cdef int _may_be_exempt(Holding holding, Game game) except -2

@cython.locals(
    search=Search, complete=cython.longlong, best=Best, total=int, size=int, min_pure=int, flat_cap=int,
    best_key=cython.longlong, index=int, state=int, value=cython.longlong, penalty=cython.longlong, pure=int,
    declarable=int, key=cython.longlong)
cdef Best _searched(Holding holding, Game game, Budget budget, int pure_first)
