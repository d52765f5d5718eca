cimport cython

cdef tuple _TEXT
cdef tuple _TOLD, _IN_ORDER, _PLACE
cdef dict _DECLARABLE

@cython.locals(parts=list, codes=tuple, stands=tuple, index=int, code=int, as_=int, melds=tuple, loose=tuple)
cdef str _result(object analysis)

@cython.locals(places=list, code=int, place=int)
cdef str _cards(object codes)

cdef str _card(object code)

cdef str _placed(object placed)
