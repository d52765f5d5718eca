cimport cython
from app.rummy.suit_table cimport Table, table_for

cdef int _PLACES, _LONGEST, _ROOM, SPAN, MOST_JOKERS
cdef unsigned long long _ONE
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
    cdef list rest, kept_runs, nothing

    @cython.locals(
        aces=int, wild_aces=int, high=int, wild_high=int, places=cython.ulonglong, wild_places=cython.ulonglong,
        part=Table)
    cdef Table suit(self, unsigned long long natural, unsigned long long wild, int jokers)

    @cython.locals(
        table=Table)
    cdef Table whole(self, int jokers)

    @cython.locals(
        most="long long*", tops="int*", wheres="int*", values="long long*", joining=int, top=int, index=int,
        best=cython.longlong, budget=int, where=int)
    cdef void weigh(self, Table table, int jokers) except *

    @cython.locals(
        add="int*", tunnelas=int, pure=int, tunnela=int, dublees=int, dublee=int, state=int, spent=int,
        value=cython.longlong, group=int, run=cython.longlong)
    cdef Table alone(self, int jokers, int printed, int groups)

    @cython.locals(
        cards=cython.ulonglong, known=Table, held=cython.ulonglong, bit=cython.ulonglong, copies=int,
        twin_wilds=int, less=cython.ulonglong, less_wild=cython.ulonglong, rest=Table, twice=int)
    cdef Table lay(
        self, unsigned long long natural, unsigned long long wild, unsigned long long jokers, int depth, int low)

    @cython.locals(spent=int, onward=int, taken=int, less=cython.ulonglong, run=int, more=int)
    cdef void extend(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int low, int place,
        int twice, int natural_run, int wild_run, int wilds, int gaps, int points) except *

    @cython.locals(
        standing=int, spent=int, rest=Table, pure=bint, value=cython.longlong, run=cython.longlong,
        spoilt=cython.longlong)
    cdef void close(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int low, int length,
        long long natural_run, long long wild_run, int wilds, long long gaps, int points) except *

    @cython.locals(
        cards=cython.ulonglong, rest=Table, value=cython.longlong, run=cython.longlong, pure=bint, spent=int)
    cdef void match(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int place,
        unsigned long long copies, int of_naturals) except *

    @cython.locals(
        level=int, row=int, shift=int, beyond=int, count=int, best="long long*", order="int*", add="int*", wheres="int*",
        values="long long*", index=int, where=int, to=int, place=int, at=int, total=cython.longlong,
        known=cython.longlong, after=int)
    cdef void beside(
        self, int depth, Table rest, int spent, int state, long long value, long long run, int most) except *

    @cython.locals(
        level=int, best="long long*", order="int*", covers="int*", kept_wheres="int*", kept_values="long long*",
        kept_runs=list, size=int, fresh=int, index=int, place=int, at=int, where=int, value=cython.longlong, needless=int,
        other=int, kept=int, saved=cython.longlong, table=Table, wheres="int*", values="long long*")
    cdef Table finish(self, int depth, int jokers, Table skipped)
