"""Tables that differ from one that was played only in what some audience may not know.

The log of an evening is read again with other cards where the audience can't see them, with
another secret of the house, other secrets of those who opened theirs, and another salt of the bots.
What was played has to be possible with the other cards as well, or else somebody would know that
they are not so.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.cards import parse_card
from oddtrick.errors import RuleBroken
from oddtrick.match import Match, Playing, ToChoose
from oddtrick.tables import (
    HOUSE,
    CommandRefused,
    Table,
    decode_facts,
    fold_entry,
    handle,
    table_proof,
    table_record,
    table_view,
    update_for,
)
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from tests.support.hidden_cards import hidden_places

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from oddtrick.tables import Fact
    from tests.support.tables.table_driver import Evening

Entry = tuple[int, tuple["Fact", ...]]


class Course:
    """An evening's log, with the state after each entry and where each deal began.

    Args:
        evening: what was played.
    """

    def __init__(self, evening: Evening) -> None:
        self.entries: list[Entry] = [(at, decode_facts(told)) for at, told in evening.log]
        self.states: list[Table] = []
        self.dealt: list[int | None] = []
        """For each entry, the one in which the shuffle for its deal began, if it is dealt."""
        table, opened, dealt = None, None, None
        for seq, (at, facts) in enumerate(self.entries):
            for fact in facts:
                if isinstance(fact, f.RoundOpened):
                    opened, dealt = seq, None
                if isinstance(fact, f.Drawn):
                    dealt = opened
            table = fold_entry(table, seq, at, facts)
            self.states.append(table)
            self.dealt.append(dealt if _hidden_cards(table) else None)

    def moments(self) -> list[int]:
        """The entries after which cards are hidden."""
        return [seq for seq, dealt in enumerate(self.dealt) if dealt is not None]

    def other(self, seq: int, person: str | None, rng: Random, swaps: int) -> list[Table] | None:
        """The tables since the shuffle of this deal, in another world.

        Args:
            seq: of the entry up to which the person sees the same.
            person: from whom the difference is hidden; None: a spectator.
            rng: draws the other world.
            swaps: how many pairs of cards change places.

        Returns:
            The table before the shuffle and after each entry since, or None where what was played
            would not have been possible.
        """
        first = self.dealt[seq]
        assert first is not None
        table = replace(self.states[first - 1], salt=f"{rng.getrandbits(256):064x}")
        tables = [table]
        try:
            for at, facts in self.other_entries(seq, person, rng, swaps):
                table = fold_entry(table, table.seq + 1, at, facts)
                tables.append(table)
        except RuleBroken:
            return None
        return tables

    def other_entries(self, seq: int, person: str | None, rng: Random, swaps: int) -> list[Entry]:
        """The entries since the shuffle of this deal in another world, which may be impossible."""
        first = self.dealt[seq]
        assert first is not None
        swapped = _swaps(self.states[seq], person, rng, swaps)
        entries = self.entries[first : seq + 1]
        return [(at, _changed(facts, swapped, rng)) for at, facts in entries]


def _hidden_cards(table: Table) -> bool:
    match = table.match
    return (
        match is not None and isinstance(match.phase, Playing | ToChoose) and bool(match.deal.deal)
    )


def _swaps(table: Table, person: str | None, rng: Random, swaps: int) -> dict[str, str]:
    """Which cards lie in each other's places: only ones that the person has not seen."""
    assert table.match is not None
    cards = [str(card) for card in hidden_places(table.match, seat_of(table, person))]
    places = {card: card for card in cards}
    for _ in range(min(swaps, len(cards) // 2)):
        one, other = rng.sample(cards, 2)
        places[one], places[other] = places[other], places[one]
    return places


def seat_of(table: Table, person: str | None) -> int | None:
    """Whose eyes a person has in the match."""
    place = None if person is None else table.place_of(person)
    return None if place is None else table.seat_at(place)


def _changed(facts: tuple[Fact, ...], swapped: dict[str, str], rng: Random) -> tuple[Fact, ...]:
    """The entry in the other world; what came before the shuffle, such as a cut, stays."""
    shuffles = (isinstance(fact, f.RoundOpened) and fact.purpose == "deal" for fact in facts)
    first = next((number for number, shuffle in enumerate(shuffles) if shuffle), 0)
    return (*facts[:first], *(_other_fact(fact, swapped, rng) for fact in facts[first:]))


def _other_fact(fact: Fact, swapped: dict[str, str], rng: Random) -> Fact:
    match fact:
        case f.RoundOpened() | f.Unsealed():
            return replace(fact, secret=f"{rng.getrandbits(256):064x}")
        case f.Drawn():
            cards = [fact.cards[i : i + 2] for i in range(0, len(fact.cards), 2)]
            return f.Drawn("".join(swapped.get(card, card) for card in cards))
    return fact


def told(tables: Sequence[Table], entries: Sequence[Entry], person: str | None) -> list[bytes]:
    """Every byte that a person is sent over these entries, and what they see in the end."""
    sent = []
    for (before, after), (_, facts) in zip(pairwise(tables), entries, strict=True):
        sent.append(msgspec.json.encode(update_for(before, after, facts, person)))
    return [*sent, msgspec.json.encode(table_view(tables[-1], person))]


def kept(table: Table) -> bytes:
    """What anybody may fetch of the match: its record and proof, without what players opened."""
    proof = table_proof(table)
    assert proof is not None
    rounds = [
        replace(each, contributions=tuple(replace(by, opened=None) for by in each.contributions))
        for each in proof.rounds
    ]
    return msgspec.json.encode([table_record(table), replace(proof, rounds=tuple(rounds))])


def _hands_played(table: Table) -> int:
    return 0 if table.match is None else len(table.match.deal.hands)


def answers(table: Table, person: str, rng: Random) -> list[bytes]:
    """The answers to a person who tries every command except a claim."""
    cards = [str(parse_card(rank + suit)) for rank in "2A" for suit in "CDHS"]
    assert table.match is not None
    hand = table.match.view(seat_of(table, person)).hand
    cards += [str(card) for card in hand] + ["", "xx"]
    tried: list[c.Command] = [c.Play(card) for card in cards]
    tried += [
        c.Choose("H"),
        c.ThrowHand("rock"),
        c.Undo(),
        c.Away(),
        c.Back(),
        c.Leave(),
        c.Ready(),
    ]
    return [answer(table, command, person, rng) for command in tried]


def answer(table: Table, command: c.Command, person: str, rng: Random) -> bytes:
    """The answer to one command of a person."""

    def fresh() -> bytes:
        return rng.randbytes(32)

    try:
        done = handle(table, command, by=person, now=table.at + 1, new_secret=fresh, name=person)
    except (CommandRefused, RuleBroken) as refusal:
        return f"{getattr(refusal, 'code', '')} {refusal}".encode()
    if any(isinstance(fact, f.RoundOpened) for fact in done.facts):
        return b"a new draw"  # its seal is fresh
    if _hands_played(done.table) > _hands_played(table):
        return b"the next hand"  # its cards are seen now (S4)
    return msgspec.json.encode(update_for(table, done.table, done.facts, person))


__all__ = ["HOUSE", "Course", "Match", "answer", "answers", "kept", "seat_of", "told"]
