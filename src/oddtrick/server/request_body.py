"""Bodies of requests, read by us: as strict as the frames of the sockets.

The framework would take ``"2"`` for a number and 0 for no.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import msgspec
from litestar import Request

from oddtrick.server.errors import ApiError, decode_error_text

AnyRequest: TypeAlias = Request[Any, Any, Any]

T = TypeVar("T")

BODY = "body"
"""Under which name a route tells, in ``opt``, the type of the body that it reads by itself."""

ALSO = "also"
"""And under which the media type of another form of its answer."""


def takes(body: type[Any]) -> dict[str, Any]:
    """For ``opt=`` of a route that reads its body by itself."""
    return {BODY: body}


async def body_of(request: AnyRequest, decoder: msgspec.json.Decoder[T]) -> T:
    """The body of a request.

    Raises:
        ApiError: 400, it is not of this form.
    """
    try:
        return decoder.decode(await request.body())
    except msgspec.DecodeError as error:
        raise ApiError(400, "invalid", decode_error_text(str(error))) from None
