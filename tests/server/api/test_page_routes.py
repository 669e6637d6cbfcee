"""Public addresses: the QR code of a table and the 404 page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
import segno

from tests.support.server.api_requests import refusal
from tests.support.server.server_process import ServerProcess

CODE = "k3f90pqr7xyz"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def ann(api: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=api.url, headers={"Origin": api.url}) as client:
        yield client


@pytest.mark.parametrize("typed", [CODE, "K3F9-0PQR-7XYZ", "k3f9opqr7xyz"])
def test_the_qr_code_holds_the_requested_address(ann: httpx.Client, typed: str) -> None:
    answer = ann.get(f"/t/{typed}/qr.svg", headers={"Host": "192.0.2.7:8000"})
    assert answer.headers["content-type"] == "image/svg+xml"
    drawn = _modules(answer.text)
    assert drawn == [
        list(row) for row in segno.make_qr(f"http://192.0.2.7:8000/t/{CODE}", error="m").matrix
    ]


def test_a_qr_code_complies_with_the_content_security_policy(ann: httpx.Client) -> None:
    drawn = ann.get(f"/t/{CODE}/qr.svg").text
    assert "<script" not in drawn
    assert " style=" not in drawn


def test_an_invalid_code_has_no_qr_code(ann: httpx.Client) -> None:
    assert refusal(ann.get("/t/nothing/qr.svg")) == (404, "not-found")


@pytest.mark.parametrize("path", ["/bridge", "/t/a/b/c", "/rules/whist/more"])
def test_a_browser_gets_an_html_404_page(ann: httpx.Client, path: str) -> None:
    answer = ann.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "not-found-page.js" in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_program_gets_a_json_404_response(ann: httpx.Client) -> None:
    assert refusal(ann.get("/api/nothing")) == (404, "not-found")
    assert refusal(ann.post("/bridge", json={}, headers=BROWSER)) == (404, "not-found")


def _modules(svg: str) -> list[list[int]]:
    """Returns the modules of a QR code without its quiet zone."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    black = re.findall(r'stroke="#000" d="([^"]+)"', svg)[0]
    rows = [[0] * size for _ in range(size)]
    x, y = 0.0, 0.0
    for verb, numbers in re.findall(r"([Mmh])([-\d. ]+)", black):
        first, *second = map(float, numbers.split())
        if verb == "h":
            for at in range(int(x), int(x + first)):
                rows[int(y)][at] = 1
            x += first
        elif verb == "M":
            x, y = first, second[0]
        else:
            x, y = x + first, y + second[0]
    return [row[4:-4] for row in rows[4:-4]]
