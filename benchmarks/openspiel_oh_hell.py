"""One of our bots against three ISMCTS players of OpenSpiel in Oh Hell, in whole matches.

    python benchmarks/openspiel_oh_hell.py --matches 40 --simulations 1000

Cards, bids and plays are those of OpenSpiel's own game, which counts every trick and ten for an
exact bid; our match follows it. Our bot changes its seat from match to match. Reports how often it
comes first, ties shared, with a 95 % interval.

The opponents know more than they may: the worlds that OpenSpiel 2.0.2 draws for a player exchange
the cards that the others hold, and none that lies in nobody's hand. With two cards each, that tells
which six of 49 unseen cards are in play; with ten, 30 of 41.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import Any

import pyspiel

from oddtrick.bots import find_bot
from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand, parse_card
from oddtrick.games import rules_of
from oddtrick.match import CallPhase, Deal, start

PLAYERS, MOST = 4, 10
FIRST_BID = 52
"""OpenSpiel's action for a bid of nothing."""


def first_cards(state: Any, players: int, dealer: int, rng: Random) -> list[Card]:
    """Draws OpenSpiel's dealer and cards; returns the cards in the order of the deal."""
    cards: list[Card] = []
    while state.is_chance_node():
        legal = state.legal_actions()
        action = dealer if legal == list(range(players)) else rng.choice(legal)
        text = state.action_to_string(pyspiel.PlayerId.CHANCE, action)
        if text[0] in "CDHS":  # else it is the number of tricks, or the dealer
            cards.append(parse_card(text[1] + text[0]))
        state.apply_action(action)
    return cards


def ismcts(simulations: int, seed: int) -> Any:
    """OpenSpiel's information-set MCTS with random rollouts."""
    return pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        uct_c=5.0,
        max_simulations=simulations,
        max_world_samples=-1,
        final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        use_observation_string=False,
        allow_inconsistent_action_sets=False,
    )


def play_deal(size: int, dealer: int, ours: int, bots: list[Any], rng: Random) -> list[float]:
    """The points of each seat in one deal; the bot of seat ``ours`` is one of ours."""
    game = pyspiel.load_game(f"oh_hell(players={PLAYERS},num_tricks_fixed={size})")
    state = game.new_initial_state()
    cards = first_cards(state, PLAYERS, dealer, rng)
    held = tuple(Hand.of(cards[seat : PLAYERS * size : PLAYERS]) for seat in range(PLAYERS))
    rules = rules_of("oh-hell", players=PLAYERS, most=size, score="tricks-plus")
    match = start(rules, dealer=dealer).apply(Deal((held,), cards[PLAYERS * size]))
    while not state.is_terminal():
        seat = state.current_player()
        if seat == ours:
            chosen = bots[seat].choose(match.view(seat), rng)
            text = str(chosen)
            action = (
                FIRST_BID + chosen.number
                if isinstance(chosen, Bid)
                else state.string_to_action(seat, text[1] + text[0])
            )
        else:
            action = bots[seat].step(state)
        text = state.action_to_string(seat, action)
        bids = isinstance(match.phase, CallPhase)
        match = match.apply(Bid(action - FIRST_BID) if bids else parse_card(text[1] + text[0]))
        state.apply_action(action)
    assert list(match.result[0].points) == state.returns()
    return list(state.returns())


def main() -> None:
    """Plays the matches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    bot, firsts, begun = find_bot(arguments.bot), [], process_time()
    points = [0.0, 0.0]
    for number in range(arguments.matches):
        rng = Random(f"{arguments.seed}/{number}")
        ours, totals = number % PLAYERS, [0.0] * PLAYERS
        bots = [ismcts(arguments.simulations, rng.getrandbits(31)) for _ in range(PLAYERS)]
        bots[ours] = bot
        for size in range(MOST, 0, -1):
            dealer = (number // PLAYERS + size) % PLAYERS
            scored = play_deal(size, dealer, ours, bots, rng)
            totals = [had + new for had, new in zip(totals, scored, strict=True)]
        best = max(totals)
        firsts.append((totals[ours] == best) / totals.count(best))
        points[0] += totals[ours] / arguments.matches
        points[1] += (sum(totals) - totals[ours]) / (PLAYERS - 1) / arguments.matches
        mean = sum(firsts) / len(firsts)
        error = 1.96 * (sum((one - mean) ** 2 for one in firsts) / len(firsts) ** 2) ** 0.5
        if (number + 1) % 5 == 0:
            seconds = process_time() - begun
            print(f"{number + 1}: first in {mean:.1%} ± {error:.1%}, {seconds:.0f} s", flush=True)
    print(f"points a match: {points[0]:.1f}, the others {points[1]:.1f}")


if __name__ == "__main__":
    main()
