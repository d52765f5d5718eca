"""HTTP: the only package that knows the web framework. Each view reads a request, calls the game and writes its answer.

``body``, ``query``, ``schemas``, ``fields`` and ``linked`` read; ``encode`` and ``respond`` write; ``problems``
writes what went wrong; ``observe`` looks on. The other modules are resources, one each.
"""
