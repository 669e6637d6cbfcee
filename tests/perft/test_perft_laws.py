"""Laws of counting: closed formulas and invariances."""

from itertools import permutations
from math import factorial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import Card, Hand, Suit, card_at, mask_of
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.match import Deal, DealLog, Match, Phase, ToChoose, ToThrow, start
from oddtrick.match.hand_play import open_hand
from oddtrick.perft import Count, divide, perft, total
from oddtrick.record import replay
from oddtrick.tricks import left_of
from tests.support.perft.perft_data_files import Position, load

suits = st.sampled_from(Suit)
orders = st.permutations(list(Suit))
seats_and_cards = st.tuples(st.integers(2, 4), st.integers(1, 3)).filter(
    lambda sizes: factorial(sizes[1]) ** sizes[0] <= 1296
)


def ending(hands: list[list[Card]], trump: Suit | None, dealer: int) -> Match:
    """A deal of knock-out whist, each for himself, that begins with these hands."""
    rules = rules_of("knockout-whist", players=len(hands))
    seats = tuple(range(len(hands)))
    dealt = tuple(Hand(mask_of(hand)) for hand in hands)
    log = DealLog(dealer, seats, deal=Deal((dealt,)), trump=trump)
    playing = open_hand(
        tuple(hand.mask for hand in dealt),
        leader=left_of(seats, dealer),
        seats=seats,
        trump=trump,
        order=rules.order.strengths(trump),
        break_trumps=False,
    )
    return Match(rules, rules.match.start(len(seats), len(seats)), playing, log)


def all_to(seat: int, seats: int, tricks: int) -> tuple[int, ...]:
    return tuple(tricks if other == seat else 0 for other in range(seats))


@given(seats_and_cards, orders, st.data())
def test_seats_with_a_suit_each_and_no_trumps_play_in_any_order(
    sizes: tuple[int, int], order: list[Suit], data: st.DataObject
) -> None:
    """Seat i holds k cards of suit i only.

    Nobody can ever follow, so each seat plays its k cards in any order: k! ways, whatever the
    others do, (k!)^n together. No trump falls, so the leader wins, leads again, and takes all.
    """
    seats, cards = sizes
    ranks = st.sets(st.integers(0, 12), min_size=cards, max_size=cards)
    hands = [[card_at(suit, rank) for rank in data.draw(ranks)] for suit in order[:seats]]
    dealer = data.draw(st.integers(0, seats - 1))
    leader = (dealer + 1) % seats
    for trump in (None, order[leader]):
        count = perft(ending(hands, trump, dealer))
        assert count == Count(
            factorial(cards) ** seats, {all_to(leader, seats, cards): factorial(cards) ** seats}
        )


@given(seats_and_cards, orders, st.data())
def test_the_only_holder_of_trumps_takes_every_trick(
    sizes: tuple[int, int], order: list[Suit], data: st.DataObject
) -> None:
    """As above, but seat t's suit is trumps.

    If t does not lead, it trumps the first trick, then leads trumps, which nobody can follow.
    """
    seats, cards = sizes
    hands = [[card_at(suit, rank) for rank in range(cards)] for suit in order[:seats]]
    dealer, holder = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, seats - 1))
    ways = factorial(cards) ** seats
    count = perft(ending(hands, order[holder], dealer))
    assert count == Count(ways, {all_to(holder, seats, cards): ways})


@given(st.integers(2, 7), st.integers(1, 4), suits, suits, st.data())
def test_one_card_of_each_suit_leaves_only_the_leads_to_choose(
    seats: int, cards: int, trump: Suit, missing: Suit, data: st.DataObject
) -> None:
    """Every seat holds exactly one card of each of k suits.

    The leader chooses one of the suits that are left, and everybody has to follow with the
    only card of it: after j tricks all hold the same k - j suits. That is k (k - 1) … 1 = k!
    sequences. A suit is always led once and never trumped, so the holder of its highest card
    wins its trick in every sequence: one outcome.
    """
    chosen = data.draw(orders)[:cards]
    hands: list[list[Card]] = [[] for _ in range(seats)]
    expected = [0] * seats
    for suit in chosen:
        ranks = data.draw(st.permutations(range(13)))[:seats]
        for seat, rank in enumerate(ranks):
            hands[seat].append(card_at(suit, rank))
        expected[ranks.index(max(ranks))] += 1
    count = perft(ending(hands, trump, data.draw(st.integers(0, seats - 1))))
    assert count == Count(factorial(cards), {tuple(expected): factorial(cards)})


@given(seats_and_cards, suits, st.booleans(), st.randoms(use_true_random=False))
def test_a_single_suit_restricts_no_play(
    sizes: tuple[int, int], suit: Suit, trumps: bool, rng: Random
) -> None:
    """All hold the same suit, so all may play any card: (k!)^n sequences.

    With two seats a sequence is a pairing of the hands in some order: each of the k! pairings
    comes k! times, and a pair is won by its higher card.
    """
    seats, cards = sizes
    ranks = rng.sample(range(13), seats * cards)
    hands = [ranks[seat * cards : (seat + 1) * cards] for seat in range(seats)]
    match = ending(
        [[card_at(suit, rank) for rank in hand] for hand in hands], suit if trumps else None, 0
    )
    count = perft(match)
    assert count.sequences == factorial(cards) ** seats
    if seats == 2:
        expected: dict[tuple[int, ...], int] = {}
        for other in permutations(hands[1]):
            won = sum(mine > theirs for mine, theirs in zip(hands[0], other, strict=True))
            points = (won, cards - won)
            expected[points] = expected.get(points, 0) + factorial(cards)
        assert count.outcomes == expected


def random_hands(rng: Random, seats: int, cards: int) -> list[list[Card]]:
    drawn = rng.sample(list(Card), seats * cards)
    return [drawn[seat * cards : (seat + 1) * cards] for seat in range(seats)]


@given(seats_and_cards, suits, orders, st.randoms(use_true_random=False))
def test_the_names_of_the_suits_do_not_matter(
    sizes: tuple[int, int], trump: Suit, names: list[Suit], rng: Random
) -> None:
    hands = random_hands(rng, *sizes)
    renamed = [[card_at(names[card.suit], card.rank) for card in hand] for hand in hands]
    assert perft(ending(hands, trump, 0)) == perft(ending(renamed, names[trump], 0))


@given(seats_and_cards, suits, st.randoms(use_true_random=False))
def test_T1_rotating_the_table_keeps_the_count(
    sizes: tuple[int, int], trump: Suit, rng: Random
) -> None:
    hands = random_hands(rng, *sizes)
    there = perft(ending(hands, trump, len(hands) - 1))
    turned = perft(ending([hands[-1], *hands[:-1]], trump, 0))
    assert turned.sequences == there.sequences
    assert turned.outcomes == {
        (points[-1], *points[:-1]): ways for points, ways in there.outcomes.items()
    }


@given(seats_and_cards, suits, st.randoms(use_true_random=False))
def test_an_outcome_shares_out_all_the_tricks(
    sizes: tuple[int, int], trump: Suit, rng: Random
) -> None:
    count = perft(ending(random_hands(rng, *sizes), trump, 0))
    assert {sum(points) for points in count.outcomes} == {sizes[1]}
    assert sum(count.outcomes.values()) == count.sequences


SMALL = [
    pytest.param(place, id=f"{game.id}-{place.name}")
    for game in GAMES
    for place in load(game.id)
    if place.sequences <= 200
][::3]


def one_further(match: Match, after: Match, depth: int | None) -> Count:
    """The count after one first action: the points if it ends the deal."""
    if after.number == match.number and not after.over:
        return perft(after, depth)
    result = after.all_deals[match.number].result
    assert result is not None
    return Count(1, {result.points: 1})


@pytest.mark.parametrize("place", SMALL)
def test_a_count_is_the_sum_of_the_counts_one_action_further(place: Position) -> None:
    match = replay(place.record)
    depths = [place.depth] if place.depth is not None else [None, 1, 2, 5]
    for depth in depths:
        further = None if depth is None else depth - 1
        parts = divide(match, depth)
        assert tuple(parts) == match.legal_actions()
        for action, part in parts.items():
            assert part == one_further(match, match.apply(action), further)
        assert total(parts.values()) == perft(match, depth)


@given(st.sampled_from([game.id for game in GAMES]), st.integers(0, 99))
def test_a_depth_of_two_is_counted_by_hand(game: str, seed: int) -> None:
    match = new_match(game, seed=seed, dealer=0)
    assert perft(match, 0) == Count(1, {(): 1})
    assert perft(match, 1).sequences == len(match.legal_actions())
    further = [match.apply(action) for action in match.legal_actions()]
    assert perft(match, 2).sequences == sum(len(after.legal_actions()) for after in further)


def test_a_count_does_not_begin_the_next_deal() -> None:
    place = next(place for place in load("whist") if place.depth is None)
    match = replay(place.record)
    assert match.number == 0
    drawing = match.with_chance(new_match("whist", seed=1).chance)
    assert perft(drawing, 60) == perft(match) == perft(match, 60)


def second_deal(phase: type[Phase], **options: Any) -> Match:
    """A match of knock-out whist that waits for something before its second deal."""
    for seed in range(100):
        match = new_match("knockout-whist", seed=seed, dealer=0, **options)
        while match.number == 0 and not match.over:
            match = match.apply(match.legal_actions()[0])
        if isinstance(match.phase, phase):
            return match
    raise LookupError(phase)


def test_K3_a_blind_choice_is_the_only_action_before_the_deal() -> None:
    assert perft(second_deal(ToChoose, players=2, choose="blind")) == Count(4, {(): 4})


def test_K5_throws_are_counted_until_one_wins() -> None:
    """Two throw: 3 of the 9 rounds are level and go on; in the other 6 the cards are dealt next."""
    match = second_deal(ToThrow, players=3, tie="rps")
    assert perft(match, 2) == Count(9, {(): 9})
    assert perft(match, 4) == Count(6 + 3 * 9, {(): 33})
    with pytest.raises(OddtrickError, match="for ever"):
        perft(match)


@pytest.mark.parametrize(
    ("match", "depth", "words"),
    [
        (start(rules_of("whist"), dealer=0), None, "not dealt"),
        (new_match("whist", seed=1), -1, "depth is -1"),
    ],
)
def test_an_uncountable_position_is_refused(match: Match, depth: int | None, words: str) -> None:
    with pytest.raises(OddtrickError, match=words):
        perft(match, depth)


def test_a_split_needs_a_first_action() -> None:
    with pytest.raises(OddtrickError, match="at least 1"):
        divide(new_match("whist", seed=1), 0)
