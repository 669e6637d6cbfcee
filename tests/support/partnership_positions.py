"""The positions of the rules of partnership play, read from ``tests/data/partner_rules``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from oddtrick.cards import parse_suit
from oddtrick.match import Match
from tests.support.bot_positions import table

FILES = sorted(Path("tests/data/partner_rules").glob("*.toml"))
"""A file for each rule; the README beside them describes the format."""


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A deal, the cards played so far, and the cards forbidden or expected now."""

    name: str
    deal: list[str]
    hand: str
    trump: str = ""
    lead: int = 0
    played: str = ""
    forbidden: str = ""
    expected: str = ""
    tag: str = ""
    game: str = "whist"
    options: dict[str, int] = {}

    @property
    def match(self) -> Match:
        return table(
            *self.deal,
            trump=parse_suit(self.trump) if self.trump else None,
            lead=self.lead,
            played=self.played,
            game=self.game,
            **self.options,
        )


def positions(file: Path) -> list[Position]:
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    return msgspec.convert(content["position"], list[Position])


EVERY = {
    f"{file.stem}: {position.name}": position for file in FILES for position in positions(file)
}
"""All positions by the names of their file and their own."""
