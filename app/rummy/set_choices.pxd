cimport cython

cdef long long CARD, POINT

cdef class SetChoices:
    cdef int size
    cdef int[168] options
    cdef long long[168] worths, reach, hope
    cdef int[16] sizes
    cdef int[256] suits

    @cython.locals(
        h0=cython.ulonglong, h1=cython.ulonglong, h2=cython.ulonglong, h3=cython.ulonglong, two=cython.ulonglong,
        three=cython.ulonglong, ranks=cython.ulonglong, twice=cython.ulonglong, u0=cython.ulonglong,
        u1=cython.ulonglong, u2=cython.ulonglong, u3=cython.ulonglong, size=int, shift=int, held=int, own=int, stuck=int,
        may_run=int, rank=int, index=int, suits=int, cards=int, needed=int, wild=cython.ulonglong,
        worth=cython.longlong, options="int*", worths="long long*", of_held="int*", sizes="int*")
    cdef void find(
        self, unsigned long long n0, unsigned long long n1, unsigned long long n2, unsigned long long n3,
        unsigned long long w0, unsigned long long w1, unsigned long long w2, unsigned long long w3, int jokers,
        int set_max, int* points) except *

    @cython.locals(
        twice=cython.ulonglong, later=cython.longlong, best=cython.longlong, same=cython.longlong, rank=int, index=int,
        own_rank=int, shift=int, cards=int, worth=cython.longlong, most=cython.longlong, options="int*",
        worths="long long*", reach="long long*", hope="long long*")
    cdef void look_ahead(
        self, unsigned long long n0, unsigned long long n1, unsigned long long n2, unsigned long long n3, int jokers,
        int* points) except *
