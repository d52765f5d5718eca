cimport cython
from app.rummy.suit_table cimport Table

cdef int SPAN

cdef class Join:
    cdef int[1024] add
    cdef long long[1472] totals
    cdef int[1472] places
    cdef int side, place_count, joined
    cdef int[3680] came_from, came_by

    cdef void begin(self, long long value) except *

    @cython.locals(
        totals="long long*", places="int*", add="int*", came_from="int*", came_by="int*", traced=int, wheres="int*", values="int*", size=int, side=int,
        other=int, count=int, index=int, where=int, so_far=cython.longlong, spent=int, row=int, beyond=int, way=int,
        there=int, to=int, total=cython.longlong, known=cython.longlong)
    cdef void widen(self, Table table, int jokers, int step) except *

    @cython.locals(index=int)
    cdef void drop(self) except *

    cdef int back(self, int step, int place) except -1

    cdef int way(self, int step, int place) except -1
