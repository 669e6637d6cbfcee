"""Styles of play: taste among tied choices, which changes no strength and misleads nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from oddtrick.bots import RuleBot, casual, club, find_bot, novice
from oddtrick.bots.heuristics.inference import find_echoes, unlikely_cards
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.heuristics.style_choice import tied_advice
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.tie_break import is_tied
from oddtrick.bots.styles import STYLES, find_style
from oddtrick.cards import Card
from oddtrick.dealing import Seeded, new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Match
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited
from tests.support.partnership_positions import EVERY
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.position_builders import cards

TABLES = [("whist", {}, 6), ("knockout-whist", {"players": 4}, 6), ("scotch-whist", {}, 2)]
"""Games, with options and the number of deals looked at."""


class Choice(NamedTuple):
    """A decision between several cards, with what the level and its styles make of it."""

    match: Match
    own: Card
    tied: tuple[Card, ...]
    styled: dict[str, Card]


def decisions(seed: int, game: str, options: dict[str, Any]) -> Iterator[Match]:
    """Yields the states of a deal, played by club, in which a seat chooses between cards."""
    match, chance = new_match(game, seed=seed, **options), Seeded(seed)
    while match.number == 0 and not match.over:
        if match.to_act == CHANCE:
            match = match.apply(chance(match))
            continue
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD and len(view.legal) > 1:
            yield match
        match = match.apply(club.choose(view, Random(1)))


def choices_of(level: RuleBot) -> Iterator[Choice]:
    """Yields every decision of the sample."""
    styled = {style.name: find_bot(f"{level.name}+{style.name}") for style in STYLES}
    for game, options, deals in TABLES:
        for seed in range(deals):
            for match in decisions(seed, game, options):
                view = match.view(match.to_act)
                s = situation_of(view, level.memory)
                advice = tied_advice(s, level.rules.heuristics_for(s))
                yield Choice(
                    match,
                    cast("Card", level.choose(view, Random(1))),
                    tuple(cast("Card", each.action) for each in advice),
                    {
                        name: cast("Card", bot.choose(view, Random(1)))
                        for name, bot in styled.items()
                    },
                )


@pytest.fixture(scope="module", params=[casual, club], ids=lambda level: str(level.name))
def sample(request: pytest.FixtureRequest) -> list[Choice]:
    return list(choices_of(request.param))


def test_a_style_chooses_among_the_choices_that_tie_and_nowhere_else(sample: list[Choice]) -> None:
    for choice in [*sample, *choices_of(novice)]:
        assert choice.tied[0] is choice.own
        assert set(choice.tied) <= set(choice.match.legal_actions())
        assert set(choice.styled.values()) <= set(choice.tied)


def test_every_two_styles_differ_and_most_of_them_often(sample: list[Choice]) -> None:
    """Two styles choose differently at one tied decision in five or more, on average."""
    ties = [choice for choice in sample if len(choice.tied) > 1]
    assert len(ties) > len(sample) / 20
    differing = Counter(
        pair
        for choice in ties
        for pair in combinations(choice.styled, 2)
        if choice.styled[pair[0]] is not choice.styled[pair[1]]
    )
    assert all(differing[pair] for pair in combinations([style.name for style in STYLES], 2))
    assert sum(differing.values()) / len(differing) > len(ties) / 5


def false_conclusions(match: Match, card: Card) -> set[Card]:
    """The cards of a seat that the others think it lacks after a card, and did not before."""
    seat = match.to_act
    assert seat is not None
    after = match.apply(card)
    other = next(each for each in match.view(None).seats if each != seat)
    stronger = situation_of(match.view(seat)).stronger
    held = match.view(seat).hand.mask & ~card.bit
    before = unlikely_cards(match.view(other), stronger)[seat]
    if after.number != match.number or not after.view(other).hand:
        return set()
    lacked = unlikely_cards(after.view(other), stronger)[seat] & ~before
    return {each for each in match.view(seat).hand if each.bit & lacked & held}


def test_no_card_is_played_for_style_from_which_others_conclude_something_false(
    sample: list[Choice],
) -> None:
    for choice in sample:
        for card in set(choice.styled.values()) - {choice.own}:
            assert not false_conclusions(choice.match, card)


def test_a_style_never_echoes_from_more_or_fewer_than_two_cards() -> None:
    """In whole deals of styled players, by the rule that their partners read echoes with."""
    bots = [find_bot(f"club+{name}") for name in ("bold", "quick", "commanding", "sly")]
    false, plain = 0, 0
    for seed in range(6):
        for players in (bots, [club] * 4):
            match, chance = new_match("whist", seed=seed), Seeded(seed)
            dealt = None
            while match.number == 0:
                if match.to_act == CHANCE:
                    match = match.apply(chance(match))
                    continue
                dealt = dealt or match
                view = match.view(match.to_act)
                stronger = situation_of(view).stronger
                for seat, suit in find_echoes(view, stronger):
                    length = (dealt.view(seat).hand.mask & SUIT_MASKS[suit]).bit_count()
                    false += players is bots and length != 2
                    plain += players is not bots and length != 2
                assert match.to_act is not None
                match = match.apply(players[match.to_act].choose(view, Random(1)))
    assert false <= plain


def test_a_style_breaks_no_rule_of_partnership() -> None:
    for position in EVERY.values():
        match = position.match
        for style in STYLES:
            chosen = find_bot(f"club+{style.name}").choose(match.view(match.to_act), Random(1))
            assert chosen not in cards(position.forbidden)


def test_a_style_sees_no_more_than_its_level() -> None:
    rng, tried = Random(5), 0
    bots = [find_bot(f"club+{style.name}") for style in STYLES]
    for seed in range(3):
        for match in rng.sample(list(decisions(seed, "whist", {})), 8):
            other = permute_hidden(match, match.to_act, rng)
            if other is None:
                continue
            tried += 1
            for bot in bots:
                chosen = bot.choose(other.view(match.to_act), Random(1))
                assert chosen is bot.choose(match.view(match.to_act), Random(1))
    assert tried > 9


def test_search_in_a_style_chooses_what_it_cannot_tell_from_the_best() -> None:
    budget, differs = SearchBudget(candidates=200, worlds=60, temperature=64), 0
    plain = Searcher("plain", budget)
    for match in list(decisions(2, "whist", {}))[::4]:
        view = match.view(match.to_act)
        for name in ("bold", "patient"):
            styled = Searcher("styled", budget, find_style(name)).evaluate(view, Random(3))
            own = plain.evaluate(view, Random(3))
            assert styled.choices == own.choices
            chosen = styled.of(styled.chosen)
            assert styled.chosen is own.chosen or is_tied(chosen, styled.best)
            differs += styled.chosen is not own.chosen
    assert differs


def test_a_style_is_named_after_its_level() -> None:
    bot = find_bot(" Club+Bold ")
    assert (bot.name, bot.style) == ("club+bold", find_style("bold"))  # type: ignore[attr-defined]
    assert find_bot("expert+sly").name == "expert+sly"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("club+wild", "'wild' is not a style of play: the styles are bold, patient, "),
        ("club+", "'' is not a style of play"),
        ("random+bold", "random has no style of play: it plays any card"),
        ("clubs+bold", "'clubs.bold' is not a bot: did you mean 'club.bold'"),
        ("nobody+bold", "'nobody.bold' is not a bot: the bots are random, nov"),
    ],
)
def test_a_wrong_style_lists_the_right_ones(name: str, message: str) -> None:
    with pytest.raises(OddtrickError, match=message):
        find_bot(name)
