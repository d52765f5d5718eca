cdef class Game:
    cdef public object rules, wild_joker, pack, own_reader
    cdef public tuple jokers
    cdef int[53] wild, points, copies
    cdef int[52] suits
    cdef unsigned long long[52] bits
    cdef int[13] rank_points
    cdef int[32] met, loose_row, has_pure
    cdef public int hand_size, set_max, min_pure, min_sequences, ace_high, wild_is_pure, tunnela, dublee, joker_groups
    cdef public int kind, kind_pure, cap, flat_cap, protecting, exempts_pure, plenty, special_shows, neighbours
