"""A model of a table built from accepted facts alone: the match, and the rights of people."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from oddtrick.cards import parse_card
from oddtrick.dealing import deal_out
from oddtrick.match import CHANCE, Cut, Deal, Match, Playing, ToCut, start
from oddtrick.tables import SERVER, Stage, Table, parse_action
from oddtrick.tables import facts as f

if TYPE_CHECKING:
    from oddtrick.tables import Fact

BY_THE_HOUSE = (f.RoundOpened, f.OpeningBegan, f.Drawn, f.Continued)
"""Facts that may follow from any command."""


class Model:
    """The plain match, advanced by facts; all states are kept for undo."""

    def __init__(self) -> None:
        self.states: list[Match] = []

    @property
    def match(self) -> Match:
        return self.states[-1]

    def follow(self, before: Table, facts: tuple[Fact, ...]) -> None:
        """Applies the facts of an entry and asserts that they are legal."""
        for fact in facts:
            match fact:
                case f.Begun():
                    self.states = [start(before.rules)]
                case f.Drawn():
                    self._draw(fact.cards)
                case f.Acted():
                    self._act(fact.place, fact.action)
                case f.Claimed():
                    self._claim(fact)
                case f.Undone():
                    self._take_back(fact)

    def _draw(self, text: str) -> None:
        match, cards = self.match, [parse_card(text[i : i + 2]) for i in range(0, len(text), 2)]
        assert match.to_act == CHANCE
        if not isinstance(match.phase, ToCut):
            self.states.append(match.apply(deal_out(match, cards)))
            return
        seats = match.phase.cutting.to_cut
        assert list(seats) == sorted(seats)
        self.states.append(match.apply(Cut(tuple(zip(seats, cards, strict=True)))))

    def _act(self, place: int, action: str) -> None:
        match = self.match
        assert match.to_act is not None
        assert match.seating[match.to_act] == place
        chosen = parse_action(match, action)
        assert chosen in match.legal_actions()
        self.states.append(match.apply(chosen))

    def _claim(self, fact: f.Claimed) -> None:
        """Applies a claim and asserts that all remaining tricks go to the claimer's side."""
        match = self.match
        assert isinstance(match.phase, Playing)
        claimer = match.seating.index(fact.place)
        assert match.to_act == claimer
        side = match.rules.sides[match.rules.side_of(claimer)]
        hand = match.phase
        for text in fact.cards:
            hand = hand.after(parse_card(text))
            self.states.append(self.match.apply(parse_card(text)))
        assert hand.complete
        assert set(hand.winners[len(match.phase.winners) :]) <= set(side)

    def _take_back(self, fact: f.Undone) -> None:
        """Applies an undo, which begins with the person's decision and contains no draw."""
        gone = self.states[fact.actions :]
        decided = gone[0]
        assert decided.to_act is not None
        assert decided.seating[decided.to_act] == fact.place
        assert gone[-1].number == decided.number
        for earlier, later in pairwise(gone):
            assert earlier.to_act != CHANCE
            last = list(later.actions)[-1]
            assert not isinstance(last, Deal | Cut)
        del self.states[fact.actions + 1 :]


def may(  # noqa: C901, PLR0911  a table of rights, a line each
    before: Table, by: str, fact: Fact, facts: tuple[Fact, ...]
) -> bool:
    """Returns True if this person, or the server, may cause the fact at this table."""
    if isinstance(fact, BY_THE_HOUSE):
        return True
    own = before.place_of(by)
    if own is not None and isinstance(fact, OWN) and fact.place == own:
        return not getattr(fact, "bot", False) and getattr(fact, "why", "asked") == "asked"
    host, bumped = by == before.host, any(isinstance(other, f.Sat) for other in facts)
    match fact:
        case f.Arrived() | f.Departed():
            return by in (SERVER, fact.person)
        case f.Begun():
            return host or before.stage is Stage.OVER
        case f.Sat():
            return fact.person == by and before.chairs[fact.place].kind != "person"
        case f.Acted():
            return fact.bot and by == SERVER
        case f.TookOver():
            gone = not before.chairs[fact.place].connected and fact.reason == "disconnected"
            return by == SERVER or (own is not None and gone)
        case f.DeadlinesExtended():
            return by == SERVER
        case f.Vacated():
            return host or (bumped and before.chairs[fact.place].kind == "bot")
        case f.HostChanged():
            return host or (
                by == SERVER and before.host_gone_since is not None and not before.under_way
            )
        case f.Closed():
            return by == (SERVER if fact.reason == "deserted" else before.host)
    return host and isinstance(fact, f.SettingsChanged | f.BotSeated | f.Said)


OWN = (
    f.Acted,
    f.BotSeated,
    f.ClaimDenied,
    f.Claimed,
    f.Readied,
    f.Returned,
    f.Said,
    f.Sealed,
    f.Vacated,
    f.TookOver,
    f.Undone,
    f.Unsealed,
)
"""Facts that people may cause at their own place."""
