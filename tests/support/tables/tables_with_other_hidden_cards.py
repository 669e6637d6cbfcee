"""Alternative tables that differ only in information hidden from an audience.

The log of a session is folded again with other hidden cards,
another server secret, other opened secrets of contributors, and another salt of the bots.
The recorded actions must also be legal with the other cards: otherwise the audience
could rule them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, parse_card
from oddtrick.errors import RuleBroken
from oddtrick.match import Match, Playing, ToChoose
from oddtrick.tables import (
    SERVER,
    CommandRefused,
    Fact,
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
from tests.support.permute_hidden_cards import hidden_places
from tests.support.tables.table_driver import TableDriver

Entry = tuple[int, tuple["Fact", ...]]


class Course:
    """The log of a session, with the state after each entry and the start of each deal.

    Args:
        evening: the played session.
    """

    def __init__(self, evening: TableDriver) -> None:
        self.entries: list[Entry] = [(at, decode_facts(entry)) for at, entry in evening.log]
        self.states: list[Table] = []
        self.dealt: list[int | None] = []
        """The index of the entry that began the shuffle of each entry's deal, if dealt."""
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
        """The indices of entries after which cards are hidden."""
        return [seq for seq, dealt in enumerate(self.dealt) if dealt is not None]

    def other(self, seq: int, person: str | None, rng: Random, swaps: int) -> list[Table] | None:
        """Returns the tables since the shuffle of this deal in another world.

        Args:
            seq: the last entry at which the person must see the same.
            person: the audience from which the difference is hidden; None is a spectator.
            rng: the source of the other world.
            swaps: the number of pairs of cards exchanged.

        Returns:
            The table before the shuffle and after each entry since, or None if the recorded
            actions would be illegal.
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
        """The entries since the shuffle in another world, which may be illegal."""
        first = self.dealt[seq]
        assert first is not None
        swapped = _swaps(self.states[first : seq + 1], person, rng, swaps)
        entries = self.entries[first : seq + 1]
        return [(at, _changed(facts, swapped, rng)) for at, facts in entries]


def _hidden_cards(table: Table) -> bool:
    match = table.match
    return (
        match is not None and isinstance(match.phase, Playing | ToChoose) and bool(match.deal.deal)
    )


def _swaps(tables: Sequence[Table], person: str | None, rng: Random, swaps: int) -> dict[str, str]:
    """The permutation of cards, restricted to cards the person has not seen in any of the tables.

    A card drawn from a stock has been seen even if it was taken back.
    """
    cards = [str(card) for card in _hidden(tables[-1], person)]
    for table in tables:
        if _hidden_cards(table) and table.match.rules.plan.stock:  # type: ignore[union-attr]  # it has cards
            hidden = {str(card) for card in _hidden(table, person)}
            cards = [card for card in cards if card in hidden]
    places = {card: card for card in cards}
    for _ in range(min(swaps, len(cards) // 2)):
        one, other = rng.sample(cards, 2)
        places[one], places[other] = places[other], places[one]
    return places


def _hidden(table: Table, person: str | None) -> Iterable[Card]:
    assert table.match is not None
    return hidden_places(table.match, seat_of(table, person))


def seat_of(table: Table, person: str | None) -> int | None:
    """The seat or spectator view of a person in the match."""
    place = None if person is None else table.place_of(person)
    return None if place is None else table.seat_at(place)


def _changed(facts: tuple[Fact, ...], swapped: dict[str, str], rng: Random) -> tuple[Fact, ...]:
    """The entry in the other world; earlier draws, such as a cut, stay the same."""
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


def sent_to(tables: Sequence[Table], entries: Sequence[Entry], person: str | None) -> list[bytes]:
    """All bytes sent to a person over these entries, and the final view."""
    sent = []
    for (before, after), (_, facts) in zip(pairwise(tables), entries, strict=True):
        sent.append(msgspec.json.encode(update_for(before, after, facts, person)))
    return [*sent, msgspec.json.encode(table_view(tables[-1], person))]


def kept(table: Table) -> bytes:
    """The public record and proof of the match, without the secrets opened by players."""
    proof = table_proof(table)
    assert proof is not None
    rounds = [
        replace(each, contributions=tuple(replace(by, opened=None) for by in each.contributions))
        for each in proof.rounds
    ]
    return msgspec.json.encode([table_record(table), replace(proof, rounds=tuple(rounds))])


def _hands_played(table: Table) -> int:
    return 0 if table.match is None else len(table.match.deal.hands)


def _left_in_stock(table: Table) -> int:
    phase = None if table.match is None else table.match.phase
    return len(phase.layout.stock) if isinstance(phase, Playing) else 0


def answers(table: Table, person: str, rng: Random) -> list[bytes]:
    """The replies to a person who tries every command except a claim."""
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
        c.StandIn(1),
        c.Back(),
        c.Leave(),
        c.Ready(),
    ]
    return [answer(table, command, person, rng) for command in tried]


def answer(table: Table, command: c.Command, person: str, rng: Random) -> bytes:
    """The reply to one command of a person."""

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
    if _left_in_stock(done.table) != _left_in_stock(table):
        return b"the next of the stock"  # what is drawn and turned up is seen now (G3)
    return msgspec.json.encode(update_for(table, done.table, done.facts, person))


__all__ = ["SERVER", "Course", "Match", "answer", "answers", "kept", "seat_of", "sent_to"]
