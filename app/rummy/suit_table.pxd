cimport cython

@cython.no_gc
cdef class Table:
    cdef public int jokers, size
    cdef int* wheres
    cdef int* values
    cdef long long* runs
    cdef int* ways
    cdef int* most
    cdef int* tops
    cdef public tuple rests

@cython.no_gc
cdef class _Small(Table):
    cdef int[4] own_wheres, own_values, own_ways
    cdef long long[4] own_runs
    cdef int[4] own_most, own_tops

@cython.no_gc
cdef class _Some(Table):
    cdef int[8] own_wheres, own_values, own_ways
    cdef long long[8] own_runs
    cdef int[8] own_most, own_tops

@cython.no_gc
cdef class _Middle(Table):
    cdef int[16] own_wheres, own_values, own_ways
    cdef long long[16] own_runs
    cdef int[8] own_most, own_tops

@cython.no_gc
cdef class _Large(Table):
    cdef int[64] own_wheres, own_values, own_ways
    cdef long long[64] own_runs
    cdef int[23] own_most, own_tops

@cython.no_gc
cdef class _Huge(Table):
    cdef int[736] own_wheres, own_values, own_ways
    cdef long long[736] own_runs
    cdef int[23] own_most, own_tops

cpdef Table table_for(int size, int jokers)

@cython.locals(size=int, less=Table, index=int, budget=int)
cpdef Table clipped(Table table, int jokers)

@cython.locals(laid=list)
cpdef list runs_laid(Table table, int way)
