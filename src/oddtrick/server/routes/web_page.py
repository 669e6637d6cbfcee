"""The page and its files."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from litestar import Request, Response, route
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from oddtrick.server.errors import ApiError, respond
from oddtrick.server.security.headers import (
    OFFLINE_TABLE_POLICY,
    SOLVER_PAGE_POLICY,
    SOLVER_WORKER_POLICY,
    START_PAGE_POLICY,
)
from oddtrick.web.offline_files import (
    MANIFEST,
    OFFLINE_PAGE,
    SERVICE_WORKER,
    bundle,
    kept_files,
    manifest,
    offline_page,
    service_worker,
)
from oddtrick.web.static_files import (
    OFFLINE_SETUP,
    OFFLINE_TABLE,
    PAGE,
    PLAYER_WORKER,
    SOLVER_WORKER,
    START,
    TYPES,
    File,
    files,
    page_for,
)

AnyRequest: TypeAlias = Request[Any, Any, Any]

READING = [HttpMethod.GET, HttpMethod.HEAD]

ASK_AGAIN = "no-cache"
"""Cached but revalidated before each use, mostly with a 304."""

NOT_SERVED = {PAGE, MANIFEST, SERVICE_WORKER}
"""Files that are served at addresses of their own only, filled in."""

WASM_WORKERS = {SOLVER_WORKER, PLAYER_WORKER}
"""The scripts that may compile WebAssembly."""

FOR_GOOD = "public, max-age=31536000, immutable"


SHOWN_BY = {
    "/": "start/start-page.js",
    "/play/{game:str}": "start/game-link-page.js",
    "/games": "start/my-games-page.js",
    "/ratings": "start/leaderboard-page.js",
    "/ratings/{game:str}": "start/leaderboard-page.js",
    "/daily": "daily/daily-page.js",
    "/daily/{day:str}": "daily/daily-page.js",
    "/learn": "guide/tutorial-page.js",
    "/learn/{game:str}": "guide/tutorial-page.js",
    "/rules": "guide/rules-page.js",
    "/rules/{game:str}": "guide/rules-page.js",
    "/solve": "solve/solve-page.js",
    "/t/{code:str}": "table/controller.js",
    "/t/{code:str}/retry/{match:str}/{deal:str}/{decision:str}": "table/decision-practice-page.js",
    "/review/{record_id:str}/retry/{deal:str}/{decision:str}": "table/decision-practice-page.js",
    "/offline/play": OFFLINE_SETUP,
    "/offline/table": OFFLINE_TABLE,
    "/drive": "drive/drives-page.js",
    "/drive/new": "drive/setup/new-drive-page.js",
    "/drive/season": "drive/season/season-page.js",
    "/drive/{code:str}": "drive/phone/phone-page.js",
    "/drive/{code:str}/desk": "drive/desk/desk-page.js",
    "/drive/{code:str}/screen": "drive/screen/screen-page.js",
    "/replay": "replay/replay-page.js",
    "/replay/{record_id:str}": "replay/replay-page.js",
    "/t/{code:str}/replay": "replay/replay-page.js",
    "/t/{code:str}/replay/{number:str}": "replay/replay-page.js",
}
"""The paths of the page with the JavaScript module that shows each; as in ``main.js``."""


POLICIES = {
    START: START_PAGE_POLICY,
    OFFLINE_SETUP: START_PAGE_POLICY,
    "start/my-games-page.js": START_PAGE_POLICY,
    "table/controller.js": START_PAGE_POLICY,
    OFFLINE_TABLE: OFFLINE_TABLE_POLICY,
    "solve/solve-page.js": SOLVER_PAGE_POLICY,
    "replay/replay-page.js": SOLVER_PAGE_POLICY,
}
"""The content security policies of pages that start a worker of some kind, by module."""


def _policy_of_file(name: str) -> str | None:
    return SOLVER_WORKER_POLICY if name in WASM_WORKERS else None


def page_route(path: str, module: str) -> HTTPRouteHandler:
    """Creates a route that serves the page; the page reads its parameters from the URL."""

    @route(path, http_method=READING, include_in_schema=False)
    async def get_page(request: AnyRequest) -> Response[bytes]:
        return _given(request, page_for(module), ASK_AGAIN, POLICIES.get(module))

    return get_page


@route("/web/{version:str}/{path:path}", http_method=READING, include_in_schema=False)
async def get_file(
    request: AnyRequest, version: FromPath[str], path: FromPath[PurePosixPath]
) -> Response[bytes]:
    """Serves a file of the page; under an outdated version, the current file without caching."""
    name = str(path).removeprefix("/")
    found = files().named.get(name)
    if found is None or name in NOT_SERVED:
        raise ApiError(404, "not-found", "there is no such file: load the page again")
    keep = FOR_GOOD if version == files().version else ASK_AGAIN
    return _given(request, found, keep, _policy_of_file(name))


@route(OFFLINE_PAGE, http_method=READING, include_in_schema=False)
async def get_offline_page(request: AnyRequest) -> Response[bytes]:
    """Serves the page that an installed page shows without a network."""
    return _given(request, offline_page(), ASK_AGAIN)


@route("/offline/files", http_method=READING, include_in_schema=False)
async def get_kept_files(request: AnyRequest) -> Response[bytes]:
    """Serves all that a browser keeps for times without a network, for the service worker."""
    return _given(request, _bundle(files().version), ASK_AGAIN)


@cache
def _bundle(version: str) -> File:
    """Packs what is kept of a version."""
    del version
    policies = {
        address: POLICIES.get(name) if file.type == TYPES["html"] else _policy_of_file(name)
        for address, name, file in kept_files()
    }
    return bundle({address: policy for address, policy in policies.items() if policy is not None})


@route("/service-worker.js", http_method=READING, include_in_schema=False)
async def get_service_worker(request: AnyRequest) -> Response[bytes]:
    """Serves the service worker, at the root: it may only serve pages below its own address."""
    return _given(request, service_worker(), ASK_AGAIN)


@route("/manifest.webmanifest", http_method=READING, include_in_schema=False)
async def get_manifest(request: AnyRequest) -> Response[bytes]:
    """Serves the web app manifest, by which browsers install the page."""
    return _given(request, manifest(), ASK_AGAIN)


def handle_not_found(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answers 404: with a page to browsers, with an error body to programs."""
    wants_page = request.accept.best_match(["application/json", "text/html"]) == "text/html"
    if not wants_page or request.method not in READING:
        return respond(request, error)
    file = page_for("shell/not-found-page.js")
    return Response(file.body, status_code=404, media_type=file.type)


def _given(
    request: AnyRequest, file: File, keep: str, policy: str | None = None
) -> Response[bytes]:
    """Serves a file, or a 304; a policy replaces the usual content security policy."""
    headers = {"ETag": file.etag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if policy is not None:
        headers["Content-Security-Policy"] = policy
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


PAGES = (
    *(page_route(path, module) for path, module in SHOWN_BY.items()),
    get_file,
    get_offline_page,
    get_kept_files,
    get_service_worker,
    get_manifest,
)
"""For ``Litestar(route_handlers=…)``."""
