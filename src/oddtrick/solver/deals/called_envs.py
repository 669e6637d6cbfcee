"""The calls of deals that are stepped side by side, and what is observed of them.

The kernel steps the play. A deal that waits for calls is a match here; once its calls are over the
kernel is told its plan, and the match stays as it was before the first card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.calls import Call
from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.solver.deals.call_numbers import CallNumbers
from oddtrick.solver.deals.called_deals import MAX_BIDS, CalledDeals
from oddtrick.solver.deals.observation_parts import MoreParts, PartLayout, call_parts
from oddtrick.solver.deals.observations import PARTS, observe_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.solver import _kernel

_BYTE = 255
_PLAYED, _TRICK_NUMBER = PARTS["played"], PARTS["trick_number"].start


class CalledEnvs:
    """The calls of B deals.

    Args:
        deals: the game.
        envs: the number of deals, B.

    Raises:
        OddtrickError: the game has more bids than a word has bits.
    """

    def __init__(self, deals: CalledDeals, envs: int) -> None:
        self.deals = deals
        self.numbers = CallNumbers(deals.rules)
        if len(self.numbers.bids) > MAX_BIDS:
            raise OddtrickError(
                f"{deals.rules.game} has {len(self.numbers.bids)} bids, and deals that are stepped "
                f"have {MAX_BIDS} at most"
            )
        self.layout = PartLayout(call_parts(deals.rules))
        self.made: list[list[int]] = [[] for _ in range(envs)]
        self.waits = np.zeros(envs, np.bool_)
        self._matches: list[Match | None] = [None] * envs
        self._plans: list[int | None] = [None] * envs
        self._dealt: list[int | None] = [None] * envs
        self._plans_told = 0
        players = deals.rules.players
        self._more = MoreParts(deals.rules, _BYTE)
        self._seen = np.zeros((envs, players, self.layout.size), np.uint8)
        self._is_seen = np.zeros((envs, players), np.bool_)
        self._exposed = np.full(envs, -1, np.int64)

    def copy(self) -> CalledEnvs:
        """Returns an independent copy, to go with a copy of the kernel's deals."""
        other = object.__new__(CalledEnvs)
        vars(other).update(vars(self))
        other.made = [[*each] for each in self.made]
        other.waits = self.waits.copy()
        other._matches, other._plans = [*self._matches], [*self._plans]
        other._dealt = [*self._dealt]
        other._seen, other._is_seen = self._seen.copy(), self._is_seen.copy()
        other._exposed = self._exposed.copy()
        return other

    def forget(self) -> None:
        """Forgets all deals: they are dealt anew."""
        self._dealt = [None] * len(self._dealt)

    def take_in(self, kernel: _kernel.SteppedDeals) -> None:
        """Takes in the deals that the kernel has dealt since."""
        numbers = np.empty(len(self.made), np.uint64)
        kernel.waiting(numbers, self.waits)
        rules, plan = self.deals.rules, self.deals.dealing
        hands = np.empty((plan.hands, rules.players), np.uint64)
        turn_up, stock = np.empty(1, np.int8), np.empty(plan.kernel.stock_size, np.int8)
        for env in np.flatnonzero(self.waits).tolist():
            number = int(numbers[env])
            if self._dealt[env] == number:
                continue
            kernel.dealt(env, hands, turn_up, stock)
            self._dealt[env], self.made[env] = number, []
            match = self.deals.dealt(hands.tolist(), int(turn_up[0]), stock.tolist())
            self._go_on(env, match, kernel)

    def calls_of(self, actions: NDArray[np.int64], calling: NDArray[np.intp]) -> list[Call]:
        """The calls that actions mean, in these envs.

        Raises:
            OddtrickError: one is illegal.
        """
        return [self._call_of(env, int(actions[env])) for env in calling.tolist()]

    def _call_of(self, env: int, action: int) -> Call:
        phase = self.deals.phase_of(self.match(env))
        assert phase is not None
        call, legal = self.numbers.call_of(action), phase.legal()
        if call is None or call not in legal:
            named = "no call" if call is None else f"no legal call, {call},"
            could = ", ".join(f"{each} ({self.numbers.number_of(each)})" for each in legal)
            raise OddtrickError(
                f"env {env}: {action} is {named} of seat {phase.to_act}, which may call {could}"
            )
        return call

    def call(self, env: int, call: Call, kernel: _kernel.SteppedDeals) -> tuple[int, ...] | None:
        """Makes a legal call.

        Returns:
            The points of each side if the deal is thrown in by it, or None.
        """
        match = self.deals.checked(self.match(env).apply(call))
        self.made[env].append(self.numbers.number_of(call))
        self._go_on(env, match, kernel)
        return self.points(env, ()) if self.deals.is_over(match) else None

    def match(self, env: int) -> Match:
        """The match of an env: during its calls, or as they left it."""
        match = self._matches[env]
        assert match is not None
        return match

    def points(self, env: int, told: tuple[int, ...]) -> tuple[int, ...]:
        """The points of each side of a deal, from what the kernel tells at its end."""
        return self.deals.points(self.match(env), self._plans[env], told)

    def _go_on(self, env: int, match: Match, kernel: _kernel.SteppedDeals) -> None:
        """Takes in a match; with its last call the play begins, or the deal is thrown in."""
        self._matches[env], self._plans[env] = match, None
        self._is_seen[env], self._exposed[env] = False, -1
        if self.deals.phase_of(match) is not None:
            return
        self.waits[env] = False
        play = self.deals.play_of(match)
        if play.plan is None:
            kernel.throw_in(env)
            return
        for plan in self.deals.plans[self._plans_told :]:
            kernel.add_plan(plan.kernel)
        self._plans_told = len(self.deals.plans)
        self._plans[env] = play.plan
        held = None if play.held is None else np.array(play.held, np.uint64)
        kernel.begin(env, play.plan + 1, held)
        exposed = match.deal_rules.exposed
        self._exposed[env] = -1 if exposed is None else exposed

    def write_turns(
        self, to_act: NDArray[np.int8], cards: NDArray[np.uint64], bids: NDArray[np.uint64]
    ) -> None:
        """Writes the seat to call in the envs that wait, and the cards and bids it may call."""
        bids[:] = 0
        for env in np.flatnonzero(self.waits).tolist():
            phase = self.deals.phase_of(self.match(env))
            assert phase is not None
            assert phase.to_act is not None
            to_act[env] = phase.to_act
            cards[env], bids[env] = self.numbers.masks_of(phase.legal())

    def observe(
        self, seats: NDArray[np.int8], deal: NDArray[np.uint8], kernel: _kernel.SteppedDeals
    ) -> NDArray[np.uint8]:
        """Returns the parts of observations about the calls, ``[B, size]``.

        Args:
            seats: ``[B]``, the seat that looks in each env; -1: nobody, the deal is over.
            deal: ``[B, OBSERVATION_SIZE]``, what they see of the deal; for envs that wait it is
                written here.
            kernel: the deals.
        """
        looking = np.flatnonzero(seats >= 0)
        for env in looking.tolist():
            seat = int(seats[env])
            if not self._is_seen[env, seat]:
                self._write_seen(env, seat)
            if self.waits[env]:
                deal[env] = observe_view(self.match(env).view(seat))
        seen = np.zeros((len(seats), self.layout.size), np.uint8)
        seen[looking] = self._seen[looking, seats[looking]]
        if "places" in self.layout.slices:
            self._follow_play(seats, deal, seen, kernel)
        return seen

    def _write_seen(self, env: int, seat: int) -> None:
        """Writes what a seat sees of the calls, until one more is made."""
        numbers = self._seen[env, seat]
        numbers[:] = 0
        self._more.write(self.layout.split(numbers), self.match(env).view(seat))
        self._is_seen[env, seat] = True

    def _follow_play(
        self,
        seats: NDArray[np.int8],
        deal: NDArray[np.uint8],
        seen: NDArray[np.uint8],
        kernel: _kernel.SteppedDeals,
    ) -> None:
        """Takes cards that have been played out of the places, and shows a hand laid open."""
        parts = self.layout.split(seen)
        played = deal[:, _PLAYED].reshape(len(deal), -1, 52).any(axis=1)
        left = np.where(played, 0, 1).astype(np.uint8)
        places = parts["places"]
        places &= left[:, None, :]
        if "out_of_play" in parts:
            out_of_play = parts["out_of_play"]
            out_of_play &= left
        begun = deal[:, _TRICK_NUMBER] > 0
        is_open = begun & ~self.waits & (self._exposed >= 0) & (self._exposed != seats)
        envs = np.flatnonzero(is_open & (seats >= 0))
        if not len(envs):
            return
        players = self.deals.rules.players
        hands = np.empty((len(deal), players), np.uint64)
        kernel.held(hands)
        exposed = self._exposed[envs]
        cards = hands[envs, exposed][:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
        flags = cards.astype(np.uint8)
        elsewhere = places[envs] & (1 - flags)[:, None, :]
        elsewhere[np.arange(len(envs)), (exposed - seats[envs]) % players] = flags
        places[envs] = elsewhere
