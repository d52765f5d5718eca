"""The running server: keys that change under it, logs that nobody can write into, and a root that cannot be written."""

import json
import os
import re
import shutil
import subprocess
import time
from hashlib import sha256

import pytest

from tests.api.requests_for_tests import BODY, HAND
from tests.api.wire import ROOT, get, logged_lines, post, running, send
from tests.proof.keys_for_tests import NEW, OLD

CARDS = ",".join(HAND)


def line(name, key, *more):
    return " ".join([name, sha256(key.encode()).hexdigest(), *more]) + "\n"


def ask(server, key):
    return send(server, post(b"/v1/analyze", BODY, b"X-API-Key: " + key.encode()))


def test_all_workers_take_new_keys_without_a_restart(tmp_path):
    clients, signing = tmp_path / "clients", tmp_path / "signing.pem"
    clients.write_text(line("game", "old-key"))
    signing.write_bytes(OLD)
    settings = {"MELDWISE_API_KEYS": str(clients), "MELDWISE_SIGNING_KEYS": str(signing), "MELDWISE_WORKERS": "2"}
    with running(**settings) as server:
        before = ask(server, "old-key")
        assert before.status == 200
        clients.write_text(line("game", "new-key"))
        signing.write_bytes(NEW + OLD)
        time.sleep(1.2)
        answers = [ask(server, key) for key in ("old-key", "new-key") * 8]
        assert [answer.status for answer in answers] == [401, 200] * 8
        kids = {answer.json["signature"].partition("..")[0] for answer in answers[1::2]}
        assert len(kids) == 1
        assert kids != {before.json["signature"].partition("..")[0]}
        published = send(server, get(b"/.well-known/jwks.json"))
        assert len(published.json["keys"]) == 2
        for told in (b"old-key", b"new-key", b"PRIVATE"):
            assert told not in server.log.read_bytes()


def test_nobody_writes_lines_of_their_own_into_the_log_and_no_hand_is_in_it(tmp_path):
    (tmp_path / "clients").write_text(line("game", "s3cret-key"))
    settings = {
        "MELDWISE_API_KEYS": str(tmp_path / "clients"),
        "MELDWISE_ACCESS_LOG": "1",
        "MELDWISE_LOG_LEVEL": "debug",
    }
    with running(log_level="debug", **settings) as server:
        key = b"X-API-Key: s3cret-key"
        for request in (
            get(b"/v1/analyze?wild_joker=2&hand=" + CARDS.encode(), key),
            get(b"/v1/analyze?wild_joker=2&hand=" + CARDS.encode() + b"%0aforged%20line", key),
            get(b"/%0d%0aforged%20line%1b[31m", key),
            get(b"/livez", b"X-Request-Id: forged\x1b[31m", b"User-Agent: forged\x1b[31m\tline", b"Referer: forged"),
            get(b"/livez", b"Traceparent: forged", b"Authorization: Bearer forged\x9b31m"),
            get(b"/v1/rules", b"X-API-Key: forged-key"),
            post(b"/v1/analyze", BODY, key),
            post(b"/v1/analyze", {"hand": ["forged\nline\x1b[31m"] * 3, "forged": 1}, key),
            b"FORGED\x1b[31m /forged HTTP/1.1\r\nHost: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nforged\x1b[31m line: 1\r\n\r\n",
        ):
            send(server, request)
        logged = logged_lines(server, '"status":422')
    assert '"client":"game"' in logged
    assert "forged" not in logged.lower()
    assert not re.search(r"[^\n -~]", logged)
    assert CARDS not in logged
    assert '"4S"' not in logged
    assert "s3cret" not in logged
    own = re.compile(r"\{.*\}|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d+| [+-]\d{4})\] \[\d+\] \[[A-Z]+\] .*|  .*")
    assert [each for each in logged.splitlines() if not own.fullmatch(each)] == []


ALONE = """
mount --make-rprivate / && mount -t tmpfs -o size=64m tmpfs /dev/shm && mount -o remount,bind,ro / || exit 99
for place in $(awk '$5 != "/" && $5 !~ "^/(dev|proc|sys)" { print $5 }' /proc/self/mountinfo); do
    mount -o remount,bind,ro "$place" || exit 99
done
exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs sh -c '
    touch "$0/written" 2>/dev/null && exit 98
    grep -q "^CapEff:.*[1-9a-f]" /proc/self/status && exit 97
    exec "$@"' "$@"
"""


def alone(*command):
    """``command`` with a root that cannot be written, without any capability: as the image is meant to be run."""
    return ["unshare", "--mount", "sh", "-c", ALONE, "sh", str(ROOT), *command]


def can_be_alone():
    if os.geteuid() or not all(map(shutil.which, ("unshare", "setpriv"))):
        return False
    return subprocess.run(alone("true"), capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_be_alone(), reason="needs root, unshare and setpriv to make a root that cannot be written")
def test_it_serves_with_a_read_only_root_and_without_capabilities():
    with running(before=alone(), MELDWISE_WORKERS="2", TMPDIR="/dev/shm") as server:  # noqa: S108 - a new one, its own
        assert send(server, get(b"/readyz")).status == 200
        items = b"".join(json.dumps({"id": n, **BODY}).encode() + b"\n" for n in range(3000))  # answers beyond memory
        answer = send(server, post(b"/v1/audit?detail=full", items, content_type=b"application/x-ndjson"))
        assert answer.status == 200
        assert len(answer.body) > 2 << 20
        assert b'"answered":3000,"failed":0' in answer.body
        assert "rror" not in server.log.read_text("utf-8")


def test_no_line_of_the_log_is_a_clients_own(server):
    for text in ("5S\r\nFAKE LOG LINE", "\x1b[31mFAKE", "\u2028FAKE", "FAKE\0"):
        send(server, post("/v1/analyze", {**BODY, "hand": [text, *HAND[1:]]}))
    send(server, get("/v1/rules/a%0d%0aFAKE"))
    send(server, b"FAKE\r\n\r\n")
    send(server, get("/", b"FAKE FAKE: x"))
    send(server, get(b"/v1/analyze?hand=4S,5S,FAKE\xe2\x99\xa0"))
    assert "FAKE" not in server.log.read_text("utf-8")
    assert "4S,5S" not in server.log.read_text("utf-8")
