"""What the service counts: in memory that its processes share, so that counting costs next to nothing.

A worker writes to a row of its own; whoever is asked for ``/metrics`` adds the rows up. A worker that dies leaves its
row, counts and all, to the one that takes its place, so that no counter ever runs backwards. The usual way, a file for
each process and kind, costs some five times as much a request, and kills the process when the disk is full.

=================== ==========================================================
:mod:`cells`        the shared numbers
:mod:`families`     counters, gauges and histograms made of them
:mod:`names`        every metric that there is
:mod:`memo`         those of the searches' memo, which counts for itself
:mod:`exposition`   all of them, as Prometheus reads them
=================== ==========================================================
"""
