"""Updates: the changes of one log entry, projected for each player and for spectators."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from oddtrick.cards import cards_in
from oddtrick.match import Playing, ToCut
from oddtrick.rules import PASS, TrumpSource
from oddtrick.tables import facts as f
from oddtrick.tables.fold import fold_fact
from oddtrick.tables.projection import (
    CardPlayed,
    CardsCut,
    ChatSent,
    Note,
    Passed,
    Turn,
    Update,
    chat_message,
    draw_view,
    settled_mark,
    table_view,
)
from oddtrick.tables.state import Stage

if TYPE_CHECKING:
    from oddtrick.match import Match
    from oddtrick.tables.facts import Fact
    from oddtrick.tables.state import Table


TableEvent: TypeAlias = CardPlayed | Passed | ChatSent | CardsCut | Note


class Change(Enum):
    """The extent of an entry's changes, which decides how much an update has to carry."""

    CARDS = "cards"
    """Cards in the middle of a hand, and chat: the update needs only the next turn."""
    DRAW = "draw"
    """Seals and secrets of a draw in progress, and chat: the update carries the draw."""
    MORE = "more"
    """Anything else: the update carries the whole table."""


def change_of(before: Table, after: Table, facts: tuple[Fact, ...]) -> Change:
    """Classifies the extent of an entry's changes."""
    if len(facts) == 1 and type(facts[0]) is f.Acted and after.chairs is before.chairs:
        return Change.CARDS if _mid_hand(before, after) else Change.MORE  # the common case
    kinds = {type(fact) for fact in facts} - _INVISIBLE_EVENTS
    if kinds <= _DRAWING and kinds:
        changed = Change.DRAW if after.draw is not None else Change.MORE
    else:
        changed = Change.CARDS if kinds <= {f.Acted} else Change.MORE
        if kinds and changed is Change.CARDS and not _mid_hand(before, after):
            return Change.MORE
    # A spectator or a second window connects without any visible change.
    same = after.chairs == before.chairs and after.empty_since == before.empty_since
    return changed if same else Change.MORE


_INVISIBLE_EVENTS = frozenset({f.Said, f.Arrived, f.Departed})
_DRAWING = frozenset({f.Sealed, f.OpeningBegan, f.Unsealed})


def _mid_hand(before: Table, after: Table) -> bool:
    """True if the same hand is being played before and after the entry, and no seat may pass.

    Where one may (X5), or a hand is laid open after the first trick, what follows from a card is
    no longer the next seat's turn alone: the whole table is sent.
    """
    was, now = before.match, after.match
    return (
        was is not None
        and now is not None
        and isinstance(was.phase, Playing)
        and isinstance(now.phase, Playing)
        and after.stage is Stage.PLAYING
        and was.phase.layout is now.phase.layout
        and not now.deal.dogs
        and (now.deal_rules.exposed is None or bool(was.phase.winners) == bool(now.phase.winners))
    )


class EntryUpdates:
    """The updates of one entry: built once for spectators, then adapted for each player.

    Most listeners receive exactly the spectator's update, so that it is encoded only once.

    Args:
        before: the table before the entry.
        after: the table after it.
        facts: the facts of the entry.
        change: the extent of the changes, if already classified.
    """

    def __init__(
        self,
        before: Table,
        after: Table,
        facts: tuple[Fact, ...],
        change: Change | None = None,
    ) -> None:
        self._after = after
        self._change = change or change_of(before, after, facts)
        self._turn: Turn | None = None
        if self._change is Change.CARDS and f.Acted in map(type, facts):
            self._turn = _turn(after)
        self.common = Update(
            seq=after.seq,
            at=after.at,
            events=_events_of(before, after, facts),
            turn=self._turn,
            draw=draw_view(after) if self._change is Change.DRAW else None,
            table=table_view(after, None) if self._change is Change.MORE else None,
        )
        """The update for spectators and for everyone to whom :meth:`differs` does not apply."""
        self._apart = self._personal_recipients()

    def _personal_recipients(self) -> tuple[str | None, ...]:
        """The persons whose update contains their own cards or legal plays."""
        after = self._after
        if self._change is Change.MORE:
            return (after.host, *(chair.person for chair in after.chairs))
        return () if self._turn is None else (after.chairs[after.place_at(self._turn.seat)].person,)

    def differs(self, person: str | None) -> bool:
        """True if a person's update contains more than a spectator's."""
        return person in self._apart and person is not None

    def for_person(self, person: str | None, *, re: str | None = None) -> Update:
        """The update for a person, or for a spectator if ``person`` is None.

        Args:
            person: the person's id.
            re: the id of the command that made the entry, for the person who sent it.
        """
        update = self.common
        if self.differs(person):
            if self._change is Change.CARDS:
                assert self._turn is not None
                update = replace(update, turn=replace(self._turn, legal=_legal(self._after)))
            else:
                update = replace(update, table=table_view(self._after, person, update.table))
        return update if re is None else replace(update, re=re)


def update_for(
    before: Table,
    after: Table,
    facts: tuple[Fact, ...],
    person: str | None,
    *,
    re: str | None = None,
) -> Update:
    """The update of one entry for one person; :class:`EntryUpdates` serves several.

    Args:
        before: the table before the entry.
        after: the table after it.
        facts: the facts of the entry.
        person: the person's id, or None for a spectator.
        re: the id of the command that made the entry, for the person who sent it.
    """
    return EntryUpdates(before, after, facts).for_person(person, re=re)


def _legal(table: Table) -> tuple[str, ...]:
    assert table.match is not None
    assert isinstance(table.match.phase, Playing)
    return tuple([str(play) for play in table.match.phase.legal()])


def _turn(table: Table) -> Turn:
    match = table.match
    assert match is not None
    assert isinstance(match.phase, Playing)
    return Turn(
        seat=match.phase.to_act,
        deadline=table.deadline,
        legal=None,
        turn_up_shown=_turn_up_shown(match, match.phase),
        broken=not match.phase.layout.break_trumps or match.phase.broken,
        spent_ms=() if table.settings.deal_seconds is None else table.spent,
        settled=settled_mark(table),
    )


def _turn_up_shown(match: Match, hand: Playing) -> bool:
    """The same as a spectator's view would say, without building the view for every card."""
    log = match.deal
    assert log.deal is not None
    if log.deal.turn_up is None:
        return False
    if log.deal.turn_up in log.deal.stock[:1]:
        return not hand.winners
    if match.rules.trumps.source(match.number) is not TrumpSource.TURNED:
        return True
    before_dealer = not hand.winners and hand.to_act != log.dealer
    return before_dealer or len(log.hands) < len(log.deal.hands) - 1


def _events_of(before: Table, after: Table, facts: tuple[Fact, ...]) -> tuple[TableEvent, ...]:
    events = tuple([_event(before, after, fact) for fact in facts])
    if f.Drawn not in map(type, facts):
        return events
    # One entry may hold several draws. The cutters of each follow from the facts before it, so
    # the entry is folded again, fact by fact.
    with_cuts, table = [], before
    for fact, event in zip(facts, events, strict=True):
        with_cuts.append(_cards_cut(table, fact) or event)
        table = fold_fact(table, fact, after.at)
    return tuple(with_cuts)


def _cards_cut(table: Table, fact: Fact) -> CardsCut | None:
    """The card that each place cut, or None for any other fact; a deal stays secret."""
    if not isinstance(fact, f.Drawn) or table.match is None or table.draw is None:
        return None
    if not isinstance(table.match.phase, ToCut):
        return None
    cards = [fact.cards[at : at + 2] for at in range(0, len(fact.cards), 2)]
    places = map(table.place_at, table.match.phase.cutting.to_cut)
    return CardsCut(table.draw.purpose, tuple(zip(places, cards, strict=True)))


def _event(before: Table, after: Table, fact: Fact) -> CardPlayed | Passed | ChatSent | Note:
    """The public event of a fact."""
    if isinstance(fact, f.Acted) and before.match and isinstance(before.match.phase, Playing):
        seat, winner = before.seat_at(fact.place), _completed_trick_winner(before, after)
        if fact.action == str(PASS):
            return Passed(seat, winner)
        return CardPlayed(seat, fact.action, winner)
    if isinstance(fact, f.Said):
        return ChatSent(chat_message(fact))
    kind = str(type(fact).__struct_config__.tag)
    if isinstance(fact, f.Claimed):
        shown = _cards_shown(before, fact.place)
        return Note("settled" if fact.settled else kind, fact.place, shown)
    return Note(kind, getattr(fact, "place", None))


def _cards_shown(table: Table, place: int) -> tuple[str, ...]:
    """The cards that a claim lays open: they complete the hand, and are in its record."""
    assert table.match is not None
    return tuple(map(str, cards_in(table.match.view(table.seat_at(place)).hand.mask)))


def _completed_trick_winner(before: Table, after: Table) -> int | None:
    """The winner of the trick that the entry's card or pass completed, or None if none did."""
    assert before.match is not None
    assert isinstance(before.match.phase, Playing)
    trick = before.match.phase.trick
    if len(trick.cards) + 1 < len(trick.seats):
        return None
    assert after.match is not None
    phase = after.match.phase
    if isinstance(phase, Playing) and len(phase.winners) > len(before.match.phase.winners):
        return phase.winners[-1]
    log = after.match.deal if after.match.deal.hands else after.match.past[-1]
    return log.hands[-1].winners[-1]
