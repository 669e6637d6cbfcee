"""QR codes for the sheets, as SVG."""

from __future__ import annotations

import io

import segno

from oddtrick.errors import OddtrickError


def qr_code(text: str) -> str:
    """Draws a text as a QR code without a margin.

    Raises:
        OddtrickError: the text is too long.
    """
    try:
        code = segno.make_qr(text, error="m")
    except segno.DataOverflowError:
        raise OddtrickError(
            f"an address of {len(text)} characters is too long for a QR code: use a shorter one"
        ) from None
    picture = io.BytesIO()
    code.save(picture, kind="svg", border=0, xmldecl=False)
    return picture.getvalue().decode()
