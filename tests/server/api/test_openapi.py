"""The OpenAPI document is complete and equals the one generated from the routes."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import jsonschema_rs
import pytest

from oddtrick.server.routes import DOCUMENTED
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.server.validate_schemas import document

OPERATIONS = [
    (method, path, operation)
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
]


def test_the_server_serves_the_openapi_document(api: ServerProcess) -> None:
    result = httpx.get(f"{api.url}/api/openapi.json").json()
    assert result["openapi"].startswith("3.1")
    assert result["paths"].keys() == document()["paths"].keys()


def test_every_schema_is_defined_and_used() -> None:
    named = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document())))
    assert named == document()["components"]["schemas"].keys()


def test_every_schema_is_valid_and_described() -> None:
    for name, schema in document()["components"]["schemas"].items():
        jsonschema_rs.meta.validate(
            {**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}
        )
        assert len(schema["description"]) > 5, name
        assert "Args:" not in schema["description"], name


def test_every_route_is_documented() -> None:
    paths = [path for router in DOCUMENTED for path in router.route_handler_method_map.values()]
    # The framework adds OPTIONS to each path.
    routes = sum(len(methods.keys() - {"OPTIONS"}) for methods in paths)
    assert len(OPERATIONS) == routes
    assert len({operation["operationId"] for _, _, operation in OPERATIONS}) == routes


@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS)
def test_every_operation_has_a_description_and_the_standard_error(
    method: str, path: str, operation: dict[str, Any]
) -> None:
    assert operation["summary"]
    assert all(parameter["description"] for parameter in operation.get("parameters", ()))
    responses = operation["responses"]
    if path.startswith("/api/"):
        assert "429" in responses
    if path.startswith("/api/") and method != "get":
        assert "403" in responses, "another origin is refused"
    if "requestBody" in operation:
        assert {"400", "413"} <= responses.keys()
    for status, response in responses.items():
        if status >= "400":
            schema = response["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ErrorBody"}


UNREADABLE = (b'"\xff"', b'"\xed\xa0\xbd"', b'"\\ud83d"', b"[" * 20_000, b"1e999", b"\0")
"""Values that no decoder takes: not UTF-8, half a sign, nested too deeply, no number, no JSON."""


def test_every_body_that_cannot_be_read_is_the_senders_error(api: ServerProcess) -> None:
    client = ApiClient(api.url).named("Ann")
    schemas = document()["components"]["schemas"]
    for method, path, operation in OPERATIONS:
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
        target = f"{method.upper()} {re.sub('{.*?}', '1', path)}"
        for field in schemas[name]["properties"]:
            for value in UNREADABLE:
                body = b'{"%s":%s}' % (field.encode(), value)
                answer = client(target, body, headers={"Content-Type": "application/json"})
                assert answer.status_code in (400, 429), (target, body[:40])
    client.close()
