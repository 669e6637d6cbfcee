"""The plan of one deal for the kernel: cards, seats, trumps, and tables of points.

The kernel knows no game. The points of a deal come from tables that the scoring code itself fills
in here: the points of a side for each number of tricks and each set of bonus cards. Where points
depend on several sides the kernel tells these outcomes instead, and they are counted here.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace

from oddtrick.calls import Calls
from oddtrick.cards import FULL_PACK, Rank, Suit, card_at, mask_of
from oddtrick.errors import WANTED_RULES, OddtrickError, check_type
from oddtrick.rules import Rules, TrumpSource
from oddtrick.scoring import DealFacts, Honours
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.solver import _kernel
from oddtrick.solver.scoring_profile_check import check_own_tricks, random_outcomes, refuse
from oddtrick.tricks import check_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


MAX_SEATS = 8
MAX_BONUS_CARDS = 6
_NEVER = 2**31 - 1
_MOST = 2**15 - 1
_TAKEN, _DEALT, _WON_WITH = range(3)
_SOURCES = {
    TrumpSource.TURNED: _kernel.TrumpSource.LAST_DEALT,
    TrumpSource.SPARE: _kernel.TrumpSource.FURTHER,
    TrumpSource.FIXED: _kernel.TrumpSource.FIXED,
    TrumpSource.CHOSEN: _kernel.TrumpSource.CHOSEN,
    TrumpSource.CALLED: _kernel.TrumpSource.FIXED,
}


class DealStart(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a deal in a match; by default the first deal, dealt by seat 0.

    Args:
        number: the number of the deal, from 0, which determines the size of the hands (K1), the
            source of trumps (K2, K3) and the suit of a sequence (R1, R2).
        dealer: the dealer.
        seats: the seats that are in, ascending (K4); None: all of them.
        chooser: the seat that chooses trumps, if one does (K3); None: the eldest hand.
        score: the score of each side before the deal, used by H2 and H3; None: love all.
        calls: the calls before its play, as far as they are known, each phase of them complete.
    """

    number: int = 0
    dealer: int = 0
    seats: tuple[int, ...] | None = None
    chooser: int | None = None
    score: tuple[int, ...] | None = None
    calls: Calls = ()


class OutcomeCode(msgspec.Struct, frozen=True):
    """The tricks and bonus cards of a side as one number, where points depend on several sides.

    The kernel adds the points of two stages: in the first those of the side by itself, by which
    policies value a trick; in the second ``scale`` times the number of the outcome less ``offset``.
    """

    scale: int
    offset: int


class DealPlan(msgspec.Struct, frozen=True):
    """A deal of a game, ready for the kernel.

    Args:
        rules: the game.
        start: the place of the deal in a match, with defaults filled in.
        hands: the number of separate hands (S4).
        actions: the number of actions: the plays, and the choice of trumps if there is one.
        kernel: the kernel's form.
        code: the form in which the kernel tells the outcome of a side; None: it tells points.
    """

    rules: Rules
    start: DealStart
    hands: int
    actions: int
    kernel: _kernel.DealPlan
    code: OutcomeCode | None = None

    def points(self, told: NDArray[np.int16]) -> NDArray[np.int16]:
        """The points of the sides ``[..., S]``, from what the kernel tells at the end of deals."""
        if self.code is None:
            return told
        # The points of the first stage are below `scale`: the division drops them.
        outcomes = told.reshape(-1, told.shape[-1]) // self.code.scale + self.code.offset
        rows, place = np.unique(outcomes, axis=0, return_inverse=True)
        points = [_joint_points(self.rules, self.start, tuple(row)) for row in rows.tolist()]
        counted = np.array(points, np.int16).reshape(rows.shape)[place.reshape(-1)]
        return np.ascontiguousarray(counted.reshape(told.shape))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the game and the start: the kernel's form follows from them."""
        return plan_deal, (self.rules, self.start)

    def __deepcopy__(self, memo: dict[int, object]) -> DealPlan:
        """Returns the plan itself: nothing in it changes."""
        return self


def plan_deal(rules: Rules, start: DealStart | None = None) -> DealPlan:
    """Makes the plan of a deal.

    Args:
        rules: those of the match, or ``rules.under(contract)``: those of a deal under its contract,
            which settles trumps, sides, the order of the cards and the seat that leads.
        start: the place of the deal in a match; None: the first deal, dealt by seat 0.

    Raises:
        OddtrickError: there is no such seat, deal or contract, or the kernel cannot score such a
            game.
    """
    check_type(rules, Rules, WANTED_RULES)
    start = DealStart() if start is None else start
    check_type(start, DealStart, "the place of a deal in its match, as DealStart(dealer=2)")
    check_contract(rules)
    start = _settled(rules, start)
    points = _points_table(rules, start)
    points.check()
    code = None if rules.profile.per_side else points.code
    assert start.score is not None
    scored = _Scored(
        points,
        stages=points.stages if code is None else 2,
        worth=points.worth() if code is None else points.coded_worth(code),
        net=rules.profile.net and code is None,
        needed=tuple(
            _points_needed(rules, score) if code is None else _NEVER for score in start.score
        ),
    )
    contract = rules.contract
    settles = _Settled(
        called=contract is not None,
        trump=rules.trumps.fixed(start.number) if contract is None else contract.trump,
        leader=None if contract is None else contract.leader,
        seen=rules,
    )
    kernel = _kernel_plan(rules, start, scored, settles)
    return DealPlan(rules, start, len(rules.plan.sizes(start.number)), kernel.actions, kernel, code)


class CalledPlan(msgspec.Struct, frozen=True):
    """The plan of a deal whose calls are over, for which the kernel tells outcomes alone.

    Args:
        rules: those of the deal, under its contract.
        kernel: the kernel's form.
        offset: the number of an outcome is what the kernel tells, and this.
        start: the place of the deal in a match, with the sides and the calls of the deal.
    """

    rules: Rules
    kernel: _kernel.DealPlan
    offset: int
    start: DealStart

    def facts(self, told: Sequence[int]) -> DealFacts:
        """The facts of a deal for its scoring, from what the kernel tells of each side."""
        outcomes = [number + self.offset for number in told[: len(self.rules.sides)]]
        return _points_table(self.rules, self.start).joint_facts(outcomes)


def plan_called_deal(
    match_rules: Rules,
    rules: Rules,
    start: DealStart,
    *,
    trump: Suit | None,
    trump_called: bool,
    leader: int,
) -> CalledPlan:
    """Makes the plan of a deal that comes to play after its calls.

    Args:
        match_rules: those of the match, whose sides observations show.
        rules: those of the deal, under its contract.
        start: the place of the deal in a match, with its calls, and the score of the match.
        trump: the trumps that the calls settled.
        trump_called: they settled trumps.
        leader: the seat that leads first.

    Raises:
        OddtrickError: the kernel cannot score such a game.
    """
    assert start.score is not None
    start = replace(start, score=match_rules.score_in(rules, start.score))
    assert start.score is not None
    points = _points_table(rules, start)
    points.check()
    outcomes = (points.size + 1) << len(points.bonus_cards)
    offset = outcomes // 2
    scored = _Scored(
        points,
        stages=1,
        worth=[number - offset for _ in rules.sides for number in range(outcomes)],
        net=False,
        needed=(_NEVER,) * len(rules.sides),
    )
    settles = _Settled(trump_called, trump, leader, match_rules)
    return CalledPlan(rules, _kernel_plan(rules, start, scored, settles), offset, start)


class _Scored(NamedTuple):
    """How the kernel counts a deal: see its ``DealPlan``."""

    points: _PointsTable
    stages: int
    worth: list[int]
    net: bool
    needed: tuple[int, ...]


class _Settled(NamedTuple):
    """What is settled before the play: trumps, the leader, and the rules whose sides are seen."""

    called: bool
    trump: Suit | None
    leader: int | None
    seen: Rules


def _kernel_plan(
    rules: Rules, start: DealStart, scored: _Scored, settled: _Settled
) -> _kernel.DealPlan:
    assert start.seats is not None
    bonus_cards, stock = scored.points.bonus_cards, rules.plan.stock
    try:
        return _kernel.DealPlan(
            seats=rules.players,
            in_mask=_bits(start.seats),
            pack=rules.pack,
            sizes=list(rules.plan.sizes(start.number)),
            dealer=start.dealer,
            source=_SOURCES[rules.trumps.source(start.number)],
            trump=-1 if settled.trump is None else int(settled.trump),
            chooser=-1 if start.chooser is None else start.chooser,
            blind=rules.trumps.blind,
            places=[_places(rules, suit) for suit in (*Suit, None)],
            trumps_held_back=rules.break_trumps,
            sides=len(rules.sides),
            side_of=_padded(rules.side_of(seat) for seat in range(rules.players)),
            bonus_cards=[[int(card_at(suit, rank)) for suit in Suit] for rank, _ in bonus_cards],
            bonus_conditions=[condition for _, condition in bonus_cards],
            special_bonus=_special_bonus(bonus_cards),
            stages=scored.stages,
            worth=scored.worth,
            net=scored.net,
            points_needed=_padded(scored.needed),
            trump_called=settled.called,
            leader=-1 if settled.leader is None else settled.leader,
            stock=stock is not None,
            stock_open=stock is not None and stock.shown,
            stock_tricks_count=stock is None or stock.tricks_count,
            seen_side_of=_padded(settled.seen.side_of(seat) for seat in range(rules.players)),
        )
    except ValueError as wrong:
        raise OddtrickError(f"{rules.game}: {wrong}") from None


def check_contract(rules: Rules) -> None:
    """Checks that the contract whose rules these are, if they are such, can be made.

    Raises:
        OddtrickError: its game has none, or not this one; or a seat of it is none of the table.
    """
    contract = rules.contract
    if contract is None:
        return
    if rules.terms is None:
        raise OddtrickError(f"{rules.game} has no contracts, and so not {contract.bid}")
    if rules.contracts and contract.bid not in rules.contracts:
        raise OddtrickError(
            f"{contract.bid} is no contract of {rules.game}, as Rules.contracts lists them"
        )
    for seat in (contract.declarer, contract.leader, *contract.side):
        if seat is not None:
            check_seat(seat, rules.players)
    if contract.side and contract.declarer not in contract.side:
        raise OddtrickError(
            f"{contract.bid} is undertaken by seat {contract.declarer}, which is none of the seats "
            f"{contract.side} that have to make it"
        )


def _settled(rules: Rules, start: DealStart) -> DealStart:
    """The start with its defaults filled in.

    Raises:
        OddtrickError: there is no such seat or deal.
    """
    players, number = range(rules.players), start.number
    given = players if start.seats is None else start.seats
    seats = tuple(check_seat(seat, rules.players) for seat in given)
    if len(seats) < 2 or list(seats) != sorted(set(seats)):
        raise OddtrickError(
            f"seats is {seats}: write two or more of 0 to {rules.players - 1}, ascending, each once"
        )
    dealer = check_seat(start.dealer, rules.players, "deal")
    if dealer not in seats:
        raise OddtrickError(f"seat {dealer} can't deal: the seats that are in are {seats}")
    if number < 0 or min(rules.plan.sizes(number)) < 1:
        raise OddtrickError(
            f"{rules.game} has no deal with the number {number}: there are no cards"
        )
    chooser = start.chooser
    if chooser is not None:
        chooser = check_seat(chooser, rules.players, "choose trumps")
    chosen = rules.trumps.source(number) is TrumpSource.CHOSEN
    if chooser is not None and not (chosen and chooser in seats):
        why = f"the seats that are in are {seats}" if chosen else "nobody does in this deal"
        raise OddtrickError(f"seat {chooser} can't choose trumps: {why}")
    if chosen and chooser is None:
        chooser = left_of(seats, dealer)
    score = (0,) * len(rules.sides) if start.score is None else start.score
    if len(score) != len(rules.sides):
        raise OddtrickError(
            f"score is {score}: write one number for each of {len(rules.sides)} sides"
        )
    return replace(start, seats=seats, dealer=dealer, chooser=chooser, score=score)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _padded(numbers: Iterable[int]) -> list[int]:
    given = list(numbers)
    return given + [0] * (MAX_SEATS - len(given))


def _places(rules: Rules, trump: Suit | None) -> list[int]:
    """The place of each card within its suit, 0 lowest."""
    return [place % len(Rank) for place in rules.order.strengths(trump)]


def _points_needed(rules: Rules, score: int) -> int:
    """Points at which the scoring of a deal stops (H3)."""
    goal = rules.goal
    if goal.target is None or not goal.stops_at_target:
        return _NEVER
    return min(_NEVER, max(0, goal.target - score))


class _PointsTable:
    """Tabulates the points of each side for every outcome of a deal, by the scoring code itself."""

    def __init__(self, rules: Rules, start: DealStart) -> None:
        assert start.seats is not None
        assert start.score is not None
        _check_countable(rules)
        self.rules = rules
        self.score = start.score
        self.seats = start.seats
        self.number = start.number
        self.calls = start.calls
        self.size = rules.tricks_in(start.number)
        self.bonus_cards = _bonus_cards(rules)
        self.bonus_mask = mask_of(card_at(Suit.SPADES, rank) for rank, _ in self.bonus_cards)
        self.stages = len(rules.scoring.stages(self._facts(0, 0, 0)))
        self._cached_facts = cache(self._facts)
        self._computed: dict[tuple[int, int, int], list[tuple[int, ...]]] = {}

    def check(self) -> None:
        """Compares what the tables can express with the scoring code on random outcomes.

        Raises:
            OddtrickError: they differ, so the profile does not describe the points.
        """
        stages_of = self.rules.scoring.stages
        for facts in random_outcomes(self.rules, self.number, self.seats, self.score, self.calls):
            outcomes = tuple(
                tricks << len(self.bonus_cards) | self._key(facts, side)
                for side, tricks in enumerate(facts.side_tricks)
            )
            if self.rules.profile.per_side:
                counted = self._counted_by_side(outcomes)
            else:
                counted = [tuple(stage) for stage in stages_of(self.joint_facts(outcomes))]
            told = stages_of(facts)
            check_own_tricks(self.rules, facts)
            if tuple(counted) != tuple(told):
                refuse(self.rules, f"its points are {told} where its profile allows {counted}")

    def _counted_by_side(self, outcomes: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The points in each stage if those of a side follow from its own outcome."""
        by_side = [self._rows(side)[outcome] for side, outcome in enumerate(outcomes)]
        stages = [tuple(points) for points in zip(*by_side, strict=True)]
        if self.rules.profile.net:
            stages = [(max(0, one - two), max(0, two - one)) for one, two in stages]
        return stages

    def worth(self) -> list[int]:
        """The table [stage, side, tricks, key], flattened."""
        sides = range(len(self.score))
        return self._in_range(
            row[stage] for stage in range(self.stages) for side in sides for row in self._rows(side)
        )

    def coded_worth(self, code: OutcomeCode) -> list[int]:
        """The same of two stages, see :class:`OutcomeCode`."""
        sides = range(len(self.score))
        alone = [sum(row) for side in sides for row in self._rows(side)]
        alone = [points - min(*alone, 0) for points in alone]  # below 0 it would change the code
        codes = range(len(alone) // len(sides))
        told = [code.scale * (number - code.offset) for _ in sides for number in codes]
        return self._in_range((*alone, *told))

    @property
    def code(self) -> OutcomeCode:
        """The code of a side's outcome."""
        alone = [sum(row) for side in range(len(self.score)) for row in self._rows(side)]
        outcomes = (self.size + 1) << len(self.bonus_cards)
        return OutcomeCode(max(alone) - min(*alone, 0) + 1, outcomes // 2)

    def joint_facts(self, outcomes: Sequence[int]) -> DealFacts:
        """The facts of a deal with these outcomes of the sides: tricks, then the bonus cards."""
        keys = len(self.bonus_cards)
        facts = [
            self._cached_facts(side, outcome >> keys, outcome & (1 << keys) - 1)
            for side, outcome in enumerate(outcomes)
        ]
        winning = 0
        for each in facts:
            winning |= each.winning
        return replace(
            facts[0],
            tricks=tuple(map(sum, zip(*(each.tricks for each in facts), strict=True))),
            taken=tuple(map(sum, zip(*(each.taken for each in facts), strict=True))),
            dealt=tuple(map(sum, zip(*(each.dealt for each in facts), strict=True))),
            winning=winning,
        )

    def _in_range(self, points: Iterable[int]) -> list[int]:
        worth = list(points)
        if max(map(abs, worth)) > _MOST:
            raise OddtrickError(f"{self.rules.game}: a side can score more than {_MOST} in a deal")
        return worth

    def _rows(self, side: int) -> list[tuple[int, ...]]:
        """The points in each stage, for each number of tricks and each key."""
        # Sides of one size and one score have the same table: thousands of calls are saved. Calls
        # and contracts tell them apart.
        told_apart = bool(self.calls) or self.rules.terms is not None
        kind = (self._members(side), self.score[side], side if told_apart else 0)
        if kind not in self._computed:
            stages = self.rules.scoring.stages
            self._computed[kind] = [
                tuple(points[side] for points in stages(self._facts(side, tricks, key)))
                for tricks in range(self.size + 1)
                for key in range(1 << len(self.bonus_cards))
            ]
        return self._computed[kind]

    def _key(self, facts: DealFacts, side: int) -> int:
        """The bonus cards that count for a side."""
        if facts.trump is None:
            return 0
        taken, dealt = facts.side_cards(facts.taken)[side], facts.side_cards(facts.dealt)[side]
        counting = {_TAKEN: taken, _DEALT: dealt, _WON_WITH: taken & facts.winning}
        return sum(
            1 << index
            for index, (rank, condition) in enumerate(self.bonus_cards)
            if counting[condition] & card_at(facts.trump, rank).bit
        )

    def _members(self, side: int) -> int:
        """The number of seats of the side that are in."""
        return len(set(self.rules.sides[side]) & set(self.seats))

    def _facts(self, side: int, tricks: int, key: int) -> DealFacts:
        """The facts of a deal in which one side has these tricks and cards, the others nothing."""
        seat, players = self.rules.sides[side][0], self.rules.players

        def only(amount: int) -> tuple[int, ...]:
            return (*(0,) * seat, amount, *(0,) * (players - seat - 1))

        taken = self._bonus_of(key, _TAKEN) | self._bonus_of(key, _WON_WITH)
        dealt = self._bonus_of(key, _DEALT)
        return DealFacts(
            sides=self.rules.sides,
            tricks=only(tricks),
            taken=only(self._filled(taken, tricks * len(self.seats))),
            dealt=only(self._filled(dealt, self._members(side) * self.size)),
            winning=self._bonus_of(key, _WON_WITH),
            trump=Suit.SPADES,  # points rest on the ranks of trumps, not on their suit
            score=self.score,
            calls=self.calls,
            number=self.number,
        )

    def _bonus_of(self, key: int, condition: int) -> int:
        """The bonus cards (mask) with a condition that are in the key, with spades as trumps."""
        mask = 0
        for index, (rank, wanted) in enumerate(self.bonus_cards):
            if key >> index & 1 and wanted == condition:
                mask |= card_at(Suit.SPADES, rank).bit
        return mask

    def _filled(self, cards: int, size: int) -> int:
        """Fills up the cards to a size with others that do not score."""
        others = FULL_PACK & ~self.bonus_mask
        for _ in range(size - cards.bit_count()):
            cards |= others & -others
            others &= others - 1
        return cards


_points_table = lru_cache(16)(_PointsTable)


@lru_cache(1 << 14)
def _joint_points(rules: Rules, start: DealStart, outcomes: tuple[int, ...]) -> tuple[int, ...]:
    """The points that the match counts for these outcomes of the sides."""
    facts = _points_table(rules, start).joint_facts(outcomes)
    before = rules.match.start(len(rules.sides), rules.players)
    before = replace(before, score=facts.score)
    return rules.match.after(before, facts, rules.scoring.stages(facts))[0]


def _bonus_cards(rules: Rules) -> tuple[tuple[Rank, int], ...]:
    """The ranks of the trumps that scoring depends on, each with its condition."""
    profile = rules.profile
    honours = () if profile.honours is Honours.NONE else HONOUR_RANKS
    kind = _DEALT if profile.honours is Honours.DEALT else _TAKEN
    return (
        *((rank, kind) for rank in honours),
        *((rank, _TAKEN) for rank, _ in profile.captures),
        *((rank, _WON_WITH) for rank, _ in profile.wins_with),
    )


def _special_bonus(bonus_cards: Sequence[tuple[Rank, int]]) -> int:
    """The index of the bonus card that policies single out, the ten of trumps; -1: none."""
    ranks = [rank for rank, _ in bonus_cards]
    return ranks.index(Rank.TEN) if Rank.TEN in ranks else -1


def _check_countable(rules: Rules) -> None:
    """Checks that the tables can express the scoring of a game."""
    named = len(_bonus_cards(rules))
    if named > MAX_BONUS_CARDS:
        raise OddtrickError(
            f"{rules.game}: {type(rules.scoring).__name__} can't be counted in batches or by "
            f"a search: its profile names {named} trumps that score, at most {MAX_BONUS_CARDS} can "
            "be counted"
        )
    if rules.goal.eliminates and (rules.has_partners or not _counts_tricks(rules)):
        raise OddtrickError(
            f"{rules.game}: a match that eliminates players can be counted in batches only if "
            "each trick counts one and each player is alone"
        )


def _counts_tricks(rules: Rules) -> bool:
    """True if the points of a deal are its tricks and nothing else."""
    profile = rules.profile
    return profile.by_tricks and profile.honours is Honours.NONE and not profile.book
