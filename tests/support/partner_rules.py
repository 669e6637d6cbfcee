"""What a partner may not do, told from the view alone and without a line of the bots' own code.

Each fault looks at a decision and says whether it would be one. All of them speak of what is
certain: a card that *surely* wins, an opponent that has *shown* to be out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Hand, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.views import View


def hidden(view: View) -> Hand:
    """The cards that others may hold: unseen, or turned up and still in the dealer's hand."""
    turned = view.turn_up if view.turn_up_seat not in (None, view.seat) else None
    return view.unseen | Hand.of([turned] if turned is not None else [])


def partners(view: View) -> tuple[int, ...]:
    assert view.seat is not None
    return view.rules.partners(view.seat)


def opponents(view: View) -> list[int]:
    return [seat for seat in view.seats if seat != view.seat and seat not in partners(view)]


def may_hold(view: View, seat: int, suit: Suit | None) -> Hand:
    """The cards of a suit that a seat may hold."""
    if suit is None or suit in view.voids[seat]:
        return Hand()
    cards = hidden(view).suit(suit)
    if view.turn_up is not None and view.turn_up_seat not in (None, seat):
        cards -= Hand.of([view.turn_up])
    return cards


def beats(view: View, card: Card, other: Card) -> bool:
    """Whether a card played now would beat one that lies on the table."""
    order = view.trick.order
    if card.suit is other.suit:
        return order[card] > order[other]
    return card.suit is view.trump


def best(view: View) -> Card:
    return view.table[view.trick.best]


def surely_holds(view: View, card: Card) -> bool:
    """Whether nobody of the other side who is still to play can beat a card that is best now."""
    led = view.table[0].suit if view.table else card.suit
    for seat in view.table_seats[len(view.table) + 1 :]:
        if seat in partners(view):
            continue
        if any(beats(view, other, card) for other in may_hold(view, seat, led)):
            return False
        if led is not view.trump and any(
            beats(view, other, card) for other in may_hold(view, seat, view.trump)
        ):
            return False
    return True


def partner_surely_wins(view: View) -> bool:
    if not view.table or view.trick.winner not in partners(view):
        return False
    return surely_holds(view, best(view))


def legal_cards(view: View) -> list[Card]:
    return [card for card in view.legal if isinstance(card, Card)]


def is_master(view: View, card: Card) -> bool:
    order = view.trick.order
    return all(order[other] < order[card] for other in hidden(view).suit(card.suit))


def touching(view: View, low: Card, high: Card) -> bool:
    """Whether two cards of one suit are worth the same: nobody holds one between them."""
    order = view.trick.order
    return not any(
        order[low] < order[other] < order[high] for other in hidden(view).suit(low.suit)
    ) and not any(order[low] < order[other] < order[high] for other in view.table)


def rest_is_ours(view: View) -> bool:
    """Whether the seat to lead holds the best of all its suits, and as many trumps as others."""
    if view.table or len(view.hand) < 2 or not all(is_master(view, card) for card in view.hand):
        return False
    trumps = hidden(view).suit(view.trump) if view.trump is not None else Hand()
    own = view.hand.suit(view.trump) if view.trump is not None else Hand()
    return len(own) >= len(trumps)


# The faults.


def trumps_partners_winner(view: View, card: Card) -> bool:
    """A trump on a trick of a plain suit that is surely partner's, with another card to play."""
    if not partner_surely_wins(view) or view.table[0].suit is view.trump:
        return False
    return card.suit is view.trump and any(
        other.suit is not view.trump for other in legal_cards(view)
    )


def overtakes_partner(view: View, card: Card) -> bool:
    """A higher card of the suit on a trick that is surely partner's, with a lower one in hand.

    From two cards it may be done to get out of partner's way.
    """
    if not partner_surely_wins(view) or card.suit is not best(view).suit or len(view.legal) == 2:
        return False
    return beats(view, card, best(view)) and any(
        not beats(view, other, best(view)) for other in legal_cards(view)
    )


def wastes_an_honour(view: View, card: Card) -> bool:
    """An honour that can't win, with a lower card of the suit in hand."""
    if not view.table or card.suit is not view.table[0].suit or card.rank < Rank.JACK:
        return False
    if any(beats(view, other, best(view)) for other in legal_cards(view)):
        return False
    return len(view.legal) > 2 and any(
        other.rank < card.rank and not touching(view, other, card) for other in legal_cards(view)
    )


def throws_a_winner(view: View, card: Card) -> bool:
    """The best card left of a plain suit thrown away, with a loser of a plain suit in hand.

    While the other side may hold a trump it is no sure winner, and may well be worth less than the
    guard of an honour.
    """
    if not view.table or view.table[0].suit in {card.suit for card in view.hand}:
        return False
    if any(may_hold(view, seat, view.trump) for seat in opponents(view)):
        return False
    if card.suit is view.trump or not is_master(view, card):
        return False
    return any(other.suit is not view.trump and not is_master(view, other) for other in view.hand)


def wins_too_dearly(view: View, card: Card) -> bool:
    """Last to play, and a lower card of the same suit would have won as well."""
    if not view.table or len(view.table) + 1 < len(view.table_seats):
        return False
    if view.trick.winner in partners(view) or not beats(view, card, best(view)):
        return False
    return any(
        other.suit is card.suit
        and view.trick.order[other] < view.trick.order[card]
        and beats(view, other, best(view))
        for other in legal_cards(view)
    )


def plays_the_higher_of_touching(view: View, card: Card) -> bool:
    """Not the lowest of touching cards that would win, following to another's lead."""
    if not view.table or not beats(view, card, best(view)):
        return False
    return any(
        other.suit is card.suit
        and view.trick.order[other] < view.trick.order[card]
        and beats(view, other, best(view))
        and touching(view, other, card)
        for other in legal_cards(view)
    )


def draws_partners_trumps(view: View, card: Card) -> bool:
    """A trump led when no opponent can have one, and partner may, with another card to lead."""
    if view.table or card.suit is not view.trump:
        return False
    if any(may_hold(view, seat, view.trump) for seat in opponents(view)):
        return False
    if not any(may_hold(view, seat, view.trump) for seat in partners(view)):
        return False
    return any(other.suit is not view.trump for other in legal_cards(view))


def leads_partners_void(view: View, card: Card) -> bool:
    """A loser led in a suit that partner is out of and can't trump, with another plain suit.

    To give partner a ruff it may be led, unless an opponent is out of it as well.
    """
    if view.table or card.suit is view.trump or is_master(view, card):
        return False
    if not all(card.suit in view.voids[seat] for seat in partners(view)):
        return False
    ruff = any(may_hold(view, seat, view.trump) for seat in partners(view))
    over = any(
        card.suit in view.voids[seat] and may_hold(view, seat, view.trump)
        for seat in opponents(view)
    )
    if ruff and not over:
        return False
    return any(
        other.suit is not view.trump
        and not all(other.suit in view.voids[seat] for seat in partners(view))
        and not any(
            other.suit in view.voids[seat] and may_hold(view, seat, view.trump)
            for seat in opponents(view)
        )
        for other in legal_cards(view)
    )


FAULTS: dict[str, Callable[[View, Card], bool]] = {
    fault.__name__: fault
    for fault in (
        trumps_partners_winner,
        overtakes_partner,
        wastes_an_honour,
        throws_a_winner,
        wins_too_dearly,
        plays_the_higher_of_touching,
        draws_partners_trumps,
        leads_partners_void,
    )
}
"""Every fault by its name."""
