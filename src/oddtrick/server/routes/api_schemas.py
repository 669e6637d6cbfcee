"""The machine-readable descriptions of the API and the protocol."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.handlers import HTTPRouteHandler

from oddtrick import __version__
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.security.work_pools import WorkPools


def schema_routes(documented: Sequence[Router]) -> tuple[HTTPRouteHandler, ...]:
    """Creates the routes that serve the OpenAPI document of ``documented`` and the frame schema."""

    @cache
    def document() -> bytes:
        from oddtrick.server.docgen.openapi import api_document  # noqa: PLC0415  # not at the start

        return msgspec.json.encode(api_document(documented, __version__))

    @get("/api/openapi.json", media_type=MediaType.JSON)
    async def get_openapi(request: AnyRequest) -> Response[bytes]:
        """Returns the API as OpenAPI 3.1."""
        return await _sent(request, document)

    @get("/api/protocol.schema.json", media_type=MediaType.JSON)
    async def get_protocol(request: AnyRequest) -> Response[bytes]:
        """Returns all WebSocket frames as JSON Schema."""
        return await _sent(request, encoded_schema)

    return get_openapi, get_protocol


async def _sent(request: AnyRequest, described: Callable[[], bytes]) -> Response[bytes]:
    text = await part_of(request, WorkPools).files.run(described)
    return Response(text, media_type=MediaType.JSON)


@cache
def encoded_schema() -> bytes:
    """Encodes the schema of the frames."""
    from oddtrick.server.docgen.schemas import frames_schema_json  # noqa: PLC0415  # as above

    return frames_schema_json().encode()
