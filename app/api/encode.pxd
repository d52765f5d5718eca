cimport cython

cdef tuple _HEADS, _IN_HAND, _SPOTS, _STANDS, _ITSELF
cdef dict _DECLARABLE, _MELD_HEADS, _of_rules

@cython.locals(parts=list)
cpdef str analysis_json(object analysis, str digest)

@cython.locals(text=str, melds=tuple, codes=tuple, places=tuple, told=tuple, between=str)
cdef _put_analysis(list parts, object analysis, int grouped)

@cython.locals(between=str, codes=tuple, positions=tuple, stands=tuple)
cdef _put_arrangement(list parts, tuple melds, tuple loose, tuple places, int grouped)

@cython.locals(index=int, code=int, position=int, as_=int)
cdef _put_cards(list parts, tuple codes, tuple positions, tuple stands, int grouped)

cdef _put_placed(list parts, object placed, int grouped)

cdef _put_show(list parts, object answer, int grouped)

@cython.locals(told=tuple)
cdef tuple _told_of(object rules)

cdef str _names(tuple names)
