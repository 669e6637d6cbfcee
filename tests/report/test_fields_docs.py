"""Tests that the report's documentation covers every field of the JSON."""

from __future__ import annotations

from tests.support.report_fields_docs import PAGE, page_with_tables


def test_every_json_field_is_documented() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_with_tables(), (
        "run python -m tests.support.report_fields_docs"
    )
