"""The link to a table as a QR code."""

from __future__ import annotations

import io

from litestar import Response, get

from oddtrick.server.errors import ApiError
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.tokens import parse_code
from oddtrick.server.security.work_pools import WorkPools

SVG = "image/svg+xml"

QUIET = 4
"""The quiet zone in modules, as required by ISO/IEC 18004."""


@get("/t/{code:str}/qr.svg", media_type=SVG, include_in_schema=False)
async def get_qr(request: AnyRequest, code: Code) -> Response[bytes]:
    """Returns the URL of a table's page as a QR code, with the host of the request.

    Raises:
        ApiError: 404, this is not the code of a table.
    """
    clean = parse_code(code)
    if clean is None:
        raise ApiError(404, "not-found", "no table has such a code: take it from the table's link")
    address = f"{str(request.base_url).rstrip('/')}/t/{clean}"
    return await qr_response(request, address, {"Cache-Control": "private, max-age=86400"})


async def qr_response(request: AnyRequest, text: str, headers: dict[str, str]) -> Response[bytes]:
    """Returns a text as a QR code."""
    return Response(await part_of(request, WorkPools).files.run(qr, text), headers=headers)


def qr(text: str) -> bytes:
    """Draws a text as a QR code: SVG without a fixed size, black on white in any theme.

    >>> qr("http://192.168.1.5:8000/t/k3f90pqr7xyz")[:37]
    b'<svg xmlns="http://www.w3.org/2000/sv'
    """
    import segno  # noqa: PLC0415  # not before a server has started

    drawn = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(
        drawn, kind="svg", border=QUIET, dark="#000", light="#fff", omitsize=True, xmldecl=False
    )
    return drawn.getvalue()
