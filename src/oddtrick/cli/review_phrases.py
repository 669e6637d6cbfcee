"""The wording of a review: names, figures, and luck apart from skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec.structs import replace

from oddtrick.calls import PASS, parse_call
from oddtrick.cards import Card
from oddtrick.games import find_game, read_options
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE
from oddtrick.i18n.localizer import Localizer, capitalized
from oddtrick.review import DealReview, Decision, Loss, Review, SeatLosses, Tally

SMALL = 0.005
"""Smaller amounts are shown as nothing."""


@dataclass(frozen=True, kw_only=True)
class Phrases(Localizer):
    """Words a review in one language.

    Args:
        review: the review.
    """

    review: Review

    @classmethod
    def of(cls, review: Review, language: str = DEFAULT_LANGUAGE) -> Phrases:
        """Returns the wording of a review in the words of its game."""
        knave = find_game(review.game).jack == "knave"
        return cls(language, knave, review=review)

    def seat_name(self, seat: int) -> str:
        """Returns the name of a seat's player; seats count from 0, as in records."""
        name = self.review.names[seat] if self.review.names else ""
        printable = "".join(sign for sign in name if sign.isprintable())
        return printable.strip() or self.text("seat", n=seat)

    def side_name(self, side: int) -> str:
        """Returns the names of a side's players in one phrase."""
        return self.join([self.seat_name(seat) for seat in self.review.sides[side]])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, by seat."""
        return tuple(self.seat_name(seat) for seat in range(self.review.players))

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return find_game(self.review.game).text(self.language).title

    @property
    def outcome(self) -> str:
        """The result of the match, in one sentence."""
        if not self.review.over:
            return self.text("outcome.unfinished")
        winner = self.review.winner
        if winner is None:
            return self.text("outcome.level")
        sides = self.review.sides[winner]
        return self.text("outcome.won", who=self.side_name(winner), n=len(sides))

    @property
    def left_out(self) -> list[str]:
        """One sentence for each deal that is not reviewed."""
        return [self.text("left-out", n=number + 1) for number in self.review.left_out]

    @property
    def unit_of_all(self) -> str:
        """The unit that all deals have: tricks, or else points."""
        return "tricks" if all(deal.unit == "tricks" for deal in self.review.deals) else "points"

    @property
    def eliminates(self) -> bool:
        """True if the match is about staying in (K4)."""
        game = find_game(self.review.game)
        return game.rules(read_options(game, self.review.options)).goal.eliminates

    def contract(self, deal: DealReview) -> str:
        """Returns the contract, and who had to make it; empty in a deal without one.

        Partners of the whole match need no naming: there it is the player who undertook it.
        """
        settled = deal.steps.contract
        if settled is msgspec.UNSET:
            return ""
        bid, declarer = self.bid(settled.bid), settled.declarer
        if declarer is None:
            return bid
        side = next(seats for seats in settled.sides if declarer in seats)
        seats = (declarer,) if side in self.review.sides else side
        who = self.join([self.seat_name(seat) for seat in seats])
        return self.text("contract", bid=bid, who=who)

    def moments_heading(self, seat: int | None) -> str:
        """Returns the heading above the most important decisions, of one seat or of all."""
        if seat is None:
            return self.text("moments")
        return self.text("moments.of", who=self.seat_name(seat))

    def costs(self, loss: Loss | Tally, unit: str) -> list[str]:
        """Returns the cost of a loss in words, the plainest figure first."""
        amount = loss.tricks if unit == "tricks" else loss.points
        parts = [self.amount(round(amount, 1), unit)] if amount >= 0.05 else []
        if loss.win_chance is not None and loss.win_chance >= SMALL / 10:
            parts.append(self.text("cost.chance", percent=self.percent(loss.win_chance)))
        if not parts and loss.utility >= SMALL / 10:
            parts.append(self.text("cost.utility", n=self.number(loss.utility, 2)))
        return parts or [self.text("cost.nothing")]

    def costs_of(self, decision: Decision, unit: str) -> list[str]:
        """Returns the cost of a decision: of a call in points alone, as its alternatives are."""
        if decision.kind != "call":
            return self.costs(decision.loss, unit)
        return self.costs(replace(decision.loss, win_chance=None), "points")

    def sentences(self, decision: Decision) -> Iterator[str]:
        """Returns the reasons why another choice was better."""
        names = self.names
        return (self.sentence(each.tag, each.params, names) for each in decision.explanation)

    def lessons(self, losses: SeatLosses) -> Iterator[str]:
        """Returns the lessons of a seat's clear mistakes."""
        return (lesson.text(self.language) for lesson in losses.lessons)

    def place(self, decision: Decision) -> str:
        """Returns the place of a decision: deal, hand and trick."""
        deal = decision.deal + 1
        if decision.kind != "card":
            keys = {"trumps": "place.trumps", "put": "place.cards"}
            return self.text(keys.get(way_of(decision), "place.calls"), deal=deal)
        steps = next(one.steps for one in self.review.deals if one.number == decision.deal)
        key = "place.hand" if len(steps.hands) > 1 else "place.trick"
        return self.text(key, deal=deal, hand=decision.hand + 1, trick=decision.trick + 1)

    def comparison(self, decision: Decision, played: str, better: str) -> str:
        """Returns the sentence that compares the choice made with the better one.

        Args:
            decision: the decision.
            played: the name of the choice made.
            better: the name of the better one.
        """
        keys = {
            "trumps": "moment.trumps",
            "bid": "moment.call",
            "pass": "moment.pass",
            "put": "moment.cards",
            "card": "moment.led" if decision.place == 0 else "moment.played",
        }
        key = keys[way_of(decision)]
        who = self.seat_name(decision.seat)
        return self.text(key, who=who, played=played, better=better)


Way = Literal["card", "trumps", "bid", "pass", "put"]
"""A kind of decision; a call is a bid, a pass, or a card put down or away."""


def way_of(decision: Decision) -> Way:
    """Returns the kind of a decision, with calls told apart."""
    if decision.phase == "trumps":
        return "trumps"
    if decision.kind != "call":
        return decision.kind
    call = parse_call(decision.played)
    return "put" if isinstance(call, Card) else "pass" if call == PASS else "bid"


def costliest_themes(losses: SeatLosses) -> Iterator[str]:
    """Returns the themes of a seat's mistakes, the most expensive first."""
    ordered = sorted(losses.by_theme.items(), key=lambda item: -item[1].utility)
    return (theme for theme, tally in ordered if tally.mistakes)


def double_dummy_unit(unit: str) -> str:
    """Returns the unit of double-dummy results."""
    return "tricks" if unit == "tricks" else "card-points"


def luck_sentences(phrases: Phrases, deal: DealReview) -> Iterator[str]:
    """Returns what the cards were worth double dummy, and what was made of them."""
    luck, unit = deal.luck, double_dummy_unit(deal.unit)
    two = len(phrases.review.sides) == 2
    if luck.par is None or luck.made is None:
        yield phrases.text(f"luck.missing.{luck.missing}")
    elif two:
        yield from _two_sides(phrases, deal, luck.par, luck.made)
    else:
        yield phrases.text("luck.several-sides")
    if luck.missing is not None and luck.expert_points is not None:
        results = _results(phrases, luck.expert_points, "points")
        yield phrases.text("luck.expert-points", results=results)
    elif two and luck.expert is not None:
        results = _results(phrases, luck.expert, unit)
        yield phrases.text("luck.by-experts", results=results)
    if unit == "card-points" and luck.par is not None:
        yield phrases.text("luck.card-points")


def _results(phrases: Phrases, results: Sequence[int], unit: str) -> str:
    """Returns the result of each side in words."""
    return ", ".join(
        phrases.text(
            "luck.result",
            who=phrases.side_name(side),
            amount=phrases.amount(made, unit),
        )
        for side, made in enumerate(results)
    )


def _two_sides(
    phrases: Phrases, deal: DealReview, par: tuple[int, ...], made: tuple[int, ...]
) -> Iterator[str]:
    """Returns the worth of the first side's cards, and what became of it."""
    unit, first = double_dummy_unit(deal.unit), phrases.side_name(0)
    key = "luck.par" if deal.steps.points is not None else "luck.par-unfinished"
    yield phrases.text(key, who=first, amount=phrases.amount(par[0], unit), n=made[0])
    given = deal.luck.given
    if given is not None:
        sentence = phrases.text(
            "luck.given",
            who=first,
            given=phrases.amount(given[0], unit),
            other=phrases.side_name(1),
            back=phrases.amount(given[1], unit),
        )
        yield capitalized(sentence)
