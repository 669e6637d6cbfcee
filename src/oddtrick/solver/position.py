"""Double-dummy positions: all hands and the trick under way, as the solver takes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

import msgspec

from oddtrick.cards import CARDS, Card, Hand, Suit, cards_in, check_card, mask_of, parse_card
from oddtrick.cards import parse_suit as read_suit
from oddtrick.errors import WANTED_RULES, OddtrickError, check_type
from oddtrick.rules import Rules
from oddtrick.scoring import Honours
from oddtrick.solver import _kernel
from oddtrick.solver.aim import Aim, aim_of
from oddtrick.solver.objective import Objective
from oddtrick.solver.scoring_profile_check import check_named_cards
from oddtrick.tricks import CardOrder, check_seat
from oddtrick.views import PlayedTrick


def check_no_dogs(dogs: Sequence[int]) -> None:
    """Checks that every seat plays a card to every trick, as the kernel takes it.

    Args:
        dogs: the seats that are dealt one card and may pass.

    Raises:
        OddtrickError: there are such seats.
    """
    if dogs:
        raise OddtrickError(
            f"seat {dogs[0]} has a dog's life in this deal, and the solver knows no knocks (X5)"
        )


def check_no_stock(cards: int) -> None:
    """Checks that no card is still to be drawn: with all cards in hand a position is complete.

    Args:
        cards: the number of cards in the stock.

    Raises:
        OddtrickError: there are some.
    """
    if cards:
        raise OddtrickError(
            f"{cards} cards are still in the stock, and the solver draws none: ask again once "
            "it is gone"
        )


class Worth(msgspec.Struct, frozen=True):
    """The points for the side that wins a trick; every number is 0 to 255.

    Args:
        trick: for the trick itself.
        card: for each card in it.
        cards: for particular cards, in addition to ``card``.
    """

    trick: int = 1
    card: int = 0
    cards: Mapping[Card, int] = {}

    def __hash__(self) -> int:
        return hash((self.trick, self.card, frozenset(self.cards.items())))

    def of(self, card: Card) -> int:
        """The points for this card in a trick.

        >>> Worth(card=1, cards={Card.HJ: 11}).of(Card.HJ)
        12
        """
        return self.card + self.cards.get(card, 0)


class Position(msgspec.Struct, frozen=True, dict=True):
    """All hands, the trick under way, and what tricks and cards count.

    A position is checked on construction: every card in one place, the right number of cards for
    each seat, every card in the trick a legal play (T3, K7).

    Args:
        hands: the cards that each seat still holds, without those in the trick; a seat that is out
            has none (K4).
        trump: the trump suit, or None.
        leader: the seat that led the trick under way, or leads the next one.
        trick: the cards of the trick under way, in the order played; never a complete trick.
        sides: the side of each seat, 0 or 1; None: alternating.
        order: the order of the cards of a suit.
        worth: the points for a trick and the cards in it.
        trumps_held_back: trumps may not be led before one has been played to another suit (K7),
            and none has in the tricks before this one.
        objective: the utility of side 0, if it is not a sum over tricks; ``worth`` does not count
            then.
        out: the seats that are out. Needed only in the last trick, where a seat without cards may
            also have played its last one; elsewhere a seat without cards is out anyway.
        fewest: each side wants as few points as it can get, not as many: to lose tricks.

    Raises:
        OddtrickError: the position is invalid; the message says why. It is a ValueError.

    >>> print(Position.parse(["A2...", "K3...", "..A2.", "..K3."], trump="D", leader=1, trick=""))
    diamonds are trumps, seat 1 to lead
    seat 0  side 0  A2...
    seat 1  side 1  K3...
    seat 2  side 0  ..A2.
    seat 3  side 1  ..K3.
    """

    hands: tuple[Hand, ...]
    trump: Suit | None
    leader: int
    trick: tuple[Card, ...] = ()
    sides: tuple[int, ...] | None = None
    order: CardOrder = CardOrder.ACE_HIGH
    worth: Worth = Worth()
    trumps_held_back: bool = False
    objective: Objective | None = None
    out: tuple[int, ...] = ()
    fewest: bool = False

    def __post_init__(self) -> None:
        kernel = self.kernel()
        objective = None if self.objective is None else self.objective.kernel()
        try:
            _kernel.check(kernel, objective)
        except ValueError as error:
            raise OddtrickError(f"this is not a position: {error}") from None

    @classmethod
    def parse(
        cls,
        hands: Sequence[str],
        trump: Suit | str | None = None,
        leader: int = 0,
        trick: str = "",
        *,
        sides: tuple[int, ...] | None = None,
        order: CardOrder = CardOrder.ACE_HIGH,
        worth: Worth = Worth(),  # noqa: B008  an immutable value
        trumps_held_back: bool = False,
        objective: Objective | None = None,
        out: tuple[int, ...] = (),
        fewest: bool = False,
    ) -> Position:
        """Parses a position: hands as S.H.D.C, the trick as ``"AS 3S"``.

        Args:
            hands: the hand of each seat, seat 0 first; ``""`` for none.
            trump: a suit, or its letter, symbol or name; None, ``""``, ``"N"`` or ``"NT"`` for no
                trumps.
            leader: the leader of the trick under way, or of the next one.
            trick: the cards of the trick under way, in the order played.
            sides: the side of each seat.
            order: the order of the cards of a suit.
            worth: the points for a trick and the cards in it.
            trumps_held_back: K7.
            objective: the utility of side 0.
            out: the seats that are out.
            fewest: each side wants as few points as it can get.

        Raises:
            OddtrickError: a card or suit cannot be parsed, or the position is invalid.
        """
        check_type(hands, (list, tuple), "the hands of all seats, as in ['K...2', 'AQ...']")
        check_type(trick, str, "the cards of the trick, as in 'AS 3S'")
        if trump is not None and not isinstance(trump, Suit):
            check_type(trump, str, "a suit as in S, H, D or C, or None")
            trump = None if trump.upper() in ("", "N", "NT") else read_suit(trump)
        return cls(
            tuple(Hand.of(hand) for hand in hands),
            trump,
            leader,
            tuple(parse_card(word) for word in trick.split()),
            sides,
            order,
            worth,
            trumps_held_back,
            objective,
            out,
            fewest,
        )

    @classmethod
    def of(
        cls,
        rules: Rules,
        hands: Sequence[Hand],
        trump: Suit | None,
        leader: int,
        trick: tuple[Card, ...] = (),
        *,
        past: Sequence[PlayedTrick] = (),
        out: tuple[int, ...] = (),
        score: tuple[int, int] = (0, 0),
    ) -> Position:
        """The position of a game: its order of cards, its sides, and what it plays for.

        A game with contracts is played under one: the rules of its deals are
        ``Rules.under(contract)``, and where they make tricks a loss each side wants the fewest.

        Whist counts a trick as one (W5), and so does knock-out (K4, K8). Scotch counts the top
        trumps (S5) and one for each card (S6): a side scores those above its dealt ones, so that
        the difference of two values is one of points as long as neither falls short of them. Where
        honours are taken in tricks (C5, CS1) the difference of the sides' points counts.

        With more than two sides the seat to play and its partners stand against all others
        together, who play only to keep them from winning: a lower bound of what they can be
        certain of, which is what "best play" can mean among three.

        Args:
            rules: the game; one with contracts under that of the deal.
            hands: the cards that each seat still holds.
            trump: the trump suit, or None.
            leader: the leader of the trick under way, or of the next one.
            trick: the cards of the trick under way.
            past: the complete tricks of the hand, from which follow broken trumps (K7) and the
                honours taken.
            out: the seats that are out (K4).
            score: the score of the two sides before the deal (H2).

        Raises:
            OddtrickError: this is not a position of the game, or its contract is missing.
        """
        check_type(rules, Rules, WANTED_RULES)
        if rules.terms is not None and rules.contract is None:
            raise OddtrickError(
                f"{rules.game} is played under a contract: give the rules of the deal, as from "
                "rules.under(contract) or match.deal_rules"
            )
        if len(hands) != rules.players:
            raise OddtrickError(
                f"{len(hands)} hands were given, {rules.game} is played by {rules.players} here"
            )
        held_back = rules.break_trumps and not any(_breaks(seen, trump) for seen in past)
        start = cls(
            tuple(hands),
            trump,
            leader,
            trick,
            order=rules.order,
            worth=worth_of(rules, trump),
            trumps_held_back=held_back,
            out=out,
            fewest=aim_of(rules) is Aim.FEWEST,
        )
        # Of more than two sides, which is "us" depends on the seat to play: the kernel knows it.
        sides = _sides(rules, start.to_play)
        objective = _objective(rules, start, past, sides, score)
        return msgspec.structs.replace(start, sides=sides, objective=objective)

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat, 0 or 1."""
        return (
            tuple(seat % 2 for seat in range(len(self.hands)))
            if (self.sides is None)
            else self.sides
        )

    @property
    def to_play(self) -> int:
        """The seat to play."""
        return _kernel.seat_to_play(self.kernel())

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat to play may play, ascending (T3, K7)."""
        return cards_in(_kernel.legal_cards(self.kernel()))

    @property
    def points_left(self) -> int:
        """The points of all remaining tricks, with the one under way."""
        return _kernel.points_left(self.kernel())

    def best(self, values: Iterable[int]) -> int:
        """The best of some values to a side: the highest, or the lowest where few are wanted."""
        return min(values) if self.fewest else max(values)

    def kernel(self) -> _kernel.Position:
        """Returns the kernel's form."""
        return self._for_kernel

    @cached_property
    def _for_kernel(self) -> _kernel.Position:
        """The kernel's form, cached since positions are immutable.

        Raises:
            OddtrickError: the position is invalid.
        """
        sides = self.side_of
        check_type(sides, (tuple, list), "the side of each seat, as in (0, 1, 0, 1)")
        if not all(isinstance(hand, Hand) for hand in self.hands):
            raise OddtrickError("the hands of a position are `Hand`s: `Position.parse` reads text")
        if len(sides) != len(self.hands) or any(side not in (0, 1) for side in sides):
            raise OddtrickError(
                f"sides is {sides}: it has 0 or 1 for each of the {len(self.hands)} seats"
            )
        for card in self.trick:
            check_card(card)
        leader = check_seat(self.leader, len(self.hands), "lead")
        out = {check_seat(seat, len(self.hands)) for seat in self.out}
        try:
            position = _kernel.Position(
                hands=[hand.mask for hand in self.hands],
                trump=-1 if self.trump is None else self.trump,
                leader=leader,
                trick=self.trick,
                us=sum(1 << seat for seat, side in enumerate(sides) if side == 0),
                out=sum(1 << seat for seat in out),
                strength=_strengths(self.order, self.trump),
                trick_worth=self.worth.trick,
                card_worth=_worths(self.worth),
                trumps_held_back=self.trumps_held_back,
            )
            return _kernel.for_fewest(position) if self.fewest else position
        except (TypeError, ValueError) as error:
            raise OddtrickError(f"this is not a position: {error}") from None

    def __str__(self) -> str:
        trumps = "no trumps" if self.trump is None else f"{self.trump} are trumps"
        if self.trick:
            cards = " ".join(map(str, self.trick))
            turn = f"seat {self.leader} led, {cards} on the table, seat {self.to_play} to play"
        else:
            turn = f"seat {self.leader} to lead"
        rows = [f"{trumps}, {turn}"]
        for seat, (hand, side) in enumerate(zip(self.hands, self.side_of, strict=True)):
            rows.append(f"seat {seat}  side {side}  {hand}")
        return "\n".join(rows)


@cache
def _strengths(order: CardOrder, trump: Suit | None) -> bytes:
    return bytes(order.strengths(trump))


@cache
def _worths(worth: Worth) -> bytes:
    worths = [worth.of(card) for card in CARDS]
    for card, number in zip(CARDS, worths, strict=True):
        if not 0 <= number <= 255:
            raise ValueError(f"the worth of a card is 0 to 255, not {number}, as that of {card}")
    return bytes(worths)


def _sides(rules: Rules, seat: int) -> tuple[int, ...]:
    """The two sides of the game; of more sides the seat's own against all others."""
    sides = [rules.side_of(other) for other in range(rules.players)]
    if len(rules.sides) == 2:
        return tuple(sides)
    return tuple(0 if side == sides[seat] else 1 for side in sides)


def worth_of(rules: Rules, trump: Suit | None) -> Worth:
    """The points of a game for a trick and the cards in it, without honours taken in tricks.

    Where nothing but tricks counts, each is one, however many points it scores.
    """
    profile = rules.profile
    if not (profile.card or profile.captures or profile.wins_with):
        return Worth()
    return Worth(profile.trick, profile.card, dict(profile.captured_points(trump)))


def _objective(
    rules: Rules,
    start: Position,
    past: Sequence[PlayedTrick],
    sides: tuple[int, ...],
    score: tuple[int, int],
) -> Objective | None:
    """The objective of a game whose points are no sum over tricks (C5, CS1, H5), else None."""
    check_named_cards(rules)
    scoring, profile = rules.scoring, rules.profile
    by_sum = not profile.wins_with and not (profile.captures and (profile.book or profile.net))
    if profile.honours is not Honours.CAPTURED and by_sum:
        return None
    playing = [side for seat, side in enumerate(sides) if _seats_in(start) >> seat & 1]
    objective = Objective.of_deal(
        scoring,
        trump=start.trump,
        tricks=len(past) + max(map(len, start.hands)),
        dealt=_all_cards(start, past),
        score=score,
        seats=(playing.count(0), playing.count(1)),
    )
    return objective.after(past, sides)


def _seats_in(position: Position) -> int:
    return _kernel.seats_in(position.kernel())


def _all_cards(start: Position, past: Iterable[PlayedTrick]) -> Hand:
    mask = mask_of(start.trick)
    for hand in start.hands:
        mask |= hand.mask
    for seen in past:
        mask |= mask_of(seen.cards)
    return Hand(mask)


def _breaks(seen: PlayedTrick, trump: Suit | None) -> bool:
    """True if a trump was played to another suit (K7)."""
    led = seen.cards[0].suit
    return led is not trump and any(card.suit is trump for card in seen.cards)
