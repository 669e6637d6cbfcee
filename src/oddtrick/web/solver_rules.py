"""The rules by which the solver in the page plays a deal, as data: the page has no rules itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import combinations, product

import msgspec

from oddtrick.cards import Rank, Suit, card_at, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, options_of, read_options
from oddtrick.match import Match
from oddtrick.rules import Contract, Rules
from oddtrick.solver.aim import Aim, aim_of
from oddtrick.solver.double_dummy import additive_worth
from oddtrick.solver.scoring_profile_check import check_named_cards

NO_TRUMPS = "N"


class SolverRules(msgspec.Struct, frozen=True, kw_only=True):
    """The objective of a deal as a sum over tricks, and the rules of its play.

    Args:
        sides: the seats of each side.
        ranks: the ranks of a plain suit, lowest first, as in ``"23456789TJQKA"``.
        trump_ranks: the ranks of the trump suit, lowest first (S3).
        break_trumps: trumps may not be led before they are broken (K7).
        trick: the points of a trick in itself.
        card: the points of each card in a trick.
        cards: by trumps (``S``, ``H``, ``D``, ``C``, or ``N`` for none) the further points of
            single cards, as in ``{"H": {"JH": 11}}``.
        fewest: each side wants as few points as it can get, not as many.
    """

    sides: tuple[tuple[int, ...], ...]
    ranks: str
    trump_ranks: str
    break_trumps: bool
    trick: int
    card: int
    cards: dict[str, dict[str, int]]
    fewest: bool = False


def solver_rules(rules: Rules) -> SolverRules | None:
    """The rules of a deal for the solver in the page; None if best play of it has no value there.

    Points that are no sum over tricks are left out, as in :func:`additive_worth`.

    Args:
        rules: the rules of the deal, under its contract.

    >>> from oddtrick.games import rules_of
    >>> found = solver_rules(rules_of("scotch-whist", players=2))
    >>> found.trump_ranks if found else None
    '23456789TQKAJ'
    """
    is_open = rules.terms is not None and rules.contract is None
    if is_open or aim_of(rules) is Aim.OTHER:
        return None
    try:
        check_named_cards(rules)
    except OddtrickError:
        return None
    worth = additive_worth(rules, None)
    special = {
        NO_TRUMPS if trump is None else trump.letter: {
            str(card): points for card, points in additive_worth(rules, trump).cards.items()
        }
        for trump in (None, *Suit)
    }
    return SolverRules(
        sides=rules.sides,
        ranks=_ranks(rules, None),
        trump_ranks=_ranks(rules, Suit.SPADES),
        break_trumps=rules.break_trumps,
        trick=worth.trick,
        card=worth.card,
        cards={letter: points for letter, points in special.items() if points},
        fewest=aim_of(rules) is Aim.FEWEST,
    )


def rules_by_deal(match: Match, *, finished: bool = False) -> tuple[SolverRules | None, ...]:
    """The rules of each deal of a match for the solver in the page, as :func:`steps_of` lists them.

    Args:
        match: the match.
        finished: leave out a deal under way.
    """
    return tuple(
        solver_rules(match.rules.under(log.contract))
        for log in match.all_deals
        if log.deal is not None and (log.result is not None or not finished)
    )


class SolverGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game for one number of players, under its default options.

    Args:
        id: the game.
        players: the number of players.
        size: the cards of each hand.
        pack: the cards of the game, ascending.
        rules: the rules of the solver.
        contracts: in games with contracts the names of those that have these rules.
    """

    id: str
    players: int
    size: int
    pack: tuple[str, ...]
    rules: SolverRules
    contracts: tuple[str, ...] = ()


def solver_games(games: Iterable[Game] = GAMES) -> Iterator[SolverGame]:
    """Yields each of these games for each of its numbers of players, and each kind of contract.

    >>> [game.players for game in solver_games() if game.id == "knockout-whist"]
    [2, 3, 4, 5, 6, 7]
    >>> [game.contracts for game in solver_games() if game.id == "minnesota-whist"]
    [('high',), ('low',)]
    """
    for game in games:
        for rules in _by_players(game):
            pack = tuple(str(card) for card in cards_in(rules.pack))
            for known, contracts in _kinds(rules):
                yield SolverGame(
                    id=game.id,
                    players=rules.players,
                    size=rules.plan.sizes(0)[0],
                    pack=pack,
                    rules=known,
                    contracts=contracts,
                )


def _kinds(rules: Rules) -> Iterator[tuple[SolverRules, tuple[str, ...]]]:
    """The rules of deals that differ for the solver, each with the names of its contracts."""
    found: dict[bytes, tuple[SolverRules, dict[str, None]]] = {}
    for under in (rules,) if rules.terms is None else _under_contracts(rules):
        known, contract = solver_rules(under), under.contract
        if known is not None:
            _, names = found.setdefault(msgspec.json.encode(known), (known, {}))
            if contract is not None:
                names.setdefault(contract.bid.name or str(contract.bid))
    for known, names in found.values():
        yield known, tuple(names)


def _under_contracts(rules: Rules) -> Iterator[Rules]:
    """The rules under each contract that the game takes."""
    pairs = combinations(rules.sides, 2) if len(rules.sides) > 2 else ()
    undertaken = ((), *((side,) for side in rules.sides), *pairs)
    for bid, sides, trump in product(rules.contracts, undertaken, (None, Suit.SPADES)):
        contract = Contract(
            bid=bid,
            declarer=sides[0][0] if sides else None,
            side=tuple(sorted(seat for side in sides for seat in side)),
            trump=trump,
        )
        # No auction has made it: a game of another package may refuse it in any way.
        with suppress(Exception):
            under = rules.under(contract)
            if all(under.sides):
                yield under


def _by_players(game: Game) -> Iterator[Rules]:
    """The rules of a game for each number of players that may be chosen."""
    option = next((each for each in options_of(game.options) if each.name == "players"), None)
    if option is None:
        yield game.rules()
        return
    assert option.least is not None
    assert option.most is not None
    for players in range(option.least, option.most + 1):
        yield game.rules(read_options(game, {"players": players}))


def _ranks(rules: Rules, trump: Suit | None) -> str:
    """The ranks of spades from the lowest to the highest, under these trumps."""
    strengths = rules.order.strengths(trump)
    spades = (card_at(Suit.SPADES, rank) for rank in Rank)
    cards = sorted(spades, key=lambda card: strengths[card])
    return "".join(str(card)[0] for card in cards)
