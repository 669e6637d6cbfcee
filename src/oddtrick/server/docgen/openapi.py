"""The OpenAPI 3.1 document of the HTTP API, from the routes and their types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec
from litestar import Litestar
from litestar.openapi import spec
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import (
    Components,
    ExternalDocumentation,
    License,
    SecurityRequirement,
    SecurityScheme,
    Tag,
)
from litestar.plugins import OpenAPISchemaPlugin
from litestar.routes import HTTPRoute

from oddtrick.server.docgen.schemas import Schema, schemas_of
from oddtrick.server.error_body import ErrorBody
from oddtrick.server.request_body import ALTERNATIVE_BODY, ALTERNATIVE_TYPE, BODY, EVENTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from litestar import Router
    from litestar.handlers import HTTPRouteHandler
    from litestar.typing import FieldDefinition

REFER = "#/components/schemas/{name}"

_ABOUT = """\
Tables of people and bots for the games of the Whist family, their records, and accounts.

Opening a table or setting a name creates a guest, identified by a cookie. Accounts use sessions,
bot accounts use tokens, and a second device at your seat uses a seat token. Tokens are sent as
`Authorization: Bearer …`. An unsafe request must have the `Origin` of the server's own pages, or a
token, or no cookies.

Errors have the form `{"error": {"code": …, "message": …}}`. The code is stable and meant for
programs; the message is one line for people. 429 and 503 have a `Retry-After` header.

Cards are written rank first, as in `TH`; times are in milliseconds since 1970. Clients must ignore
unknown fields: new ones may be added at any time. Live play uses a WebSocket: see the protocol.
"""

_TAGS = {
    "games": "The games, their options and rules.",
    "tables": "Tables: open, list, view, play without a socket.",
    "records": "Records, replays and reviews of matches, and proofs of fair deals.",
    "people": "Guests, accounts and sessions.",
    "bots": "Bot accounts for programs.",
    "drives": "Whist drives: many tables, one deal at each a round.",
    "figures": "Statistics and ratings.",
    "daily": "The daily deal: the same cards for everybody, played once and compared.",
}

_SECURITY: dict[str, SecurityScheme | spec.Reference] = {
    "guest": SecurityScheme(
        type="apiKey",
        security_scheme_in="cookie",
        name="oddtrick_guest",
        description="A signed guest cookie; over https its name has the prefix `__Host-`.",
    ),
    "session": SecurityScheme(
        type="apiKey",
        security_scheme_in="cookie",
        name="oddtrick_session",
        description="A session cookie; over https its name has the prefix `__Host-`.",
    ),
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        description="A bot token, a seat token, or the key of a whist drive.",
    ),
}


class _Structs(OpenAPISchemaPlugin):
    """Refers to msgspec structs by name, so that their schemas equal those of the protocol."""

    def __init__(self) -> None:
        self.met: dict[str, Any] = {}

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        struct = field_definition.annotation
        self.met[struct.__name__] = struct
        # Litestar takes a reference of its own registry only: one in a schema passes unseen.
        return spec.Schema(all_of=[spec.Reference(ref=REFER.format(name=struct.__name__))])


def api_document(routers: Sequence[Router], version: str) -> Schema:
    """Generates the OpenAPI document of routers.

    Args:
        routers: the routers to document.
        version: the version of the program.
    """
    structs = _Structs()
    twin = Litestar(
        route_handlers=routers,
        plugins=[structs],
        openapi_config=_config(version),
        logging_config=None,  # the default would replace the handlers of the process
    )
    document: Schema = _unwrapped(twin.openapi_schema.to_schema())
    options = {
        operation_id(handler): handler.opt
        for router in routers
        for route in router.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
    }
    for operation in _operations(document):
        _complete(operation, options[operation["operationId"]])
    bodies = [opt[kind] for opt in options.values() for kind in (BODY, EVENTS) if kind in opt]
    _, named = schemas_of([*structs.met.values(), *bodies, ErrorBody], REFER)
    document["components"]["schemas"] = dict(sorted(named.items()))
    return document


def operation_id(route: HTTPRouteHandler, *_: object) -> str:
    """Returns the id of a route's operation: its own, or the name of its function in camel case."""
    first, *rest = route.handler_name.split("_")
    return str(route.operation_id or first + "".join(map(str.capitalize, rest)))


def _unwrapped(value: Any) -> Any:
    """Replaces each schema that only holds a reference by the reference."""
    match value:
        case {"allOf": [{"$ref": str()} as reference], **rest} if not rest:
            return reference
        case dict():
            return {key: _unwrapped(one) for key, one in value.items()}
        case list():
            return [_unwrapped(one) for one in value]
    return value


def _config(version: str) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Oddtrick",
        version=version,
        operation_id_creator=operation_id,
        description=_ABOUT,
        license=License(name="MIT", identifier="MIT"),
        external_docs=ExternalDocumentation(
            url="/api/protocol.schema.json", description="The frames of the WebSockets"
        ),
        components=Components(security_schemes=_SECURITY),
        security=[{}, *(_by(name) for name in _SECURITY)],
        tags=[Tag(name, description) for name, description in _TAGS.items()],
    )


def _by(scheme: str) -> SecurityRequirement:
    return {scheme: []}


_REFUSAL = {"$ref": REFER.format(name="ErrorBody")}
_SECONDS = {
    "description": "Seconds to wait.",
    "required": True,
    "schema": {"type": "integer", "minimum": 1},
}

_MEANINGS = {
    "game": "The id of a game, or another of its names.",
    "bot_id": "The id of one of your bots.",
}
"""Descriptions of path parameters."""


def _remove_null(parameter: Schema) -> None:
    """Removes null from a parameter's schema: a URL has no null."""
    for word in ("deprecated", "allowEmptyValue", "allowReserved"):
        parameter.pop(word, None)
    schema = parameter["schema"]
    kinds = [kind for kind in schema.get("oneOf", ()) if kind.get("type") != "null"]
    if len(kinds) == 1:
        parameter["schema"] = kinds[0]
    schema = parameter["schema"]
    if None in schema.get("enum", ()):
        schema["enum"] = [value for value in schema["enum"] if value is not None]
        schema["type"] = "string"
    for bound in {"minimum", "maximum"} & schema.keys():
        schema[bound] = int(schema[bound])
    description = parameter["schema"].pop("description", None) or schema.get("description")
    parameter.setdefault("description", description or _MEANINGS.get(parameter["name"], ""))


def _operations(document: Schema) -> Iterator[Schema]:
    for path in document["paths"].values():
        for method, operation in path.items():
            if method in ("get", "post", "put", "delete", "patch"):
                yield operation


def _complete(operation: Schema, options: Mapping[str, Any]) -> None:
    """Adds the bodies that a route reads or writes itself, unknown to the framework."""
    bodies: Schema = {}
    if BODY in options:
        reference = REFER.format(name=options[BODY].__name__)
        bodies["application/json"] = {"schema": {"$ref": reference}}
    if ALTERNATIVE_BODY in options:
        bodies[options[ALTERNATIVE_BODY]] = {"schema": {"type": "string"}}
    if bodies:
        operation["requestBody"] = {"required": True, "content": bodies}
    operation["responses"].get("204", {}).pop("content", None)
    for parameter in operation.get("parameters", ()):
        _remove_null(parameter)
    for status, response in operation["responses"].items():
        if status >= "400":  # the framework's own words for these would not be true
            response["content"] = {"application/json": {"schema": _REFUSAL}}
    too_many = operation["responses"].get("429")
    if too_many is not None:
        too_many["headers"] = {"Retry-After": _SECONDS}
    if ALTERNATIVE_TYPE in options:
        operation["responses"]["200"]["content"][options[ALTERNATIVE_TYPE]] = {
            "schema": {"type": "string"}
        }
    if EVENTS in options:
        events = [REFER.format(name=kind.__name__) for kind in get_args(options[EVENTS])]
        content = {"schema": {"oneOf": [{"$ref": event} for event in events]}}
        operation["responses"]["200"]["content"] = {"text/event-stream": content}
