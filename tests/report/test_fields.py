"""Tests that the report's documentation covers every field of the JSON."""

from __future__ import annotations

from tests.support import report_fields


def test_every_json_field_is_documented() -> None:
    assert report_fields.PAGE.read_text(encoding="utf-8") == report_fields.page_with_tables(), (
        "run python -m tests.support.report_fields"
    )
