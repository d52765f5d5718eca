cimport cython
from app.rummy.suit_table cimport Table

cpdef long long first_joker(Table t0, Table t1, Table t2, Table t3)

@cython.locals(
    most=cython.longlong, i=int, j=int, k=int, left=int, x0=cython.longlong, x1=cython.longlong, total=cython.longlong)
cpdef long long most_together(Table t0, Table t1, Table t2, Table t3, int jokers)

@cython.locals(cards=int)
cpdef int count_cards(unsigned long long counts)
