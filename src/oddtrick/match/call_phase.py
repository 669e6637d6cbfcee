"""Phases of calls before the play: an auction, an exchange."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from oddtrick.calls import Bid, Call, Made, call_readings
from oddtrick.cards import Card
from oddtrick.errors import RuleBroken
from oddtrick.match.chance_actions import Withheld
from oddtrick.match.phase import Phase
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from oddtrick.match.chance_actions import Action
    from oddtrick.match.state import Match
    from oddtrick.rules import Contract
    from oddtrick.views import Places


class CallPhase(Phase, frozen=True, kw_only=True):
    """A phase in which seats call: bids, or cards that they put down.

    A subclass has its ``name``, ``to_act``, ``legal`` and ``complete``; ``seen_by`` where calls are
    secret, ``settle`` where something follows from them, ``offer`` where that is a contract, and
    ``places_seen_by`` where cards are shown or put away.

    Args:
        made: the calls so far, each with its seat; None is one that the record of the match
            leaves out, because it stays secret.
    """

    made: Made = ()

    awaited = Awaited.CALL
    waits = "calls"
    name: ClassVar[str]
    """Its name in views and records, once in a deal."""
    rule: ClassVar[str] = ""
    """The id of the rule that says what may be called."""
    stays_secret: ClassVar[bool] = False
    """Calls that not everybody has seen stay secret after the deal, too (M2)."""

    @property
    @abstractmethod
    def complete(self) -> bool:
        """True once all calls have been made."""

    @abstractmethod
    def legal(self) -> tuple[Call, ...]:
        """The legal calls of the seat to act, in the order in which they are shown."""

    def seen_by(self, seat: int | None) -> Made:
        """The calls as a seat may see them, None for a spectator; all, unless it is overridden."""
        del seat
        return self.made

    @property
    def revealed(self) -> Made:
        """The calls as everybody may see them once the deal is finished."""
        return self.seen_by(None) if self.stays_secret else self.made

    def settle(self, match: Match) -> Match:
        """The match with what the complete phase has settled.

        By ``match.with_contract``, or by ``match.with_deal`` if it is something else.
        """
        return match

    def offer(self, call: Call) -> Contract | None:
        """The contract of the deal if this legal call stood: if all others let it be.

        Of a pass it is the contract as it stands. None: there would be none. Bots value calls by
        it, so that they need not know the game.
        """
        del call
        return None

    def places_seen_by(self, seat: int | None) -> Places:
        """The places of cards that a seat has seen in this phase, and are not in its own hand.

        Cards that it has discarded, for example, or that others have shown and taken back.
        """
        del seat
        return ()

    def parse(self, text: str) -> Call:
        """Parses a bid or a card: a legal bid in capital or small letters, a card in any spelling.

        Whatever else it may read, it has to read calls as ``str`` writes them: records do.
        """
        legal = self.legal()
        same = [call for call in legal if str(call).lower() == text.lower()]
        if same:
            return min(same, key=lambda call: str(call) != text)
        readings = call_readings(text)
        return next((call for call in readings if call in legal), readings[0])

    def misplaced(self, action: object) -> RuleBroken:
        """An illegal call is answered by the legal ones."""
        if not isinstance(action, (Bid, Card)):
            return super().misplaced(action)
        legal = ", ".join(map(str, self.legal()))
        called = str(action)[:20]
        return RuleBroken(f"seat {self.to_act} may not call {called}, only {legal}", self.rule)

    def apply(self, match: Match, action: Action) -> Match:
        """One more call; the last one settles what follows, and the next phase begins."""
        seat = self.to_act
        assert seat is not None
        withheld = self.stays_secret and isinstance(action, Withheld)
        if not withheld and (not isinstance(action, (Bid, Card)) or action not in self.legal()):
            raise self.misplaced(action)
        call = action if isinstance(action, (Bid, Card)) else None
        phase = replace(self, made=(*self.made, (seat, call)))
        if not phase.complete:
            return match.logged(action).enter(phase)
        log = match.deal
        return phase.settle(match.logged(action, calls=(*log.calls, phase))).proceed()


class EachOnce(CallPhase, frozen=True, kw_only=True):
    """A phase in which seats call in turn, each of them once.

    Args:
        seats: the seats, in that order.
    """

    seats: tuple[int, ...]

    @property
    def to_act(self) -> int:
        """The seats in turn."""
        return self.seats[len(self.made)]

    @property
    def complete(self) -> bool:
        """True once everybody has called."""
        return len(self.made) == len(self.seats)
