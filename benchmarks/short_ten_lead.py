"""Measures what leading a short ten at once is worth in Scotch whist, in partnership (S8).

    python benchmarks/short_ten_lead.py [--bot NAME] [--pairs N] [--seed N] [--first N]

A seat that leads for the first time in a deal holds the ten of trumps, single or with one other
trump, and a higher trump is out. The deal is played on twice with the same cards and random
numbers: once the ten is led, once the best other card of the same bot. The figure is the difference
in points of the seat's side, less the mean of the other sides, with its 95 % interval.
"""

from __future__ import annotations

import argparse
from itertools import count
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from oddtrick.arena.statistics import mean, t_interval
from oddtrick.bots import find_bot
from oddtrick.bots.heuristics.catch_the_ten import (
    SHORT_TRUMPS,
    lead_short_ten,
    lead_short_ten_if_favoured,
)
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.registry import LazyBot
from oddtrick.bots.search import Searcher
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import Playing

if TYPE_CHECKING:
    from oddtrick.bots import Bot
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View

SETTINGS = ((4, 2), (6, 2), (6, 3), (8, 2), (8, 4))
"""Players and sides of Scotch whist in partnership (S1)."""


class Pair(NamedTuple):
    """One deal played on both ways.

    Args:
        difference: points with the ten led, less those with the other card.
        single: the ten is the only trump.
        opening: it is the first lead of the deal.
        favoured: partners are as likely as opponents to hold the best trump.
    """

    difference: float
    single: bool
    opening: bool
    favoured: bool


def main() -> None:
    """Prints a row for each number of players and sides."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="club")
    parser.add_argument("--pairs", type=int, default=2000, help="deals of each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="only the first rows")
    args = parser.parse_args()
    print(f"| {args.bot} | pairs | the ten at once, points | single | with one other | favoured |")
    print("| --- | ---: | --- | --- | --- | --- |")
    for players, sides in SETTINGS[: args.first or None]:
        rules = rules_of("scotch-whist", players=players, sides=sides)
        bot = find_bot(args.bot, rules)
        bot = bot.bot if isinstance(bot, LazyBot) else bot
        pairs = measured(rules, bot, args.pairs, args.seed)
        cells = [
            interval([pair.difference for pair in pairs if chosen(pair)])
            for chosen in (
                lambda _: True,
                lambda pair: pair.single,
                lambda pair: not pair.single,
                lambda pair: pair.favoured,
            )
        ]
        row = " | ".join(cells)
        print(f"| {players} players, {sides} sides | {len(pairs)} | {row} |", flush=True)


def interval(differences: list[float]) -> str:
    """The mean with its 95 % interval, and the number of deals."""
    if len(differences) < 2:
        return "–"
    low, high = t_interval(differences)
    return f"{mean(differences):+.2f} ({low:+.2f} … {high:+.2f}), {len(differences)}"


def measured(rules: Rules, bot: Bot, pairs: int, seed: int) -> list[Pair]:
    """Plays deals on both ways, until there are so many pairs."""
    found: list[Pair] = []
    for number in count(seed * 1_000_000):
        if len(found) == pairs:
            return found
        position = first_short_lead(new_match(rules=rules, seed=number))
        if position is not None:
            found.append(pair_of(position, bot, number))
    raise AssertionError


def first_short_lead(match: Match) -> Match | None:
    """The first lead of a seat that holds a short ten; ``club`` plays up to it."""
    club, rng, led = find_bot("club"), Random(0), set[int]()
    while match.number == 0 and not match.over:
        assert match.to_act is not None
        view = match.view(match.to_act)
        phase = match.phase
        assert isinstance(phase, Playing)
        if not phase.trick.cards:
            if match.to_act not in led and is_short_lead(view):
                return match
            led.add(match.to_act)
        match = match.apply(club.choose(view, rng))
    return None


def is_short_lead(view: View) -> bool:
    """True if a short ten may be led that a higher trump may beat, and another card as well."""
    s = situation_of(view)
    ten = s.card_points.ten
    return (
        lead_short_ten(s) is not None
        and ten is not None
        and not s.is_master(ten)
        and len(view.legal) > len(s.holding(s.trump))
    )


def pair_of(match: Match, bot: Bot, seed: int) -> Pair:
    """Plays a deal on with the ten led and with another card led."""
    assert match.to_act is not None
    view = match.view(match.to_act)
    s = situation_of(view)
    ten = s.card_points.ten
    assert ten is not None
    with_ten, without = (
        margin(match.apply(card), match, bot, seed) for card in (ten, best_other(bot, view, seed))
    )
    assert isinstance(match.phase, Playing)
    return Pair(
        difference=with_ten - without,
        single=len(s.holding(s.trump)) < SHORT_TRUMPS,
        opening=not match.phase.plays,
        favoured=lead_short_ten_if_favoured(s) is not None,
    )


def best_other(bot: Bot, view: View, seed: int) -> PlayerAction:
    """The card that a bot leads if it does not lead the ten."""
    ten = situation_of(view).card_points.ten
    if isinstance(bot, Searcher):
        others = [one for one in bot.evaluate(view, Random(seed)).choices if one.action is not ten]
        return max(others, key=lambda one: one.utility).action
    assert isinstance(bot, RuleBot)
    rules = tuple(
        rule
        for rule in bot.rules.lead_with_partner
        if rule not in {lead_short_ten, lead_short_ten_if_favoured}
    )
    other = replace(bot, rules=replace(bot.rules, lead_with_partner=rules))
    return other.choose(view, Random(seed))


def margin(match: Match, before: Match, bot: Bot, seed: int) -> float:
    """The points of a side in the deal, less the mean of the others, once the deal is played on."""
    rngs = [Random(f"{seed}/{seat}") for seat in range(match.rules.players)]
    while match.number == before.number and not match.over:
        assert match.to_act is not None
        match = match.apply(bot.choose(match.view(match.to_act), rngs[match.to_act]))
    log = match.deal if match.over else match.past[-1]
    assert log.result is not None
    assert before.to_act is not None
    points = list(log.result.points)
    own = points.pop(match.rules.side_of(before.to_act))
    return own - mean(points)


if __name__ == "__main__":
    main()
