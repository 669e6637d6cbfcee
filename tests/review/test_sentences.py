"""Tests that sentences are true in every world consistent with the view.

Each sentence is checked in sampled worlds by rules implemented independently here.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.bots.sentences import CARD_PARAMS, LANGUAGES, catalogue_of
from oddtrick.cards import Card, Hand, Suit, cards_in, mask_of, parse_card
from oddtrick.review import Sentence
from oddtrick.review.decision_value import advice_for
from oddtrick.review.explanations import explain
from oddtrick.review.provable import CLAIMS
from oddtrick.scoring.deals import TOP_TRUMP_POINTS
from oddtrick.solver import Position, solve
from oddtrick.solver.sampling import worlds
from oddtrick.tricks import Trick
from oddtrick.views import Awaited
from tests.support.strategies import matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.match import Match
    from oddtrick.views import View

WORLDS = 8


class World:
    """A world consistent with a view, and a sentence about it."""

    def __init__(self, view: View, hands: list[int], params: dict[str, str], better: Card) -> None:
        assert view.seat is not None
        self.view, self.hands, self.better = view, hands, better
        self.seat = view.seat
        self.partners = view.rules.partners(view.seat)
        self.opponents = [
            seat for seat in view.seats if seat != view.seat and seat not in self.partners
        ]
        self.behind = view.table_seats[len(view.table) + 1 :]
        self.strength = view.rules.order.strengths(view.trump)
        self.card, self.higher, self.guarded = (
            parse_card(params[name]) if name in params else None
            for name in ("card", "higher", "guarded")
        )
        suits = {str(suit): suit for suit in Suit}
        self.suit = suits.get(params.get("suit", ""))
        self.params = params

    def number(self, name: str) -> int:
        return int(self.params[name])

    def held(self, seat: int, suit: Suit | None) -> int:
        return 0 if suit is None else self.hands[seat] & suit.mask

    def beats(self, one: Card, other: Card) -> bool:
        return one.suit is other.suit and self.strength[one] > self.strength[other]

    def wins(self, trick: Trick, card: Card) -> bool:
        """Returns True if the card, played next, would be winning."""
        return trick.play(card).best == len(trick.cards)

    def stands(self, trick: Trick) -> bool:
        """Returns True if no later player can beat the winning card after ours."""
        return not any(
            self.wins(Trick(trick.seats, trick.cards, trick.trump, trick.order), card)
            for seat in self.behind
            for card in cards_in(trick.legal(self.hands[seat]))
        )

    def ours_stands(self, card: Card) -> bool:
        return self.wins(self.view.trick, card) and self.stands(self.view.trick.play(card))

    def best(self) -> Card:
        return self.view.table[self.view.trick.best]

    def is_best_left(self, card: Card) -> bool:
        others = [seat for seat in self.view.seats if seat != self.seat]
        return not any(
            self.beats(one, card) for seat in others for one in cards_in(self.hands[seat])
        )

    def hides(self, card: Card) -> bool:
        """Returns True if a higher card of the suit may be hidden."""
        return any(self.beats(one, card) for one in self.view.unseen)

    def led_by(self, seats: Any) -> set[Suit]:
        return {trick.cards[0].suit for trick in self.view.tricks if trick.seats[0] in seats}

    def lengths(self) -> list[int]:
        plain = [suit for suit in Suit if suit is not self.view.trump]
        return [self.held(self.seat, suit).bit_count() for suit in plain]

    def winners(self) -> list[Card]:
        return [c for c in self.view.legal if isinstance(c, Card) and self.wins(self.view.trick, c)]

    def all_trumps(self, seats: Any) -> int:
        return sum(self.held(seat, self.view.trump).bit_count() for seat in seats)

    def sure_tricks(self) -> bool:
        """Returns True if the side takes all remaining tricks double dummy."""
        rules, view = self.view.rules, self.view
        own = {self.seat, *self.partners}
        position = Position(
            tuple(map(Hand, self.hands)),
            view.trump,
            self.seat,
            sides=tuple(int(seat not in own) for seat in range(rules.players)),
            order=rules.order,
            trumps_held_back=rules.break_trumps and not view.broken,
            out=tuple(seat for seat in range(rules.players) if seat not in view.seats),
        )
        return solve(position) == len(view.hand)


def partner_wins(w: World) -> bool:
    return w.view.trick.winner in w.partners and w.card in (None, w.best())


def both(one: Card | None, other: Card | None) -> tuple[Card, Card]:
    assert one is not None
    assert other is not None
    return one, other


def gone(w: World) -> int:
    trump = w.view.trump
    assert trump is not None
    played = [card for trick in w.view.tricks for card in trick.cards] + list(w.view.table)
    played += [card for hand in w.view.earlier for trick in hand for card in trick.cards]
    return (mask_of(played) & trump.mask).bit_count()


TRUE: dict[str, Callable[[World], bool]] = {
    "partner-ahead": partner_wins,
    "partner-safe": lambda w: partner_wins(w) and w.stands(w.view.trick),
    "wins-last": lambda w: not w.behind and w.card in w.winners(),
    "wins-surely": lambda w: w.card is not None and w.ours_stands(w.card),
    "enough": lambda w: w.card is not None and w.ours_stands(w.card),
    "high-for-nothing": lambda w: not w.winners() and w.card in w.view.legal,
    "gives-points": lambda w: (
        w.view.trick.winner in w.opponents
        and w.card is not None
        and w.card.suit is w.view.trump
        and TOP_TRUMP_POINTS[w.card.rank] == w.number("count")
    ),
    "takes-points": lambda w: (
        sum(
            TOP_TRUMP_POINTS.get(card.rank, 0) for card in w.view.table if card.suit is w.view.trump
        )
        == w.number("count")
    ),
    "opponent-behind": lambda w: (
        w.number("seat") in w.behind and not w.held(w.number("seat"), w.suit)
    ),
    "partner-doubtful": lambda w: (
        partner_wins(w)
        and w.higher is not None
        and w.beats(w.higher, w.best())
        and w.higher not in w.view.played
    ),
    "one-above": lambda w: (
        not any(
            w.beats(card, w.better) and card is not w.higher
            for seat in w.view.seats
            if seat != w.seat
            for card in cards_in(w.hands[seat])
        )
    ),
    "best-left": lambda w: w.card is not None and w.is_best_left(w.card),
    "best-left-safe": lambda w: (
        w.card is not None and w.is_best_left(w.card) and w.ours_stands(w.card)
    ),
    "guards": lambda w: (
        w.card in w.view.hand and w.guarded in w.view.hand and w.beats(*both(w.guarded, w.card))
    ),
    "ten-unseen": lambda w: (
        w.card is not None
        and w.higher is not None
        and w.beats(w.card, w.higher)
        and w.higher not in w.view.played
    ),
    "opponents-led": lambda w: w.suit in w.led_by(w.opponents),
    "tenace": lambda w: (
        w.card in w.view.hand
        and w.higher in w.view.hand
        and any(
            w.beats(card, w.card or card) and w.beats(w.higher or card, card)
            for card in w.view.unseen
        )
    ),
    "longest": lambda w: w.held(w.seat, w.suit).bit_count() == max(w.lengths()),
    "singleton": lambda w: (
        w.held(w.seat, w.suit).bit_count() == 1 and bool(w.held(w.seat, w.view.trump))
    ),
    "higher-unseen": lambda w: (
        w.card is not None
        and w.higher is not None
        and w.beats(w.higher, w.card)
        and w.higher not in w.view.played
        and w.higher not in w.view.hand
    ),
    "partner-out": lambda w: not w.held(w.partners[0], w.suit),
    "partner-out-bare": lambda w: (
        not w.held(w.partners[0], w.suit) and not w.held(w.partners[0], w.view.trump)
    ),
    "partner-led": lambda w: w.suit in w.led_by(w.partners),
    "opponent-out": lambda w: (
        w.number("seat") in w.opponents and not w.held(w.number("seat"), w.suit)
    ),
    "only-partners-trumps": lambda w: not w.all_trumps(w.opponents),
    "trumps-mine": lambda w: not w.all_trumps(seat for seat in w.view.seats if seat != w.seat),
    "trumps-count": lambda w: (
        w.number("gone") == gone(w)
        and w.number("own") == w.all_trumps([w.seat])
        and w.number("out") == len([c for c in w.view.unseen if c.suit is w.view.trump])
    ),
    # Heuristics with a checkable claim.
    "cannot-win": lambda w: not w.winners(),
    "cannot-win-discard": lambda w: not w.winners(),
    "last-hand": lambda w: not w.behind and w.better in w.winners(),
    "partner-winning": lambda w: w.view.trick.winner in w.partners,
    "partner-winning-trumps": lambda w: w.view.trick.winner in w.partners,
    "partner-winning-discard": lambda w: w.view.trick.winner in w.partners,
    "second-hand-winner": lambda w: w.better.suit in w.led_by(w.view.seats),
    "second-hand-low": lambda w: bool(set(w.behind) & set(w.partners)),
    "third-hand-beaten": lambda w: not any(w.ours_stands(card) for card in w.winners()),
    "ruff-low": lambda w: w.better.suit is not w.view.table[0].suit,
    "ruff-high": lambda w: any(not w.held(seat, w.view.table[0].suit) for seat in w.behind),
    "doubtful-trick": lambda w: bool(set(w.behind) & set(w.partners)),
    "return-trumps": lambda w: w.view.trump in w.led_by(w.partners),
    "cash-winner": lambda w: w.is_best_left(w.better),
    "return-partners-suit": lambda w: w.better.suit in w.led_by(w.partners),
    "give-ruff": lambda w: any(not w.held(seat, w.better.suit) for seat in w.partners),
    "fourth-best": lambda w: w.held(w.seat, w.better.suit).bit_count() == max(w.lengths()),
    "top-of-suit": lambda w: w.held(w.seat, w.better.suit).bit_count() == max(w.lengths()),
    "long-suit-low": lambda w: w.held(w.seat, w.better.suit).bit_count() == max(w.lengths()),
    "top-of-sequence": lambda w: (
        any(
            w.beats(card, w.better)
            for seat in w.view.seats
            if seat != w.seat
            for card in cards_in(w.hands[seat])
        )
        or w.hides(w.better)
    ),
    "all-mine": World.sure_tricks,
    "only-trumps-best": lambda w: (
        w.hands[w.seat] == w.held(w.seat, w.view.trump) and w.is_best_left(w.better)
    ),
    "only-trumps-low": lambda w: w.hands[w.seat] == w.held(w.seat, w.view.trump),
    "lead-to-survive": lambda w: not w.view.won[w.seat],
    "survive": lambda w: not w.view.won[w.seat],
    "ten-wins": lambda w: w.ours_stands(w.better),
    "ten-master": lambda w: w.is_best_left(w.better),
    "feed-partner": lambda w: w.view.trick.winner in w.partners,
    "prize": lambda w: bool(w.view.table),
}
"""The check of each sentence with a claim, in a world."""

ADVICE = frozenset(catalogue_of("en").advice) - frozenset(CLAIMS)
"""Heuristics that only give advice."""


def said(view: View) -> list[tuple[Card, Sentence]]:
    """Returns all sentences about this position, for any pair of cards."""
    advice, found = advice_for(view), []
    cards = [card for card in view.legal if isinstance(card, Card)]
    for better in cards:
        own = advice if advice.action is better else None
        for played in (None, *cards):
            if played is not better:
                sentences = explain(view, better, played, own, 7)
                assert 1 <= len(sentences) <= 2
                assert len({sentence.text() for sentence in sentences}) == len(sentences)
                found += [(better, sentence) for sentence in sentences]
    return found


def untrue(view: View, seed: int) -> list[str]:
    """Returns the sentences about this position that are false in some world."""
    drawn = worlds(view).draw(WORLDS, seed).hands.tolist()
    wrong = []
    for better, sentence in said(view):
        check = TRUE.get(sentence.tag)
        if check is None:
            assert sentence.tag in ADVICE or sentence.tag == "in-worlds", sentence.tag
            continue
        for hands in drawn:
            if not check(World(view, hands, sentence.params, better)):
                wrong.append(f"{better}: {sentence.text()} {list(map(Hand, hands))}")
                break
    return wrong


@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_sentences_are_true_in_every_world_of_the_view(match: Match, seed: int) -> None:
    view = match.view(match.to_act)
    if view.awaited is Awaited.CARD:
        assert untrue(view, seed) == []


@pytest.mark.long
@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=3000)
def test_sentences_are_true_in_many_positions(match: Match, seed: int) -> None:
    view = match.view(match.to_act)
    if view.awaited is Awaited.CARD:
        assert untrue(view, seed) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in(language: str) -> None:
    for tag, text in catalogue_of(language).sentences.items():
        names = {name for _, name, _, _ in Formatter().parse(text) if name}
        values = {name: "AS" if name in CARD_PARAMS else "3" for name in names}
        sentence = Sentence(tag, values).text(language, ["Ann", "Bob", "Cy", "Di"])
        assert "{" not in sentence
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence[-1] == "."


def test_every_claim_has_a_check() -> None:
    unchecked = {"in-worlds", "trumps-choice", "close-card", "close-suit"}
    assert frozenset(catalogue_of("en").facts) - frozenset(TRUE) == unchecked
    assert frozenset(CLAIMS) - frozenset(TRUE) == {"rule-of-eleven"}


def test_every_language_has_the_same_sentences_with_the_same_slots() -> None:
    english = catalogue_of("en")
    for language in LANGUAGES:
        other = catalogue_of(language)
        assert set(other.words) == set(english.words)
        for mine, theirs in ((english.advice, other.advice), (english.facts, other.facts)):
            assert {tag: slots(text) for tag, text in mine.items()} == {
                tag: slots(text) for tag, text in theirs.items()
            }


def slots(text: str) -> set[str]:
    """The parameters that a text names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}
