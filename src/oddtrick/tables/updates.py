"""What one entry of the log tells each place and each spectator."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from oddtrick.match import Playing, ToCut
from oddtrick.rules import TrumpSource
from oddtrick.tables import facts as f
from oddtrick.tables.fold import fold_fact
from oddtrick.tables.projection import (
    CardPlayed,
    CardsCut,
    ChatSent,
    Note,
    Turn,
    Update,
    chat_message,
    draw_view,
    show,
)
from oddtrick.tables.state import Stage

if TYPE_CHECKING:
    from oddtrick.match import Match
    from oddtrick.tables.facts import Fact
    from oddtrick.tables.state import Table


TableEvent: TypeAlias = CardPlayed | ChatSent | CardsCut | Note


class Change(Enum):
    """How much of a table an entry changes."""

    CARDS = "cards"
    """Cards in the middle of a hand, and talk."""
    DRAW = "draw"
    """Seals and secrets of a draw that goes on, and talk."""
    MORE = "more"


def change_of(before: Table, after: Table, facts: tuple[Fact, ...]) -> Change:
    """How much of a table an entry changes."""
    if len(facts) == 1 and type(facts[0]) is f.Acted and after.chairs is before.chairs:
        return Change.CARDS if _mid_hand(before, after) else Change.MORE  # as almost always
    kinds = {type(fact) for fact in facts} - _INVISIBLE_EVENTS
    if kinds <= _DRAWING and kinds:
        changed = Change.DRAW if after.draw is not None else Change.MORE
    else:
        changed = Change.CARDS if kinds <= {f.Acted} else Change.MORE
        if kinds and changed is Change.CARDS and not _mid_hand(before, after):
            return Change.MORE
    # Somebody who watches, or a second window, changes nothing that is shown.
    same = after.chairs == before.chairs and after.empty_since == before.empty_since
    return changed if same else Change.MORE


_INVISIBLE_EVENTS = frozenset({f.Said, f.Arrived, f.Departed})
_DRAWING = frozenset({f.Sealed, f.OpeningBegan, f.Unsealed})


def _mid_hand(before: Table, after: Table) -> bool:
    """Whether the same hand is played before and after."""
    was, now = before.match, after.match
    return (
        was is not None
        and now is not None
        and isinstance(was.phase, Playing)
        and isinstance(now.phase, Playing)
        and after.stage is Stage.PLAYING
        and was.phase.layout is now.phase.layout
    )


class EntryUpdates:
    """What one entry tells: made once, then cut to what each audience may know.

    Args:
        before: the table before the entry.
        after: and after it.
        facts: of the entry.
        change: how much it changes, where that is known already.
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
            table=show(after, None) if self._change is Change.MORE else None,
        )
        """What a spectator is told, and everybody to whom :meth:`differs` does not apply."""
        self._apart = self._personal_recipients()

    def _personal_recipients(self) -> tuple[str | None, ...]:
        """The persons who are told more than a spectator: their cards, or what they may play."""
        after = self._after
        if self._change is Change.MORE:
            return (after.host, *(chair.person for chair in after.chairs))
        return () if self._turn is None else (after.chairs[after.place_at(self._turn.seat)].person,)

    def differs(self, person: str | None) -> bool:
        """Whether a person is told more than a spectator."""
        return person in self._apart and person is not None

    def for_person(self, person: str | None, *, re: str | None = None) -> Update:
        """What a person, or for None a spectator, is told.

        Args:
            person: who is told.
            re: the person's own id of the command, where it was theirs.
        """
        update = self.common
        if self.differs(person):
            if self._change is Change.CARDS:
                assert self._turn is not None
                update = replace(update, turn=replace(self._turn, legal=_legal(self._after)))
            else:
                update = replace(update, table=show(self._after, person, update.table))
        return update if re is None else replace(update, re=re)


def tell(
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
        after: and after it.
        facts: of the entry.
        person: who is told.
        re: the person's own id of the command, where it was theirs.
    """
    return EntryUpdates(before, after, facts).for_person(person, re=re)


def _legal(table: Table) -> tuple[str, ...]:
    assert table.match is not None
    assert isinstance(table.match.phase, Playing)
    return tuple([card.text for card in table.match.phase.legal()])


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
    )


def _turn_up_shown(match: Match, hand: Playing) -> bool:
    """As a spectator's view says, without making all of it for each card."""
    log = match.deal
    assert log.deal is not None
    if log.deal.turn_up is None:
        return False
    if match.rules.trumps.source(match.number) is not TrumpSource.TURNED:
        return True
    before_dealer = not hand.winners and hand.to_act != log.dealer
    return before_dealer or len(log.hands) < len(log.deal.hands) - 1


def _events_of(before: Table, after: Table, facts: tuple[Fact, ...]) -> tuple[TableEvent, ...]:
    told = tuple([_event(before, after, fact) for fact in facts])
    if f.Drawn not in map(type, facts):
        return told
    # Draws may follow each other in one entry: who cuts what is known from the facts before it.
    shown, table = [], before
    for fact, plain in zip(facts, told, strict=True):
        shown.append(_cards_cut(table, fact) or plain)
        table = fold_fact(table, fact, after.at)
    return tuple(shown)


def _cards_cut(table: Table, fact: Fact) -> CardsCut | None:
    """What each place turned, where cards are cut; a deal is nobody's to see."""
    if not isinstance(fact, f.Drawn) or table.match is None or table.draw is None:
        return None
    if not isinstance(table.match.phase, ToCut):
        return None
    cards = [fact.cards[at : at + 2] for at in range(0, len(fact.cards), 2)]
    places = map(table.place_at, table.match.phase.cutting.to_cut)
    return CardsCut(table.draw.purpose, tuple(zip(places, cards, strict=True)))


def _event(before: Table, after: Table, fact: Fact) -> CardPlayed | ChatSent | Note:
    """One fact, without what is secret in it."""
    if isinstance(fact, f.Acted) and before.match and isinstance(before.match.phase, Playing):
        return CardPlayed(
            before.seat_at(fact.place), fact.action, _completed_trick_winner(before, after)
        )
    if isinstance(fact, f.Said):
        return ChatSent(chat_message(fact))
    return Note(str(type(fact).__struct_config__.tag), getattr(fact, "place", None))


def _completed_trick_winner(before: Table, after: Table) -> int | None:
    """Who won the trick that one more card has completed; None: it is not complete."""
    assert before.match is not None
    assert isinstance(before.match.phase, Playing)
    trick = before.match.phase.trick
    if len(trick.cards) + 1 < len(trick.seats):
        return None
    assert after.match is not None
    if _mid_hand(before, after) and isinstance(after.match.phase, Playing):
        return after.match.phase.winners[-1]
    log = after.match.deal if after.match.deal.hands else after.match.past[-1]
    return log.hands[-1].winners[-1]
