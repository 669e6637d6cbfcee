"""A world that a sentence speaks of: the rules implemented again, slowly and independently."""

from __future__ import annotations

from typing import Any

from oddtrick.cards import Card, Hand, Suit, cards_in, parse_card
from oddtrick.solver import Position, solve
from oddtrick.tricks import Trick
from oddtrick.views import View


class World:
    """A world consistent with a view, and a sentence about it."""

    def __init__(self, view: View, hands: list[int], params: dict[str, str], better: Card) -> None:
        assert view.seat is not None
        self.view, self.hands, self.better = view, hands, better
        self.seat = view.seat
        self.partners = view.deal_rules.partners(view.seat)
        self.opponents = [
            seat for seat in view.seats if seat != view.seat and seat not in self.partners
        ]
        self.behind = view.table_seats[len(view.table) + 1 :]
        self.strength = view.deal_rules.order.strengths(view.trump)
        self.card, self.higher, self.guarded = (
            parse_card(params[name]) if name in params else None
            for name in ("card", "higher", "guarded")
        )
        suits = {str(suit): suit for suit in Suit}
        self.suit = suits.get(params.get("suit", ""))
        self.params = params

    def number(self, name: str) -> int:
        return int(self.params[name])

    def held(self, seat: int, suit: Suit | None) -> int:
        return 0 if suit is None else self.hands[seat] & suit.mask

    def beats(self, one: Card, other: Card) -> bool:
        return one.suit is other.suit and self.strength[one] > self.strength[other]

    def wins(self, trick: Trick, card: Card) -> bool:
        """Returns True if the card, played next, would be winning."""
        return trick.play(card).best == len(trick.cards)

    def stands(self, trick: Trick) -> bool:
        """Returns True if no later player can beat the winning card after ours."""
        return not any(
            self.wins(Trick(trick.seats, trick.cards, trick.trump, trick.order), card)
            for seat in self.behind
            for card in cards_in(trick.legal(self.hands[seat]))
        )

    def ours_stands(self, card: Card) -> bool:
        return self.wins(self.view.trick, card) and self.stands(self.view.trick.play(card))

    def best(self) -> Card:
        return self.view.table[self.view.trick.best]

    def is_best_left(self, card: Card) -> bool:
        others = [seat for seat in self.view.seats if seat != self.seat]
        return not any(
            self.beats(one, card) for seat in others for one in cards_in(self.hands[seat])
        )

    def unplayed(self) -> list[Card]:
        """Returns the cards that may still be played in this deal, in any hand."""
        gone = {card for trick in self.view.tricks for card in trick.cards} | set(self.view.table)
        gone |= {card for hand in self.view.earlier for trick in hand for card in trick.cards}
        gone |= {card for where, cards in self.view.places if where == (-1,) for card in cards}
        nobodys = self.view.turn_up if self.view.turn_up_seat is None else None
        pack = cards_in(self.view.rules.pack)
        return [card for card in pack if card not in gone and card is not nobodys]

    def height(self, card: Card) -> int:
        """Returns the height of a card in its suit, as the rank of an ace-high order."""
        return self.view.deal_rules.order.heights[card]

    def tops(self, card: Card | None) -> bool:
        """Returns True if every higher card of its suit has been played."""
        return card is not None and not any(self.beats(one, card) for one in self.unplayed())

    def tops_others(self, card: Card | None) -> bool:
        """Returns True if no other hand, now or later, can have a higher card of its suit."""
        return card is not None and not any(
            self.beats(one, card) for one in self.unplayed() if one not in self.view.hand
        )

    def could_hold(self, seat: int, card: Card) -> bool:
        """Returns True if nothing shown so far keeps the seat from holding a card."""
        if card is self.view.turn_up:
            return self.view.turn_up_seat == seat
        if (seat, card) in self.view.drawn_by_others:
            return True
        return card in self.view.unseen and card.suit not in self.view.voids[seat]

    def could_beat(self, seats: Any, card: Card | None) -> bool:
        """Returns True if one of some later seats could hold a card that beats a card."""
        assert card is not None
        led, trump = self.view.table[0].suit, self.view.trump
        for seat in seats:
            for other in self.unplayed():
                higher = self.beats(other, card) and card.suit in (led, trump)
                ruff = other.suit is trump and card.suit is not trump
                if other.suit is not led and led not in self.view.voids[seat]:
                    # It may be out of the suit led without having shown it, if it need not hold it.
                    known = self.view.turn_up
                    if known and self.view.turn_up_seat == seat and known.suit is led:
                        continue
                if (higher or ruff) and self.could_hold(seat, other):
                    return True
        return False

    def lowest(self, card: Card) -> bool:
        """Returns True if no lower card of its suit is legal."""
        return not any(self.beats(card, one) for one in self.legal())

    def legal(self) -> list[Card]:
        return [card for card in self.view.legal if isinstance(card, Card)]

    def own(self, suit: Suit | None) -> list[Card]:
        """Returns the seat's cards of a suit, the weakest first."""
        cards = [card for card in self.view.hand if card.suit is suit]
        return sorted(cards, key=lambda card: self.strength[card])

    def follows(self) -> bool:
        return bool(self.view.table) and bool(self.own(self.view.table[0].suit))

    def leads(self) -> bool:
        return not self.view.table

    def loses(self) -> bool:
        """Returns True if an opponent is winning and no legal card beats theirs."""
        return not self.leads() and not self.winners() and self.view.trick.winner in self.opponents

    def is_sequence(self, low: Card, high: Card) -> bool:
        """Returns True if no other hand can hold a card between two of a suit."""
        others = [card for card in self.unplayed() if card not in self.view.hand]
        return not any(self.beats(one, low) and self.beats(high, one) for one in others)

    def has_gap(self, suit: Suit | None) -> bool:
        """Returns True if the best card of a suit is held, and not the next."""
        held = self.own(suit)
        return len(held) > 1 and self.tops_others(held[-1]) and not self.is_sequence(*held[-2:])

    def hides(self, card: Card) -> bool:
        """Returns True if a higher card of the suit may be hidden."""
        return any(self.beats(one, card) for one in self.with_others())

    def led_by(self, seats: Any) -> set[Suit]:
        return {trick.cards[0].suit for trick in self.view.tricks if trick.seats[0] in seats}

    def lengths(self) -> list[int]:
        plain = [suit for suit in Suit if suit is not self.view.trump]
        return [self.held(self.seat, suit).bit_count() for suit in plain]

    def winners(self) -> list[Card]:
        return [c for c in self.view.legal if isinstance(c, Card) and self.wins(self.view.trick, c)]

    def with_others(self) -> list[Card]:
        """The cards that others hold or may hold: also those that they were seen to draw."""
        return [*self.view.unseen, *(card for _, card in self.view.drawn_by_others)]

    def all_trumps(self, seats: Any) -> int:
        return sum(self.held(seat, self.view.trump).bit_count() for seat in seats)

    def sure_tricks(self) -> bool:
        """Returns True if the side takes all remaining tricks double dummy."""
        rules, view = self.view.deal_rules, self.view
        own = {self.seat, *self.partners}
        position = Position(
            tuple(map(Hand, self.hands)),
            view.trump,
            self.seat,
            sides=tuple(int(seat not in own) for seat in range(rules.players)),
            order=rules.order,
            trumps_held_back=rules.break_trumps and not view.broken,
            out=tuple(seat for seat in range(rules.players) if seat not in view.seats),
        )
        return solve(position) == len(view.hand)
