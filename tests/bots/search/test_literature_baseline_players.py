"""Baselines play as described in the literature."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from oddtrick.arena import play_duplicate
from oddtrick.bots.search import Searcher
from oddtrick.bots.search.literature_baseline_players import (
    BASELINES,
    TreePlayer,
    check_baseline,
    pimc_20,
    rollouts,
)
from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, rules_of
from oddtrick.rules import Rules
from oddtrick.solver.pimc import evaluate
from oddtrick.views import Awaited
from tests.support.bot_positions import chosen, play_out, table

TREE = TreePlayer("tree", iterations=100)


@pytest.mark.parametrize(
    ("game", "options"),
    [("whist", {}), ("scotch-whist", {"players": 5}), ("knockout-whist", {"players": 4})],
)
@pytest.mark.parametrize("learnt", [False, True])
def test_a_tree_plays_deals_to_their_end(game: str, options: dict[str, Any], learnt: bool) -> None:
    player = replace(TREE, learnt=learnt)
    match = new_match(game, seed=3, **options)
    assert play_out(match, (player,) * match.rules.players, Random(3), deals=1).number == 1


def test_a_tree_finds_the_card_that_wins() -> None:
    match = table("A.2..", ".K3..", ".Q4..", ".J5..", game="knockout-whist", trump=Suit.CLUBS)
    assert chosen(replace(TREE, iterations=2000), match) is Card.SA


def test_a_tree_is_the_same_for_the_same_seed() -> None:
    view = new_match("whist", seed=5).view(1)
    assert len({TREE.choose(view, Random(1)) for _ in range(3)}) == 1


def test_a_tree_out_of_turn_is_an_error() -> None:
    match = new_match("whist", seed=5)
    with pytest.raises(OddtrickError, match="it is not seat 3's turn"):
        TREE.choose(match.view(3), Random(1))


def test_plain_sampling_takes_the_best_mean_of_solved_worlds() -> None:
    rng, match = Random(2), new_match("whist", seed=9, match="deals")
    for _ in range(28):
        match = match.apply(rng.choice(match.legal_actions()))
    view = match.view(match.to_act)
    values = pimc_20.evaluate(view, Random(4))
    seed = Random(4).getrandbits(64)
    means = evaluate(view, 20, seed=seed, objective="tricks").means()
    won = view.side_won[view.rules.side_of(match.to_act or 0)]
    assert values.exact
    for value, mean in zip(values.choices, means, strict=True):
        assert value.tricks == pytest.approx(mean + won)


PLAYED = {
    "pimc": {"whist"},
    "ismcts": {
        "whist",
        "colonial-whist",
        "colonial-scotch-whist",
        "scotch-whist",
        "knockout-whist",
    },
    "playouts": {game.id for game in GAMES} - {"german-whist"},
}
"""The games in which each method is all that a baseline does."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("player", BASELINES, ids=lambda player: player.name)
def test_a_baseline_plays_by_its_method_or_refuses_in_one_line(
    player: Searcher | TreePlayer, game: Game
) -> None:
    rules = game.rules()
    if game.id not in PLAYED[player.name.partition("-")[0]]:
        refusal = rf"^{player.name} does not play {game.id}: it [^\n]+$"
        with pytest.raises(OddtrickError, match=refusal):
            check_baseline(player, rules)
        with pytest.raises(OddtrickError, match=refusal):
            contest(player.name, rules)
        return
    check_baseline(player, rules)
    match, rng = new_match(rules=rules, seed=2), Random(2)
    while not match.result:
        view = match.view(match.to_act)
        assert player is rollouts or view.awaited is not Awaited.CALL
        solved = player.name.startswith("pimc") and view.awaited is Awaited.CARD
        if solved and max(view.counts) < 5 and len(view.legal) > 1:
            assert isinstance(player, Searcher)
            assert player.evaluate(view).exact
        match = match.apply(rng.choice(view.legal))


def contest(name: str, rules: Rules) -> object:
    """A contest in which the baseline would play."""
    return play_duplicate(rules, "random", name, deals=1, unit="points")


def test_baselines_and_the_oracle_refuse_what_their_methods_lack() -> None:
    dogs = rules_of("knockout-whist", dogs_life=True)
    for player in BASELINES:
        with pytest.raises(OddtrickError, match=r"leave dogs_life out \(X5\)$"):
            check_baseline(player, dogs)
    for game in ("solo-whist", "bid-whist", "minnesota-whist", "oh-hell", "german-whist"):
        with pytest.raises(OddtrickError, match=f"^oracle solves no deals of {game}: "):
            contest("oracle", rules_of(game))


def test_names_of_baselines_are_unique() -> None:
    assert len({player.name for player in BASELINES}) == len(BASELINES)
