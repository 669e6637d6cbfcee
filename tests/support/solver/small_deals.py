"""Every game with a few cards, and all its layouts by brute force.

What the sampler gives is compared with this: each way to lay the hidden cards is dealt, and played
as far as the match has come; those stay that are legal and give the same view, byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.dealing import draw
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Action, Deal, Match, Playing, start
from oddtrick.rules import Rules
from oddtrick.solver.sampling import World

Place = tuple[int, int] | None
"""Separate hand and seat; None is the undealt rest."""


class Moment(NamedTuple):
    """A match, and how it came there from its last deal: that comes first among the actions."""

    before: Match
    actions: tuple[Action, ...]
    match: Match

    @property
    def deal(self) -> Deal:
        deal = self.actions[0]
        assert isinstance(deal, Deal)
        return deal

    def shown(self, seat: int | None) -> bytes:
        return msgspec.msgpack.encode(self.match.view(seat))

    def instead(self, deal: Deal) -> Moment | None:
        """The same plays from another deal, or None if one of them is illegal."""
        match = self.before
        try:
            for action in (deal, *self.actions[1:]):
                match = match.apply(action)
        except RuleBroken:
            return None
        return Moment(self.before, (deal, *self.actions[1:]), match)


def small_rules(game: str, options: dict[str, Any], rng: Random) -> Rules:
    """The rules of a game with one to three cards for each hand, often of two or three suits."""
    rules = rules_of(game, **options)
    most = 3 if rules.players < 5 and len(rules.plan.hands) == 1 else 2
    hands = tuple(rng.randint(1, most) for _ in rules.plan.hands[1:])
    hands = (*hands, most)
    spare = rng.randint(1, 3) if rules.plan.fewer else 0
    suits = rng.sample(list(Suit), rng.choice([2, 3, 4]))
    cards = [card for card in cards_in(rules.pack) if card.suit in suits]
    needed = rules.players * sum(hands) + spare
    pack = rng.sample(cards, needed) if len(cards) >= needed else [*cards_in(rules.pack)][:needed]
    return replace(rules, pack=Hand.of(pack).mask, plan=replace(rules.plan, hands=hands))


def moments(rules: Rules, seed: int, most: int = 100) -> list[Moment]:
    """The states of a random match, up to a number of actions, with cards out.

    With few cards a deal of whist has no odd tricks: such a match would never end.
    """
    rng, match = Random(seed), start(rules)
    reached: list[Moment] = []
    before, actions = match, list[Action]()
    for _ in range(most):
        if match.over:
            break
        action = draw(match, rng) if match.to_act == CHANCE else rng.choice(match.legal_actions())
        if isinstance(action, Deal):
            before, actions = match, []
        number, match = match.number, match.apply(action)
        actions.append(action)
        if isinstance(actions[0], Deal) and match.number == number and not match.over:
            reached.append(Moment(before, tuple(actions), match))
        elif match.number != number:
            actions = []
    return reached


def gone(match: Match) -> int:
    """The cards (mask) of the hand under way that have been played."""
    return match.phase.gone if isinstance(match.phase, Playing) else 0


def hidden_places(moment: Moment, seat: int | None) -> dict[Card, Place]:
    """The cards that the seat can't see, and where they lie."""
    match, deal, now = moment.match, moment.deal, len(moment.match.deal.hands)
    places: dict[Card, Place] = dict.fromkeys(cards_in(match.rules.pack))
    for number, hands in enumerate(deal.hands):
        for holder, hand in enumerate(hands):
            open_ = number < now or (number == now and holder == seat)
            for card in hand:
                places[card] = (number, holder)
                if open_ or (number == now and gone(match) & card.bit):
                    del places[card]
    if deal.turn_up is not None:
        places.pop(deal.turn_up, None)
    return places


def arrangements(sizes: Counter[Place], n: int) -> Iterator[tuple[Place, ...]]:
    """Every order of places, each as often as its size says."""
    if n == 0:
        yield ()
        return
    for place in [place for place, size in sizes.items() if size]:
        sizes[place] -= 1
        for others in arrangements(sizes, n - 1):
            yield (place, *others)
        sizes[place] += 1


def laid(moment: Moment, places: dict[Card, Place]) -> Deal:
    """The deal with the hidden cards at other places."""
    moved = sum(card.bit for card in places)
    hands = [[hand.mask & ~moved for hand in hands] for hands in moment.deal.hands]
    for card, place in places.items():
        if place is not None:
            hands[place[0]][place[1]] |= card.bit
    return Deal(tuple(tuple(map(Hand, masks)) for masks in hands), moment.deal.turn_up)


def world_of(moment: Moment) -> World:
    """The location of every unplayed card."""
    match, hands = moment.match, moment.deal.hands
    now = len(match.deal.hands)
    dealt = sum(hand.mask for seats in hands for hand in seats)
    turned = moment.deal.turn_up.bit if moment.deal.turn_up is not None else 0
    return World(
        tuple(hand - Hand(gone(match)) for hand in hands[now]),
        hands[now + 1 :],
        Hand(match.rules.pack & ~dealt & ~turned),
    )


def same_view(moment: Moment, seat: int | None) -> list[Moment]:
    """The moment under every layout of the hidden cards that gives the seat the same view."""
    places, shown = hidden_places(moment, seat), moment.shown(seat)
    found = []
    for order in arrangements(Counter(places.values()), len(places)):
        other = moment.instead(laid(moment, dict(zip(places, order, strict=True))))
        if other is not None and other.shown(seat) == shown:
            found.append(other)
    return found


def deal_of(moment: Moment, world: World) -> Deal:
    """The deal in which a world's cards lie where it says, and the others as they were played."""
    now = len(moment.match.deal.hands)
    played = Hand(gone(moment.match))
    dealt = moment.deal.hands
    hands = tuple(
        held | (hand & played) for held, hand in zip(world.hands, dealt[now], strict=True)
    )
    return Deal((*dealt[:now], hands, *world.later), moment.deal.turn_up)
