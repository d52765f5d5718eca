"""Every metric that there is. What each of them means, and what to do about it, is in docs/operations.md."""

from typing import Final

from app.metrics.cells import Cells
from app.metrics.families import Book

ROWS: Final = 256
"""More than workers: those that end and those that follow live side by side for a while."""
_COLUMNS: Final = 8192

BOOK: Final = Book(Cells(ROWS, _COLUMNS))

REQUESTS: Final = BOOK.counter(
    "meldwise_http_requests", "Answers, by route, method and status.", "route", "method", "status"
)
SECONDS: Final = BOOK.histogram(
    "meldwise_http_request_seconds", "From when a request had come to when its answer was ready, by route.", "route"
)
QUEUE: Final = BOOK.histogram("meldwise_queue_seconds", "How long a request that had come waited for its turn.")
PROBLEMS: Final = BOOK.counter("meldwise_problems", "Answers that tell a problem, by its type.", "type")

HANDS: Final = BOOK.counter(
    "meldwise_hands", "Hands analysed and declarations judged, by call and outcome.", "call", "outcome"
)
REASONS: Final = BOOK.counter("meldwise_reasons", "What declarations and hands lacked, by reason code.", "reason")
AUDITED: Final = BOOK.counter("meldwise_audit_items", "Items of audits, by what became of them.", "outcome")
MEMO: Final = BOOK.gauge("meldwise_memo_suits", "Suits that the search remembers.")
MEMO_LOOKUPS: Final = BOOK.counter(
    "meldwise_memo_lookups", "Suits that searches asked for, by whether they were remembered.", "outcome"
)

CONNECTIONS: Final = BOOK.gauge("meldwise_connections", "Open connections, by who acts next on them.", "state")
CLOSED: Final = BOOK.counter("meldwise_connections_closed", "Connections that ended, by cause.", "cause")
HELD: Final = BOOK.gauge("meldwise_held_bytes", "Bytes of unfinished requests, and of answers that nobody takes.")
WORKERS: Final = BOOK.gauge("meldwise_workers", "Workers that serve.")
EXITS: Final = BOOK.counter("meldwise_worker_exits", "Workers that ended, by how.", "how")
LOST_LINES: Final = BOOK.counter("meldwise_log_lines_lost", "Log lines that nobody took, by stream.", "stream")
for _cause in ("client", "server", "idle", "slow", "crowded", "reset", "stopped", "failed"):
    CLOSED.has(_cause)
for _state in ("idle", "reading", "busy", "writing", "closing"):
    CONNECTIONS.has(_state)
for _how in ("stopped", "died"):
    EXITS.has(_how)

DRAINING: Final = BOOK.gauge("meldwise_draining", "1 while the service is draining.")
INFO: Final = BOOK.gauge("meldwise_info", "Always 1; the labels say what runs.", "version", "core", "python")


def release(row: int | None) -> None:
    """The worker that counted in ``row`` is gone: stopped if it has said so, else dead."""
    if row is not None:
        died = BOOK.cells.read(row, WORKERS.places[()]) != 0
        BOOK.cells.free(row, BOOK.levels())
        EXITS.add("died" if died else "stopped")
