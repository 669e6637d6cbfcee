"""The page and its files."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any, TypeAlias

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from oddtrick.server.errors import ApiError, respond
from oddtrick.web.static_files import PAGE, File, files, page_for

AnyRequest: TypeAlias = Request[Any, Any, Any]

READING = [HttpMethod.GET, HttpMethod.HEAD]

ASK_AGAIN = "no-cache"
"""Cached but revalidated before each use, mostly with a 304."""

FOR_GOOD = "public, max-age=31536000, immutable"


SHOWN_BY = {
    "/": "start/start-page.js",
    "/games": "start/my-games-page.js",
    "/ratings": "start/leaderboard-page.js",
    "/ratings/{game:str}": "start/leaderboard-page.js",
    "/learn": "guide/tutorial-page.js",
    "/rules": "guide/rules-page.js",
    "/rules/{game:str}": "guide/rules-page.js",
    "/t/{code:str}": "table/controller.js",
    "/replay": "replay/replay-page.js",
    "/replay/{record_id:str}": "replay/replay-page.js",
    "/t/{code:str}/replay": "replay/replay-page.js",
    "/t/{code:str}/replay/{number:str}": "replay/replay-page.js",
}
"""The paths of the page with the JavaScript module that shows each; as in ``main.js``."""


def page_route(path: str, module: str) -> HTTPRouteHandler:
    """Creates a route that serves the page; the page reads its parameters from the URL."""

    @route(path, http_method=READING, include_in_schema=False)
    async def get_page(request: AnyRequest) -> Response[bytes]:
        return _given(request, page_for(module), ASK_AGAIN)

    return get_page


@route("/web/{version:str}/{path:path}", http_method=READING, include_in_schema=False)
async def get_file(
    request: AnyRequest, version: FromPath[str], path: FromPath[PurePosixPath]
) -> Response[bytes]:
    """Serves a file of the page; under an outdated version, the current file without caching."""
    name = str(path).removeprefix("/")
    found = files().named.get(name)
    if found is None or name == PAGE:
        raise ApiError(404, "not-found", "there is no such file: load the page again")
    return _given(request, found, FOR_GOOD if version == files().version else ASK_AGAIN)


def handle_not_found(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answers 404: with a page to browsers, with an error body to programs."""
    wants_page = request.accept.best_match(["application/json", "text/html"]) == "text/html"
    if not wants_page or request.method not in READING:
        return respond(request, error)
    file = page_for("ui/not-found-page.js")
    return Response(file.body, status_code=404, media_type=file.type)


def _given(request: AnyRequest, file: File, keep: str) -> Response[bytes]:
    headers = {"ETag": file.etag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if _has(request, file.etag):
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    body = file.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(body, headers=headers, media_type=file.type, status_code=200)


def _has(request: AnyRequest, etag: str) -> bool:
    """Tells whether the browser's copy is current; a compressing proxy may weaken the tag."""
    sent = request.headers.get("if-none-match", "")
    return etag in (each.strip().removeprefix("W/") for each in sent.split(","))


PAGES = (*(page_route(path, module) for path, module in SHOWN_BY.items()), get_file)
"""For ``Litestar(route_handlers=…)``."""
