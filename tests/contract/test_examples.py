"""Every example is true: the request fits its schema, the answer fits its own, and the service gives that answer."""

import json
from pathlib import Path

import pytest
import yaml

from app import create_app
from app.api.kinds import KINDS
from app.config import Config
from tests.contract.reading import check_response, follow, operations, response_of, validator

pytestmark = pytest.mark.contract

DOCUMENT = yaml.safe_load((Path(__file__).resolve().parents[2] / "openapi.yaml").read_text(encoding="utf-8"))


def body_examples():
    for path, method, told in operations(DOCUMENT):
        for media_type, content in told.get("requestBody", {}).get("content", {}).items():
            for name, example in content["examples"].items():
                values = (path, method, media_type, name, example["value"], content["schema"])
                yield pytest.param(*values, id=f"{path}-{name}")


def answer_examples():
    for path, method, told in operations(DOCUMENT):
        for status, response in told["responses"].items():
            for content in follow(DOCUMENT, response).get("content", {}).values():
                for name, example in content.get("examples", {}).items():
                    values = (path, method, int(status), name, example["value"], content["schema"])
                    yield pytest.param(*values, id=f"{path}-{name}-{method}")


def answers(path, method):
    """Status and value of each example answer of an operation, by name."""
    return {
        name: (int(status), example["value"])
        for status in DOCUMENT["paths"][path][method]["responses"]
        for content in response_of(DOCUMENT, path, method, status).get("content", {}).values()
        for name, example in content.get("examples", {}).items()
    }


@pytest.mark.parametrize(("path", "method", "media_type", "name", "body", "schema"), list(body_examples()))
def test_a_request_gets_the_printed_answer(client, path, method, media_type, name, body, schema):
    status, expected = answers(path, method)[name]
    data = json.dumps(body) if media_type == "application/json" else body
    response = client.open(path, method=method, data=data, content_type=media_type)
    assert response.status_code == status
    given = response.get_json() if response.is_json else response.text
    assert json.dumps(given) == json.dumps(expected)  # the order of members, too
    check_response(DOCUMENT, path, method, response)
    if status != 422 and media_type == "application/json":
        validator(DOCUMENT, schema).validate(body)


@pytest.mark.parametrize(("path", "method", "status", "name", "value", "schema"), list(answer_examples()))
def test_a_printed_answer_fits_its_schema_and_is_given(client, path, method, status, name, value, schema):
    for part in map(json.loads, value.splitlines()) if isinstance(value, str) else [value]:
        validator(DOCUMENT, schema).validate(part)
    item = DOCUMENT["paths"][path]
    if "requestBody" in item[method]:
        assert any(name in content["examples"] for content in item[method]["requestBody"]["content"].values())
        return
    asked = [follow(DOCUMENT, p) for p in item.get("parameters", []) + item[method].get("parameters", [])]
    query = {}
    for parameter in asked:
        if name in parameter.get("examples", {}):
            example = parameter["examples"][name]["value"]
            text = ",".join(example) if isinstance(example, list) else str(example)
            text = text.lower() if isinstance(example, bool) else text
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", text)
            else:
                query[parameter["name"]] = text
    response = client.open(path, method=method, query_string=query)
    assert response.status_code == status
    if method != "head":
        assert json.dumps(response.get_json()) == json.dumps(value)


def test_every_operation_on_cards_has_examples_of_good_and_bad():
    for path in ("/v1/analyze", "/v1/verify", "/v1/score", "/v1/audit"):
        statuses = {status for status, _ in answers(path, "post").values()}
        assert statuses == {200, 409, 422}


@pytest.mark.parametrize("path", [path for path, method, _ in operations(DOCUMENT) if method == "get"])
def test_every_get_fits_the_contract(client, path):
    item = DOCUMENT["paths"][path]
    names = [p["examples"] for p in item.get("parameters", []) if p.get("in") == "path"]
    address = path.replace("{name}", next(iter(names[0].values()))["value"]) if names else path
    if path == "/v1/analyze":
        address += "?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2&compare=true"
    first = client.get(address)
    assert first.status_code == 200
    check_response(DOCUMENT, path, "get", first)
    check_response(DOCUMENT, path, "head", client.head(address))
    check_response(DOCUMENT, path, "options", client.options(address))
    check_response(DOCUMENT, path, "get", client.get(address, data="{}", content_type="application/json"))
    if "304" in item["get"]["responses"]:
        again = client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
        check_response(DOCUMENT, path, "get", again)


@pytest.mark.parametrize("path", ["/v1/analyze", "/v1/verify", "/v1/score", "/v1/audit"])
@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (400, {"data": "", "content_type": "application/json"}),
        (400, {"data": "[" * 20_000, "content_type": "application/json"}),
        (413, {"data": " " * 800_000, "content_type": "application/json"}),
        (415, {"data": "{}", "content_type": "text/plain"}),
        (415, {"data": "{}", "content_type": "application/json", "headers": {"Content-Encoding": "gzip"}}),
        (422, {"json": {"hand": [1] * 50, "groups": [[2] * 50], "wild_joker": 0, "foo": 1}}),
    ],
)
def test_every_refusal_fits_the_contract(client, path, status, sent):
    response = client.post(path, **sent)
    assert response.status_code == status
    check_response(DOCUMENT, path, "post", response)


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/v1/analyze", "post"),
        ("/v1/verify", "post"),
        ("/v1/score", "post"),
        ("/v1/rules", "get"),
        ("/v1/rules/{name}", "get"),
    ],
)
def test_a_refused_parameter_fits_the_contract(client, path, method):
    response = client.open(path.replace("{name}", "pagat") + "?nonsense=1", method=method, json=None)
    assert response.status_code == 422
    check_response(DOCUMENT, path, method, response)


def test_a_drained_service_fits_the_contract(tmp_path):
    client = create_app(Config(drain_file=str(tmp_path))).test_client()
    response = client.get("/readyz")
    assert response.status_code == 503
    check_response(DOCUMENT, "/readyz", "get", response)


LINK = "/v1/analyze?hand=4S,5S,6S,8H,JK,10H,7C,7D,7H,KS,KH,KD,KC&wild_joker=2"
ERRORS = {
    "Unauthorized": None,  # only where the operator has given out keys, see tests/api/test_keys.py
    "Forbidden": None,
    "TooManyRequests": None,
    "BadRequest": ("post", "/v1/analyze", {"data": '{"hand": ["4S", 5S]}', "content_type": "application/json"}),
    "NotFound": ("get", "/v1/rules/canasta", {}),
    "MethodNotAllowed": ("put", "/v1/analyze", {}),
    "OtherRules": ("get", LINK + "&expect_rules=0123456789abcdef", {}),
    "TooLarge": ("post", "/v1/analyze", {"data": " " * 1_000_000, "content_type": "application/json"}),
    "UnsupportedMediaType": ("post", "/v1/analyze", {"data": "{}", "content_type": "text/plain"}),
    "InvalidInput": ("get", LINK.replace("6S", "6X"), {}),
    "AddressTooLong": None,  # the server's own, see tests/api/test_server.py
    "HeadersTooLarge": None,
    "ExpectationFailed": None,
    "NotImplemented": None,
    "TooSlow": None,
    "Busy": None,
    "InternalError": None,  # nothing that a client sends leads to it
    "NotReady": None,  # nor to it
    "SearchBudget": None,  # nor to it with the budget that ships, see tests/api/test_budget.py
}


@pytest.mark.parametrize("name", ERRORS)
def test_the_example_of_every_error_is_true(client, name):
    content = DOCUMENT["components"]["responses"][name]["content"]["application/problem+json"]
    example = content["example"]
    validator(DOCUMENT, content["schema"]).validate(example)
    kind = KINDS[example["type"].removeprefix("/problems/")]
    assert (example["title"], example["status"]) == (kind.title, kind.status)
    if ERRORS[name]:
        method, address, sent = ERRORS[name]
        assert client.open(address, method=method, **sent).get_json() == example


def test_every_error_has_an_example():
    assert set(ERRORS) == {name for name, told in DOCUMENT["components"]["responses"].items() if "content" in told}
