cimport cython
from app.rummy.bounds cimport first_joker, most_in_place, most_together
from app.rummy.game cimport Game
from app.rummy.holding cimport Holding
from app.rummy.join cimport Join
from app.rummy.set_choices cimport SetChoices
from app.rummy.suit_memo cimport count_asked, jokers_alone, lookup, recent
from app.rummy.suit_table cimport Table, runs_laid

cdef int STATES, _ROW
cdef unsigned long long _ONE
cdef long long CARD, POINT, STANDING, BEYOND
cdef dict _idle

cdef class Search:
    cdef public int kind
    cdef int top, jokers, printed, set_max, groups, protecting, done
    cdef long long alone_from, protected, enough
    cdef public long long left
    cdef int[1024] add
    cdef int[16] sizes
    cdef SetChoices choices
    cdef dict known
    cdef unsigned long long[4] wild
    cdef int* protects
    cdef long long[32] values, ceiling
    cdef int[32] ends, reached
    cdef int reached_count, judged
    cdef long long[384] kept
    cdef list kept_suits
    cdef int[12] chosen, sets
    cdef Join joined
    cdef int set_count
    cdef list runs
    cdef long long alone
    cdef int spare
    cdef long long asked

    @cython.locals(
        jokers=int, n0=cython.ulonglong, n1=cython.ulonglong, n2=cython.ulonglong, n3=cython.ulonglong,
        w0=cython.ulonglong, w1=cython.ulonglong, w2=cython.ulonglong, w3=cython.ulonglong,
        t0=Table, t1=Table, t2=Table, t3=Table)
    cdef void seek(self, Holding holding, Game game, int pure_first, long long complete, long long budget) except *

    @cython.locals(state=int, values="long long*", ceiling="long long*")
    cdef void clear(self, Game game, int pure_first) except *

    @cython.locals(found=Table)
    cdef Table table(self, unsigned long long natural, unsigned long long wild, int jokers)

    @cython.locals(
        add="int*", choices=SetChoices, top=int, fewer=cython.longlong, bound=cython.longlong, size=int,
        hope="long long*", reach="long long*", options="int*", known=dict, kind=int,
        wild="unsigned long long*", key=cython.ulonglong, need=cython.longlong, index=int, chosen=int, needed=int, own=int, shift=int, worth=cython.longlong, now_gone=cython.ulonglong, now_room=int, judged=int, less=int, m0=cython.ulonglong, m1=cython.ulonglong, m2=cython.ulonglong, m3=cython.ulonglong,
        s0=Table, s1=Table, s2=Table, s3=Table, found=Table)
    cdef void choose(
        self, int first, unsigned long long gone, long long least, unsigned long long n0, unsigned long long n1, unsigned long long n2,
        unsigned long long n3, Table t0, Table t1, Table t2, Table t3, int jokers, long long value, int room,
        int depth) except *

    @cython.locals(card=cython.longlong, suit=int)
    cdef int move_own(self, int own, int shift, long long by)

    @cython.locals(need=cython.longlong)
    cdef long long need(self, int top)

    @cython.locals(
        joined=Join, values="long long*", ends="int*", totals="long long*", places="int*", side=int, improved=cython.ulonglong,
        index=int, where=int, total=cython.longlong, state=int, spare=int, kept="long long*", kept_suits=list, row=int, place=int, number=int)
    cdef void judge(
        self, Table t0, Table t1, Table t2, Table t3, int jokers, long long value, int room, int depth) except *

    @cython.locals(ceiling="long long*", pure=int, lower=int)
    cdef void note(self, int state, long long total) except *

    @cython.locals(joined=Join, beyond=int)
    cdef void join(
        self, Table t0, Table t1, Table t2, Table t3, int jokers, long long value) except *

    cdef Table alone_table(self, int jokers)

    @cython.locals(way=int)
    cdef int lay_suit(self, int suit, Table table, int jokers, int reached) except -1

    @cython.locals(
        kept="long long*", row=int, place=int, jokers=int, number=int, t0=Table, t1=Table, t2=Table, t3=Table, joined=Join, reached=int)
    cdef void lay_out(self, int state) except *

@cython.locals(idle=list)
cpdef Search take(int kind)

@cython.locals(idle=list)
cpdef give(Search search)
