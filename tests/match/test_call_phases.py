"""Laws of phases of calls, with games that are written outside the package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from oddtrick.calls import Bid, Call
from oddtrick.cards import CARDS, Card, Hand, Suit, parse_card, parse_hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import GAMES, Game
from oddtrick.match import (
    Action,
    CallPhase,
    Deal,
    Match,
    Playing,
    deal_cards,
    play_hands,
    refusal_for_player,
    start,
)
from oddtrick.match.deal_log import facts_of
from oddtrick.record import record_of, steps_of
from oddtrick.rules import PASS, Called, DealPlan, Sequence, SpareTurnUp, Throw, Tie, TurnUp
from oddtrick.scoring import Account, DealFacts, ScoringProfile
from oddtrick.views import Awaited
from tests.support.bidding_games import EXCHANGE, NOMINATION, RED, colours, give
from tests.support.contributing_example_game import registered
from tests.support.permute_hidden_cards import replay_actions, swap_cards

BOTH = pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)
OTHERS = (*CARDS, *map(Bid, range(9)), Bid(name="pass"), PASS, *Suit, *Throw)


@cache
def states(game: Game, seed: int) -> tuple[Match, ...]:
    """A random match, state by state."""
    match, rng = new_match(rules=game.rules(), seed=seed), Random(seed)
    found = [match]
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
        found.append(match)
    return tuple(found)


def moments(game: Game) -> Iterator[Match]:
    for seed in range(4):
        yield from states(game, seed)


def calling(game: Game) -> Iterator[tuple[Match, CallPhase]]:
    for match in moments(game):
        if isinstance(match.phase, CallPhase):
            yield match, match.phase


@BOTH
def test_exactly_the_legal_calls_are_accepted_and_each_refusal_names_the_seat(game: Game) -> None:
    for match, phase in calling(game):
        legal = match.legal_actions()
        assert legal
        assert list(legal) == sorted(legal)
        for action in OTHERS:
            if any(type(action) is type(each) and action == each for each in legal):
                assert match.apply(action) != match
                continue
            with pytest.raises(RuleBroken, match=f"seat {match.to_act} ") as refused:
                match.apply(action)
            if isinstance(action, Bid):
                assert f"may not call {action}, only {legal[0]}" in str(refused.value)
                told = refusal_for_player(match, action, refused.value)
                assert told.what.startswith(f"you may not call {action}, only ")
                assert told.rule == refused.value.rule == phase.rule


@BOTH
def test_a_bid_in_another_phase_is_refused_with_what_is_awaited(game: Game) -> None:
    refused = 0
    for match in moments(game):
        if isinstance(match.phase, Playing):
            why = f"the bid of 3 down does not go here: seat {match.to_act} plays a card"
            with pytest.raises(RuleBroken, match=why):
                match.apply(Bid(3, "down"))
            refused += 1
    assert refused > 50


def _spellings(card: Card) -> Iterator[str]:
    """A card as people write it: rank or suit first, letters or symbols, and ``10`` for a ten."""
    for rank in {card.rank.letter, "10" if card.rank.letter == "T" else card.rank.letter}:
        for suit in (card.suit.letter, card.suit.symbol, card.suit.symbol + "\ufe0e"):
            yield from (rank + suit, (rank + suit).lower())
        yield card.suit.symbol + rank


def test_a_card_that_is_put_down_is_read_in_any_spelling() -> None:
    """C1: in every game whose calls are cards, whichever card is to be put down."""
    asked: dict[str, set[Card]] = {}
    for game in GAMES:
        for match in (state for seed in range(3) for state in states(game, seed)):
            legal = match.legal_actions() if match.phase.awaited is Awaited.CALL else ()
            for card in (call for call in legal if isinstance(call, Card)):
                assert all(match.phase.parse(text) == card for text in _spellings(card)), card
                asked.setdefault(game.id, set()).add(card)
    assert asked.keys() == {"minnesota-whist", "bid-whist"}
    assert all(len(cards) >= 40 for cards in asked.values())


@BOTH
def test_a_call_is_parsed_by_its_phase(game: Game) -> None:
    for match, phase in calling(game):
        assert all(phase.parse(str(action)) == action for action in match.legal_actions())
        for change in (str.lower, str.upper):
            found = [phase.parse(change(str(action))) for action in match.legal_actions()]
            assert found == list(match.legal_actions())
        with pytest.raises(OddtrickError):
            phase.parse("?")


def test_a_call_written_as_it_is_goes_before_one_in_other_letters() -> None:
    class Odd(CallPhase, frozen=True, kw_only=True):
        to_act = 0
        complete = False

        def legal(self) -> tuple[Call, ...]:
            return (Bid(name="as"), Bid(3, "down"), parse_card("AS"))

    odd, match = Odd(), new_match(rules=NOMINATION.rules(), seed=1)
    name, bid, card = odd.legal()
    assert [odd.parse(text) for text in ("as", "AS", "3 DOWN")] == [name, card, bid]
    assert odd.parse("4 down") == Bid(4, "down")
    with pytest.raises(RuleBroken, match=r"may not call x{20}, only as, 3 down, AS"):
        odd.apply(match, Bid(name="x" * 40))


@BOTH
def test_the_actions_of_a_match_with_calls_replay_it(game: Game) -> None:
    for match in moments(game):
        assert replay_actions(match, list(match.actions)) == match.with_chance(None)


@BOTH
def test_cards_do_not_go_with_a_bid_and_none_is_lost_in_an_exchange(game: Game) -> None:
    for match in moments(game):
        log = match.deal
        if log.deal is not None and isinstance(match.phase, Playing):
            held = [Hand(mask) for mask in match.phase.layout.dealt]
            assert Hand.of(card for hand in held for card in hand) == Hand.of(
                card for hand in log.deal.hands[0] for card in hand
            )
            assert [len(hand) for hand in held] == [len(hand) for hand in log.deal.hands[0]]
            assert (tuple(held) != log.deal.hands[0]) == log.called("given")


@BOTH
def test_a_view_has_the_calls_in_the_order_of_the_phases(game: Game) -> None:
    for match in moments(game):
        view = match.view(None)
        assert (view.awaited is Awaited.CALL) == isinstance(match.phase, CallPhase)
        for name, made in view.calls:
            (phase,) = [each for each in match.call_phases(match.deal) if each.name == name]
            assert [seat for seat, _ in made] == [seat for seat, _ in phase.made]
            own = {seat: match.view(seat).calls for seat, _ in made}
            assert all((seat, call) in dict(own[seat])[name] for seat, call in phase.made), (
                "everybody sees their own calls"
            )
        for log, done in zip(match.past, view.past, strict=False):
            assert done.calls == tuple((each.name, each.made) for each in log.calls)


def test_secret_calls_are_shown_together_and_a_card_given_is_seen_by_two() -> None:
    for match in moments(EXCHANGE):
        for name, made in match.view(None).calls:
            phase = next(each for each in match.call_phases(match.deal) if each.name == name)
            hidden = name == "given" or not phase.complete
            assert all((call is None) == hidden for _, call in made)
            seen = [call for _, call in dict(match.view(2).calls)[name] if call is not None]
            due = 4 if not hidden else min(2, len(made)) if phase.complete else len(made) > 2
            assert len(seen) == due


class GivenScoring(Struct, frozen=True):
    """By the cards held and given, whether they were secret or not."""

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", per_side=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        points = [cards.bit_count() for cards in deal.side_cards(deal.dealt)]
        for seat, card in dict(deal.calls)["given"]:
            assert isinstance(card, Card)
            points[seat % 2] += card
        return (tuple(points),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        assert self.stages(deal) == (points,)
        return ((), ())


def test_the_facts_of_a_finished_deal_are_those_it_was_scored_by() -> None:
    rules, rng, thrown_in = replace(EXCHANGE.rules(), scoring=GivenScoring()), Random(4), 0
    for seed in range(8):
        match = new_match(rules=rules, seed=seed)
        while not match.over:
            match = match.apply(rng.choice(match.legal_actions()))
        for log, done in zip(match.all_deals, match.view(None).past, strict=True):
            nobody = (0,) * len(rules.sides)
            assert done.facts(rules) == facts_of(log, rules, nobody)
            assert rules.scoring.stages(done.facts(rules)) == (done.points,)
            thrown_in += not log.hands
    assert thrown_in


def unseen(match: Match, seat: int | None) -> list[Card]:
    """The cards that a seat has not seen: of its view, without those of calls that it saw."""
    view = match.view(seat)
    called = [call for _, made in view.calls for _, call in made if isinstance(call, Card)]
    return list(view.unseen - Hand.of(called))


def exchanged(action: Action, one: Card, other: Card) -> Action:
    """The action in the world where two cards have changed places."""
    if isinstance(action, Deal):
        return swap_cards(action, one, other)
    return {one: other, other: one}.get(action, action) if isinstance(action, Card) else action


@BOTH
def test_exchanging_cards_that_a_seat_has_not_seen_leaves_its_view_unchanged(game: Game) -> None:
    rng, tried, called = Random(3), 0, 0
    for match in moments(game):
        seat = rng.choice([None, *range(match.rules.players)])
        cards = unseen(match, seat)
        if match.over or len(cards) < 2:
            continue
        one, other = rng.sample(cards, 2)
        first = len(list(match.opening)) + sum(len(list(log.actions)) for log in match.past)
        actions = list(match.actions)
        actions[first:] = [exchanged(action, one, other) for action in actions[first:]]
        try:
            changed = replay_actions(match, actions)
        except RuleBroken:  # a shown void excludes this world
            continue
        shown = [
            msgspec.msgpack.encode(each.view(seat), enc_hook=repr) for each in (match, changed)
        ]
        assert shown[0] == shown[1]
        tried += changed != match.with_chance(None)
        called += bool(match.view(seat).calls)
    assert tried > 60
    assert called > 60


def test_the_turn_up_lies_open_while_seats_call_and_its_holder_is_unknown_after_an_exchange() -> (
    None
):
    for match in moments(EXCHANGE):
        view = match.view(None)
        if isinstance(match.phase, CallPhase):
            assert (view.turn_up_shown, view.turn_up_seat) == (True, view.dealer)
        elif view.turn_up is not None:
            assert view.turn_up_seat is None


def test_O4_the_bids_do_not_add_up_to_the_tricks() -> None:
    for match in states(NOMINATION, 1):
        for log in match.past:
            said = [bid.number for _, bid in log.calls[0].made if isinstance(bid, Bid)]
            assert sum(said) != sum(log.result.tricks if log.result else ())


def test_O5_exactly_those_who_take_what_they_said_score() -> None:
    for log in states(NOMINATION, 2)[-1].all_deals:
        assert log.result is not None
        for seat, bid in log.calls[0].made:
            assert isinstance(bid, Bid)
            made = log.result.tricks[seat] == bid.number
            assert log.result.points[seat] == (10 + bid.number if made else 0)
        public = log.finished_deal.facts(NOMINATION.rules())
        (points,) = NOMINATION.rules().scoring.stages(public)
        assert points == log.result.points


def test_a_deal_that_its_course_does_not_play_is_scored_without_tricks() -> None:
    match: Match = start(EXCHANGE.rules(), dealer=0)
    hands = ("AKQJ.2..A", "T987.3..8", "6543.4..7", "2.5.AK.65")
    deal = Deal((tuple(map(parse_hand, hands)),), Card.CA)
    red = [Card.H2, Card.H3, Card.H4, Card.DA]
    match = match.apply(deal)
    for card in (*red, *red):
        match = match.apply(card)
    assert match.number == 1
    assert match.result[0].tricks == (0, 0, 0, 0)
    assert match.result[0].points == (0, 0)
    calls: tuple[Call | None, ...] = tuple(call for _, call in match.view(0).past[0].calls[0][1])
    assert calls == tuple(red)


def test_the_steps_of_a_course_are_asked_again_after_every_phase() -> None:
    names: list[Any] = [type(match.phase).__name__ for match in states(EXCHANGE, 0)]
    order = list(dict.fromkeys(names))
    assert order[:3] == ["SecretColours", "PassLeft", "Playing"]


class NamesTrumps(CallPhase, frozen=True, kw_only=True):
    """The dealer names trumps, or none."""

    dealer: int

    name = "trumps"

    @property
    def to_act(self) -> int:
        return self.dealer

    @property
    def complete(self) -> bool:
        return bool(self.made)

    def legal(self) -> tuple[Bid, ...]:
        return tuple(Bid(name=name) for name in sorted([*map(str, Suit), "none"]))

    def settle(self, match: Match) -> Match:
        return match.with_deal(trump={str(suit): suit for suit in Suit}.get(str(self.made[0][1])))


def name_trumps(match: Match) -> NamesTrumps | None:
    log = match.deal
    return None if log.called("trumps") else NamesTrumps(dealer=log.dealer)


COURSES = {
    "before the deal": (name_trumps, deal_cards, colours, give, play_hands),
    "after the deal": (deal_cards, name_trumps, colours, give, play_hands),
}


SOURCES = [Called("E1"), Sequence((None,)), Sequence(RED), TurnUp()]


@pytest.mark.parametrize("source", [*SOURCES, SpareTurnUp()], ids=str)
def test_trumps_that_no_winner_chooses_are_neither_blind_nor_tied(source: Any) -> None:
    assert (source.blind, source.tie) == (False, Tie.CUT)


@pytest.mark.parametrize("source", SOURCES, ids=str)
@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_trumps_are_those_that_were_called_once_they_are(source: Any, course: Any) -> None:
    rules, rng, none = replace(EXCHANGE.rules(), trumps=source, course=course), Random(5), 0
    match = new_match(rules=rules, seed=2)
    while not match.over:
        view, log = match.view(None), match.deal
        if log.called("trumps"):
            called = str(log.calls[0].made[0][1])
            assert str(log.trump).lower() == str(view.trump).lower() == called
            assert view.trump_known
            assert match.trump_settled(log)
            none += view.trump is None
        elif source in SOURCES[:2]:
            settled = source == Sequence((None,))  # no trumps, which is not "none known"
            assert (view.trump, view.trump_known, match.trump_settled(log)) == (
                *(None, settled, settled),
            )
        if log.deal is not None and not view.tricks and not view.table:
            with registered(EXCHANGE):
                steps, recorded = steps_of(match).deals[-1], record_of(match).deals[-1]
            letter = "N" if log.trump is None else log.trump.letter
            assert steps.trump == recorded.trump == (letter if view.trump_known else None)
        legal = match.legal_actions()
        names = isinstance(match.phase, NamesTrumps)
        match = match.apply(legal[match.number] if names else rng.choice(legal))
    assert none


@BOTH
def test_every_card_of_the_steps_is_played_by_its_holder(game: Game) -> None:
    exchanged = 0
    for match in (*states(game, 0)[::9], states(game, 1)[-1]):
        with registered(game):
            steps = steps_of(match)
        for log, deal in zip(match.all_deals, steps.deals, strict=False):
            (hand,) = deal.hands
            assert log.deal is not None
            dealt = hand.cards if hand.dealt is msgspec.UNSET else hand.dealt
            assert dealt == tuple(tuple(map(str, sorted(held))) for held in log.deal.hands[0])
            exchanged += dealt is not hand.cards
            for trick in hand.tricks:
                assert all(card in hand.cards[seat] for seat, card in trick.plays)
    assert bool(exchanged) == (game is EXCHANGE)


def call_late(match: Match) -> object:
    """Calls after the first hand: not supported."""
    log = match.deal
    return NamesTrumps(dealer=log.dealer) if log.hands and not log.called("trumps") else None


@pytest.mark.parametrize(
    "course", [(deal_cards, play_hands, call_late), (deal_cards, call_late, play_hands)]
)
@pytest.mark.parametrize("hands", [1, 2])
def test_a_course_with_a_phase_after_a_hand_is_refused_in_one_line(course: Any, hands: int) -> None:
    rules = replace(EXCHANGE.rules(), course=course, plan=DealPlan((6,) * hands))
    match, rng = new_match(rules=rules, seed=2), Random(2)
    why = "^the course of exchange-whist opens NamesTrumps after a hand has been played: all other"
    for _ in range((24 * hands if course[-1] is call_late else 24) - 1):
        match = match.apply(rng.choice(match.legal_actions()))
    with pytest.raises(OddtrickError, match=why):
        match.apply(match.legal_actions()[0])
