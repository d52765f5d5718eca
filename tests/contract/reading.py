"""Helpers to read an OpenAPI document."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

METHODS = ("get", "head", "post", "options", "put", "delete", "patch", "trace")


class Operation(NamedTuple):
    path: str
    method: str
    told: dict[str, Any]


def operations(document) -> Iterator[Operation]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield Operation(path, method, item[method])


def follow(document, part):
    """``part``, or what it refers to."""
    while "$ref" in part:
        found = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found
    return part


def validator(document, schema):
    """A validator of ``schema``, whose references are into ``document``."""
    resource = DRAFT202012.create_resource({"$id": "urn:contract", **document})
    registry = Registry().with_resource("urn:contract", resource)
    return Draft202012Validator(_absolute(schema), registry=registry)


def _absolute(schema):
    if isinstance(schema, dict):
        return {
            key: f"urn:contract{value}" if key == "$ref" and isinstance(value, str) else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(item) for item in schema] if isinstance(schema, list) else schema


def response_of(document, path, method, status):
    """What the contract says about a response, or None."""
    told = document["paths"][path][method]["responses"].get(str(status))
    return None if told is None else follow(document, told)


def check_response(document, path, method, response):
    """Hold a response of the service against the contract: status, headers, type and body."""
    told = response_of(document, path, method, response.status_code)
    assert told is not None, f"{method} {path} answered {response.status_code}, which is not documented"
    for name, reference in told.get("headers", {}).items():
        header = follow(document, reference)
        if header.get("required"):
            assert name in response.headers, name
        if name in response.headers:
            validator(document, header["schema"]).validate(response.headers[name])
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    if method == "head" or "content" not in told:
        assert response.data == b""
        return
    assert media_type in told["content"]
    if media_type.endswith("ndjson"):
        each = validator(document, told["content"][media_type]["schema"])
        for line in response.text.splitlines():
            each.validate(json.loads(line))
    elif media_type.endswith("json"):
        validator(document, told["content"][media_type]["schema"]).validate(response.get_json(force=True))


def python_pattern(pattern):
    """A pattern of the contract, whose dollar means the very end, for Python, whose dollar does not."""
    return re.compile(pattern.removesuffix("$") + r"\Z")
