"""The language of a page that the server writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from oddtrick.server.request_body import AnyRequest

PARAMETER = "language"
"""The query parameter that overrides the browser's languages."""


def requested_language(request: AnyRequest) -> str:
    """Returns the language to answer in: from ``?language=``, else from ``Accept-Language``."""
    chosen: str | None = request.query_params.get(PARAMETER)
    if chosen is not None and chosen in LANGUAGES:
        return chosen
    return accepted_language(request.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """Returns the first language of ``Accept-Language`` that we have, by quality (RFC 9110).

    >>> accepted_language("fr-CH, en;q=0.5, de-AT;q=0.9")
    'de'
    >>> accepted_language("fr, de;q=0, *;q=0.5")
    'en'
    """
    ranges = [_quality(each) for each in header[:1000].split(",")]
    for quality, tag in sorted(ranges, key=lambda each: -each[0]):
        language = tag.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE


def _quality(part: str) -> tuple[float, str]:
    """The quality and tag of one language range; 0 for an unreadable quality."""
    tag, _, weight = part.partition(";")
    name, _, value = weight.partition("=")
    if not weight:
        return 1.0, tag.strip()
    try:
        quality = float(value) if name.strip() == "q" else 0.0
    except ValueError:
        quality = 0.0
    return (quality if 0 <= quality <= 1 else 0.0), tag.strip()
