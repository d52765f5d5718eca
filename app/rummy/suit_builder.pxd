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
    cdef long long[18400] run
    cdef int[18400] best, order, way, fresh
    cdef int[25] count
    cdef int[736] kept_wheres, kept_values, kept_at
    cdef list rest, nothing

    @cython.locals(
        aces=int, wild_aces=int, high=int, wild_high=int, places=cython.ulonglong, wild_places=cython.ulonglong,
        part=Table, table=Table)
    cpdef Table suit(self, unsigned long long natural, unsigned long long wild, int jokers)

    @cython.locals(
        table=Table)
    cdef Table whole(self, int jokers)

    @cython.locals(
        most="int*", tops="int*", wheres="int*", values="int*", joining=int, top=int, index=int, best=int, budget=int,
        where=int)
    cdef void weigh(self, Table table) except *

    @cython.locals(
        add="int*", tunnelas=int, pure=int, tunnela=int, dublees=int, dublee=int, state=int, spent=int,
        value=int, group=int, run=cython.longlong)
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
        standing=int, spent=int, rest=Table, pure=bint, value=int, run=cython.longlong,
        spoilt=int)
    cdef void close(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int low, int length,
        long long natural_run, long long wild_run, int wilds, long long gaps, int points) except *

    @cython.locals(
        cards=cython.ulonglong, rest=Table, value=int, run=cython.longlong, pure=bint, spent=int)
    cdef void match(
        self, int depth, unsigned long long natural, unsigned long long wild, int jokers, int place,
        unsigned long long copies, int of_naturals) except *

    @cython.locals(
        level=int, beyond=int, count=int, best="int*", order="int*", run="long long*", way="int*", fresh="int*",
        wheres="int*", values="int*", runs="long long*", ways="int*", rests=tuple, index=int, where=int, place=int, at=int)
    cdef void begin(self, int depth, Table rest, int most) except *

    @cython.locals(
        level=int, row=int, shift=int, beyond=int, count=int, best="int*", order="int*", add="int*", wheres="int*",
        values="int*", index=int, where=int, to=int, place=int, at=int, total=int, known=int, after=int)
    cdef void beside(
        self, int depth, Table rest, int spent, int state, int value, long long run, int most) except *

    @cython.locals(
        level=int, best="int*", order="int*", covers="int*", kept_wheres="int*", kept_values="int*", kept_at="int*",
        size=int, fresh=int, index=int, place=int, at=int, where=int, value=int, state=int, needless=int, other=int, kept=int,
        saved=int, table=Table, wheres="int*", values="int*", runs="long long*", ways="int*", rests=list)
    cdef Table finish(self, int depth, int jokers, Table skipped)
