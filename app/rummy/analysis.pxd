cimport cython
from app.rummy.arrangement cimport arrange
from app.rummy.best cimport Best, Budget, best_arrangement
from app.rummy.game cimport Game
from app.rummy.holding cimport Holding, hold

cdef tuple _RANGES

cdef object _analyze(Holding holding, object hand, Game game, object rules, object picked_up, Budget budget)

@cython.locals(positions=object, best=Best)
cdef object _arranged(Holding holding, object hand, Game game, object rules, object picked_up, Budget budget)

@cython.locals(
    points="int*", laid=list, declarable=bint, pure=int, sequences=int, pure_points=int, loose_points=int, code=int, codes=tuple,
    every=bint, only_pure=bint, counts=bint, melds=list)
cdef object _told(
    Best best, Holding holding, object hand, object positions, Game game, object rules, object discard)
