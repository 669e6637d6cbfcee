"""Solo Whist: bid for what you can make, alone or with a partner of this deal.

Four players, each with their own score, and sides that last for one deal; rules SO1-SO6.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.calls import PASS
from oddtrick.cards import FULL_PACK
from oddtrick.errors import RuleBroken
from oddtrick.games.game import Game
from oddtrick.games.options import CUT, CutOrder, describe
from oddtrick.games.solo_whist.auction import (
    CONTRACTS,
    GENERAL_MISERE,
    OPEN_MISERE,
    PLAYERS,
    PROPOSAL,
    STAKES,
    Bids,
    Stake,
)
from oddtrick.games.solo_whist.texts import TEXTS
from oddtrick.match import Match, Playing, deal_cards, play_hands
from oddtrick.rules import Contract, DealPlan, Options, Rules, TurnUp, interleaved
from oddtrick.scoring import Account, DealFacts, FixedDeals, ScoreItem, ScoringProfile

CARDS = 13


def play_contract(match: Match) -> Playing | None:
    """The play, unless the deal is thrown in (SO3, SO6)."""
    return None if match.deal.contract is None else play_hands(match)


class ContractPoints(Struct, frozen=True):
    """The points of a contract between the side that undertook it and the others (SO5).

    Args:
        stake: the target and points of the contract.
        side: the seats that have to make it.
        overtricks: each trick over or under counts one more where there are trumps.
    """

    stake: Stake
    side: tuple[int, ...]
    overtricks: bool

    @property
    def profile(self) -> ScoringProfile:
        """The tricks of each side; to lose tricks is the aim of a misère."""
        return ScoringProfile(unit="points", rising=self.stake.tricks > 0)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        """In one stage, the points of each player of a side."""
        points = []
        for side, tricks in zip(deal.sides, deal.side_tricks, strict=True):
            taken = tricks if side == self.side else CARDS - tricks
            each = self.stake.worth(taken, overtricks=self.overtricks) * (PLAYERS - len(side))
            points.append(each if side == self.side else -each)
        return (tuple(points),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        """The points for the contract, and those for tricks over or under it."""
        items = []
        for side, scored in zip(deal.sides, points, strict=True):
            contract = self.stake.points * (PLAYERS - len(side)) * (1 if scored > 0 else -1)
            over = "overtricks" if (scored > 0) == (side == self.side) else "undertricks"
            rest = (ScoreItem(over, scored - contract),) if scored != contract else ()
            items.append((ScoreItem("the-contract", contract), *rest))
        return tuple(items)


class MostTricksPay(Struct, frozen=True):
    """The player with most tricks pays 2 to each of the others (SO6).

    Players tied for most each pay those with fewer, since their payments to one another cancel out.
    So nobody pays if nothing has been played.
    """

    points: int = 2

    @property
    def profile(self) -> ScoringProfile:
        """Everybody's tricks count, and having most is bad."""
        return ScoringProfile(unit="points", per_side=False, rising=False)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        """Everything is scored in one stage."""
        tricks = deal.side_tricks
        level = tricks.count(max(tricks))
        paid, had = self.points * (level - len(tricks)), self.points * level
        return (tuple(paid if won == max(tricks) else had for won in tricks),)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        """One item for each player who pays or is paid; none if the deal is thrown in."""
        del deal
        return tuple((ScoreItem("the-most-tricks", scored),) if scored else () for scored in points)


def terms(rules: Rules, contract: Contract) -> Rules:
    """The declarer's side against the others (SO2); in a general misère everybody plays alone.

    Raises:
        RuleBroken: too many or too few undertake the bid, or its trumps are missing, or too many.
    """
    if contract.bid not in rules.contracts:
        raise RuleBroken(f"{contract.bid} is not played", "SO3")
    stake = STAKES.get(contract.bid)
    players = 0 if stake is None else 2 if contract.bid == PROPOSAL else 1
    if len(contract.side) != players:
        who = ("everybody for themselves", "one player against the others", "two players")[players]
        raise RuleBroken(f"{contract.bid} is played by {who}", "SO2")
    if (contract.trump is not None) != (stake is not None and stake.trumps):
        without = "with" if contract.trump is None else "without"
        raise RuleBroken(f"{contract.bid} is played {without} trumps", "SO2")
    if stake is None:
        return rules
    assert isinstance(rules.options, SoloOptions)
    others = tuple(seat for seat in range(PLAYERS) if seat not in contract.side)
    return replace(
        rules,
        sides=tuple(sorted((contract.side, others))),
        scoring=ContractPoints(stake, contract.side, rules.options.overtricks),
        exposed=contract.declarer if contract.bid == OPEN_MISERE else None,
    )


class SoloOptions(Options, frozen=True, kw_only=True):
    """Choices of a table before the first deal."""

    deals: Annotated[int, Meta(ge=1), describe("Deals to play.", "SO6")] = 16
    overtricks: Annotated[
        bool, describe("With trumps each trick over or under counts a point.", "SO5")
    ] = True
    no_bid: Annotated[
        Literal["throw-in", "general-misere"],
        describe("If all pass: the next deal, or a general misère without trumps.", "SO6"),
    ] = "throw-in"
    cut: Annotated[CutOrder, describe(CUT, "T7")] = "ace-high"


def _build(options: SoloOptions) -> Rules:
    general = options.no_bid == "general-misere"
    return Rules(
        game="solo-whist",
        options=options,
        players=PLAYERS,
        sides=interleaved(PLAYERS, PLAYERS),
        pack=FULL_PACK,
        plan=DealPlan((CARDS,), pack_rule="SO1", rule="SO1"),
        trumps=TurnUp("SO1"),
        scoring=MostTricksPay(),
        ace_low_in_cut=options.cut == "ace-low",
        match=FixedDeals(options.deals, "SO6"),
        course=(deal_cards, Bids(general), play_contract),
        terms=terms,
        calls=(PASS, *STAKES),
        contracts=(*CONTRACTS, GENERAL_MISERE) if general else CONTRACTS,
    )


SOLO_WHIST = Game(
    id="solo-whist",
    title="Solo Whist",
    objective="Bid for what you can make, alone or with a partner, and make it.",
    source="Hoyle's Games Modernized, Foster's Complete Hoyle, and today's pages of rules.",
    cites=("SO",),
    options=SoloOptions,
    build=_build,
    picture=("KS", "2H", "QD"),
    translations=TEXTS,
    aliases=("solo", "english-solo"),
)
