cimport cython

cdef long CARD, POINT
cdef tuple CHOICES_WITHIN

@cython.locals(
    u0=long, u1=long, u2=long, u3=long, h0=long, h1=long, h2=long, h3=long, twice=long, two=long, three=long,
    ranks=long, shift=int, held=int, stuck=int, may_run=int, rank=int, suits=int, size=int, needed=int, worths=list,
    options=list)
cpdef tuple set_options(
    long n0, long n1, long n2, long n3, long w0, long w1, long w2, long w3, int jokers, int set_max, tuple points)

@cython.locals(
    twice=long, further=list, later=cython.longlong, best=cython.longlong, same=cython.longlong, rank=int, index=int,
    chosen=int, shift=int, cards=int, worth=cython.longlong)
cdef list _further(
    list options, list worths, long n0, long n1, long n2, long n3, int jokers, tuple points)
