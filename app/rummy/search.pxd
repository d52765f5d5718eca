cimport cython

cdef int STATES
cdef unsigned long long ONE_JOKER
cdef long CARD, POINT, STANDING
cdef long long BEYOND
cdef list ADD, COVERS
cdef tuple SIZES, JOKER_GROUPS, LOWER

cdef class Search:
    cdef public int jokers
    cdef int set_max, kind, top
    cdef bint joker_groups, done
    cdef tuple protects, points
    cdef long long protected, enough
    cdef public long long left
    cdef public list values, ceiling, reached
    cdef list add, choices, sets, options, worths, further
    cdef dict known
    cdef unsigned long long w0, w1, w2, w3
    cdef long long[::1] here, there

    @cython.locals(
        t0=tuple, t1=tuple, t2=tuple, t3=tuple, b0=tuple, b1=tuple, b2=tuple, b3=tuple, add=list, top=int, s0=int,
        s1=int, s2=int, s3=int, a0=cython.longlong, a1=cython.longlong, a2=cython.longlong, a3=cython.longlong,
        g0=cython.longlong, g1=cython.longlong, g2=cython.longlong, g3=cython.longlong, bound=cython.longlong,
        fewer=cython.longlong, options=list, further=list, index=int, chosen=int, needed=int, rank=int, shift=int,
        worth=cython.longlong, later=cython.longlong, need=cython.longlong, worths=list)
    cdef void _choose(
        self, int first, int used, long n0, long n1, long n2, long n3, int jokers, long long value, int room) except *

    @cython.locals(need=cython.longlong)
    cdef long long _need(self, int top)

    @cython.locals(
        where=int, known=cython.longlong, state=int, spare=int, total=cython.longlong, values=list, reached=list,
        choice=tuple, here="long long[::1]")
    cdef void _judge(
        self, tuple frontiers, long n0, long n1, long n2, long n3, int jokers, long long value, int room) except *

    @cython.locals(ceiling=list, lower=int, known=cython.longlong)
    cdef void _note(self, int state, long long total, tuple choice) except *

    @cython.locals(budget=cython.ulonglong, known=dict)
    cdef tuple _tables(
        self, unsigned long long n0, unsigned long long n1, unsigned long long n2, unsigned long long n3, int jokers)

    @cython.locals(
        add=list, entries=tuple, where=int, so_far=cython.longlong, spent=int, row=int, left=int, more=int, state=int,
        worth=cython.longlong, to=int, total=cython.longlong, reached=list, wider=list, here="long long[::1]",
        there="long long[::1]")
    cdef list _join(self, tuple frontiers, int jokers, long long value)

    @cython.locals(
        sets=tuple, n0=long, n1=long, n2=long, n3=long, jokers=int, value=cython.longlong, room=int,
        target=cython.longlong, add=list, frontiers=list, entries=tuple, entry=tuple, path=list, joined=dict,
        steps=list, wider=dict, step=dict, suit=int, where=int, so_far=cython.longlong, spent=int, row=int, left=int,
        more=int, other=int, worth=cython.longlong, to=int, total=cython.longlong, reached=int, spare=int, groups=int,
        choice=tuple, kept=cython.longlong)
    cpdef rebuild(self, int state)

@cython.locals(
    most=cython.longlong, i=int, j=int, k=int, left=int, x0=cython.longlong, x1=cython.longlong, total=cython.longlong)
cdef long long _most(tuple b0, tuple b1, tuple b2, tuple b3, int jokers)

@cython.locals(cards=int)
cdef int _count(unsigned long counts)
