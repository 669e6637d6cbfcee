"""Each error has one status, one code and one line, without internal details."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import msgspec
import pytest
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from sqlalchemy.exc import IntegrityError

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.errors import ApiError, log_error, to_api_error
from oddtrick.server.settings import Settings
from oddtrick.server.store.database_errors import StoreUnavailable
from tests.support.server.account_routes_app import http_client, in_process_app


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (ApiError(418, "teapot", "short and stout"), 418, "teapot"),
        (OddtrickError("no"), 400, "invalid"),
        (RuleBroken("4H does not follow suit", "T3"), 409, "rule"),
        (StoreUnavailable("the disk is full", "/srv/db: full"), 503, "store-unavailable"),
        (NotFoundException(), 404, "not-found"),
        (HTTPException(status_code=415), 415, "unsupported-media-type"),
        (HTTPException(status_code=500), 500, "internal-error"),
        (ValidationException(), 400, "invalid"),
        (KeyError("inside"), 500, "internal-error"),
        (
            IntegrityError("INSERT", {"a": "inside"}, sqlite3.IntegrityError("inside")),
            500,
            "internal-error",
        ),
    ],
)
def test_each_error_has_its_status(error: Exception, status: int, code: str) -> None:
    api_error = to_api_error(error)
    assert (api_error.status, api_error.code) == (status, code)
    assert api_error.message
    assert "\n" not in api_error.message
    assert "inside" not in api_error.message
    assert "/srv" not in api_error.message


def test_details_of_errors_are_logged_but_not_sent(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "oddtrick.server"):
        for error in (
            StoreUnavailable("the disk is full", "/srv/db: no space left"),
            IntegrityError("INSERT", {"a": "hidden"}, sqlite3.IntegrityError("hidden")),
            KeyError("of a fault"),
        ):
            log_error(error, to_api_error(error))
    assert "/srv/db: no space left" in caplog.text
    assert "IntegrityError" in caplog.text
    assert "of a fault" in caplog.text
    assert "hidden" not in caplog.text


async def test_responses_match_the_published_schema(tmp_path: Path) -> None:
    with in_process_app(Settings(data=tmp_path)) as (app, _):
        async with http_client(app) as client:
            schema = (await client.get("/api/schema/openapi.json")).json()
            answer = await client.post("/api/session", json={"login": "ann"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].endswith("missing required field `password`")
    for path, methods in schema["paths"].items():
        if "fault" in path:
            continue
        for method, result in methods.items():
            assert result["summary"], (method, path)
            assert result["operationId"], (method, path)
            assert "429" in result["responses"], (method, path)
            for status, response in result["responses"].items():
                if int(status) >= 400:
                    body = response["content"]["application/json"]["schema"]
                    assert body["$ref"].endswith("/ErrorBody"), (method, path, status)
                    assert response["description"]
    names = {
        operation["operationId"] for one in schema["paths"].values() for operation in one.values()
    }
    assert {"getMe", "register", "logIn", "getRatings", "renewBotToken"} <= names
    assert msgspec.json.decode(answer.content, type=dict)
