cimport cython

cdef tuple _TEXT
cdef tuple _TOLD
cdef dict _DECLARABLE

@cython.locals(parts=list, codes=tuple, stands=tuple, code=int, as_=int, melds=tuple, loose=tuple)
cdef str _result(object analysis)

@cython.locals(texts=list, code=int)
cdef str _cards(object codes)

cdef str _card(object code)

cdef str _placed(object placed)
