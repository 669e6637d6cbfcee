"""Observations of a state for OpenSpiel: tensors and strings.

The tensor ``observation`` is that of the other environments, as in
:mod:`oddtrick.envs.observation_layout`. With perfect recall, further tensors hold what the seat
has seen since the beginning, deal by deal:

============  ==========================  ======================================================
tensor        shape                       meaning
============  ==========================  ======================================================
``player``    (players,)                  the observer
``plays``     (deals, hands, 52)          for each card the number of its play in the hand, from 1
``dealt``     (deals, hands, 52)          the observer's own cards as dealt
``turn_ups``  (deals, 52)                 the card turned up (W4, K2)
``trumps``    (deals, 5)                  clubs, diamonds, hearts, spades, none; all 0: not settled
``choosers``  (deals, players)            the seat that chooses trumps (K3), by its number
``calls``     (deals, players, b)         the number of the call, from 1, of each of b bids
============  ==========================  ======================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from oddtrick.calls import Bid
from oddtrick.cards import Hand, Suit
from oddtrick.envs.observation_layout import PARTS, has_more_parts, layout_of
from oddtrick.envs.observations import ObservationTracker
from oddtrick.envs.view_observations import ViewObserver
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Playing, played_cards
from oddtrick.rules import TrumpSource
from oddtrick.solver.deals.call_numbers import bids_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from oddtrick.cards import Card
    from oddtrick.envs.openspiel.episode_setup import EpisodeSetup
    from oddtrick.envs.openspiel.state import OddtrickState
    from oddtrick.match import DealLog, Match

_CARDS = 52
_PRIVATE = ("hand", "own_throw")


class Observer:
    """Observes states of one game, as OpenSpiel asks for it.

    Args:
        setup: the setup of the game.
        kind: the kind of observation: of public or private information, with or without recall.
        params: none are known.

    Raises:
        OddtrickError: there are parameters, or private information of all players is asked for.
    """

    def __init__(self, setup: EpisodeSetup, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise OddtrickError(f"an observer takes no parameters, not {str(dict(params))[:60]}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise OddtrickError("an observer shows the cards of one player or of none, not of all")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public, self.recall = kind.public_info, kind.perfect_recall
        self._setup = setup
        observer = ViewObserver if has_more_parts(setup.rules) else ObservationTracker
        self._tracker = observer(setup.rules)
        self._bids = {bid: place for place, bid in enumerate(bids_of(setup.rules))}
        self._tracked: Match | None = None
        shapes = self._shapes(setup)
        ends = np.cumsum([0, *(np.prod(shape, dtype=int) for shape in shapes.values())])
        self.tensor = np.zeros(ends[-1], np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[begin:end].reshape(shape)
            for (name, shape), begin, end in zip(shapes.items(), ends, ends[1:], strict=False)
        }

    def _shapes(self, setup: EpisodeSetup) -> dict[str, tuple[int, ...]]:
        players, deals = setup.rules.players, setup.max_deals
        hands = len(setup.rules.plan.hands)
        shapes: dict[str, tuple[int, ...]] = {}
        if self.private:
            shapes["player"] = (players,)
            if not self.public:
                shapes["hand"] = (_CARDS,)
            if self.recall:
                shapes["dealt"] = (deals, hands, _CARDS)
        if self.public:
            shapes["observation"] = (layout_of(setup.rules).size,)
            if self.recall:
                shapes |= {"plays": (deals, hands, _CARDS), "turn_ups": (deals, _CARDS)}
                shapes |= {"trumps": (deals, len(Suit) + 1), "choosers": (deals, players)}
                if bids := len(bids_of(setup.rules)):
                    shapes["calls"] = (deals, players, bids)
        return shapes

    def set_from(self, state: OddtrickState, player: int) -> None:
        """Fills the tensors with what a player sees."""
        match, parts = state.match, self.dict
        self.tensor.fill(0)
        if self._tracked is not match:
            self._tracker.load(match)
            self._tracked = match
        seen = self._tracker.observe(player)
        if self.private:
            parts["player"][player] = 1
            if not self.public:
                parts["hand"][:] = seen[PARTS["hand"]]
        if self.public:
            parts["observation"][:] = seen
            if not self.private:
                for name in _PRIVATE:
                    parts["observation"][PARTS[name]] = 0
        if self.recall:
            for number, log in enumerate(self._deals(match)):
                self._recall(match, number, log, player)

    def _deals(self, match: Match) -> tuple[DealLog, ...]:
        """The deals of the episode so far."""
        return match.all_deals[: self._setup.max_deals]

    def _recall(self, match: Match, number: int, log: DealLog, player: int) -> None:
        """Fills in one deal, finished or under way."""
        parts = self.dict
        if log.chooser is not None and self.public:
            parts["choosers"][number, log.chooser] = 1
        if log.deal is None:
            return
        for at, (seat, call) in enumerate(_calls(match, log) if self.public else (), 1):
            parts["calls"][number, seat, self._bids[call]] = at
        for at, (own, plays) in enumerate(_hands(match, log, player)):
            if self.private:
                parts["dealt"][number, at, list(own)] = 1
            if self.public:
                parts["plays"][number, at, list(plays)] = np.arange(1, len(plays) + 1)
        if self.public:
            self._recall_trumps(match, number, log)

    def _recall_trumps(self, match: Match, number: int, log: DealLog) -> None:
        """Fills in the card turned up in a deal that has been dealt, and its trumps."""
        parts = self.dict
        if log.deal is not None and log.deal.turn_up is not None:
            parts["turn_ups"][number, log.deal.turn_up] = 1
        if log.trump is not None or not _is_chosen(match, number):
            parts["trumps"][number, len(Suit) if log.trump is None else log.trump] = 1

    def string_from(self, state: OddtrickState, player: int) -> str:
        """Returns what a player sees as text, ``player`` being ignored where nothing is private."""
        match = state.match
        lines = [f"player {player}"] if self.private else []
        if self.recall:
            for log in self._deals(match):
                lines += self._deal_text(match, log, player)
        else:
            lines += self._now_text(match, player)
        return "; ".join(line for line in lines if line)

    def _deal_text(self, match: Match, log: DealLog, player: int) -> Iterator[str]:
        """The course of a deal as the player has seen it."""
        if self.public:
            yield f"dealer {log.dealer}"
            yield "" if log.chooser is None else f"chooser {log.chooser}"
            yield f"trumps {log.trump}" if log.trump is not None else ""
        if log.deal is None:
            return
        if self.public and log.deal.turn_up is not None:
            yield f"turned up {log.deal.turn_up}"
        if self.public and (calls := [f"{seat} {call}" for seat, call in _calls(match, log)]):
            yield f"calls {', '.join(calls)}"
        for own, plays in _hands(match, log, player):
            if self.private:
                yield f"hand {own}"
            if self.public:
                yield f"plays {' '.join(map(str, plays))}".rstrip()

    def _now_text(self, match: Match, player: int) -> Iterator[str]:
        """The present moment as the player sees it."""
        view = match.view(player if self.private else None)
        if self.public:
            awaited = {None: "over", CHANCE: "chance"}.get(view.to_act, f"seat {view.to_act}")
            yield f"to act {awaited}"
            yield f"trumps {view.trump}" if view.trump_known else ""
            yield f"turned up {view.turn_up}" if view.turn_up_shown else ""
            calls = [f"{seat} {call}" for _, made in view.calls for seat, call in made]
            yield f"calls {', '.join(calls)}" if calls else ""
            if any(view.standing.carried):
                yield "score " + " ".join(map(str, view.standing.carried))
            yield "tricks " + " ".join(map(str, view.won))
            if view.table:
                yield f"table {view.trick}"
        if self.private and view.hand:
            yield f"hand {view.hand}"


def _calls(match: Match, log: DealLog) -> list[tuple[int, Bid]]:
    """The bids of a deal in order, each with its seat."""
    made = [each for phase in match.call_phases(log) for each in phase.made]
    return [(seat, call) for seat, call in made if isinstance(call, Bid)]


def _is_chosen(match: Match, number: int) -> bool:
    return match.rules.trumps.source(number) is TrumpSource.CHOSEN


def _hands(match: Match, log: DealLog, player: int) -> Iterator[tuple[Hand, tuple[Card, ...]]]:
    """The separate hands of a deal that have been shown: own cards as dealt, and all plays."""
    assert log.deal is not None
    for dealt, hand in zip(log.deal.hands, log.hands, strict=False):
        yield dealt[player], played_cards(hand.plays)
    if log.result is None and len(log.hands) < len(log.deal.hands):
        phase = match.phase
        plays = played_cards(phase.plays) if isinstance(phase, Playing) else ()
        yield log.deal.hands[len(log.hands)][player], plays
