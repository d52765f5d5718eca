cimport cython

@cython.locals(
    places=dict, index=int, code=object, laid=list, melds=list, cards=tuple, loose=list, free=list)
cpdef tuple arrange(object best, object hand, object positions, object game)

cdef list _without_jokers(object layout, object game)

@cython.locals(drafts=list, free=list, wild=tuple, laid=list, start=int, end=int, jokers=int, codes=tuple)
cdef list _with_jokers(object layout, dict places, object game)
