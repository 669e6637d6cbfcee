"""The state of a match: an immutable value that an action turns into the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, Suit, check_card, no_card
from oddtrick.errors import WANTED_RULES, RuleBroken, check_type
from oddtrick.match.chance_actions import Action, Cut, Deal, StillTied, check_deal, settled_trump
from oddtrick.match.deal_log import ContestRound, DealLog, DealResult, facts_of
from oddtrick.match.hand_play import PlayedHand, Playing, open_hand
from oddtrick.match.phases import (
    CutFor,
    Cutting,
    Over,
    Phase,
    Throwing,
    ToChoose,
    ToCut,
    ToDeal,
    ToThrow,
)
from oddtrick.match.view_builder import build_view
from oddtrick.rules import PASS, FirstDealer, Pass, PlayerAction, Rules, Throw, Tie, TrumpSource
from oddtrick.scoring import Standing
from oddtrick.tricks import check_seat, left_of

if TYPE_CHECKING:
    from oddtrick.views import View


CHANCE = -1
"""``to_act`` where neither a person nor a bot acts: cards are dealt or cut."""


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
        phase = self.phase
        if type(phase) is Playing:
            return phase.to_act
        if isinstance(phase, ToChoose):
            return phase.seat
        if isinstance(phase, ToThrow):
            return phase.throwing.to_throw
        return None if isinstance(phase, Over) else CHANCE

    def legal_actions(self) -> tuple[PlayerAction, ...]:
        """The legal actions of the seat to act, ascending; none if chance acts or it is over.

        The actions of chance are too many to list: a deal has 52! orders. ``oddtrick.dealing``
        draws them.
        """
        phase = self.phase
        if type(phase) is Playing:
            return phase.legal()
        if isinstance(phase, ToChoose):
            return phase.legal
        return tuple(Throw) if isinstance(phase, ToThrow) else ()

    def apply(self, action: Action) -> Match:
        """The match after an action; the original is unchanged.

        Raises:
            RuleBroken: the rules refuse the action (T8); the message says why.
        """
        phase = self.phase
        if type(phase) is Playing and (type(action) is Card or action is PASS):
            hand = phase.after(action)
            if len(hand.winners) < hand.layout.tricks:
                return Match(
                    self.rules,
                    self.standing,
                    hand,
                    self.deal,
                    self.past,
                    self.seating,
                    self.opening,
                    self.chance,
                )
            return self._end_hand(hand).resolve_chance()
        return self._apply_other(action).resolve_chance()

    def resolve_chance(self) -> Match:
        """The match after the pending actions of chance, if the match draws them itself."""
        match = self
        while match.chance is not None and match.to_act == CHANCE:
            match = match._apply_other(match.chance(match))
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

    def _apply_other(self, action: Action) -> Match:
        match self.phase, action:
            case ToDeal(), Deal():
                return self._deal(action)
            case ToCut(), Cut() | StillTied():
                return self._cut(self.phase.cutting, action)
            case ToThrow(), Throw() | StillTied():
                return self._throw(self.phase.throwing, action)
            case ToChoose(), Suit():
                return self._choose(action)
        raise RuleBroken(_misplaced(self, action), _end_rule(self))

    def _log(self, action: Action) -> DealLog:
        return replace(self.deal, opening=(*self.deal.opening, action))

    def _cut(self, cutting: Cutting, action: Cut | StillTied) -> Match:
        if isinstance(action, StillTied):
            if cutting.purpose is not CutFor.TRUMPS:
                raise RuleBroken("a cut for the deal is made by all", cutting.purpose.value)
            _check_still_tied(cutting.to_cut, action)
            cutting = cutting.without(action.seats)
        else:
            self._check_cut(action)
            cutting = cutting.after(action)
        phase: Phase = ToCut(cutting)
        if cutting.purpose is CutFor.TRUMPS:
            match = replace(self, deal=self._log(action), phase=phase)
            if isinstance(action, Cut):
                match = match._with_round(action.cards)
            return match if cutting.to_cut else match._chooser(cutting.order[-1])
        match = replace(self, opening=(*self.opening, action), phase=phase)
        return match if cutting.to_cut else match._seated(cutting)

    def _check_cut(self, cut: Cut) -> None:
        """Refuses cards outside the pack; two seats may cut the same card, one after the other."""
        for seat, card in cut.cards:
            check_card(card)
            if not self.rules.pack & card.bit:
                raise RuleBroken(
                    f"seat {seat} cuts {card}, which is not in the pack", self.rules.plan.pack_rule
                )

    def _seated(self, cutting: Cutting) -> Match:
        """Seats the players after a settled cut for the deal or for partners (T7, C2)."""
        order = cutting.order
        dealer, seating = order[0], self.seating
        if cutting.purpose is CutFor.PARTNERS:
            dealer, seating = 0, order
            if not cutting.by_rank:
                seating = (order[0], order[2], order[1], order[3])
        deal = replace(self.deal, dealer=dealer)
        return replace(self, deal=deal, seating=seating, phase=ToDeal())

    def _throw(self, throwing: Throwing, action: Throw | StillTied) -> Match:
        if isinstance(action, StillTied):
            if throwing.thrown:
                raise RuleBroken("a round of throws is under way", "K5")
            _check_still_tied(throwing.seats, action)
            throwing = Throwing(action.seats)
        else:
            throwing = throwing.after(action)
        match = replace(self, deal=self._log(action), phase=ToThrow(throwing))
        if isinstance(action, Throw) and not throwing.thrown:
            match = match._with_round(throwing.last)
        return match._chooser(throwing.seats[0]) if throwing.settled else match

    def _with_round(self, shown: ContestRound) -> Match:
        """Adds a complete round of a tie to the log of the deal (K5)."""
        return replace(self, deal=replace(self.deal, rounds=(*self.deal.rounds, shown)))

    def _chooser(self, seat: int) -> Match:
        """Gives a seat the choice of trumps, before or after it sees its cards (K3)."""
        deal = replace(self.deal, chooser=seat)
        phase = ToChoose(seat) if self.rules.trumps.blind else ToDeal()
        return replace(self, deal=deal, phase=phase)

    def _choose(self, suit: Suit) -> Match:
        """Sets the chosen trumps; the deal follows, or the play if the cards are dealt (K3)."""
        match = replace(self, deal=replace(self._log(suit), trump=suit), phase=ToDeal())
        return match if self.deal.deal is None else match._open_hand()

    def _deal(self, action: Deal) -> Match:
        deal, rules = self.deal, self.rules
        check_deal(
            action, rules, number=self.number, dealer=deal.dealer, seats=deal.seats, dogs=deal.dogs
        )
        chosen = rules.trumps.source(self.number) is TrumpSource.CHOSEN
        trump = deal.trump if chosen else settled_trump(action, rules, self.number)
        log = replace(self._log(action), deal=action, trump=trump)
        if chosen and trump is None:
            assert deal.chooser is not None
            return replace(self, deal=log, phase=ToChoose(deal.chooser))
        return replace(self, deal=log)._open_hand()

    def _open_hand(self) -> Match:
        """Starts the next of the separate hands (S4)."""
        log, rules = self.deal, self.rules
        assert log.deal is not None
        hand = open_hand(
            tuple(hand.mask for hand in log.deal.hands[len(log.hands)]),
            dealer=log.dealer,
            seats=log.seats,
            trump=log.trump,
            order=rules.order.strengths(log.trump),
            break_trumps=rules.break_trumps,
            dogs=log.dogs,
        )
        return replace(self, phase=hand)

    def _end_hand(self, hand: Playing) -> Match:
        log = self.deal
        assert log.deal is not None
        played = PlayedHand(left_of(log.seats, log.dealer), hand.plays, hand.winners, log.dogs)
        match = replace(self, deal=replace(log, hands=(*log.hands, played)))
        if len(match.deal.hands) < len(log.deal.hands):
            return match._open_hand()
        return match._score()

    def _score(self) -> Match:
        rules, log = self.rules, self.deal
        facts = facts_of(log, rules, self.standing.carried)
        points, standing = rules.match.after(self.standing, facts, rules.scoring.stages(facts))
        log = replace(log, result=DealResult(facts.tricks, points, standing.score, standing.games))
        match = replace(self, standing=standing, deal=log)
        return replace(match, phase=Over()) if standing.over else match._next_deal(log)

    def _next_deal(self, done: DealLog) -> Match:
        """Passes the deal to the next seat still in (T6)."""
        seats = self.standing.seats_in
        deal = DealLog(left_of(seats, done.dealer), seats, dogs=self.standing.dogs)
        match = replace(self, past=(*self.past, done), deal=deal, phase=ToDeal())
        if self.rules.trumps.source(match.number) is not TrumpSource.CHOSEN:
            return match
        assert done.result is not None
        most = max(done.result.tricks)
        tied = tuple(seat for seat, tricks in enumerate(done.result.tricks) if tricks == most)
        return match._tie(tied) if len(tied) > 1 else match._chooser(tied[0])

    def _tie(self, seats: tuple[int, ...]) -> Match:
        if self.rules.trumps.tie is Tie.RPS:
            return replace(self, phase=ToThrow(Throwing(seats)))
        return replace(self, phase=ToCut(Cutting(CutFor.TRUMPS, (seats,))))


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
        phase=ToCut(cutting) if dealer is None else ToDeal(),
        deal=DealLog(dealer or 0, players),
        seating=players,
        chance=chance,
    )
    return match.resolve_chance()


def _check_still_tied(seats: tuple[int, ...], action: StillTied) -> None:
    untied = [seat for seat in action.seats if seat not in seats]
    if untied:
        raise RuleBroken(f"seat {untied[0]} did not tie for most tricks", "K5")
    if not action.seats:
        raise RuleBroken("no seat is named as still tied", "K5")
    if len(set(action.seats)) < len(action.seats):
        raise RuleBroken("a seat is named twice as still tied", "K5")


def _misplaced(match: Match, action: object) -> str:
    """The reason why an action is refused that the phase does not await."""
    if isinstance(match.phase, Playing) and not isinstance(action, (Suit, Throw, *_CHANCE)):
        return no_card(action, "play")
    if isinstance(match.phase, ToChoose) and isinstance(action, str):
        return f"{action[:20]!r} is text; choose a Suit, as in ot.Suit.HEARTS"
    return f"{_describe(action)} does not go here: {_awaited(match)}"


_CHANCE = (Deal, Cut, StillTied)


def _describe(action: object) -> str:
    if isinstance(action, Suit):
        return f"the choice of {action}"
    return str(action) if isinstance(action, (Card, Pass, Throw)) else type(action).__name__


def _awaited(match: Match) -> str:
    seat = match.to_act
    waits = {
        Playing: f"seat {seat} plays a card",
        ToChoose: f"seat {seat} chooses trumps",
        ToThrow: f"seat {seat} throws rock, paper or scissors",
        ToCut: "the cards are cut",
        ToDeal: "the cards are dealt",
        Over: "the match is over",
    }
    return waits[type(match.phase)]


def _end_rule(match: Match) -> str:
    return match.rules.match.rule if match.over else ""


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
