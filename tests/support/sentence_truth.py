"""An independent check of each sentence: what it says, in the terms of one world."""

from __future__ import annotations

from collections.abc import Callable

from oddtrick.cards import Card, Rank, Suit, mask_of
from oddtrick.scoring.deals import TOP_TRUMP_POINTS
from tests.support.sentence_reference_rules import World


def partner_wins(w: World, *, named: bool = True) -> bool:
    """Returns True if partner is winning, with the card named."""
    return w.view.trick.winner in w.partners and (not named or w.card in (None, w.best()))


def partner_has(w: World) -> bool:
    """Returns True if partner takes the trick whatever the others play."""
    return partner_wins(w) and w.better not in w.winners() and w.stands(w.view.trick.play(w.better))


def both(one: Card | None, other: Card | None) -> tuple[Card, Card]:
    assert one is not None
    assert other is not None
    return one, other


def others(w: World) -> list[int]:
    return [seat for seat in w.view.seats if seat != w.seat]


def trumps_unplayed(w: World) -> list[Card]:
    """Returns the trumps not played, of others."""
    return [card for card in w.unplayed() if card.suit is w.view.trump and card not in w.view.hand]


def trumps_out(w: World) -> int:
    return len(trumps_unplayed(w))


def trumps_counted(w: World) -> bool:
    trump = w.view.trump
    assert trump is not None
    played = [card for trick in w.view.tricks for card in trick.cards] + list(w.view.table)
    played += [card for hand in w.view.earlier for trick in hand for card in trick.cards]
    gone = (mask_of(played) & trump.mask).bit_count()
    return w.number("gone") == gone and w.number("own") == w.all_trumps([w.seat])


def points_on_table(w: World) -> int:
    """Returns the points of the top trumps on the table, or one for each honour (C5)."""
    table = [card for card in w.view.table if card.suit is w.view.trump]
    points = sum(TOP_TRUMP_POINTS.get(card.rank, 0) for card in table)
    return points if w.view.rules.profile.captures else len(table)


def could_ruff(w: World) -> bool:
    """Returns True if a trump would win the trick, and another card is played."""
    ruffs = [card for card in w.winners() if card.suit is w.view.trump]
    return not w.follows() and bool(ruffs) and w.better.suit is not w.view.trump


def cheapest(w: World) -> Card | None:
    """Returns the weakest card that wins; winners are all of one suit."""
    return min(w.winners(), key=lambda card: w.strength[card], default=None)


def longest(w: World) -> bool:
    return w.leads() and len(w.own(w.better.suit)) == max(w.lengths())


def leads_below(w: World) -> bool:
    return w.leads() and w.higher in w.view.hand and w.beats(*both(w.higher, w.better))


def above_now(w: World) -> list[Card]:
    """Returns the higher cards of its suit that another seat may hold in this hand (S4)."""
    later = w.view.turn_up if w.view.hand_number < w.view.hand_count - 1 else None
    cards = [card for card in w.unplayed() if card not in w.view.hand and card is not later]
    return [card for card in cards if w.beats(card, w.better)]


def is_ten(w: World) -> bool:
    return w.better.suit is w.view.trump and w.better.rank is Rank.TEN


def empties_for_ten(w: World) -> bool:
    """Returns True if the ten is held, and no plain suit that others have is shorter."""
    lengths = [
        len(w.own(suit))
        for suit in Suit
        if suit is not w.view.trump and w.own(suit) and any(c.suit is suit for c in w.with_others())
    ]
    held = [card.rank for card in w.own(w.view.trump)]
    return Rank.TEN in held and len(w.own(w.better.suit)) == min(lengths)


def finesses_above(w: World) -> bool:
    """Returns True if one card of others lies between the card played and the best held."""
    top = w.own(w.better.suit)[-1]
    between = [
        card
        for card in w.unplayed()
        if card not in w.view.hand and w.beats(card, w.better) and w.beats(top, card)
    ]
    return len(between) == 1 and w.tops_others(top) and w.better in w.winners()


def may_hold_above(w: World, seat: int) -> bool:
    """Returns True if a seat could hold the higher card, which beats the other one."""
    return w.could_hold(seat, both(w.higher, w.card)[0]) and w.beats(*both(w.higher, w.card))


def rids_of_danger(w: World) -> bool:
    """Returns True if the side gains nothing by the card, which could win a later trick."""
    lower = [card for card in w.unplayed() if card not in w.view.hand and w.beats(w.better, card)]
    let_go = w.better not in w.winners() or partner_wins(w, named=False)
    return let_go and (bool(lower) or w.better.suit is w.view.trump)


def may_have_trumps(w: World) -> list[int]:
    """Returns the others that could hold a trump."""
    out = trumps_unplayed(w)
    return [seat for seat in others(w) if any(w.could_hold(seat, card) for card in out)]


def draws_well(w: World) -> bool:
    """Returns True if enough trumps are held to draw those of others, and high ones."""
    view, own = w.view, w.own(w.view.trump)
    waits = view.turn_up if view.hand_number + 1 < view.hand_count else None  # in a later hand (S4)
    out = [card for card in trumps_unplayed(w) if card is not waits]
    enough = len(own) >= len(out) or len(own) * len(may_have_trumps(w)) > len(out)
    above = [card for card in out if w.beats(card, own[-1])]
    driven = len(own) > 3 and len(above) == 1 and w.is_sequence(w.better, own[-1])
    return w.leads() and w.better in own and enough and (w.tops_others(w.better) or driven)


def empties(w: World, most: int = 0) -> bool:
    """Returns True if trumps are held, and no more than so many other cards of the suit."""
    left = len(w.own(w.better.suit)) - 1
    return w.better.suit is not w.view.trump and bool(w.own(w.view.trump)) and left <= most


def no_lower_does(w: World) -> bool:
    """Returns True if no lower card that could be played is as sure to win the trick."""
    lower = [card for card in w.winners() if w.beats(w.better, card)]
    return all(w.could_beat(w.behind, card) for card in lower)


TRUE: dict[str, Callable[[World], bool]] = {
    # Facts.
    "partner-ahead": lambda w: partner_wins(w) and bool(w.behind),
    "partner-ahead-low": lambda w: partner_wins(w) and w.follows() and w.lowest(w.better),
    "partner-ahead-keep": lambda w: partner_wins(w, named=False) and w.card in w.winners(),
    "partner-safe": lambda w: partner_wins(w) and w.stands(w.view.trick) and bool(w.behind),
    "partner-has-it": lambda w: partner_wins(w) and not w.behind,
    "partner-ahead-discard": lambda w: partner_wins(w) and could_ruff(w),
    "wins-last": lambda w: not w.behind and w.card in w.winners() and no_lower_does(w),
    "wins-surely": lambda w: w.card is not None and w.ours_stands(w.card) and no_lower_does(w),
    "enough": lambda w: w.card is not None and w.ours_stands(w.card) and bool(w.behind),
    "enough-last": lambda w: w.card in w.winners() and not w.behind,
    "takes-lead": lambda w: w.better in w.winners() and w.higher is w.best(),
    "high-for-nothing": lambda w: w.loses() and w.card in w.view.legal,
    "lets-go": lambda w: (
        w.follows() and w.better not in w.winners() and w.view.trick.winner in w.opponents
    ),
    "wasted": lambda w: w.card in w.view.legal and w.card not in w.winners(),
    "none-wins": lambda w: w.loses() and w.follows(),
    "spare-high": lambda w: w.loses() and not w.lowest(w.better),
    "gives-points": lambda w: (
        w.view.trick.winner in w.opponents
        and w.card is not None
        and w.card.suit is w.view.trump
        and TOP_TRUMP_POINTS[w.card.rank] == w.number("count")
    ),
    "takes-points": lambda w: points_on_table(w) == w.number("count"),
    "opponent-behind": lambda w: (
        w.number("seat") in w.behind
        and w.number("seat") in w.opponents
        and not w.held(w.number("seat"), w.suit)
    ),
    "partner-doubtful": lambda w: (
        partner_wins(w) and w.higher in w.unplayed() and w.beats(*both(w.higher, w.best()))
    ),
    "one-above": lambda w: (
        w.card is w.better
        and above_now(w) == [w.higher]
        and not any(w.beats(card, both(w.higher, w.card)[0]) for card in w.view.hand)
    ),
    "best-left": lambda w: w.tops(w.card),
    "best-left-safe": lambda w: w.card is not None and w.tops(w.card) and w.ours_stands(w.card),
    "equal-best": lambda w: w.tops_others(w.card) and w.leads(),
    "guards": lambda w: (
        w.card in w.view.hand and w.guarded in w.view.hand and w.beats(*both(w.guarded, w.card))
    ),
    "ten-unseen": lambda w: w.higher in w.unplayed() and w.beats(*both(w.card, w.higher)),
    "short-ten": lambda w: (
        w.leads()
        and Rank.TEN in {card.rank for card in w.own(w.view.trump)}
        and len(w.own(w.view.trump)) <= 2
        and bool(w.partners)
        and float(w.params["amount"]) > 0
    ),
    "opponents-led": lambda w: w.suit in w.led_by(w.opponents),
    "tenace": lambda w: (
        w.card in w.view.hand
        and w.higher in w.view.hand
        and any(
            w.beats(card, both(w.card, w.higher)[0]) and w.beats(both(w.card, w.higher)[1], card)
            for card in w.with_others()
        )
    ),
    "longest": lambda w: (
        w.held(w.seat, w.suit).bit_count() == max(w.lengths())
        and w.lengths().count(max(w.lengths())) == 1
    ),
    "singleton": lambda w: w.own(w.suit) == [w.card] and bool(w.own(w.view.trump)),
    "empties-suit": lambda w: w.own(w.suit) == [w.better] and bool(w.own(w.view.trump)),
    "higher-unseen": lambda w: (
        w.higher in w.unplayed()
        and w.higher not in w.view.hand
        and w.beats(*both(w.higher, w.card))
    ),
    "partner-out": lambda w: not w.held(w.partners[0], w.suit),
    "partner-out-bare": lambda w: (
        not w.held(w.partners[0], w.suit) and not w.held(w.partners[0], w.view.trump)
    ),
    "partner-led": lambda w: w.suit in w.led_by(w.partners),
    "opponent-out": lambda w: (
        w.number("seat") in w.opponents
        and not w.held(w.number("seat"), w.suit)
        and any(w.could_hold(w.number("seat"), card) for card in trumps_unplayed(w))
    ),
    "only-partners-trumps": lambda w: not w.all_trumps(w.opponents),
    "trumps-mine": lambda w: trumps_out(w) == 0 == w.all_trumps(others(w)),
    "trumps-count": lambda w: trumps_counted(w) and w.number("out") == w.all_trumps(others(w)),
    "trumps-count-most": lambda w: trumps_counted(w) and w.number("out") >= w.all_trumps(others(w)),
    "save-for-partner": lambda w: (
        w.card in w.winners() and w.could_beat(set(w.behind) & set(w.partners), w.best())
    ),
    "save-from-behind": lambda w: (
        w.card in w.winners() and w.could_beat(set(w.behind) & set(w.opponents), w.card)
    ),
    "duck": lambda w: w.card in w.winners() and w.better not in w.winners(),
    "keep-trumps": lambda w: could_ruff(w) and w.view.trick.winner in w.opponents,
    "only-trumps-ruff": lambda w: all(card.suit is w.view.trump for card in w.view.hand),
    "keeps-higher": lambda w: (
        w.card is w.better and w.higher in w.view.hand and w.beats(*both(w.higher, w.card))
    ),
    "spare-suit": lambda w: w.better.suit is w.suit and not w.follows() and not w.leads(),
    "lead-under": lambda w: leads_below(w) and w.lowest(w.better),
    "lead-through": leads_below,
    "lead-highest": lambda w: (
        w.leads()
        and w.card is w.better
        and len(w.own(w.suit)) > 1
        and (w.own(w.suit)[-1] is w.card or w.is_sequence(w.card, w.own(w.suit)[-1]))
    ),
    "trump-leads": lambda w: w.leads() and w.better.suit is w.view.trump and bool(trumps_out(w)),
    "trumps-win": lambda w: w.leads() and not w.all_trumps(others(w)),
    "draw-trumps": lambda w: draws_well(w) and len(may_have_trumps(w)) > 1,
    "draw-trumps-of": lambda w: draws_well(w) and may_have_trumps(w) == [w.number("seat")],
    "draw-trumps-count": lambda w: (
        draws_well(w) and w.number("number") == w.all_trumps(others(w)) == trumps_out(w)
    ),
    "draw-last-trump": lambda w: draws_well(w) and w.all_trumps(others(w)) == 1,
    # What may be in another hand.
    "may-catch": lambda w: may_hold_above(w, w.number("seat")),
    "opponent-may-catch": lambda w: any(may_hold_above(w, seat) for seat in w.opponents),
    "may-need": lambda w: (
        w.card is w.better
        and w.beats(*both(w.card, w.higher))
        and w.number("seat") in w.opponents
        and w.could_hold(w.number("seat"), both(w.card, w.higher)[1])
    ),
    "may-beat": lambda w: (
        w.number("seat") in w.opponents
        and any(
            w.card is not None and w.beats(card, w.card) and w.could_hold(w.number("seat"), card)
            for card in w.with_others()
        )
    ),
    "may-between": lambda w: (
        w.higher is not None
        and w.higher is w.better
        and w.number("seat") in w.opponents
        and any(
            w.card is not None
            and w.beats(card, w.card)
            and w.beats(w.higher, card)
            and w.could_hold(w.number("seat"), card)
            for card in w.with_others()
        )
    ),
    "may-ruff": lambda w: (
        w.number("seat") in w.opponents
        and w.card is not None
        and w.card.suit is w.suit
        and any(w.could_hold(w.number("seat"), card) for card in trumps_unplayed(w))
    ),
    "partner-may-win": lambda w: (
        w.better is not w.card and may_hold_above(w, w.partners[0]) and bool(w.behind)
    ),
    "partner-may-hold": lambda w: (
        w.leads()
        and w.suit is w.better.suit
        and w.higher is not None
        and w.could_hold(w.partners[0], w.higher)
    ),
    # Heuristics.
    "only-card": lambda w: len(w.view.legal) == 1,
    "cannot-win": lambda w: w.loses() and w.follows() and w.lowest(w.better),
    "cannot-win-discard": lambda w: w.loses() and not w.follows(),
    "not-worth-it": lambda w: w.better not in w.winners() and w.lowest(w.better) and w.follows(),
    "last-hand": lambda w: not w.behind and w.better is cheapest(w) and w.follows(),
    "partner-winning": lambda w: partner_has(w) and w.lowest(w.better) and w.follows(),
    "partner-winning-trumps": lambda w: (
        partner_has(w)
        and w.lowest(w.better)
        and all(card.suit is w.view.trump for card in w.view.hand)
    ),
    "partner-winning-discard": lambda w: partner_has(w) and could_ruff(w),
    "unblock": lambda w: w.view.table_seats[0] in w.partners and not w.lowest(w.better),
    "echo": lambda w: len(w.own(w.better.suit)) == 2 and not w.lowest(w.better) and w.follows(),
    "cover-honour": lambda w: (
        min(w.height(w.best()), w.height(w.better)) >= Rank.JACK
        and w.beats(w.better, w.best())
        and w.view.trick.winner in w.opponents
    ),
    "split-honours": lambda w: (
        len(w.view.table) == 1
        and w.height(w.better) >= Rank.JACK
        and any(
            w.beats(one, w.better) and w.is_sequence(w.better, one) for one in w.own(w.better.suit)
        )
    ),
    "second-hand-winner": lambda w: (
        w.better.suit in w.led_by(w.view.seats)
        and w.better in w.winners()
        and w.tops_others(w.better)
    ),
    "second-hand-low": lambda w: (
        len(w.view.table) == 1
        and bool(set(w.behind) & set(w.partners))
        and w.lowest(w.better)
        and w.follows()
    ),
    "finesse": finesses_above,
    "third-hand-beaten": lambda w: not any(w.ours_stands(card) for card in w.winners()),
    "third-hand-high": lambda w: (
        len(w.view.table) == 2
        and w.view.table_seats[0] in w.partners
        and w.better in w.winners()
        and not any(
            w.beats(w.better, low) and low in w.winners() and w.is_sequence(low, w.better)
            for low in w.own(w.better.suit)
        )
    ),
    "ruff-low": lambda w: not w.follows() and w.better is cheapest(w) and not w.leads(),
    "ruff-high": lambda w: (
        not w.follows()
        and w.better in w.winners()
        and any(not w.held(seat, w.view.table[0].suit) for seat in w.behind)
    ),
    "doubtful-trick": lambda w: (
        could_ruff(w)
        and w.view.trick.winner in w.opponents
        and w.could_beat(set(w.behind) & set(w.partners), w.best())
    ),
    "return-trumps": lambda w: w.view.trump in w.led_by(w.partners),
    "cash-winner": lambda w: w.leads() and w.tops(w.better),
    "cash-equal": lambda w: w.leads() and w.tops_others(w.better),
    "cash-last": lambda w: w.leads() and not any(w.held(seat, w.better.suit) for seat in others(w)),
    "return-partners-suit": lambda w: w.better.suit in w.led_by(w.partners),
    "give-ruff": lambda w: any(not w.held(seat, w.better.suit) for seat in w.partners),
    "keep-tenace": lambda w: w.better.suit is not w.suit and w.has_gap(w.suit),
    "safest-suit": lambda w: w.leads() and w.better.suit is w.suit,
    "fourth-best": lambda w: longest(w) and w.better in w.own(w.better.suit)[-4:-3],
    "top-of-suit": lambda w: longest(w) and w.own(w.better.suit)[-1] is w.better,
    "long-suit-low": lambda w: longest(w) and w.lowest(w.better),
    "top-of-sequence": lambda w: (
        len(w.own(w.better.suit)) > 1
        and w.own(w.better.suit)[-1] is w.better
        and w.is_sequence(w.own(w.better.suit)[-2], w.better)
        and w.hides(w.better)
    ),
    "all-mine": World.sure_tricks,
    "only-trumps-best": lambda w: (
        all(card.suit is w.view.trump for card in w.view.hand)
        and w.own(w.view.trump)[-1] is w.better
    ),
    "only-trumps-low": lambda w: (
        all(card.suit is w.view.trump for card in w.view.hand) and w.lowest(w.better)
    ),
    "lead-to-survive": lambda w: w.leads() and not w.view.won[w.seat],
    "short-suit": lambda w: w.leads() and w.suit is w.better.suit and empties(w),
    "lead-low": lambda w: (
        w.leads() and w.lowest(w.better) and not any(w.tops_others(card) for card in w.legal())
    ),
    "survive": lambda w: not w.view.won[w.seat] and w.better in w.winners(),
    "ten-wins": lambda w: is_ten(w) and w.ours_stands(w.better),
    "ten-waits": lambda w: (
        not is_ten(w)
        and any(
            card.rank is Rank.TEN and w.could_beat(set(w.behind) & set(w.opponents), card)
            for card in w.own(w.view.trump)
        )
    ),
    "ten-master": lambda w: is_ten(w) and w.tops_others(w.better),
    "ten-bare": lambda w: is_ten(w) and len(w.own(w.view.trump)) <= 2 and bool(w.partners),
    "ten-short-suit": lambda w: w.leads() and empties_for_ten(w) and empties(w, 1),
    "ten-discard": lambda w: (
        not w.leads() and not w.follows() and empties_for_ten(w) and empties(w, 1)
    ),
    "feed-partner": partner_has,
    "prize": lambda w: points_on_table(w) > 0 and w.better in w.winners(),
    "keep-for-ten": lambda w: (
        any(card.rank is Rank.TEN for card in trumps_unplayed(w))
        and any(str(card.rank) == w.params["rank"] for card in w.own(w.view.trump))
        and w.better not in w.winners()
    ),
    # For the card on a stock.
    "draw-take": lambda w: w.better is cheapest(w) and w.view.stock_top is not None,
    "draw-duck": lambda w: w.better not in w.winners() and w.view.stock_top is not None,
    **dict.fromkeys(
        ("draw-lead-high", "draw-lead-low"), lambda w: w.leads() and w.view.stock_top is not None
    ),
    # Where tricks are not wanted.
    **dict.fromkeys(("shed-lead", "give-lead"), World.leads),
    **dict.fromkeys(("shed-high", "give-high"), rids_of_danger),
    **dict.fromkeys(
        ("shed-low", "give-low"),
        lambda w: (
            w.better in w.winners() and w.could_beat(set(w.behind) & set(w.opponents), w.better)
        ),
    ),
    "shed-must-win": lambda w: (
        all(w.ours_stands(card) for card in w.legal())
        and not any(w.beats(card, w.better) for card in w.legal())
    ),
}
"""The check of each sentence about a card, in a world."""
