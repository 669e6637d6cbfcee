"""The page of the report tells every field of the JSON."""

from __future__ import annotations

from tests.report import fields


def test_every_field_of_the_json_is_told() -> None:
    assert fields.PAGE.read_text(encoding="utf-8") == fields.written(), (
        "run python -m tests.report.fields"
    )
