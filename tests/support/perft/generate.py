"""Finds positions worth counting and writes the data.

    python -m tests.support.perft.generate --write

Each recipe names a kind of position. The seeds from 0 up are played at random until the match is
there, and the first that have what the recipe wants are kept. The counts written are the
engine's; ``test_perft_data.py`` confirms every one of them by the reference. Random play may come
out otherwise in another release of Python: the data count, this file says how they came about.
"""

import argparse
import sys
from itertools import count
from math import prod
from random import Random

from oddtrick.dealing import Seeded
from oddtrick.games import GAMES, rules_of
from oddtrick.match import CallPhase, Match, Playing, ToChoose, start
from oddtrick.perft import perft
from oddtrick.record import Record, record_of, replay
from tests.support.game_folders import by_game

from .perft_data_files import Position, store
from .predicates import held
from .recipe import Recipe

RECIPES: dict[str, list[Recipe]] = by_game("recipes", "RECIPES")

SEEDS = 20_000


def main() -> None:
    """Finds the positions of every game, or of the one named, and with ``--write`` stores them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("game", nargs="*", default=[game.id for game in GAMES])
    args = parser.parse_args()
    for game in args.game:
        for long in (False, True):
            recipes = [recipe for recipe in RECIPES[game] if recipe.long is long]
            positions = [found for recipe in recipes for found in find(game, recipe)]
            sequences = sum(position.sequences for position in positions)
            kind = f"{game} long" if long else game
            sys.stdout.write(f"{kind}: {len(positions)} positions, {sequences:,} sequences\n")
            if args.write:
                store(game, positions, long=long)


def find(game: str, recipe: Recipe) -> list[Position]:
    """As many positions as the recipe asks for."""
    found: list[Position] = []
    for seed in range(SEEDS):
        match = reach(game, recipe, seed)
        if match is None or not recipe.start(match) or too_many(match, recipe):
            continue
        position = counted(f"{recipe.name}-{len(found) + 1}", match, recipe.depth)
        if recipe.least <= position.sequences <= recipe.most and recipe.ways(match, position):
            found += with_twin(position, recipe)
        if len(found) >= recipe.times * (2 if recipe.twin else 1):
            return found
    raise LookupError(f"{game}: {recipe.name} was not found in {SEEDS} seeds")


def reach(game: str, recipe: Recipe, seed: int) -> Match | None:
    """A match played at random to where the recipe begins; None if it does not come there."""
    rules, rng = rules_of(game, **recipe.options), Random(f"perft {seed}")
    match = start(rules, dealer=seed % rules.players, chance=Seeded(seed))
    while not match.over and match.number <= recipe.deal:
        if match.number == recipe.deal and _is_there(match, recipe):
            return match
        calls: tuple[str, ...] = ()
        if match.number == recipe.deal and isinstance(match.phase, CallPhase):
            calls = recipe.calls[sum(len(each.made) for each in match.call_phases(match.deal)) :]
        called = match.phase.parse(calls[0]) if calls else None
        match = match.apply(called or rng.choice(match.legal_actions()))
    return None


def _is_there(match: Match, recipe: Recipe) -> bool:
    if recipe.left is None:
        choosing = isinstance(match.phase, ToChoose) and match.deal.deal is not None
        return choosing or (isinstance(match.phase, CallPhase) and not match.phase.made)
    at_hand = len(match.deal.hands) == recipe.hand
    return isinstance(match.phase, Playing) and at_hand and sum(held(match)) == recipe.left


def too_many(match: Match, recipe: Recipe) -> bool:
    """True if a quick estimate, the mean branching along random lines, is far too high."""
    rng, lines = Random(0), []
    for _ in range(20):
        state, branching = match, []
        for step in count():
            if state.number != match.number or state.over or step == recipe.depth:
                break
            branching.append(len(state.legal_actions()))
            state = state.apply(rng.choice(state.legal_actions()))
        lines.append(prod(branching))
    return sum(lines) / len(lines) > 3 * recipe.most


def counted(name: str, match: Match, depth: int | None) -> Position:
    """The position with the engine's count."""
    ways = perft(match, depth)
    return Position(name, record_of(match), depth, ways.sequences, ways.outcomes_by_text)


def with_twin(position: Position, recipe: Recipe) -> list[Position]:
    """The position; where the recipe has a twin, both, or none if their counts are the same."""
    if recipe.twin is None:
        return [position]
    record = position.record
    other = Record(record.format, {**record.rules, **recipe.twin}, record.deals)
    ways = counted(f"{position.name}-twin", replay(other), position.depth)
    return [position, ways] if ways.sequences != position.sequences else []


if __name__ == "__main__":
    main()
