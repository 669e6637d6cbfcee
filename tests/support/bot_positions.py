"""Small deals for bot tests, with a pack of only the cards shown, and the advice of club."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from oddtrick.bots import BOTS, Advice, Bot, RandomBot, RuleBot, club
from oddtrick.cards import Hand, Suit
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.rules import DealPlan, PlayerAction, Sequence
from tests.support.position_builders import after

C, D, H, S = Suit

QUICK = tuple(bot for bot in BOTS if isinstance(bot, RandomBot | RuleBot))
"""The bots that do not search, quick enough for thousands of decisions."""

RULED = tuple(bot for bot in BOTS if isinstance(bot, RuleBot))
"""The levels that play by heuristics."""


def table(
    *hands: str,
    trump: Suit | None = None,
    lead: int = 0,
    played: str = "",
    game: str = "whist",
    **options: object,
) -> Match:
    """Returns a deal of only these hands, seat 0 first, after the cards in ``played``."""
    dealt = tuple(Hand.of(hand) for hand in hands)
    pack = 0
    for hand in dealt:
        pack |= hand.mask
    if game in ("scotch-whist", "knockout-whist"):
        options["players"] = len(hands)
    rules = replace(
        rules_of(game, **options),
        plan=DealPlan((len(dealt[0]),)),
        trumps=Sequence((trump,)),
        pack=pack,
    )
    match = start(rules, dealer=(lead - 1) % len(hands)).apply(Deal((dealt,)))
    return after(match, played)


def chosen(bot: Bot, match: Match, seed: int = 1) -> PlayerAction:
    """Returns the bot's choice for the seat to act."""
    return bot.choose(match.view(match.to_act), Random(seed))


def advice(match: Match, seed: int = 1) -> Advice:
    """Returns the advice of club for the seat to act."""
    return club.advise(match.view(match.to_act), Random(seed))


def play(match: Match) -> str:
    """Returns the card that club plays."""
    return str(advice(match).action)


def play_out(match: Match, bots: tuple[Bot, ...], rng: Random, deals: int | None = None) -> Match:
    """Plays a match on with a bot in each seat, to its end or up to a number of deals."""
    while not match.over and (deals is None or match.number < deals):
        seat = match.to_act
        assert seat is not None
        action = bots[seat].choose(match.view(seat), rng)
        assert action in match.legal_actions()
        match = match.apply(action)
    return match
