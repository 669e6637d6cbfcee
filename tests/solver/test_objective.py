"""The objectives of the colonial games against the reference scoring and perft positions."""

from __future__ import annotations

from itertools import product

import pytest

from oddtrick.cards import Card, Hand, Rank, Suit, card_at, mask_of
from oddtrick.games import GAMES, rules_of
from oddtrick.match import Match, Playing
from oddtrick.record import replay
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver import Holder, Objective, Position, solve
from oddtrick.views import PlayedTrick, View
from tests.support.perft.perft_data_files import Position as Counted
from tests.support.perft.perft_data_files import load


def honour_score(taken: int) -> int:
    """C5, by hand."""
    return [0, 0, 0, 2, 4][taken]


@pytest.mark.parametrize("trump", Suit)
def test_C3_C5_the_winners_of_the_hand_count_odd_tricks_and_honours(trump: Suit) -> None:
    objective = Objective.of_deal(rules_of("colonial-whist").scoring, trump=trump)
    assert objective.honours == Hand.of(card_at(trump, rank) for rank in HONOUR_RANKS)
    assert (objective.captured, objective.catchers) == ((), ())
    expected = []
    for tricks, taken in product(range(14), range(5)):
        us = tricks - 6 + honour_score(taken) if tricks > 6 else 0
        them = 7 - tricks + honour_score(4 - taken) if tricks < 7 else 0
        expected.append(us - them)
    assert list(objective.utility) == expected


def test_CS2_CS3_CS4_each_side_counts_beyond_its_book() -> None:
    objective = Objective.of_deal(rules_of("colonial-scotch-whist").scoring, trump=Suit.HEARTS)
    assert objective.catchers == (Card.HT,)
    expected = []
    for tricks, taken, by in product(range(14), range(5), Holder):
        us = tricks - 6 + honour_score(taken) + 10 * (by is Holder.US)
        them = 7 - tricks + honour_score(4 - taken) + 10 * (by is Holder.THEM)
        expected.append((us if tricks >= 6 else 0) - (them if tricks <= 7 else 0))
    assert list(objective.utility) == expected


def test_H4_without_trumps_only_tricks_count() -> None:
    objective = Objective.of_deal(rules_of("whist", honours="captured").scoring, trump=None)
    assert (objective.honours, objective.catchers) == (Hand(), ())
    assert objective.utility[9] == 3


def test_an_objective_includes_tricks_already_won() -> None:
    objective = Objective.of_deal(rules_of("colonial-scotch-whist").scoring, trump=Suit.HEARTS)
    tricks = [
        PlayedTrick((0, 1, 2, 3), (Card.HA, Card.H2, Card.HK, Card.H3), 0),
        PlayedTrick((0, 1, 2, 3), (Card.SA, Card.HT, Card.S2, Card.S3), 1),
        PlayedTrick((1, 2, 3, 0), (Card.D2, Card.HQ, Card.D3, Card.D4), 2),
    ]
    now = objective.after(tricks, (0, 1, 0, 1))
    assert (now.tricks_won, now.honours_won, now.caught) == (2, 3, (Holder.THEM,))
    assert objective.after(tricks, (1, 0, 1, 0)).caught == (Holder.US,)


def position_of(match: Match, view: View) -> Position:
    """The hand under way with open cards."""
    hand = match.phase
    assert isinstance(hand, Playing)
    players = range(match.rules.players)
    return Position.of(
        match.rules,
        [Hand(hand.held(seat)) for seat in players],
        match.deal.trump,
        hand.trick.leader,
        hand.trick.cards,
        past=view.tricks,
        out=tuple(seat for seat in players if seat not in match.deal.seats),
    )


def outcomes_of(counted: Counted) -> list[tuple[int, ...]]:
    return [tuple(map(int, text.split(","))) for text in counted.outcomes]


def to_the_end(game: str) -> list[tuple[Counted, Match, View]]:
    """The counted positions whose every line runs from the last hand to the end of the deal."""
    found = []
    for counted in load(game):
        match = replay(counted.record)
        view = match.view(match.to_act if isinstance(match.phase, Playing) else None)
        last = view.hand_number == view.hand_count - 1
        plays = isinstance(match.phase, Playing) and not view.dogs
        if counted.depth is None and plays and last:
            found.append((counted, match, view))
    assert len(found) >= 5
    return found


def test_whist_has_the_value_of_an_enumerated_outcome() -> None:
    for counted, match, view in to_the_end("whist"):
        position = position_of(match, view)
        if match.rules.options.honours != "none":  # type: ignore[attr-defined]
            continue
        side = match.rules.side_of(position.to_play)
        tricks = view.side_won[side] + solve(position)
        odd = [max(0, tricks - 6), max(0, 7 - tricks)]
        assert tuple(odd if side == 0 else odd[::-1]) in outcomes_of(counted), counted.name


def test_colonial_scotch_has_the_value_of_an_enumerated_difference() -> None:
    for counted, match, view in to_the_end("colonial-scotch-whist"):
        position = position_of(match, view)
        sign = 1 if position.side_of[position.to_play] == 0 else -1
        differences = {us - them for us, them in outcomes_of(counted)}
        assert sign * solve(position) in differences, counted.name


def test_colonial_has_the_value_of_an_enumerated_difference_unless_the_game_is_won() -> None:
    checked = 0
    for counted, match, view in to_the_end("colonial-whist"):
        position = position_of(match, view)
        score = match.standing.carried
        if match.rules.profile.by_tricks:
            continue  # X2: honours as dealt follow from no play
        if max(score) >= match.rules.options.target - 7:  # type: ignore[attr-defined]
            continue  # H3: tricks may end the game before honours count
        sign = 1 if position.side_of[position.to_play] == 0 else -1
        differences = {us - them for us, them in outcomes_of(counted)}
        assert sign * solve(position) in differences, counted.name
        checked += 1
    assert checked


def test_knockout_has_at_least_the_lowest_enumerated_value() -> None:
    for counted, match, view in to_the_end("knockout-whist"):
        position = position_of(match, view)
        seat = position.to_play
        least = view.won[seat] + solve(position)
        assert least in {points[seat] for points in outcomes_of(counted)}, counted.name


def taken(view: View, seats: list[int], trump: Suit) -> int:
    """Cards and top trumps that these seats have taken in the deal so far."""
    tops = {Rank.JACK: 11, Rank.TEN: 10, Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2}
    total = 0
    for seen in (*(seen for hand in view.earlier for seen in hand), *view.tricks):
        if seen.winner in seats:
            total += len(seen.cards)
            total += sum(tops.get(card.rank, 0) for card in seen.cards if card.suit is trump)
    return total


def test_scotch_has_a_value_that_an_enumerated_outcome_allows() -> None:
    """Points are top trumps plus cards above those dealt: which side has those is not told."""
    checked = 0
    for counted, match, view in to_the_end("scotch-whist"):
        if len(match.rules.sides) != 2:
            continue
        position = position_of(match, view)
        side = match.rules.side_of(position.to_play)
        seats, trump = list(match.rules.sides[side]), match.deal.trump
        assert trump is not None
        assert match.deal.deal is not None
        dealt = sum(
            mask_of(hand[seat]).bit_count() for hand in match.deal.deal.hands for seat in seats
        )
        total = taken(view, seats, trump) + solve(position)
        allowed = set()
        for points in outcomes_of(counted):
            allowed |= {points[side] + dealt, points[side] + dealt - (sum(points) - 30)}
        assert total in allowed, counted.name
        checked += 1
    assert checked


def test_every_game_has_a_position() -> None:
    for game in GAMES:
        rules = rules_of(game.id)
        if rules.terms is not None:
            continue  # its deals have positions, under their contracts
        hands = [Hand.of([Card(seat)]) for seat in range(rules.players)]
        best = solve(Position.of(rules, hands, Suit.CLUBS, 0))
        assert best == solve(Position.of(rules, hands, Suit.CLUBS, 0))
