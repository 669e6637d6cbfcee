"""Request bodies that routes decode themselves, as strictly as the frames of the sockets.

The framework's own decoding would take ``"2"`` for a number and 0 for false.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import msgspec
from litestar import Request

from oddtrick.server.errors import unreadable

AnyRequest: TypeAlias = Request[Any, Any, Any]

T = TypeVar("T")

BODY = "body"
"""The key in a route's ``opt`` for the type of the body that it decodes itself."""

ALTERNATIVE_BODY = "body-also"
"""The key in a route's ``opt`` for the media type of a text that it takes too, or instead."""

ALTERNATIVE_TYPE = "also"
"""The key in a route's ``opt`` for the media type of another form of its response."""


EVENTS = "events"
"""The key in a route's ``opt`` for the type of the events that it sends."""


def body_option(body: type[Any]) -> dict[str, Any]:
    """Returns ``opt=`` of a route that decodes its body itself, for the OpenAPI document."""
    return {BODY: body}


async def decode_body(request: AnyRequest, body: type[T]) -> T:
    """Decodes the body of a request.

    Raises:
        ApiError: 400, it is not JSON of this form.
    """
    try:
        return msgspec.json.decode(await request.body(), type=body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise unreadable(error) from None
