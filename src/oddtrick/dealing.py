"""Chance: shuffles, cuts, and the start of a match that draws them itself."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom

import msgspec

from oddtrick.cards import Card, Hand, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, ChanceAction, Cut, Deal, Match, ToCut, start
from oddtrick.rules import Rules, TrumpSource
from oddtrick.tricks import from_seat, left_of


def deal_out(match: Match, pack: Sequence[Card]) -> Deal:
    """Deals a shuffled pack, top card first, one at a time from the dealer's left (W3, S4, K1).

    The separate hands are dealt one after another. The rules say whether the last card dealt, which
    is the dealer's, is turned up (W4, S4), the next card of the pack (K2), or none.

    Raises:
        OddtrickError: the pack has not the cards of the game, each once.
    """
    rules, log = match.rules, match.deal
    if len(pack) != rules.pack.bit_count() or sum(card.bit for card in set(pack)) != rules.pack:
        raise OddtrickError(f"that is not the pack of {rules.game}: it has each of its cards once")
    order = from_seat(log.seats, left_of(log.seats, log.dealer))
    hands, at = [], 0
    for sizes in rules.plan.seat_sizes(match.number, rules.players, log.seats, log.dogs):
        masks = [0] * rules.players
        turns = [seat for dealt in range(max(sizes)) for seat in order if dealt < sizes[seat]]
        for seat, card in zip(turns, pack[at : at + len(turns)], strict=True):
            masks[seat] |= card.bit
        at += len(turns)
        hands.append(tuple(Hand(mask) for mask in masks))
    stock = tuple(pack[at:]) if rules.plan.stock else ()
    return Deal(tuple(hands), _turn_up(rules, match.number, pack, at), stock)


def _turn_up(rules: Rules, number: int, pack: Sequence[Card], dealt: int) -> Card | None:
    source = rules.trumps.source(number)
    if source is TrumpSource.TURNED:
        return pack[dealt - 1]
    return pack[dealt] if source is TrumpSource.SPARE else None


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
