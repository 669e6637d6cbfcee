"""Property-based tests of the API against its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

from tests.support.extent import WHOLE
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import open_table
from tests.support.server.validate_schemas import document

load_all_checks()


@schemathesis.serializer("application/x-pbn")
def serialize_pbn(_: Any, value: object) -> bytes:
    """Encodes a generated PBN file."""
    return str(value).encode("utf-8", "replace")


schema = schemathesis.openapi.from_dict(document())
# In the whole run only: each worker makes thousands of requests when it collects the tests.
schema.config.phases.coverage.enabled = WHOLE

BEYOND_SCHEMAS = {
    "getTables": "a cursor must come from an earlier page",
    "getMyTables": "here, too",
    "getRecords": "and here",
    "importRecord": "a record may have the right form and break a rule",
    "replayRecord": "the same",
    "readBoards": "and a text may hold no board",
    "nameMe": "which signs show is not for a schema to say",
    "register": "nor what makes a good password",
    "makeBot": "a bot's name is one, too",
    "openDrive": "both groups may have one label, and two entries one name",
    "importDrive": "a file may be no drive",
    "changePassword": "and so is a new password",
    "useRecoveryCode": "here, too",
    "joinDriveOnline": "a name must show signs, and a name or a key must be given",
}
"""Operations that may answer 400 to a request that matches their schema."""


@pytest.fixture(scope="module")
def table(api: ServerProcess) -> Iterator[tuple[str, str]]:
    """The code of a table in play and the token of one of its seats."""
    ann = ApiClient(api.url).named("Ann")
    code = open_table(ann, sit=0, fill="casual", begin=True)["code"]
    yield code, ann(f"POST /api/tables/{code}/seat-token").json()["token"]
    ann.close()


def check_response(case: Any, answer: Any) -> None:
    """Asserts that a response matches the API document."""
    # The framework itself answers OPTIONS and reports only one method per path.
    left_out = ["allow_header_conformance"]
    beyond = case.operation.definition.raw["operationId"] in BEYOND_SCHEMAS
    if beyond or has_fractions(case.body):
        left_out.append("positive_data_acceptance")
    if case.media_type == "application/x-pbn":  # whatever is sent arrives as a text
        left_out.append("negative_data_rejection")
    case.validate_response(answer, excluded_checks=CHECKS.get_by_names(left_out))


def has_fractions(body: Any) -> bool:
    """Returns whether a value contains a float such as 6.0, which JSON Schema calls an integer."""
    if isinstance(body, dict):
        return any(map(has_fractions, body.values()))
    return any(map(has_fractions, body)) if isinstance(body, list) else isinstance(body, float)


EXAMPLES = settings(
    max_examples=6, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@schema.parametrize()
@EXAMPLES
def test_every_response_matches_the_schema(case: Any, api: ServerProcess) -> None:
    check_response(case, case.call(base_url=api.url))


@schema.include(path_regex="^/api/tables/{code}").parametrize()
@EXAMPLES
def test_every_response_at_a_running_table_matches_the_schema(
    case: Any, api: ServerProcess, table: tuple[str, str]
) -> None:
    case.path_parameters["code"], token = table
    check_response(case, case.call(base_url=api.url, headers={"Authorization": f"Bearer {token}"}))
