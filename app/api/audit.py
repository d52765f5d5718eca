"""``/v1/audit``: many hands and declarations, each held against what was recorded of it."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, request

from app.api import tally
from app.api.body import check_coding, length_of, read_json, type_of
from app.api.encode import rules_json
from app.api.expect import check_rules
from app.api.items import AUDIT, LINKED_AUDIT, shared_of
from app.api.kinds import Problem
from app.api.lean import Reply
from app.api.query import QueryError, read_query, refuse_query
from app.api.respond import JSON, json_response
from app.api.schemas import load
from app.api.settings import service
from app.bulk.answers import Summary
from app.bulk.audit import Auditor, Limits
from app.bulk.lines import BLOCK, Read, audit_lines, blocks_of_lines
from app.config import Config
from app.rummy.cards import quote
from app.rummy.faults import Fault, FaultCode, InputError

if TYPE_CHECKING:
    from app.api.application import Meldwise

blueprint = Blueprint("audit", __name__)

NDJSON: Final = "application/x-ndjson"
PAUSE: Final = "meldwise.pause"
"""In a request's environment: lets other audits go first."""
TOLD: Final = "meldwise.told"
"""There, too: says why an audit in lines is to end, if it is."""
_RETRY_SECONDS: Final = "5"
_log = logging.getLogger("meldwise")

IN_MEMORY: Final = 1 << 20
"""Answers longer than this wait in a temporary file."""
_NO_MORE: Final = "no more of the body came for too long; what follows has no answer"
_AT_ONCE: Final = 32
"""So many items are answered before others may go first."""
_STEP: Final = 4096
"""Where answers go out while the body comes in, so much of it is read at a time."""


@blueprint.post("/v1/audit")
def audit() -> Response:
    """The items in one JSON body, or one a line."""
    content_type = request.environ.get("CONTENT_TYPE") or ""
    media_type, charset = type_of(content_type)
    if media_type == JSON:
        return _audit_array(service())
    if media_type != NDJSON or charset is not None:
        shown = f"the content type is {quote(content_type, 128)}" if content_type else "there is no content type"
        detail = f"{shown}; send {JSON} or, one item a line, {NDJSON}, in UTF-8"
        raise Problem("unsupported-media-type", detail, {"Accept": f"{JSON}, {NDJSON}"})
    return _audit_stream(service())


def _audit_array(here: "Meldwise") -> Response:
    config = here.settings
    refuse_query(request.environ)
    asked = load(AUDIT, read_json(config))
    check_rules(asked["rules"], asked["expect_rules"])
    items = asked["items"]
    if len(items) > config.audit_max_items:
        message = f"{len(items)} items are too many for one body; at most {config.audit_max_items} are read"
        raise InputError([Fault(("items",), FaultCode.OUT_OF_RANGE, message)])
    auditor = Auditor(shared_of(asked), _limits(config))
    auditor.seal = here.seal
    pause: Callable[[], None] = request.environ.get(PAUSE, _nobody)
    results: list[str] = []
    for item in items:
        if not len(results) % _AT_ONCE:
            pause()
        results.append(auditor.answer(item))
    if config.metrics:
        tally.audited(Summary(), auditor.summary)
    joined, summary, rules = ",".join(results), auditor.summary.json(), rules_json(asked["rules"])
    return json_response(f'{{"results":[{joined}],"summary":{summary},"rules":{rules}}}')


def _audit_stream(here: "Meldwise") -> Response:
    config = here.settings
    asked = _read_parameters(request.environ.get("QUERY_STRING", ""))
    check_rules(asked["rules"], asked["expect_rules"])
    check_coding(request.environ)
    auditor = Auditor(shared_of(asked), _limits(config))
    auditor.seal = here.seal
    read = _reader(request.environ, config.audit_max_bytes)
    step = _STEP if asked["stream"] else BLOCK
    blocks = blocks_of_lines(read, config.audit_max_line_bytes, config.audit_max_bytes, step)
    answers = audit_lines(auditor, blocks, config.audit_max_lines)
    if config.metrics:
        answers = tally.audit_parts(auditor, answers)
    if asked["stream"]:
        return Reply(answers, content_type=NDJSON, direct_passthrough=True)
    return _spooled(answers, config.audit_max_answer_bytes)


def _limits(config: Config) -> Limits:
    return Limits(config.search_budget, config.max_json_depth, config.audit_item_budget)


def _read_parameters(query: str) -> dict[str, Any]:
    members, faults = read_query(query, LINKED_AUDIT.fields)
    try:
        return load(LINKED_AUDIT, members, faults)
    except InputError as error:
        raise QueryError(error.faults) from error


def _reader(environ: dict[str, Any], most_bytes: int) -> Read:
    """Reads the body, and says so where it ends before its end.

    Raises:
        Problem: it announces more bytes than are allowed, or what is no length.
    """
    left = length_of(environ, most_bytes)
    stream = environ["wsgi.input"]
    announced = left
    broken_off: Callable[[], str | None] = environ.get(TOLD, _nobody)

    def read(size: int) -> bytes:
        nonlocal left
        try:
            data: bytes = stream.read(size if left is None else min(size, left))
        except TimeoutError as error:
            raise Problem("unreadable-body", _NO_MORE) from error
        except Exception as error:
            detail = (
                broken_off() or "the body ended early or is not chunked as it should be; what follows has no answer"
            )
            raise Problem("unreadable-body", detail) from error
        if left is not None:
            if left and not data:
                detail = (
                    broken_off()
                    or f"Content-Length is {announced}, but {left} of these bytes never came; they have no answer"
                )
                raise Problem("unreadable-body", detail)
            left -= len(data)
        return data

    return read


def _nobody() -> None:
    """A server that breaks nothing off, and has nobody wait."""


def _spooled(answers: Iterator[bytes], most_bytes: int) -> Response:
    """All answers, once the last is known: who sends everything before reading anything is never waited for in vain.

    Raises:
        Problem: they are longer than allowed, or there is no room for them.
    """
    spool = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by the response
    length = 0
    for part in answers:
        length += len(part)
        if length > most_bytes:
            spool.close()
            detail = f"the answers are longer than {most_bytes} bytes; ask for less detail, send fewer, or stream"
            raise Problem("too-large", detail)
        try:
            spool.write(part)
        except OSError as error:
            with suppress(OSError):  # which would write once more
                spool.close()
            _log.error("there is no room for the answers of an audit: %s", error.strerror)
            detail = "there is no room for the answers now; ask for less detail, send fewer, or stream"
            raise Problem("busy", detail, {"Retry-After": _RETRY_SECONDS}) from error
    spool.seek(0)
    response = Reply(_poured(spool), content_type=NDJSON, direct_passthrough=True)
    response.content_length = length
    return response


def _poured(spool: SpooledTemporaryFile[bytes]) -> Iterator[bytes]:
    with spool:
        while part := spool.read(BLOCK):
            yield part
