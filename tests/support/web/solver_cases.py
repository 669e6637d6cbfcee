"""Questions to the solver of the page, with the answers of the compiled kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.cards import Card, Hand, Suit, parse_card
from oddtrick.games import find_game, read_options
from oddtrick.solver import Position, Solver
from oddtrick.solver.double_dummy import additive_worth
from oddtrick.tricks import CardOrder, Trick
from oddtrick.web.solver_rules import NO_TRUMPS, SolverGame, SolverRules
from tests.support.solver.random_endings import an_ending

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import Rules

ACE_HIGH, JACK_HIGH = "23456789TJQKA", "23456789TQKAJ"


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
    """Returns the rules of the library for a game of the page."""
    found = find_game(game.id)
    if "players" not in found.options.__struct_fields__:
        return found.rules()
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


def case_of_an_ending(rng: Random) -> Case:
    """An ending with any number of seats, sides and worths, often within a trick."""
    position = an_ending(rng).position
    while position.objective is not None or not position.legal:
        position = an_ending(rng).position
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
