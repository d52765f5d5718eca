cimport cython
from app.rummy.suit_table cimport Table, table_for

cdef int _PLACES, _LONGEST, _ROOM, SPAN
cdef long long CARD, POINT, PURE_POINT
cdef list ADD, COVERS

cdef class Builder:
    cdef dict laid
    cdef int wild_is_pure, ace_high, weigh_pure, tunnela, dublee, joining
    cdef int[14] points
    cdef int[1024] add, covers
    cdef long long[15200] best, run
    cdef int[15200] order
    cdef int[25] count
    cdef int[608] kept_wheres
    cdef long long[608] kept_values
    cdef list rest, kept_runs
    cdef Table nothing

    @cython.locals(
        aces=int, wild_aces=int, high=int, wild_high=int, places=cython.ulonglong, wild_places=cython.ulonglong,
        part=Table, index=int, where=int)
    cdef Table suit(self, unsigned long long natural, unsigned long long wild, int jokers)

    @cython.locals(
        table=Table, most_pure=int, most_runs=int, most="long long*", budget=int, index=int, where=int,
        value=cython.longlong, pure=int, runs=int)
    cdef Table whole(self, int jokers)

    @cython.locals(
        add="int*", tunnelas=int, pure=int, tunnela=int, dublees=int, dublee=int, state=int, spent=int,
        value=cython.longlong, group=int)
    cdef Table alone(self, int jokers, int printed, int groups)

    @cython.locals(
        cards=cython.ulonglong, known=Table, held=cython.ulonglong, low=int, bit=cython.ulonglong, copies=int,
        twin_wilds=int, rest=Table, index=int, twice=int)
    cdef Table lay(self, unsigned long long natural, unsigned long long wild, unsigned long long jokers, int depth)

    @cython.locals(spent=int, onward=int, taken=int, run=int, more=int)
    cdef void extend(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int low, int place,
        int twice, int natural_run, int wild_run, int gaps, int points) except *

    @cython.locals(
        standing=int, spent=int, rest=Table, pure=bint, value=cython.longlong, run=cython.longlong,
        spoilt=cython.longlong)
    cdef void close(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int length,
        long long natural_run, long long wild_run, long long gaps, int points) except *

    @cython.locals(
        cards=cython.ulonglong, rest=Table, value=cython.longlong, run=cython.longlong, pure=bint)
    cdef void match(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int place,
        unsigned long long copies, int of_naturals) except *

    @cython.locals(left=int, row=int, index=int, where=int, to=int)
    cdef void beside(
        self, int depth, Table rest, int spent, int state, long long value, long long run, int most) except *

    @cython.locals(level=int, place=int, at=int, known=cython.longlong, index=int)
    cdef void put(self, int depth, int where, long long value, long long run, tuple rest) except *

    @cython.locals(
        level=int, size=int, index=int, place=int, at=int, where=int, value=cython.longlong, needless=int, other=int,
        kept=int, saved=cython.longlong, table=Table)
    cdef Table finish(self, int depth, int jokers)

@cython.locals(count=int)
cdef int _ones(long long places)

@cython.locals(counts=cython.ulonglong, low=cython.ulonglong)
cdef unsigned long long _spread(unsigned long long places)
