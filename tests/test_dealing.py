"""Chance: a pack is dealt to the last card, and a seed gives the same deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, cards_in
from oddtrick.dealing import Seeded, deal_out, draw, new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Cut, Deal, Match, start
from oddtrick.rules import TrumpSource
from tests.support.hypothesis_strategies import finished, matches
from tests.support.position_builders import play_deal, taking
from tests.support.random_matches import EVERY, WITH_CALLS


def shuffled(match: Match, random: Random) -> list[Card]:
    return random.sample(cards_in(match.rules.pack), match.rules.pack.bit_count())


@pytest.mark.parametrize(("game", "options"), [*EVERY[::5], *WITH_CALLS], ids=str)
@settings(max_examples=20)
@given(random=st.randoms(use_true_random=False), seat=st.integers(0, 7))
def test_cards_are_dealt_singly_from_the_dealers_left_and_none_is_lost(
    game: str, options: dict[str, Any], random: Random, seat: int
) -> None:
    rules = rules_of(game, **options)
    match = start(rules, dealer=seat % rules.players)
    pack = shuffled(match, random)
    deal = deal_out(match, pack)
    at = 0
    for size, hands in zip(rules.plan.sizes(0), deal.hands, strict=True):
        for card in pack[at : at + size * rules.players]:
            assert card in hands[(match.deal.dealer + 1 + at) % rules.players]
            at += 1
        assert all(len(hand) == size for hand in hands)
    source = rules.trumps.source(0)
    turned = {TrumpSource.TURNED: at - 1, TrumpSource.SPARE: at}.get(source)
    assert deal.turn_up is (None if turned is None else pack[turned])
    assert match.apply(deal).deal.deal == deal


@given(finished("knockout-whist"))
def test_the_deals_of_a_match_are_those_that_the_rules_allow(match: Match) -> None:
    again = start(match.rules)
    for action in match.actions:
        again = again.apply(action)
    assert again.over


@given(st.lists(st.sampled_from(CARDS), max_size=60))
def test_cards_other_than_the_pack_cannot_be_dealt(pack: list[Card]) -> None:
    match = start(rules_of("whist"), dealer=0)
    if sorted(pack) != list(CARDS):
        with pytest.raises(OddtrickError, match="not the pack of whist: it has each of its cards"):
            deal_out(match, pack)


@pytest.mark.parametrize(
    "pack", [[*CARDS[:51], CARDS[0]], CARDS[:51], [*CARDS, CARDS[0]]], ids=["twice", "51", "53"]
)
def test_a_pack_with_a_missing_or_duplicate_card_cannot_be_dealt(pack: list[Card]) -> None:
    with pytest.raises(OddtrickError, match="not the pack of whist"):
        deal_out(start(rules_of("whist"), dealer=0), pack)


@given(matches())
def test_chance_does_not_act_for_a_person(match: Match) -> None:
    with pytest.raises(OddtrickError, match="not for chance to act"):
        draw(match, Random(1))


@given(st.integers(0, 2**32))
def test_one_round_of_a_cut_is_drawn_for_the_seats_that_cut(seed: int) -> None:
    match = start(rules_of("scotch-whist", players=5))
    cut = draw(match, Random(seed))
    assert isinstance(cut, Cut)
    assert [seat for seat, _ in cut.cards] == [0, 1, 2, 3, 4]
    shown = [card for _, card in cut.cards]
    assert len(set(shown)) == 5
    assert all(match.rules.pack & card.bit for card in shown)


@pytest.mark.parametrize(("game", "options"), [*EVERY[::9], *WITH_CALLS], ids=str)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**64))
def test_the_same_seed_gives_the_same_match(game: str, options: dict[str, Any], seed: int) -> None:
    assert new_match(game, seed=seed, **options) == new_match(game, seed=seed, **options)


def test_other_seeds_and_other_places_in_the_match_give_other_deals() -> None:
    """The first and the fifth deal have the same dealer."""
    first = fifth = start(rules_of("whist", match="deals", deals=5), dealer=0)
    for _ in range(4):
        fifth = play_deal(fifth, taking(7))
    deals = [Seeded(seed)(match) for seed in range(20) for match in (first, fifth)]
    assert all(isinstance(deal, Deal) for deal in deals)
    assert len({str(deal) for deal in deals}) == len(deals)


def test_a_match_without_a_seed_is_a_fresh_one() -> None:
    assert new_match("whist", dealer=0) != new_match("whist", dealer=0)


def test_the_seed_may_be_drawn_from_a_source_of_chance() -> None:
    first = new_match("whist", rng=Random(5))
    assert first == new_match("whist", rng=Random(5))
    assert first != new_match("whist", rng=Random(6))


@given(finished())
def test_a_match_that_draws_for_itself_never_waits_for_chance(match: Match) -> None:
    again = start(match.rules, chance=match.chance)
    people = [action for action in match.actions if not isinstance(action, (Cut, Deal))]
    for action in people:
        assert again.to_act not in (None, CHANCE)
        again = again.apply(action)
    assert again == match


def test_a_match_starts_from_a_game_or_from_rules() -> None:
    rules = rules_of("whist", target=7)
    assert new_match(rules=rules, seed=1) == new_match("whist", target=7, seed=1)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (None, {}),
        ("whist", {"rules": rules_of("whist")}),
        (None, {"rules": rules_of("whist"), "target": 7}),
    ],
)
def test_passing_both_or_neither_of_game_and_rules_is_refused(
    game: str | None, options: dict[str, Any]
) -> None:
    with pytest.raises(OddtrickError, match="give a game with its options, or rules, not both"):
        new_match(game, **options)
