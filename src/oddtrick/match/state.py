"""The state of a match: an immutable value that an action turns into the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card
from oddtrick.errors import WANTED_RULES, OddtrickError, RuleBroken, check_type
from oddtrick.match.call_phase import CallPhase
from oddtrick.match.chance_actions import Action
from oddtrick.match.course import COURSE
from oddtrick.match.cutting import CutFor, Cutting, ToCut
from oddtrick.match.deal_log import DealLog, DealResult, facts_of
from oddtrick.match.hand_play import Playing
from oddtrick.match.phase import CHANCE, Over, Phase
from oddtrick.match.trump_choice import ToChoose
from oddtrick.match.view_builder import build_view
from oddtrick.rules import PASS, Contract, FirstDealer, PlayerAction, Rules, TrumpSource
from oddtrick.scoring import Standing
from oddtrick.tricks import check_seat, left_of

if TYPE_CHECKING:
    from oddtrick.match.hand_play import PlayedHand
    from oddtrick.match.phase import Step
    from oddtrick.views import View


class Match(msgspec.Struct, frozen=True):
    """A match at any moment. Start one with :func:`start`, or ``oddtrick.new_match``.

    Args:
        rules: the game and its options.
        standing: scores and who is still in, before the deal under way.
        phase: what the match waits for.
        deal: the deal under way, or the last one when the match is over.
        past: the deals that are finished, without the one under way.
        seating: the player in each seat, by number in order of arrival (C2).
        opening: the actions before the first deal.
        chance: draws the actions of the chance player; None leaves them to ``apply``.
    """

    rules: Rules
    standing: Standing
    phase: Phase
    deal: DealLog
    past: tuple[DealLog, ...] = ()
    seating: tuple[int, ...] = ()
    opening: tuple[Action, ...] = ()
    chance: Callable[[Match], Action] | None = None

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return type(self.phase) is Over

    @property
    def winner(self) -> int | None:
        """The index of the side that won; None while it goes on, or if it ended level."""
        return self.standing.winner

    @property
    def to_act(self) -> int | None:
        """The seat to act, ``CHANCE`` (-1), or None when the match is over."""
        return self.phase.to_act

    def legal_actions(self) -> tuple[PlayerAction, ...]:
        """The legal actions of the seat to act, ascending; none if chance acts or it is over.

        The actions of chance are too many to list: a deal has 52! orders. ``oddtrick.dealing``
        draws them.
        """
        return self.phase.legal()

    def apply(self, action: Action) -> Match:
        """The match after an action; the original is unchanged.

        Raises:
            RuleBroken: the rules refuse the action (T8); the message says why.
        """
        match = self.phase.apply(self, action)
        # In the midst of a hand no log changes, and no chance comes: this is the hot path.
        return match if match.deal is self.deal else match.resolve_chance()

    def resolve_chance(self) -> Match:
        """The match after the pending actions of chance, if the match draws them itself."""
        match = self
        while match.chance is not None and match.to_act == CHANCE:
            match = match.phase.apply(match, match.chance(match))
        return match

    def with_chance(self, chance: Callable[[Match], Action] | None) -> Match:
        """The same match with another source of chance, which resolves pending draws."""
        return replace(self, chance=chance).resolve_chance()

    def view(self, seat: int | None) -> View:
        """The view of a seat; for None, that of a spectator.

        Raises:
            RuleBroken: there is no such seat.
        """
        return build_view(self, None if seat is None else check_seat(seat, self.rules.players))

    @property
    def result(self) -> tuple[DealResult, ...]:
        """The result of each finished deal."""
        return tuple(log.result for log in self.all_deals if log.result is not None)

    @property
    def all_deals(self) -> tuple[DealLog, ...]:
        """Every deal, the one under way last."""
        return (*self.past, self.deal)

    def played_hands(self, log: DealLog) -> tuple[PlayedHand, ...]:
        """The hands of a deal as far as they have been played, with the one under way."""
        if log is not self.deal or not isinstance(self.phase, Playing):
            return log.hands
        return (*log.hands, self.phase.as_played(log))

    def call_phases(self, log: DealLog) -> tuple[CallPhase, ...]:
        """The phases of calls of a deal as far as they have come, with the one under way."""
        if log is not self.deal or not isinstance(self.phase, CallPhase):
            return log.calls
        return (*log.calls, self.phase)

    def trump_settled(self, log: DealLog) -> bool:
        """True if the trumps of a deal are settled: no seat has yet to choose or to call them."""
        if log is not self.deal or log.trump is not None or log.trump_called:
            return True
        source = self.rules.trumps.source(self.number)
        if source is TrumpSource.CALLED:
            return isinstance(self.phase, (Playing, Over))
        calling = source is not TrumpSource.FIXED and isinstance(self.phase, CallPhase)
        return not calling and not isinstance(self.phase, ToChoose)

    @property
    def deal_rules(self) -> Rules:
        """The rules of the deal under way: those of the match, under its contract."""
        return self.rules.under(self.deal.contract)

    @property
    def number(self) -> int:
        """The number of the deal under way, from 0."""
        return len(self.past)

    @property
    def actions(self) -> Iterator[Action]:
        """Every action since the start: with the rules and the first dealer, the whole match."""
        yield from self.opening
        for log in self.all_deals:
            yield from log.actions
        if isinstance(self.phase, Playing):
            yield from self.phase.plays

    def enter(self, phase: Phase) -> Match:
        """The match in another phase, or in another state of its phase."""
        return Match(
            self.rules,
            self.standing,
            phase,
            self.deal,
            self.past,
            self.seating,
            self.opening,
            self.chance,
        )

    def logged(self, action: Action, **changes: Any) -> Match:
        """The match with one more action before the play in the log of its deal.

        Args:
            action: the action.
            **changes: other fields of the log, with what they become.
        """
        changes["opening"] = (*self.deal.opening, action)
        return replace(self, deal=replace(self.deal, **changes))

    def with_deal(self, **changes: Any) -> Match:
        """The match with other fields in the log of the deal under way.

        Args:
            **changes: the fields; ``trump`` settles trumps, for None the deal has no trumps.
        """
        if "trump" in changes:
            changes["trump_called"] = True
        return replace(self, deal=replace(self.deal, **changes))

    def with_contract(self, contract: Contract) -> Match:
        """The match with the contract of the deal under way, which settles trumps.

        Args:
            contract: the contract that the calls settled.
        """
        return self.with_deal(contract=contract, trump=contract.trump)

    def proceed(self) -> Match:
        """The match in the next phase: the first step of the course that has something to do.

        Where none has, the deal is over: it is scored, and the next one begins.

        Raises:
            OddtrickError: the course goes on with another phase after a hand has been played.
        """
        for step in cast("tuple[Step, ...]", self.rules.course) or COURSE:
            phase = step(self)
            if phase is None:
                continue
            if self.deal.hands and not isinstance(phase, Playing):
                late = type(phase).__name__
                raise OddtrickError(
                    f"the course of {self.rules.game} opens {late} after a hand has been played: "
                    "all other phases come before the play"
                )
            return self.enter(phase)
        return self._score()

    def _score(self) -> Match:
        rules, under, log = self.rules, self.deal_rules, self.deal
        facts = facts_of(log, under, rules.score_in(under, self.standing.carried))
        stages = [rules.by_side(stage, under.sides) for stage in under.scoring.stages(facts)]
        facts = replace(facts, sides=rules.sides)
        points, standing = rules.match.after(self.standing, facts, stages)
        log = replace(log, result=DealResult(facts.tricks, points, standing.score, standing.games))
        match = replace(self, standing=standing, deal=log)
        return replace(match, phase=Over()) if standing.over else match._next_deal(log)

    def _next_deal(self, done: DealLog) -> Match:
        """Passes the deal to the next seat still in (T6)."""
        seats = self.standing.seats_in
        assert done.result is not None
        leaders, chooser = done.result.leaders, None
        if len(leaders) == 1 and self.rules.trumps.source(self.number + 1) is TrumpSource.CHOSEN:
            chooser = leaders[0]
        dealer = left_of(seats, done.dealer)
        deal = DealLog(
            dealer, seats, chooser=chooser, dogs=self.standing.dogs, number=self.number + 1
        )
        return replace(self, past=(*self.past, done), deal=deal).proceed()


def start(
    rules: Rules,
    *,
    dealer: int | None = None,
    chance: Callable[[Match], Action] | None = None,
) -> Match:
    """A match before its first deal.

    Args:
        rules: the game.
        dealer: the seat that deals first; None: the players cut for it (T7, C2).
        chance: draws the actions of the chance player; None leaves them to ``apply``.

    Raises:
        RuleBroken: there is no such seat.
    """
    check_type(rules, Rules, WANTED_RULES)
    players = tuple(range(rules.players))
    dealer = None if dealer is None else check_seat(dealer, rules.players, "deal")
    for_dealer = rules.first_dealer is FirstDealer.LOWEST_CUT
    cutting = Cutting(
        CutFor.DEALER if for_dealer else CutFor.PARTNERS,
        (players,),
        ace_low=rules.ace_low_in_cut,
        by_rank=rules.first_dealer is FirstDealer.SIDES_CUT,
    )
    match = Match(
        rules=rules,
        standing=rules.match.start(len(rules.sides), rules.players),
        phase=ToCut(cutting),
        deal=DealLog(dealer or 0, players),
        seating=players,
        chance=chance,
    )
    return (match if dealer is None else match.proceed()).resolve_chance()


def refusal_for_player(match: Match, action: object, broken: RuleBroken) -> RuleBroken:
    """The refusal with a line for the player: what the rule asks for, and what to play.

    Args:
        match: the match in which the action was refused.
        action: the action.
        broken: the refusal.
    """
    phase = match.phase
    if isinstance(phase, Playing) and action is PASS:
        dog = phase.to_act in phase.layout.dogs
        what = "you must play your card to the last trick" if dog else "you must play a card"
        return RuleBroken(what, broken.rule)
    if isinstance(phase, CallPhase):
        return RuleBroken(
            broken.what.replace(f"seat {phase.to_act} may", "you may", 1), broken.rule
        )
    if not isinstance(phase, Playing) or not isinstance(action, Card):
        return broken
    held = phase.held(phase.to_act)
    if phase.gone & action.bit:
        what = f"{action} has been played already"
    elif not held & action.bit:
        what = f"you do not hold {action}"
    elif broken.rule == "T3":
        suit = str(phase.trick.cards[0].suit).removesuffix("s")
        what = f"you must follow suit: play a {suit}"
    else:
        what = "trumps may not be led until one has been played: lead another suit"
    return RuleBroken(what, broken.rule)
