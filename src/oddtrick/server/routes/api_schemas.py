"""The machine-readable descriptions of the API and the protocol."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec
from litestar import MediaType, Response, get

from oddtrick import __version__
from oddtrick.server.docgen.frame_schema import frames_schema_json
from oddtrick.server.docgen.openapi import api_document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestar.handlers import HTTPRouteHandler


def schema_routes(documented: Sequence[HTTPRouteHandler]) -> tuple[HTTPRouteHandler, ...]:
    """Creates the routes that serve the OpenAPI document of ``documented`` and the frame schema."""

    @cache
    def document() -> bytes:
        return msgspec.json.encode(api_document(documented, __version__))

    @get("/api/openapi.json", media_type=MediaType.JSON, sync_to_thread=True)
    def get_openapi() -> Response[bytes]:
        """Returns the API as OpenAPI 3.1."""
        return Response(document(), media_type=MediaType.JSON)

    @get("/api/protocol.schema.json", media_type=MediaType.JSON, sync_to_thread=True)
    def get_protocol() -> Response[bytes]:
        """Returns all WebSocket frames as JSON Schema."""
        return Response(encoded_schema(), media_type=MediaType.JSON)

    return get_openapi, get_protocol


@cache
def encoded_schema() -> bytes:
    """Encodes the schema of the frames."""
    return frames_schema_json().encode()
