"""Faults against partner, counted: no level from club up commits one in thousands of decisions.

The faults are recognised by ``tests/bots/test_partner_faults.py``, which shares no code
with the bots.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from oddtrick.bots import BOTS, Bot, casual, club, find_bot, random_bot
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.cards import Card, Hand, Rank, Suit
from oddtrick.dealing import new_match
from oddtrick.match import Match
from oddtrick.views import View
from tests.support.bot_positions import play_out
from tests.support.extent import times


def hidden(view: View) -> Hand:
    """The cards that others may hold: unseen, or turned up and still in the dealer's hand."""
    turn_up = view.turn_up if view.turn_up_seat not in (None, view.seat) else None
    return view.unseen | Hand.of([turn_up] if turn_up is not None else [])


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
    """True if a card played now would beat one on the table."""
    order = view.trick.order
    if card.suit is other.suit:
        return order[card] > order[other]
    return card.suit is view.trump


def best(view: View) -> Card:
    return view.table[view.trick.best]


def surely_holds(view: View, card: Card) -> bool:
    """True if no opponent still to play can beat a card that is winning now."""
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
    """True if no hidden or played card lies between two cards of one suit."""
    order = view.trick.order
    return not any(
        order[low] < order[other] < order[high] for other in hidden(view).suit(low.suit)
    ) and not any(order[low] < order[other] < order[high] for other in view.table)


def holds_the_rest(view: View) -> bool:
    """True if the seat to lead holds only masters, and at least as many trumps as the others."""
    if view.table or len(view.hand) < 2 or not all(is_master(view, card) for card in view.hand):
        return False
    trumps = hidden(view).suit(view.trump) if view.trump is not None else Hand()
    own = view.hand.suit(view.trump) if view.trump is not None else Hand()
    return len(own) >= len(trumps)


# The faults


def trumps_partners_winner(view: View, card: Card) -> bool:
    """True if a card ruffs a trick that partner surely wins, with a plain card to discard."""
    if not partner_surely_wins(view) or view.table[0].suit is view.trump:
        return False
    return card.suit is view.trump and any(
        other.suit is not view.trump for other in legal_cards(view)
    )


def overtakes_partner(view: View, card: Card) -> bool:
    """True if a card overtakes partner's sure winner, with a lower card of the suit in hand.

    With only two cards it may be an unblock.
    """
    if not partner_surely_wins(view) or card.suit is not best(view).suit or len(view.legal) == 2:
        return False
    return beats(view, card, best(view)) and any(
        not beats(view, other, best(view)) for other in legal_cards(view)
    )


def wastes_an_honour(view: View, card: Card) -> bool:
    """True if a card is an honour that cannot win, with a lower card of the suit in hand."""
    if not view.table or card.suit is not view.table[0].suit or card.rank < Rank.JACK:
        return False
    if any(beats(view, other, best(view)) for other in legal_cards(view)):
        return False
    return len(view.legal) > 2 and any(
        other.rank < card.rank and not touching(view, other, card) for other in legal_cards(view)
    )


def throws_a_winner(view: View, card: Card) -> bool:
    """True if a card discards the master of a plain suit, with a plain loser in hand.

    While an opponent may hold a trump, a master is no sure winner and may well be worth less than
    the guard of an honour.
    """
    if not view.table or view.table[0].suit in {card.suit for card in view.hand}:
        return False
    if any(may_hold(view, seat, view.trump) for seat in opponents(view)):
        return False
    if card.suit is view.trump or not is_master(view, card):
        return False
    return any(other.suit is not view.trump and not is_master(view, other) for other in view.hand)


def wins_too_dearly(view: View, card: Card) -> bool:
    """True if a card wins in last hand although a lower one of the suit would have won."""
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
    """True if a card wins although a lower touching card would have won as well."""
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
    """True if a card leads trumps although only partner may have one, with another lead in hand."""
    if view.table or card.suit is not view.trump:
        return False
    if any(may_hold(view, seat, view.trump) for seat in opponents(view)):
        return False
    if not any(may_hold(view, seat, view.trump) for seat in partners(view)):
        return False
    return any(other.suit is not view.trump for other in legal_cards(view))


def leads_partners_void(view: View, card: Card) -> bool:
    """True if a card leads a loser in partner's void that partner cannot ruff, with a better lead.

    It is no fault if it gives partner a ruff that no opponent can overruff.
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
"""All faults by name."""


LEVELS = [
    pytest.param(bot, marks=() if bot is club else pytest.mark.long, id=bot.name)
    for bot in BOTS[BOTS.index(club) :]
]
SEARCHING = ("expert", "master")
JUDGE = Searcher("judge", SearchBudget(candidates=64_000, worlds=6400, temperature=64))
"""A larger search that reviews the apparent faults of bots that search."""

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt"}),
    ("colonial-whist", {}),
]


def deals(bot: Bot, seeds: range) -> Iterator[Match]:
    """Yields every state in which the bot has a choice of cards, among equals and weaker bots."""
    for seed in seeds:
        game, options = GAMES[seed % len(GAMES)]
        match = new_match(game, seed=seed, **options)
        others = (bot, casual, random_bot)[seed % 5 % 3]
        seats = [bot if seat % 2 == seed % 2 else others for seat in range(4)]
        while match.number == 0 and not match.over:
            seat = match.to_act
            assert seat is not None
            view = match.view(seat)
            if seats[seat] is bot and len(view.legal) > 1:
                yield match
            match = match.apply(seats[seat].choose(view, Random(seed)))


def is_justified(view: View, chosen: Card, fault: Callable[[View, Card], bool]) -> bool:
    """True if no faultless card is better by more than an error, in four times the worlds."""
    faultless = [card for card in legal_cards(view) if not fault(view, card)]
    values = JUDGE.evaluate(view, Random(view.hand.mask % 2**32))
    best = max((values.of(card) for card in faultless), key=lambda value: value.utility)
    error = max(best.error, values.of(chosen).error)
    return best.utility - values.of(chosen).utility <= error


def count(bot: Bot, seeds: range) -> tuple[Counter[str], Counter[str], int]:
    """Returns the opportunities for each fault, the faults committed, and all decisions."""
    opportunities, done, decisions = Counter[str](), Counter[str](), 0
    for match in deals(bot, seeds):
        view = match.view(match.to_act)
        decisions += 1
        chosen, cards = bot.choose(view, Random(decisions)), legal_cards(view)
        assert chosen in cards
        assert isinstance(chosen, Card)
        for name, fault in FAULTS.items():
            opportunities[name] += any(fault(view, card) for card in cards)
            if fault(view, chosen):
                done[name] += not (bot.name in SEARCHING and is_justified(view, chosen, fault))
    return opportunities, done, decisions


@pytest.mark.parametrize("bot", LEVELS)
def test_in_two_thousand_decisions_there_is_no_fault(bot: Bot) -> None:
    opportunities, done, decisions = count(bot, range(90))
    assert decisions >= 2000
    assert not +done
    assert all(opportunities[name] >= 5 for name in FAULTS), opportunities


@pytest.mark.long
def test_in_twenty_thousand_decisions_club_commits_no_fault() -> None:
    _, done, decisions = count(club, range(1000, 1900))
    assert decisions >= 20_000
    assert not +done


def test_the_random_bot_commits_every_fault() -> None:
    _, done, _ = count(random_bot, range(times(30, whole=90)))
    assert all(done[name] for name in FAULTS), done


def test_novice_commits_faults_that_club_does_not() -> None:
    _, done, _ = count(find_bot("novice"), range(30))
    assert done["trumps_partners_winner"]
    assert done["wins_too_dearly"]


@pytest.mark.parametrize("bot", LEVELS)
def test_with_all_remaining_tricks_in_hand_it_takes_them_against_any_play(bot: Bot) -> None:
    """A claimable hand is cashed at once, whatever the others discard."""
    found = 0
    for match in deals(bot, range(times(75, whole=150))):
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        if not holds_the_rest(view):
            continue
        found += 1
        players = tuple(bot if other == seat else random_bot for other in range(4))
        done = play_out(match, players, Random(found), deals=1)
        (deal,) = done.view(seat).past[:1]
        last = deal.hands[-1][len(view.tricks) :]
        assert {trick.winner % 2 for trick in last} == {seat % 2}
    assert found >= times(5, whole=10)
