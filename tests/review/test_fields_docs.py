"""Tests that the documentation of reviews covers every field of the JSON."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from oddtrick.record import DealSteps
from oddtrick.record.match_steps import HandSteps, TrickSteps
from oddtrick.review import (
    Choice,
    DealReview,
    Decision,
    Loss,
    Luck,
    Moment,
    Review,
    SeatLosses,
    Sentence,
    Tally,
)

PAGE = Path(__file__).parents[2] / "docs" / "review-report.md"

BEGIN, END = "<!-- fields -->\n", "<!-- /fields -->"

OBJECTS: dict[str, type[msgspec.Struct]] = {
    "The review": Review,
    "A deal": DealReview,
    "Its steps": DealSteps,
    "A hand of its steps": HandSteps,
    "A trick of its steps": TrickSteps,
    "A decision": Decision,
    "A choice": Choice,
    "A loss": Loss,
    "A sentence": Sentence,
    "A moment": Moment,
    "The losses of a seat": SeatLosses,
    "A tally": Tally,
    "Luck": Luck,
}
"""The structs of a review by heading."""


def page_with_tables() -> str:
    """Returns the page with up-to-date tables."""
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return head + BEGIN + "\n".join(_tables()) + "\n" + END + rest.partition(END)[2]


def _tables() -> Iterator[str]:
    for name, kind in OBJECTS.items():
        yield f"\n### {name}\n"
        yield "| field | meaning |\n| --- | --- |"
        texts = dict(_field_texts(kind))
        for field in msgspec.structs.fields(kind):
            yield f"| `{field.encode_name}` | {texts[field.name]} |"
    yield ""


def _field_texts(kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """Yields the docstring of each field, with JSON names."""
    arguments = (inspect.getdoc(kind) or "").partition("Args:\n")[2]
    for name, text in re.findall(
        r"^    (\w+): (.*?)(?=\n    \w+: |\n\n|\Z)", arguments, re.MULTILINE | re.DOTALL
    ):
        line = " ".join(text.split()).replace("``", "`").removesuffix(".")
        yield name, re.sub(r"\bNone\b", "null", re.sub(r":\w+:`(\w+)`", r"`\1`", line))


def main() -> None:
    """Writes the page."""
    PAGE.write_text(page_with_tables(), encoding="utf-8")


if __name__ == "__main__":
    main()


def test_every_json_field_is_documented() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_with_tables(), (
        "run python -m tests.review.test_fields_docs"
    )
