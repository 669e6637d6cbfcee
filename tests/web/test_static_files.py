"""Tests of the static files of the page."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import httpx
import pytest

from oddtrick.web.static_files import files
from tests.support.server.server_process import ServerProcess


@pytest.fixture
def client(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"Accept-Encoding": "identity"}) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/t/k3f90pqr7xyz"])
def test_the_page_is_revalidated_with_an_etag(client: httpx.Client, path: str) -> None:
    first = client.get(path)
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    etag = first.headers["etag"]
    for header in (etag, f"W/{etag}", f'"other", {etag}'):
        again = client.get(path, headers={"If-None-Match": header})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert client.get(path, headers={"If-None-Match": '"other"'}).content == first.content
    assert client.head(path).status_code == 200


def test_the_page_allows_no_foreign_or_inline_scripts(client: httpx.Client) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy


def test_only_the_solvers_worker_may_compile_webassembly(client: httpx.Client) -> None:
    def policy(path: str) -> dict[str, str]:
        header = client.get(path).headers["content-security-policy"]
        return dict(rule.split(" ", 1) for rule in header.split("; "))

    usual = policy("/learn")
    for page in ("/", "/games", "/t/k3f90pqr7xyz"):
        assert policy(page) == usual | {"trusted-types": "oddtrick-offline"}
    for page in ("/solve", "/replay", "/t/k3f90pqr7xyz/replay"):
        assert policy(page) == usual | {"trusted-types": "oddtrick-solver"}
    scripts = f"/web/{files().version}/solver"
    worker = usual | {"script-src": "'self' 'wasm-unsafe-eval'"}
    assert policy(f"{scripts}/solver-worker.js") == worker
    assert policy(f"{scripts}/solver-client.js") == usual


def test_a_file_of_this_version_is_cached_as_immutable(client: httpx.Client) -> None:
    answer = client.get(f"/web/{files().version}/main.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]


def test_a_file_of_another_version_is_served_without_caching(client: httpx.Client) -> None:
    answer = client.get("/web/000000000000/main.js")
    assert answer.content == files().named["main.js"].body
    assert answer.headers["cache-control"] == "no-cache"


def test_files_are_compressed_if_the_client_accepts_it(client: httpx.Client) -> None:
    with client.stream("GET", "/", headers={"Accept-Encoding": "br, gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == client.get("/").content


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "index.html",
        "drive-types.d.ts",
        "drive/drive-types.d.ts",
        "wire",
        "..%2ffiles.py",
        "%2e%2e/files.py",
        "a/main.js",
    ],
)
def test_other_paths_are_not_found(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/web/{files().version}/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not-found"


def test_every_animation_has_keyframes_in_its_style_sheet() -> None:
    for name, file in files().named.items():
        if name.endswith(".css"):
            sheet = file.body.decode()
            animations = set(re.findall(r"\banimation: ([a-z-]+)", sheet))
            assert animations == set(re.findall(r"@keyframes ([a-z-]+)", sheet)), name


def test_no_style_sheet_of_the_table_looks_into_elements() -> None:
    """With ``:has()`` the browser restyles hundreds of elements at every card."""
    sheets = {
        name: file.body.decode()
        for name, file in files().named.items()
        if re.fullmatch(r"(table|cards)/.*\.css", name)
    }
    assert "table/felt.css" in sheets
    assert [name for name, sheet in sheets.items() if ":has(" in sheet] == []
