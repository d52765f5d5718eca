"""Signed verdicts: whoever has the public key can check an answer, offline, with a library that is not ours."""

import base64
import json
import logging
import re
import subprocess
import sys
from pathlib import Path

import jwt
import pytest

from app import create_app
from app.config import Config, ConfigError
from app.keys import files, signing
from app.serving import read_all
from tests.api.requests_for_tests import BODY, GROUPS, post
from tests.contract.reading import check_response
from tests.proof.keys_for_tests import KEYS, KIDS, LOCKED, NEW, NEXT, OLD, OTHER, public_pem

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "proof.md").read_text("utf-8")
LINK = "/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2"


def check():
    """The function that the page shows to clients."""
    found = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1], found)  # noqa: S102 - the page's own lines
    return found["check"]


def serve(path):
    return create_app(Config(signing_keys=str(path))).test_client()


@pytest.fixture
def keys(tmp_path):
    path = tmp_path / "keys.pem"
    path.write_bytes(OLD + NEW)
    return path


@pytest.fixture
def client(keys):
    return serve(keys)


def published(client):
    return client.get("/.well-known/jwks.json").get_json()


def signed_by(answer):
    return jwt.get_unverified_header(answer["signature"].replace("..", ".e30."))["kid"]


def whole_verdicts(client):
    items = {"items": [BODY, GROUPS], "detail": "full"}
    hand, groups = post(client, items, "/v1/audit").get_json()["results"]
    yield from (hand["analysis"], groups["verdict"])
    yield from (post(client, BODY).get_json(), post(client, GROUPS, "/v1/verify").get_json())
    yield client.get(LINK).get_json()
    last = [{"id": "\u00e9<\u4e2d\U0001f600", "outcome": "hand"}, {"id": "b", "outcome": "left"}]
    yield post(client, {"wild_joker": "7", "players": last}, "/v1/score").get_json()


def test_every_whole_verdict_can_be_checked_as_the_page_says(client):
    for answer in whole_verdicts(client):
        assert list(answer)[-1] == "signature"
        check()(answer, published(client))


def test_a_signature_outlives_a_database_that_orders_members_its_own_way(client):
    for answer in whole_verdicts(client):
        check()(json.loads(json.dumps(answer, sort_keys=True, indent=2)), published(client))


def test_no_member_can_be_changed_added_or_taken_away(client):
    answer = post(client, BODY).get_json()
    for name in answer.keys() - {"signature"}:
        for other in ({**answer, name: "other"}, {n: v for n, v in answer.items() if n != name}, {**answer, "new": 1}):
            with pytest.raises(jwt.InvalidSignatureError):
                check()(other, published(client))


def test_equal_questions_get_equal_bytes_with_their_signature(client, keys):
    assert post(client, BODY).data == post(serve(keys), BODY).data
    assert client.get(LINK).headers["ETag"] == serve(keys).get(LINK).headers["ETag"]


def test_a_signed_answer_fits_the_contract(client, document):
    check_response(document, "/v1/analyze", "post", post(client, BODY))
    check_response(document, "/v1/verify", "post", post(client, GROUPS, "/v1/verify"))
    check_response(document, "/.well-known/jwks.json", "get", client.get("/.well-known/jwks.json"))


def test_less_than_a_whole_verdict_is_not_signed(client):
    for detail in ("points", "melds"):
        assert "signature" not in post(client, {"items": [BODY, GROUPS], "detail": detail}, "/v1/audit").text
    assert "signature" not in post(client, {}).text


def test_the_example_of_the_page_is_true(tmp_path):
    key, published_keys = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[-2:])
    (tmp_path / "key.json").write_text(json.dumps(key))
    client = serve(tmp_path / "key.json")
    assert published(client) == published_keys
    answer = post(client, BODY).get_json()
    assert f"    {answer['signature']}\n" in PAGE
    # The name that RFC 8037 (appendix A.3) has for this key.
    assert signed_by(answer) == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"


def test_the_first_key_signs_and_all_are_published(client):
    assert signed_by(post(client, BODY).get_json()) == KIDS[0]
    assert [key["kid"] for key in published(client)["keys"]] == KIDS[:2]


def jwk(key):
    return json.loads(jwt.algorithms.OKPAlgorithm.to_jwk(key))


@pytest.mark.parametrize(
    "held",
    [
        OLD + public_pem(KEYS[1]),
        b"from the vault\n" + OLD.replace(b"\n", b"\r\n") + b"\n" + public_pem(KEYS[1]),
        json.dumps({"keys": [jwk(KEYS[0]), jwk(KEYS[1].public_key())]}).encode(),
        json.dumps({"keys": [jwk(KEYS[0]) | {"kid": "mine", "use": "sig"}, jwk(KEYS[1])]}, indent=1).encode(),
    ],
)
def test_keys_come_as_pem_or_json(tmp_path, held):
    (tmp_path / "keys").write_bytes(held)
    client = serve(tmp_path / "keys")
    check()(post(client, BODY).get_json(), published(client))
    assert [key["kid"] for key in published(client)["keys"]] == KIDS[:2]
    assert '"d"' not in client.get("/.well-known/jwks.json").text


def test_keys_rotate_without_a_restart_and_old_signatures_stay_good(client, keys, monkeypatch):
    monkeypatch.setattr(files, "SECONDS", 0)
    assert post(client, BODY).status_code == 200
    client = serve(keys)
    old = post(client, BODY).get_json()
    keys.write_bytes(NEXT + NEW + public_pem(KEYS[0]))
    new = post(client, BODY).get_json()
    assert (signed_by(old), signed_by(new)) == (KIDS[0], KIDS[2])
    for answer in (old, new):
        check()(answer, published(client))


def test_a_change_that_cannot_be_read_is_logged_once_and_changes_nothing(client, keys, monkeypatch, caplog):
    monkeypatch.setattr(files, "SECONDS", 0)
    client = serve(keys)
    keys.write_bytes(b"-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----")
    with caplog.at_level(logging.ERROR):
        answers = [post(client, BODY).get_json() for _ in range(3)]
    assert {signed_by(answer) for answer in answers} == {KIDS[0]}
    assert caplog.text.count("key 1 cannot be read as PEM; what it held before stays in force") == 1
    assert "c2VjcmV0" not in caplog.text
    keys.unlink()
    assert signed_by(post(client, BODY).get_json()) == KIDS[0]


def test_the_file_is_looked_at_once_a_second_at_most(keys):
    moments = iter([0.0, 0.5, 0.9, 1.0])
    watched = files.Watched(str(keys), len, lambda: next(moments))
    keys.write_bytes(b"changed")
    assert [watched.now() for _ in range(3)] == [len(OLD + NEW)] * 2 + [len(b"changed")]


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (b"", "the file holds no key as PEM or JSON Web Keys"),
        (b"secret", "the file holds no key as PEM or JSON Web Keys"),
        (b'{"keys": []}', "the file holds no key as PEM or JSON Web Keys"),
        (public_pem(KEYS[0]) + NEW, "the first key signs, so it must be a private one; this one is public"),
        (OLD + NEW + OLD, "key 3 is there twice"),
        (OLD + OTHER, "key 2 is no Ed25519 key"),
        (LOCKED, "key 1 has a password; keys are read without one"),
        (OLD.replace(b"MC4", b"AAA"), "key 1 cannot be read as PEM"),
        (b"{secret}", "the file is no JSON"),
        (b'{"keys": ["secret"]}', 'key 1 is no Ed25519 key; it has {"kty":"OKP","crv":"Ed25519","x":...}'),
        (b'{"keys": "secret"}', 'key 1 is no Ed25519 key; it has {"kty":"OKP","crv":"Ed25519","x":...}'),
        (b'{"kty": "OTHER", "n": "secret"}', 'key 1 is no Ed25519 key; it has {"kty":"OKP","crv":"Ed25519","x":...}'),
        (b'{"kty": "OKP", "crv": "Ed25519", "x": "secret"}', "the numbers of key 1 are not those of an Ed25519 key"),
        (
            json.dumps(jwk(KEYS[0]) | {"x": jwk(KEYS[1])["x"]}).encode(),
            "the private number of key 1 does not belong to its public one",
        ),
        (b"secret" * 200_000, "the file is longer than 1048576 bytes"),
    ],
    ids=range(15),  # a file with a password is another one every time
)
def test_a_service_without_good_keys_does_not_start_and_says_why(tmp_path, held, told):
    (tmp_path / "keys").write_bytes(held)
    with pytest.raises(ConfigError) as refusal:
        serve(tmp_path / "keys")
    assert str(refusal.value) == f"MELDWISE_SIGNING_KEYS: {told}"


def test_every_fault_of_the_settings_is_told_with_those_of_their_files(tmp_path):
    environ = {"MELDWISE_SIGNING_KEYS": str(tmp_path / "none"), "PORT": "any"}
    with pytest.raises(ConfigError) as refusal:
        read_all(environ)
    assert len(refusal.value.faults) == 2
    assert "MELDWISE_SIGNING_KEYS: the file cannot be read: No such file or directory" in refusal.value.faults


@pytest.mark.parametrize("pasted", [OLD.decode(), json.dumps(jwk(KEYS[0])), "-----BEGIN PRIVATE KEY-----", "{"])
def test_a_key_that_is_put_into_the_variable_itself_is_not_told(pasted):
    with pytest.raises(ConfigError) as refusal:
        Config.from_env({"MELDWISE_SIGNING_KEYS": pasted})
    assert str(refusal.value) == "MELDWISE_SIGNING_KEYS is the path of a file"


def test_without_the_extra_the_service_says_how_to_get_it(keys, monkeypatch):
    monkeypatch.delitem(sys.modules, "app.keys.signing")
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(ConfigError, match=r"signing needs the extra sign: pip install 'meldwise\[sign\]'"):
        serve(keys)


def test_what_is_not_configured_is_not_loaded():
    script = (
        "import sys; from app import create_app; from app.config import Config; from app.serving import read_all;"
        "read_all({}); client = create_app(Config()).test_client(); client.get('/.well-known/jwks.json');"
        "print(*sorted({'cryptography', 'limits', 'app.keys.signing', 'app.keys.access'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "\n"


def key_set(*keys):
    return signing.read_keys(b"".join(map(public_pem, keys)))


FORM = "it is no detached JWS with a signature of Ed25519"
HEADER = "its header is no JSON object with alg and kid"
MORE = "its header asks for more than EdDSA"
UNKNOWN = "the key that it names is not among those given"


def test_a_check_of_our_own_says_what_is_wrong(client):
    answer = post(client, BODY).get_json()
    assert signing.fault_in(answer, key_set(KEYS[1], KEYS[0])) is None
    assert signing.fault_in(answer, key_set(KEYS[1])) == UNKNOWN
    assert signing.fault_in(answer | {"points": 80}, key_set(KEYS[0])) == "it does not fit the answer"
    assert signing.fault_in(answer | {"signature": None}, key_set(KEYS[0])) == FORM
    assert signing.fault_in(answer | {"signature": answer["signature"][:-1]}, key_set(KEYS[0])) == FORM
    assert (
        signing.fault_in(answer | {"signature": answer["signature"].replace("..", ".e30.")}, key_set(KEYS[0])) == FORM
    )


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (b"[]", HEADER),
        (b"{}", HEADER),
        (b"not JSON", HEADER),
        (b'{"alg":"none","kid":"1"}', MORE),
        (b'{"alg":"EdDSA","kid":"1","crit":["exp"]}', MORE),
        (b'{"alg":"EdDSA","kid":["1"]}', UNKNOWN),
    ],
)
def test_a_header_that_asks_for_anything_else_is_refused(client, header, told):
    answer = post(client, BODY).get_json()
    own = answer["signature"].partition("..")[0]
    other = base64.urlsafe_b64encode(header).rstrip(b"=").decode()
    forged = answer | {"signature": answer["signature"].replace(own, other)}
    assert signing.fault_in(forged, key_set(KEYS[0])) == told
