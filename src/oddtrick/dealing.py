"""Chance: shuffles, cuts, and the start of a match that draws them itself."""

from __future__ import annotations

from random import Random, SystemRandom

import msgspec

from oddtrick.cards import cards_in
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, ChanceAction, Cut, Match, ToCut, start
from oddtrick.match.dealing_out import deal_out
from oddtrick.rules import Rules

__all__ = ["Seeded", "deal_out", "draw", "new_match"]


def draw(match: Match, rng: Random) -> ChanceAction:
    """Draws the next action of chance uniformly: a whole deal, or one round of a cut.

    Raises:
        OddtrickError: it is not for chance to act.
    """
    if match.to_act != CHANCE:
        raise OddtrickError("it is not for chance to act: ask match.to_act first")
    if isinstance(match.phase, ToCut):
        seats = match.phase.cutting.to_cut
        cards = rng.sample(cards_in(match.rules.pack), len(seats))
        return Cut(tuple(zip(seats, cards, strict=True)))
    pack = list(cards_in(match.rules.pack))
    rng.shuffle(pack)
    return deal_out(match, pack)


class Seeded(msgspec.Struct, frozen=True):
    """Draws for a match by a seed: the same seed and place in the match, the same draw."""

    seed: int

    def __call__(self, match: Match) -> ChanceAction:
        """The draw for this place in the match."""
        place = (match.number, len(match.opening), len(match.deal.opening))
        return draw(match, Random(f"oddtrick/{self.seed}/{place}"))


def new_match(
    game: str | None = None,
    *,
    rules: Rules | None = None,
    seed: int | None = None,
    rng: Random | None = None,
    dealer: int | None = None,
    **options: object,
) -> Match:
    """Starts a match that draws its own deals and cuts.

    Args:
        game: the name of the game.
        rules: or the rules themselves.
        seed: makes the deals and cuts the same each time; None: fresh ones.
        rng: draws the seed where none is given.
        dealer: the seat that deals first; None: it is cut for (T7, C2).
        **options: the options of the game, by name.

    Raises:
        OddtrickError: no such game or option, or both a game and rules are given.

    >>> match = new_match("scotch-whist", players=5, seed=7)
    >>> len(match.view(match.to_act).hand)
    7
    """
    if (game is None) == (rules is None) or (rules is not None and options):
        raise OddtrickError("give a game with its options, or rules, not both")
    if rules is None:
        assert game is not None
        rules = rules_of(game, **options)
    if seed is None:
        seed = (rng or SystemRandom()).getrandbits(64)
    return start(rules, dealer=dealer, chance=Seeded(seed))
