"""Measures a change of ``expert`` in the last tricks: endings scatter far less than deals.

    python benchmarks/endings.py FIELD=VALUE … [--cards N] [--endings N] [--seed S] [--share N]
                                 [--sprt LOW HIGH]

Deals of whist are played by a quick ``expert`` until every hand has ``--cards`` cards. The rest is
played by ``expert`` in all seats, and again with one side that has other fields of its
:class:`~oddtrick.bots.search.SearchBudget`, once for each side. The sum of what both sides gain is
what the change would add to the swing of a duplicate deal from there on. Bots choose by the view
alone, so that two courses part only where the change plays another card, and every decision before
that is searched once.

``--share`` divides the budget of ``expert``. With ``--cards 13`` an ending is a whole deal, and the
gain is the swing of the duplicate deal. ``--sprt`` stops at the verdict of a sequential test of two
figures, with 5 % error, and ``--endings`` is then the most. To measure an idea that is no field
yet, return the bot that has it from :func:`changed_bot`.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from oddtrick.arena.seeds import deal_seed
from oddtrick.arena.sequential import Sprt, evidence_of
from oddtrick.arena.statistics import mean, standard_error, t_interval
from oddtrick.bots.search import SearchBudget, Searcher, expert
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.bots import Bot
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction

WHIST = rules_of("whist")

DEALING_SHARE = 16
"""Divides the budget of those who play a deal up to its ending."""


class Remembering:
    """A bot that searches the same position of a deal once.

    Args:
        bot: chooses by the view alone.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.chosen: dict[tuple[object, ...], PlayerAction] = {}

    def act(self, match: Match) -> PlayerAction:
        """The choice of the seat to act."""
        legal = match.legal_actions()
        if len(legal) == 1:
            return legal[0]
        view = match.view(match.to_act)
        plays = (*(card for trick in view.tricks for card in trick.cards), *view.table)
        if plays not in self.chosen:
            self.chosen[plays] = self.bot.choose(view, Random(0))
        return self.chosen[plays]


def shared(budget: SearchBudget, share: int) -> SearchBudget:
    """The budget with a part of the worlds."""
    return replace(budget, worlds=budget.worlds // share, candidates=budget.candidates // share)


def changed_bot(budget: SearchBudget, fields: Sequence[str]) -> Bot:
    """The bot under test: ``expert`` with these fields of its budget, each ``FIELD=VALUE``."""
    values = dict(field.partition("=")[::2] for field in fields)
    unknown = values.keys() - set(SearchBudget.__struct_fields__)
    if unknown:
        raise ValidationError(f"a budget has no field {', '.join(sorted(unknown))}")
    return Searcher("changed", convert(to_builtins(budget) | values, SearchBudget, strict=False))


def dealt_ending(seed: int, number: int, cards: int) -> Match:
    """A deal, played until every hand has this many cards."""
    quick = Remembering(Searcher("quick", shared(expert.budget, DEALING_SHARE)))
    chance = Seeded(deal_seed(seed, number))
    match = start(WHIST, dealer=number % WHIST.players)
    while match.to_act == CHANCE or match.view(match.to_act).counts != (cards,) * WHIST.players:
        match = match.apply(chance(match) if match.to_act == CHANCE else quick.act(match))
    return match


def tricks_of_sides(match: Match, bots: Sequence[Remembering]) -> list[int]:
    """The tricks of each side, each played by its bot to the end of the deal."""
    while not match.result:
        assert match.to_act is not None
        match = match.apply(bots[WHIST.side_of(match.to_act)].act(match))
    taken = match.result[0].tricks
    return [sum(taken[seat] for seat in seats) for seats in WHIST.sides]


def gain(ending: Match, usual: Bot, changed: Bot) -> tuple[int, int]:
    """Tricks gained by the change, summed over both sides, and the sides that play otherwise."""
    plain, other = Remembering(usual), Remembering(changed)
    before = tricks_of_sides(ending, (plain, plain))
    first = tricks_of_sides(ending, (other, plain))
    second = tricks_of_sides(ending, (plain, other))
    gains = first[0] - before[0], second[1] - before[1]
    return sum(gains), sum(map(bool, gains))


def report(gains: Sequence[float], sides: int, seconds: float, verdict: str | None) -> str:
    """One line: the mean gain with its interval, and what it is based on."""
    low, high = t_interval(gains)
    verdict = verdict or ("undecided" if low <= 0 <= high else "decided")
    return (
        f"{mean(gains):+.4f} ± {standard_error(gains):.4f} a deal, {low:+.3f} … {high:+.3f} in "
        f"{len(gains)} endings: {verdict}; tricks differ for {sides} of {2 * len(gains)} sides; "
        f"{seconds:.0f} s of processor time"
    )


def main() -> None:
    """Prints the gain after every hundred endings."""
    parser = argparse.ArgumentParser()
    parser.add_argument("fields", nargs="+", metavar="FIELD=VALUE", help="of the changed budget")
    parser.add_argument("--cards", type=int, default=6, help="in each hand, where endings begin")
    parser.add_argument("--endings", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=4, help="divides the budget of expert")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="gains")
    args = parser.parse_args()
    budget = shared(expert.budget, args.share)
    try:
        usual, changed = Searcher("expert", budget), changed_bot(budget, args.fields)
        test = Sprt(*args.sprt) if args.sprt else None
    except (OddtrickError, ValidationError) as error:
        parser.error(str(error))
    gains: list[float] = []
    other, began, verdict = 0, process_time(), None
    while len(gains) < args.endings and verdict is None:
        gained, sides = gain(dealt_ending(args.seed, len(gains), args.cards), usual, changed)
        gains.append(float(gained))
        other += sides
        verdict = test.verdict(evidence_of(gains)) if test else None
        if verdict or len(gains) % 100 == 0 or len(gains) == args.endings:
            print(report(gains, other, process_time() - began, verdict), flush=True)


if __name__ == "__main__":
    main()
