"""The movement of a drive in words: who goes where after a deal, from one table or in general."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.sheets.sheet_words import Words

Direction = tuple[str, str]
"""Players, and the place to which they go."""


class _Neighbours:
    """The tables up and down from a table, in words; without a table, words for any."""

    def __init__(self, words: Words, table: int | None, tables: int) -> None:
        self.words, self.table, self.tables = words, table, tables

    def up(self) -> str:
        if self.table is None:
            return self.words.say("one-up")
        return self.words.say("move-to", table=self.table % self.tables + 1)

    def down(self) -> str:
        if self.table is None:
            return self.words.say("one-down")
        return self.words.say("move-to", table=(self.table - 2) % self.tables + 1)

    def up_but_own(self) -> str:
        if self.table is None:
            return self.words.say("one-up-or")
        following = self.table % self.tables + 1
        return self.words.say("move-to-or", table=following, next=following % self.tables + 1)


def directions_of(
    plan: DrivePlan, tables: int, words: Words, table: int | None = None
) -> list[Direction]:
    """Returns who goes where after a deal.

    Args:
        plan: the plan, whose movement and group labels are used.
        tables: the number of tables.
        words: the language.
        table: the table from which they go; None describes the movement for all tables.
    """
    say, near = words.say, _Neighbours(words, table, tables)
    if plan.movement == "balanced":
        return [(say("everybody"), say("card-sits"))]
    if tables == 1 or (tables == 2 and plan.movement == "military"):
        return [(say("everybody"), _alone(plan, words))]
    if plan.movement in ("partner", "military"):
        going = near.up() if plan.movement == "partner" else near.up_but_own()
        return [(say("north-south"), say("stay")), (say("east-west"), going)]
    if plan.movement == "duplicate":
        return _duplicate(words, near)
    if plan.movement == "head-table":
        return _head_table(plan, words, near)
    return _neighbouring(plan, words, near)


def _neighbouring(plan: DrivePlan, words: Words, near: _Neighbours) -> list[Direction]:
    """Losers or winners part to both neighbouring tables."""
    say, (a, b) = words.say, plan.groups
    part = say("part", a=a)
    if plan.movement == "winners-move":
        return [
            (say("winners-of", group=a), near.down()),
            (say("winners-of", group=b), near.up()),
            (say("losers-plain"), part),
        ]
    winners = say("stay-partners") if plan.movement == "semi-partner" else part
    return [
        (say("losers", group=a), near.down()),
        (say("losers", group=b), near.up()),
        (say("winners"), winners),
    ]


def _alone(plan: DrivePlan, words: Words) -> str:
    """The direction for a single table, which nobody leaves."""
    if plan.movement in ("partner", "semi-partner", "military"):
        return words.say("all-stay")
    if plan.movement == "duplicate":
        return words.say("all-turn")
    return words.say("all-change", a=plan.groups[0])


def _head_table(plan: DrivePlan, words: Words, near: _Neighbours) -> list[Direction]:
    say, part = words.say, words.say("part", a=plan.groups[0])
    if near.table is None:
        return [
            (say("winners"), say("one-down")),
            (say("losers-plain"), part),
            (say("winners-1"), part),
            (say("losers-1"), say("to-last")),
        ]
    if near.table == 1:
        return [(say("winners"), part), (say("losers-plain"), say("move-to", table=near.tables))]
    return [(say("winners"), near.down()), (say("losers-plain"), part)]


def _duplicate(words: Words, near: _Neighbours) -> list[Direction]:
    """One pair of each table moves: at odd tables East–West after odd rounds, at even the other."""
    say = words.say
    if near.table is None:
        return [(say("visitors"), near.up()), (say("others-stay"), say("stay-turn"))]
    odd = near.table % 2
    return [
        (say("pair-after-odd", direction=words.direction(odd)), near.up()),
        (say("pair-after-even", direction=words.direction(1 - odd)), near.up()),
        (say("others-stay"), say("stay-turn")),
    ]


def notes_of(plan: DrivePlan, words: Words, *, sitting_out: bool) -> list[str]:
    """Returns what else a table has to know: flags, the same cards, and sitting out in turn."""
    notes = []
    if plan.movement == "duplicate":
        notes.append(words.say("same-cards"))
    if plan.movement == "military":
        notes.append(words.say("flag"))
    if sitting_out and plan.movement != "balanced":
        notes.append(words.say("sit-out-turns"))
    return notes
