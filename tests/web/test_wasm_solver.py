"""Tests of the solver as WebAssembly, in a real browser, against the compiled kernel."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit, parse_card
from oddtrick.games import find_game, read_options
from oddtrick.rules import Rules
from oddtrick.solver import Position, Solver
from oddtrick.solver.double_dummy import additive_worth
from oddtrick.tricks import CardOrder, Trick
from oddtrick.web.solver_rules import NO_TRUMPS, SolverGame, SolverRules, solver_games
from oddtrick.web.static_files import SOLVER, files
from tests.support.extent import part, times
from tests.support.solver.random_endings import an_ending
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import BrowserUser, BrowserUsers

pytestmark = pytest.mark.skipif(
    SOLVER not in files().named, reason="the solver for the page was not built: no zig"
)

TRUMPS: tuple[Suit | None, ...] = (None, *Suit)
GAMES = tuple(solver_games())
ACE_HIGH, JACK_HIGH, LOW_WINS = "23456789TJQKA", "23456789TQKAJ", "KQJT98765432A"


class Case(msgspec.Struct):
    """A question and its answer.

    Args:
        deal: the deal, as the page's ``OpenDeal``.
        plays: the cards played.
        next: the seat to play.
        points: the points that each seat has taken.
        values: the points of the whole deal for the side to play, after each legal card.
    """

    deal: dict[str, Any]
    plays: list[str]
    next: int
    points: list[int]
    values: dict[str, int]


def rules_of_game(game: SolverGame) -> Rules:
    """Returns the rules of the library for a game of the page, as far as the play needs them."""
    found = find_game(game.id)
    if "players" not in found.options.__struct_fields__:
        order = CardOrder.LOW_WINS_ACE_HIGH if game.rules.ranks == LOW_WINS else None
        rules = found.rules()
        return replace(rules, sides=game.rules.sides, order=order or rules.order)
    return found.rules(read_options(found, {"players": game.players}))


def case_of_a_game(
    rng: Random, game: SolverGame, size: int, *, trump: Suit | None, leader: int, played: int
) -> Case:
    """Deals hands of one size and plays some random legal cards.

    Args:
        rng: the source of chance.
        game: the game.
        size: the cards of each hand.
        trump: the trumps.
        leader: the seat of the first lead.
        played: the number of cards to play; one card is always left.
    """
    rules = rules_of_game(game)
    worth = additive_worth(rules, trump)
    cards = [parse_card(card) for card in rng.sample(game.pack, size * game.players)]
    hands = [set(cards[seat :: game.players]) for seat in range(game.players)]
    deal = {
        "rules": msgspec.to_builtins(game.rules),
        "hands": [[str(card) for card in hand] for hand in hands],
        "trump": NO_TRUMPS if trump is None else trump.letter,
        "leader": leader,
    }
    points, plays, broken = [0] * game.players, list[str](), False
    trick = _new_trick(rules, leader, trump)
    for _ in range(min(played, size * game.players - 1)):
        seat = trick.to_play
        assert seat is not None
        card = rng.choice(sorted(_legal(hands[seat], trick, rules, broken=broken)))
        hands[seat].remove(card)
        plays.append(str(card))
        trick = msgspec.structs.replace(trick, cards=(*trick.cards, card))
        if len(trick.cards) == game.players:
            winner = trick.winner
            assert winner is not None
            points[winner] += worth.trick + sum(map(worth.of, trick.cards))
            broken = broken or any(c.suit is trump is not trick.led for c in trick.cards)
            trick = _new_trick(rules, winner, trump)
    seat = trick.to_play
    assert seat is not None
    side = rules.sides[rules.side_of(seat)]
    position = Position(
        tuple(Hand.of(hand) for hand in hands),
        trump,
        trick.leader,
        trick.cards,
        tuple(int(other not in side) for other in range(game.players)),
        rules.order,
        worth,
        rules.break_trumps and not broken,
        fewest=game.rules.fewest,
    )
    taken = sum(points[other] for other in side)
    values = {str(card): taken + n for card, n in Solver(8).solve_cards(position).items()}
    return Case(deal, plays, seat, points, values)


def _new_trick(rules: Rules, leader: int, trump: Suit | None) -> Trick:
    seats = tuple((leader + step) % rules.players for step in range(rules.players))
    return Trick(seats, (), trump, rules.order.strengths(trump))


def _legal(hand: set[Card], trick: Trick, rules: Rules, *, broken: bool) -> set[Card]:
    if trick.led is not None:
        return {card for card in hand if card.suit is trick.led} or hand
    if rules.break_trumps and not broken:
        return {card for card in hand if card.suit is not trick.trump} or hand
    return hand


SOLVED = (CardOrder.ACE_HIGH, CardOrder.TRUMP_JACK_HIGH)
"""The orders of the games that the page solves."""


def case_of_an_ending(rng: Random) -> Case:
    """An ending with any number of seats, sides and worths, often within a trick."""
    position = an_ending(rng).position
    while position.objective is not None or not position.legal or position.order not in SOLVED:
        position = an_ending(rng).position
    position = replace(position, fewest=rng.random() < 0.3)
    hands = [[str(card) for card in hand] for hand in position.hands]
    seats = [seat for seat in range(len(hands)) if seat not in position.out]
    at = seats.index(position.leader)
    for seat, card in zip([*seats[at:], *seats[:at]], position.trick, strict=False):
        hands[seat].append(str(card))
    sides = [[s for s, side in enumerate(position.side_of) if side == n] for n in (0, 1)]
    trump = NO_TRUMPS if position.trump is None else position.trump.letter
    rules = SolverRules(
        sides=tuple(map(tuple, sides)),
        ranks=ACE_HIGH,
        trump_ranks=JACK_HIGH if position.order is CardOrder.TRUMP_JACK_HIGH else ACE_HIGH,
        break_trumps=position.trumps_held_back,
        trick=position.worth.trick,
        card=position.worth.card,
        cards={trump: {str(card): points for card, points in position.worth.cards.items()}},
        fewest=position.fewest,
    )
    values = {str(card): points for card, points in Solver(1).solve_cards(position).items()}
    deal = {
        "rules": msgspec.to_builtins(rules),
        "hands": hands,
        "trump": trump,
        "leader": position.leader,
    }
    plays = [str(card) for card in position.trick]
    return Case(deal, plays, position.to_play, [0] * len(hands), values)


COMPARE = """async ([base, json]) => {
  const { SolverClient } = await import(base + "solver/solver-client.js");
  const client = new SolverClient();
  const wrong = [];
  for (const { deal, plays, next, points, values } of JSON.parse(json)) {
    const got = await new Promise((done) => {
      let progress;
      client.ask(deal, plays, {
        onProgress: (found) => (progress = found),
        onValues: (found) => done([progress.next, progress.points, found]),
        onError: (message) => done([message]),
      });
    });
    const order = (of) => Object.fromEntries(Object.entries(of).sort());
    const wanted = [next, points, order(values)];
    if (got[2]) got[2] = order(got[2]);
    if (JSON.stringify(got) !== JSON.stringify(wanted)) wrong.push([deal, plays, wanted, got]);
  }
  return wrong.slice(0, 3);
}"""


def _differences(user: BrowserUser, cases: Sequence[Case]) -> Any:
    user.go("/solve")
    user.page.set_default_timeout(300_000)
    json = msgspec.json.encode(cases).decode()
    return user.page.evaluate(COMPARE, [modules_base(), json])


def test_endings_of_every_kind_have_the_values_of_the_kernel(users: BrowserUsers) -> None:
    rng = Random(1)
    cases = [case_of_an_ending(rng) for _ in range(times(500, whole=1500))]
    assert _differences(users.open(), cases) == []


def _name_of(game: SolverGame) -> str:
    sides = "-".join("".join(map(str, side)) for side in game.rules.sides)
    return " ".join((game.id, str(game.players), *game.contracts[:1], sides))


LOW_GAMES = [game for game in GAMES if game.rules.fewest or game.rules.ranks == LOW_WINS]
OTHERS = [game for game in GAMES if game not in LOW_GAMES]


@pytest.mark.parametrize("game", [*part(OTHERS, 2), *part(LOW_GAMES, 1)], ids=_name_of)
def test_deals_of_every_game_have_the_values_of_the_kernel(users: BrowserUsers, game: Any) -> None:
    rng, most = Random(f"{game.id} {game.players}"), min(game.size, 24 // game.players)
    cases = [
        case_of_a_game(
            rng,
            game,
            rng.randint(1, most),
            trump=trump,
            leader=leader,
            played=rng.randrange(12),
        )
        for trump in TRUMPS
        for leader in range(game.players)
        for _ in range(5)
    ]
    assert _differences(users.open(), cases) == []


def test_whole_deals_of_whist_have_the_values_of_the_kernel(users: BrowserUsers) -> None:
    rng = Random(2)
    cases = [
        case_of_a_game(
            rng, GAMES[0], 13, trump=trump, leader=leader, played=rng.choice((0, 0, 5, 18))
        )
        for trump in TRUMPS
        for leader in range(4)
    ]
    assert _differences(users.open(), cases) == []


def test_what_is_no_deal_is_refused_and_the_next_one_solved(users: BrowserUsers) -> None:
    case = case_of_a_game(Random(3), GAMES[0], 2, trump=None, leader=0, played=0)
    hands = case.deal["hands"]
    uneven = Case({**case.deal, "hands": [hands[0][:1], *hands[1:]]}, [], 0, [], {})
    illegal = Case(case.deal, [hands[1][0]], 0, [], {})
    wrong = _differences(users.open(), [uneven, illegal, case])
    assert [answer for _, _, _, [answer] in wrong] == [
        "seat 0 holds 1 cards and should hold 2, as the longest hand has 2",
        f"{hands[1][0]} is not a legal card of seat 0",
    ]
