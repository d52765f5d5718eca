"""What the server refuses on its own: every fault that the parser finds has words of ours, which quote nothing."""

import inspect
from types import SimpleNamespace

import pytest
from gunicorn.http import errors

from app.api.kinds import KINDS
from app.gate import refusals
from app.gate.refusals import FAILED, Refusal, refusal_of

LIMITS = SimpleNamespace(limit_request_line=4094, limit_request_fields=100, limit_request_field_size=8190)
OF_A_HEAD = {
    "InvalidRequestLine": 400,
    "InvalidRequestMethod": 400,
    "InvalidHTTPVersion": 400,
    "InvalidHeader": 400,
    "InvalidHeaderName": 400,
    "ObsoleteFolding": 400,
    "ExpectationFailed": 417,
    "UnsupportedTransferCoding": 501,
    "LimitRequestLine": 414,
    "LimitRequestHeaders": 431,
}


def made(kind):
    """An error of this kind that quotes the request."""
    wanted = [name for name in inspect.signature(kind).parameters if name not in {"req", "self"}]
    return kind(*["4S 5S 6S"] * max(1, len(wanted)))


@pytest.mark.parametrize(("name", "status"), OF_A_HEAD.items())
def test_every_fault_of_a_head_has_a_status_and_words_of_ours(name, status):
    refusal = refusal_of(made(getattr(errors, name)), LIMITS)
    assert refusal.kind.status == status
    assert refusal.phrase
    assert "4S" not in refusal.detail
    assert refusal is not FAILED


def test_what_is_no_fault_of_the_client_is_a_fault_of_ours():
    assert refusal_of(ValueError("4S"), LIMITS) is FAILED
    assert FAILED.kind.status == 500


@pytest.mark.parametrize("header", ["HOST", "CONTENT-LENGTH", "CONTENT-TYPE", "TRANSFER-ENCODING"])
def test_headers_that_everybody_gets_wrong_have_words_of_their_own(header):
    told = refusal_of(errors.InvalidHeader(header), LIMITS).detail
    assert header.lower() in told.lower()
    assert told != refusal_of(errors.InvalidHeader("X-OTHER"), LIMITS).detail


def test_every_refusal_can_be_told_and_says_when_to_come_back_where_that_helps():
    named = [value for value in vars(refusals).values() if isinstance(value, Refusal)]
    assert {refusal.kind.name for refusal in named} == {"too-slow", "busy", "internal-error"}
    for refusal in named:
        assert refusal.phrase
        assert (refusal.retry > 0) == (refusal.kind is KINDS["busy"])
