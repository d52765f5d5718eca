cimport cython
from app.rummy.game cimport Game

cdef int JOKER

cdef class Holding:
    cdef unsigned long long[4] natural, wild
    cdef int[53] held
    cdef public int jokers, printed, total, size, possible

    @cython.locals(
        held="int*", copies="int*", is_wild="int*", points="int*", natural="unsigned long long*",
        wild="unsigned long long*", suits="int*", bits="unsigned long long*", jokers=int, total=int, possible=int, code=int,
        count=int)
    cdef void count(self, object codes, Game game) except *

@cython.locals(holding=Holding)
cpdef Holding hold(object codes, Game game)
