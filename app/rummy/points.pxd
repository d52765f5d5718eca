cimport cython
from app.rummy.best cimport Best, Budget, best_arrangement
from app.rummy.game cimport Game
from app.rummy.holding cimport Holding, hold

@cython.locals(holding=Holding, best=Best, points=int)
cdef object _quick(object hand, Game game, Budget budget)
