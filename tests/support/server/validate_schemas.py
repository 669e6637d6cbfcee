"""Validates frames and responses against the published schemas, without extra fields."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from oddtrick.server.docgen.openapi import api_document
from oddtrick.server.docgen.schemas import ROOTS, frames_schema
from oddtrick.server.routes import DOCUMENTED


@cache
def document() -> dict[str, Any]:
    return api_document(DOCUMENTED, "test")


def _strict(schemas: dict[str, Any]) -> dict[str, Any]:
    """Returns the schemas with additional properties forbidden."""
    strict = copy.deepcopy(schemas)
    for schema in strict.values():
        if "properties" in schema:
            schema["additionalProperties"] = False
    return strict


@cache
def _frame_validator(root: str) -> Any:
    schema = frames_schema()
    return jsonschema_rs.validator_for(
        {"$ref": f"#/$defs/{root}", "$defs": _strict(schema["$defs"])}
    )


def check_frame(frame: Any, root: str = "TableFrame") -> None:
    """Asserts that a frame matches its schema."""
    assert root in ROOTS
    _frame_validator(root).validate(frame)


@cache
def _body_validator(schema: str) -> Any:
    components = {"schemas": _strict(document()["components"]["schemas"])}
    return jsonschema_rs.validator_for({**json.loads(schema), "components": components})


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    paths = sorted(document()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path) for path in paths]


def check_answer(method: str, path: str, status: int, media: str, body: bytes) -> None:
    """Asserts that a response matches the API document."""
    template = next(template for pattern, template in _templates() if pattern.match(path))
    operation = document()["paths"][template][method.lower()]
    assert str(status) in operation["responses"], f"{method} {template} tells of no {status}"
    content = operation["responses"][str(status)].get("content")
    if not content:
        assert body == b""
        return
    kind = media.partition(";")[0]
    assert kind in content, f"{method} {template} tells of no {kind}"
    if kind == "application/json":
        _body_validator(json.dumps(content[kind]["schema"])).validate(json.loads(body))
