"""Drives played by bots at every table, to try a movement before the evening."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.bots import find_bot
from oddtrick.bots.heuristics.rule_bot import RuleBot
from oddtrick.dealing import Seeded
from oddtrick.drive.drive import begin_round, create_drive, enter_result
from oddtrick.drive.players import bot_entries
from oddtrick.games.whist.rules import single_deal
from oddtrick.match import CHANCE, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from oddtrick.cards import Suit
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.plan import DrivePlan
    from oddtrick.drive.rounds import Round, Tricks

_find_bot = cache(find_bot)


class TableDeal(NamedTuple):
    """One deal at one table, with everything that determines its result.

    Attributes:
        trump: the trumps, fixed in advance; None for no trumps.
        cards: the seed of the deal.
        play: the seed of the bots' chance.
        bots: the levels of the bots in the four seats; partners face each other.
    """

    trump: Suit | None
    cards: str
    play: str
    bots: tuple[str, str, str, str]


def simulate_drive(
    plan: DrivePlan,
    players: int,
    *,
    levels: Sequence[str] = ("club",),
    processes: int = 1,
    after_round: Callable[[Drive], None] = lambda drive: None,
) -> Drive:
    """Plays a whole drive of bots; the plan and its seed determine every card.

    Args:
        plan: the plan of the drive.
        players: the number of bots that enter; more fill empty seats if the plan says so.
        levels: the names of bots; the players are given one each, in turn, in an order drawn from
            the seed. In a duplicate drive bots of one level would get the same result everywhere.
        processes: the number of processes that play; the result does not depend on it. With more
            than one, a script needs the usual ``if __name__ == "__main__":``.
        after_round: called with the drive after each round, to show progress.

    Raises:
        OddtrickError: this number of players does not suit the plan, or there is no such bot.
    """
    drive = create_drive(plan, bot_entries(players))
    bots = [_find_bot(levels[at % len(levels)]).name for at in range(len(drive.players))]
    Random(f"oddtrick drive {plan.seed}/bots").shuffle(bots)
    with _executor(processes) as executor:
        while not drive.over:
            drive = begin_round(drive)
            deals = list(deals_of_round(plan, drive.rounds[-1], bots))
            # A few chunks for each process, so that none waits long for the last.
            results: Iterable[Tricks] = (
                map(play_deal, deals)
                if executor is None
                else executor.map(play_deal, deals, chunksize=-(-len(deals) // (4 * processes)))
            )
            for table, result in enumerate(results, start=1):
                drive = enter_result(drive, table, result)
            after_round(drive)
    return drive


def _executor(processes: int) -> nullcontext[None] | ProcessPoolExecutor:
    if processes == 1:
        return nullcontext()
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"))


def deals_of_round(plan: DrivePlan, played: Round, bots: Sequence[str]) -> Iterable[TableDeal]:
    """Returns the deal of each table of a round; in a duplicate drive all have the same cards.

    Args:
        plan: the plan of the drive.
        played: the round.
        bots: the level of each player, by id.
    """
    for table in played.seating.tables:
        (north, south), (east, west) = table.pairs
        cards = f"oddtrick drive {plan.seed}/{played.number}"
        if plan.movement != "duplicate":
            cards += f"/{table.number}"
        yield TableDeal(
            played.trump,
            cards,
            f"{cards}/{table.number}/play",
            (bots[north], bots[east], bots[south], bots[west]),
        )


def play_deal(deal: TableDeal) -> Tricks:
    """Plays one deal of whist by bots and returns the tricks of the two sides."""
    chance, rng = Seeded(Random(deal.cards).getrandbits(63)), Random(deal.play)
    bots = [_find_bot(name) for name in deal.bots]
    match = start(single_deal(deal.trump))
    while not match.over:
        seat = match.to_act
        if seat is None or seat == CHANCE:
            match = match.apply(chance(match))
            continue
        legal, bot = match.legal_actions(), bots[seat]
        # Heuristics draw no chance, so a forced card needs no view. The other bots draw even then.
        forced = len(legal) == 1 and isinstance(bot, RuleBot)
        match = match.apply(legal[0] if forced else bot.choose(match.view(seat), rng))
    tricks = match.result[0].tricks
    return tricks[0] + tricks[2], tricks[1] + tricks[3]
