cimport cython
from app.rummy.game cimport Game
from app.rummy.holding cimport Holding
from app.rummy.suit_memo cimport count_asked, jokers_alone, lookup, useful_ranks
from app.rummy.suit_table cimport Table

cdef list ADD

@cython.locals(m0="int*", m1="int*", m2="int*", m3="int*", most=int)
cpdef int first_joker(Table t0, Table t1, Table t2, Table t3)

@cython.locals(
    m0="int*", m1="int*", m2="int*", m3="int*", most=int, i=int, j=int, k=int, left=int, x0=int, x1=int, total=int)
cpdef int most_together(Table t0, Table t1, Table t2, Table t3, int jokers)

@cython.locals(
    m0="int*", m1="int*", m2="int*", m3="int*", first=int, second=int, third=int, fourth=int, apart=int)
cdef int _two_jokers(Table t0, Table t1, Table t2, Table t3)

@cython.locals(cards=int)
cpdef int count_cards(unsigned long long counts)

@cython.locals(jokers=int, wild="unsigned long long*", in_place=int, suit=int)
cpdef int most_in_place(Holding holding, Game game)

@cython.locals(add=list, kind=int, jokers=int, top=int, suit=int, key=cython.ulonglong)
cpdef int can_be_met(Holding holding, Game game)
