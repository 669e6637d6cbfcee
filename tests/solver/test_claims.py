"""Claims against a search that tries every legal play and knows nothing else (T9)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Rank, Suit
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, Playing, start
from oddtrick.solver.claims import NODES, _OutOfNodesError, _Search, claim, provable_claim
from oddtrick.solver.sampling import worlds
from tests.support.extent import part, times
from tests.support.hypothesis_strategies import TRUMPS
from tests.support.position_builders import after, ending, play_deal, playing

Kind = tuple[str, int, dict[str, Any]]
"""A game, its players and its options."""

KINDS: list[Kind] = [
    ("whist", 4, {}),
    ("scotch-whist", 2, {}),
    ("scotch-whist", 3, {}),
    ("scotch-whist", 4, {"sides": 2}),
    ("knockout-whist", 2, {}),
    ("knockout-whist", 3, {"broken": True}),
]


def every_play_wins(hand: Playing, claimer: int, side: tuple[int, ...]) -> bool:
    """The claim as T9 has it: some card of the claimer's, and each of anybody else's."""
    if hand.complete:
        return True
    wins = []
    for card in hand.legal():
        then = hand.after(card)
        lost = len(then.winners) > len(hand.winners) and then.winners[-1] not in side
        wins.append(not lost and every_play_wins(then, claimer, side))
    return any(wins) if hand.to_act == claimer else all(wins)


def good_cards(dealt: list[Card], size: int, trump: Suit | None, rng: Random) -> list[Card]:
    """Cards with which one might claim: the best trumps, the best of any suit, or any."""
    tastes: list[Callable[[Card], Any]] = [
        lambda card: (card.suit is trump, card.rank),
        lambda card: (card.rank, rng.random()),
        lambda card: rng.random(),
    ]
    return sorted(dealt, key=rng.choice(tastes), reverse=True)[:size]


def dealt_for_a_claim(kind: Kind, size: int, trump: Suit | None, rng: Random) -> tuple[Match, int]:
    """Hands of equal size, one of them strong, and the seat of that hand."""
    game, players, options = kind
    pack = [card for card in CARDS if card.rank >= Rank.EIGHT]
    dealt = rng.sample(pack, size * players)
    claimer, lead = rng.randrange(players), rng.randrange(players)
    own = good_cards(dealt, size, trump, rng)
    rest = [card for card in dealt if card not in own]
    hands = [rest[size * n : size * (n + 1)] for n in range(players - 1)]
    hands.insert(claimer, own)
    texts = [str(Hand.of(hand)) for hand in hands]
    return ending(*texts, trump=trump, lead=lead, game=game, **options), claimer


@st.composite
def endings(draw: st.DrawFn) -> tuple[Match, int]:
    """Two to four cards each, some of them played, and who claims."""
    kind = draw(st.sampled_from(KINDS))
    size = draw(st.integers(2, 3 if kind[1] == 4 else 4))
    rng = draw(st.randoms(use_true_random=False))
    match, claimer = dealt_for_a_claim(kind, size, draw(TRUMPS), rng)
    for _ in range(draw(st.integers(0, kind[1] + 1))):
        if isinstance(match.phase, Playing):
            match = match.apply(rng.choice(match.legal_actions()))
    assume(isinstance(match.phase, Playing))
    return match, claimer


@settings(max_examples=times(120, whole=400))
@given(endings())
def test_T9_a_claim_stands_exactly_if_every_play_of_the_others_loses(
    position: tuple[Match, int],
) -> None:
    match, claimer = position
    side = match.rules.sides[match.rules.side_of(claimer)]
    stands = every_play_wins(playing(match), claimer, side)
    assert _Search(claimer, frozenset(side), NODES).holds(playing(match)) == stands
    line = claim(match, claimer)
    assert (line is not None) == stands
    if line is not None:
        before = playing(match)
        done = after(match, line)
        assert done.result
        hand = done.all_deals[0].hands[0]
        assert hand.plays == (*before.plays, *line)
        assert set(hand.winners[len(before.winners) :]) <= set(side)


@settings(max_examples=150)
@given(endings())
def test_T9_a_claim_is_granted_on_the_view_only_if_it_stands_in_every_layout(
    told: tuple[Match, int],
) -> None:
    match, claimer = told
    line = provable_claim(match, claimer)
    if line is None:
        return
    layouts = worlds(match.view(claimer))
    side = match.rules.sides[match.rules.side_of(claimer)]
    hand = playing(match)
    assert set(after(match, line).all_deals[0].hands[0].winners[len(hand.winners) :]) <= set(side)
    for world in layouts.draw_worlds(20, seed=1):
        dealt = tuple(
            cards.mask | (was & hand.gone)
            for cards, was in zip(world.hands, hand.layout.dealt, strict=True)
        )
        other = replace(hand, layout=replace(hand.layout, dealt=dealt))
        assert every_play_wins(other, claimer, side)


class Plodding(_Search):
    """The same search without the quick answer for top cards."""

    def _obvious(self, hand: Playing) -> bool:
        return False


@pytest.mark.parametrize("kind", part(KINDS[:-1], 2), ids=str)
def test_T9_the_quick_test_agrees_with_the_search(kind: Kind) -> None:
    obvious = 0
    for seed in range(times(75, whole=150)):
        rng = Random(seed)
        size, trump = rng.choice([5, 6, 7]), rng.choice([None, *Suit])
        match, claimer = dealt_for_a_claim(kind, size, trump, rng)
        hand = playing(match)
        side = frozenset(match.rules.sides[match.rules.side_of(claimer)])
        if not _Search(claimer, side, 0)._obvious(hand):
            continue
        try:
            assert Plodding(claimer, side, 20_000).holds(hand), (seed, match.deal.deal)
        except _OutOfNodesError:
            continue
        obvious += 1
        assert claim(match, claimer) is not None
    assert obvious >= 5


@pytest.mark.parametrize(
    ("tops", "trump", "stands"),
    [
        ("AKQJT98765432...", Suit.SPADES, True),
        ("AKQJT9.AK.AK.AKQ", Suit.SPADES, True),
        ("AKQ.AKQ.AKQ.AKQJ", None, True),
        ("AKQ.AKQ.AKQ.AKQJ", Suit.SPADES, False),
    ],
)
def test_T9_thirteen_top_cards_are_claimed_unless_a_fourth_trump_is_out(
    tops: str, trump: Suit | None, *, stands: bool
) -> None:
    rest = [card for card in CARDS if card not in Hand.of(tops)]
    others = [str(Hand.of(rest[number::3])) for number in range(3)]
    line = claim(ending(tops, *others, trump=trump), 0)
    assert (line is not None) == stands


@pytest.mark.parametrize(
    ("own", "left", "stands"),
    [
        ("AK.2..", "32..4.", True),
        ("AK.2..", "3.43..", False),
        ("A.2..", "3.4..", False),
        ("A..2.", "3.4..", True),
        (".AK..", "2.3..", False),
        (".AK..", "..32.", True),
        ("A.K..", "K.A..", False),
    ],
)
def test_T9_small_cards_are_good_once_the_others_are_out(
    own: str, left: str, *, stands: bool
) -> None:
    """Knock-out whist for two, spades are trumps, the claimer leads."""
    match = ending(own, left, trump=Suit.SPADES, game="knockout-whist")
    assert (claim(match, 0) is not None) == stands


def test_T9_the_partner_is_one_of_the_others() -> None:
    """Seat 2 has the ace, but nothing makes it play it."""
    spoils = ending("43...", "65...", "A2...", ".32..")
    assert claim(spoils, 0) is None
    assert claim(ending("43...", "65...", "AK...", ".32.."), 0) is not None


def test_T9_a_partner_able_to_beat_the_lead_may_also_play_below_it() -> None:
    """Seat 3 has led the jack, and seat 2 holds king and ten."""
    for held, stands in [("KT...", False), ("KQ...", True)]:
        match = ending("..AK.", "..43.", held, "J..2.", lead=3).apply(Card.SJ)
        assert (claim(match, 0) is not None) == stands


def test_T9_a_claim_that_cannot_be_decided_in_time_is_rejected() -> None:
    match = ending("AKQ...", "J32...", "..432.", "..765.", trump=Suit.SPADES)
    assert claim(match, 0, nodes=0) is None
    assert claim(match, 0) is not None


def test_T9_nothing_can_be_claimed_before_the_play_or_by_a_seat_that_is_out() -> None:
    assert claim(start(rules_of("whist"), dealer=0), 0) is None
    match = play_deal(start(rules_of("knockout-whist"), dealer=0), "0000223")
    hands = ("AKQJT9...", "", ".AKQJT9..", "..AKQJT9.")
    match = after(match, [Deal((tuple(map(Hand.of, hands)),)), Suit.SPADES])
    assert claim(match, 1) is None
    assert claim(match, 0) is not None


def test_T9_trumps_that_are_not_broken_may_stop_a_claim() -> None:
    """Under K7 seat 0 cannot draw the trump that takes its club."""
    for broken in (False, True):
        match = ending(".AK..5", ".2.43.", trump=Suit.HEARTS, game="knockout-whist", broken=broken)
        assert (claim(match, 0) is None) == broken
