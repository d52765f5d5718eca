cimport cython
from app.rummy.search cimport Search

cdef long _ROOM_FOR_PENALTY

@cython.locals(copies=tuple, held=list, code=int, count=int)
cpdef bint could_deal(object hand, object game)

@cython.locals(
    natural=list, wild=list, jokers=int, total=int, is_wild=tuple, points=tuple, code=int,
    n0=long, n1=long, n2=long, n3=long, w0=long, w1=long, w2=long, w3=long)
cpdef pack_cards(object codes, object game)

@cython.locals(
    values=list, met=tuple, loose_row=tuple, total=int, size=int, min_pure=int, flat_cap=int, best_key=cython.longlong,
    key=cython.longlong, best_state=int, best_penalty=int, state=int, value=cython.longlong, penalty=int,
    declarable=bint, pure=int)
cdef tuple _weigh(Search search, object cards, object game, bint exempt)
