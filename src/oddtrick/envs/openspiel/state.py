"""A state of a game for OpenSpiel: a match whose deals and cuts are chance nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.envs.openspiel.episode_setup import EpisodeSetup
from oddtrick.match import CHANCE, Cut, Deal, Match, Playing, ToCut, ToDeal
from oddtrick.rules import Rules, TrumpSource
from oddtrick.solver.sampling import World, worlds
from oddtrick.tricks import check_seat

Outcomes = list[tuple[int, float]]
"""Actions of chance with their probabilities."""


def count_cells(rules: Rules) -> int:
    """Counts the cells of a deal: every hand, the card turned up, the rest."""
    return rules.players * len(rules.plan.hands) + 2


def cell_sizes(match: Match) -> list[int]:
    """The number of cards that go to each cell of the deal to be dealt."""
    rules, log = match.rules, match.deal
    sizes = [
        size if seat in log.seats else 0
        for size in rules.plan.sizes(match.number)
        for seat in range(rules.players)
    ]
    source = rules.trumps.source(match.number)
    if source is TrumpSource.TURNED:
        sizes[-rules.players + log.dealer] -= 1
    sizes.append(source in (TrumpSource.TURNED, TrumpSource.SPARE))
    return [*sizes, rules.pack.bit_count() - sum(sizes)]


def dealing_outcomes(match: Match, cells: Sequence[int]) -> Outcomes:
    """The cells that the next card may go to, after those of the cards before it."""
    room = cell_sizes(match)
    for cell in cells:
        room[cell] -= 1
    left = sum(room)
    return [(cell, free / left) for cell, free in enumerate(room) if free]


def deal_of(match: Match, cells: Sequence[int]) -> Deal:
    """The deal in which each card of the pack, in order, lies in its cell."""
    rules, log = match.rules, match.deal
    masks = [0] * count_cells(rules)
    for cell, card in zip(cells, cards_in(rules.pack), strict=True):
        masks[cell] |= card.bit
    *hands, turned, _ = masks
    if rules.trumps.source(match.number) is TrumpSource.TURNED:
        hands[-rules.players + log.dealer] |= turned
    rows = range(0, len(hands), rules.players)
    by_hand = tuple(tuple(map(Hand, hands[row : row + rules.players])) for row in rows)
    return Deal(by_hand, cards_in(turned)[0] if turned else None)


def cells_of(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """The cell of each card of the pack, in order: the inverse of :func:`deal_of`."""
    where: dict[Card, int] = dict.fromkeys(cards_in(rules.pack), count_cells(rules) - 1)
    for number, hands in enumerate(deal.hands):
        for seat, hand in enumerate(hands):
            where.update(dict.fromkeys(hand, number * rules.players + seat))
    if deal.turn_up is not None:
        where[deal.turn_up] = count_cells(rules) - 2
    return tuple(where.values())


def cut_won_by(match: Match, seats: Sequence[int], winner: int) -> Cut:
    """A round of cutting that one seat wins: it alone cuts a card of the highest rank (K5).

    The seats are equally likely to win a tie in the end, however many rounds it takes.
    """
    ranked = sorted(cards_in(match.rules.pack), key=lambda card: card.rank)
    return Cut(tuple((seat, ranked[-1] if seat == winner else ranked[0]) for seat in seats))


def cell_text(match: Match, cell: int) -> str:
    """A cell in words.

    >>> from oddtrick.games import rules_of
    >>> from oddtrick.match import start
    >>> match = start(rules_of("scotch-whist", players=2), dealer=0)
    >>> [cell_text(match, cell) for cell in (0, 3, 6, 7)]
    ['to seat 0', 'to seat 1, hand 2', 'turned up', 'left over']
    """
    players, last = match.rules.players, count_cells(match.rules) - 1
    if cell >= last - 1:
        return "left over" if cell == last else "turned up"
    hand, seat = divmod(cell, players)
    return f"to seat {seat}" + (f", hand {hand + 1}" if hand else "")


# mypy: allow-subclassing-any


_HALF = 1 << 32


@dataclass(frozen=True, slots=True)
class Moment:
    """The state proper. It is immutable, so that copies of a state share it.

    Attributes:
        setup: the setup of the game.
        match: the match, up to its last action that is complete.
        cells: the cells of the cards of the next deal that chance has drawn so far.
    """

    setup: EpisodeSetup
    match: Match
    cells: tuple[int, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        """Returns itself."""
        return self

    @property
    def to_act(self) -> int | None:
        """The seat to act, -1 for chance, None when the episode is over."""
        return None if self.setup.is_over(self.match) else self.match.to_act

    def chance_outcomes(self) -> Outcomes:
        """The outcomes of the chance node: cells for the next card, or seats that win a tie."""
        if isinstance(self.match.phase, ToCut):
            seats = self.match.phase.cutting.to_cut
            return [(seat, 1 / len(seats)) for seat in sorted(seats)]
        return dealing_outcomes(self.match, self.cells)

    def after(self, action: int) -> Moment:
        """The state after an action of a seat or of chance.

        Raises:
            OddtrickError: the rules refuse it.
        """
        match = self.match
        if match.to_act != CHANCE:
            return Moment(self.setup, match.apply(self.setup.actions[action]))
        if isinstance(match.phase, ToCut):
            won = cut_won_by(match, match.phase.cutting.to_cut, action)
            return Moment(self.setup, match.apply(won))
        cells = (*self.cells, action)
        if len(cells) < self.setup.rules.pack.bit_count():
            return Moment(self.setup, match, cells)
        return Moment(self.setup, match.apply(deal_of(match, cells)))


class OddtrickState(pyspiel.State):
    """A state of one of the games; seats are players.

    Args:
        game: the game, an :class:`~oddtrick.envs.openspiel.game.OddtrickGame`.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.moment: Moment = game.opening

    @property
    def match(self) -> Match:
        """The match, without the cards of a deal that is still being drawn."""
        return self.moment.match

    def current_player(self) -> int:
        """Returns the seat to act, or OpenSpiel's number for chance or for the end."""
        to_act = self.moment.to_act
        if to_act is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_act == CHANCE else to_act

    def _legal_actions(self, player: int) -> list[int]:
        bits = self.moment.setup.actions.legal_bits(self.match)
        return [action for action in range(bits.bit_length()) if bits >> action & 1]

    def chance_outcomes(self) -> Outcomes:
        """Returns the outcomes of a chance node with their probabilities."""
        return self.moment.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            named = self.moment.setup.actions[action]
            return f"choose {named}" if isinstance(named, Suit) else str(named)
        if isinstance(self.match.phase, ToDeal):
            card = cards_in(self.match.rules.pack)[len(self.moment.cells)]
            return f"{card} {cell_text(self.match, action)}"
        return f"seat {action} wins the cut"

    def is_terminal(self) -> bool:
        """True when the match is over or has had its deals."""
        return self.moment.to_act is None

    def returns(self) -> list[float]:
        """Returns the utility of each seat; all 0 before the end."""
        if self.moment.to_act is not None:
            return [0.0] * self.match.rules.players
        return self.moment.setup.returns(self.match)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> OddtrickState:
        """Returns a state that the player cannot tell from this one.

        Each layout of the hidden cards that fits what the player has seen is equally likely: the
        numbers of cards, the voids shown (T3, K7), the card turned up.

        Args:
            player_id: the player.
            probability_sampler: draws numbers from 0 to 1, 1 excluded.

        Raises:
            RuleBroken: there is no such player.
        """
        seat = check_seat(player_id, self.match.rules.players)
        state: OddtrickState = self.clone()
        log = self.match.deal
        if log.deal is None or log.result is not None:
            return state  # nothing is hidden
        halves = [int(probability_sampler() * _HALF) for _ in range(2)]
        seed = halves[0] * _HALF + halves[1]
        (world,) = worlds(self.match.view(seat)).draw_worlds(1, seed)
        return self._replayed(cells_of(self.match.rules, _deal_in(self.match, world)))

    def _replayed(self, cells: tuple[int, ...]) -> OddtrickState:
        """Returns the state with the same actions of players after another last deal."""
        history, size = list(self.history()), len(cells)
        since = sum(1 for _ in self._actions_since_dealt())
        end = len(history) - since
        state: OddtrickState = self.get_game().new_initial_state()
        for action in (*history[: end - size], *cells, *history[end:]):
            state.apply_action(action)
        return state

    def _actions_since_dealt(self) -> Any:
        """Generates the actions since the cards of the deal under way were dealt."""
        log, phase = self.match.deal, self.match.phase
        opening = log.opening
        at = next(place for place, action in enumerate(opening) if isinstance(action, Deal))
        yield from opening[at + 1 :]
        for hand in log.hands:
            yield from hand.plays
        if isinstance(phase, Playing):
            yield from phase.plays

    def __str__(self) -> str:
        """Everything in the state, also what is hidden from the seats."""
        return "\n".join(_lines(self.moment))


def _deal_in(match: Match, world: World) -> Deal:
    """The deal under way with the hidden cards as in a world."""
    log, phase = match.deal, match.phase
    assert log.deal is not None
    number, gone = len(log.hands), phase.gone if isinstance(phase, Playing) else 0
    dealt = log.deal.hands[number]
    now = tuple(
        type(held)(held.mask | before.mask & gone)
        for held, before in zip(world.hands, dealt, strict=True)
    )
    return Deal((*log.deal.hands[:number], now, *world.later), log.deal.turn_up)


def _lines(moment: Moment) -> list[str]:
    """The lines of a state."""
    match, log = moment.match, moment.match.deal
    lines = [f"deal {match.number + 1}, dealer {log.dealer}, seats in {_numbers(log.seats)}"]
    if any(match.standing.score) or any(match.standing.games):
        score, games = _numbers(match.standing.score), _numbers(match.standing.games)
        lines.append(f"score {score}, games {games}")
    if moment.cells:
        drawn = zip(cards_in(match.rules.pack), moment.cells, strict=False)
        lines += [f"{card} {cell_text(match, cell)}" for card, cell in drawn]
    if log.deal is not None:
        lines.append(f"turned up {log.deal.turn_up}, trumps {log.trump}, chooser {log.chooser}")
        lines += [
            f"hand {number + 1} seat {seat}: {hand}"
            for number, hands in enumerate(log.deal.hands)
            for seat, hand in enumerate(hands)
        ]
    hands = [(hand.plays, hand.winners) for hand in log.hands]
    if isinstance(match.phase, Playing):
        hands.append((match.phase.plays, match.phase.winners))
    for plays, winners in hands:
        lines.append(f"plays {' '.join(map(str, plays))}")
        lines.append(f"winners {_numbers(winners)}")
    return [line.rstrip() for line in lines]


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
