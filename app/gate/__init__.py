"""The service's own gunicorn worker: connections wait in a poller until a request has come, and then it is answered.

With gunicorn's threads alone, a client that sends half a request holds a thread for as long as it likes, and some
dozen such clients hold the service. Here no thread is spent on a client before there is something to answer, nor after
there is an answer: what is missing is waited for, and what a client is slow to take is sent, by the worker's one main
loop, with deadlines and in bounded memory. Where the core is compiled, the loop answers what is short, too: a search
lets no other thread compute before it has done, so handing a request over would only cost. Only audits in lines, which
may go on for long, have threads that wait for clients, and those are threads of their own.

=================== ==========================================================
:mod:`framing`      how much of a request a buffer holds
:mod:`connection`   a connection and what it waits for
:mod:`lanes`        the threads
:mod:`pinning`      a core for each worker
:mod:`turns`        which of those that compute for long may do so now
:mod:`service`      what threads do
:mod:`answer`       answers, written at one go
:mod:`flow`         the bodies of audits in lines
:mod:`patience`     who has waited for too long, and who must make room
:mod:`connections`  all of them, and what the loop does with each
:mod:`shares`       how many of them the other workers have
:mod:`worker`       the loop, and what gunicorn asks of it
:mod:`refusals`     what is refused before the service hears of it
:mod:`log`          gunicorn's own log
=================== ==========================================================
"""
