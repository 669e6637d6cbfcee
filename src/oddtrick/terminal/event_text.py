"""Descriptions of what happened, for one seat, from its views before and after an action.

Only views are read, so that a sentence can never reveal a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec

from oddtrick.calls import PASS, Call
from oddtrick.cards import Card, Suit
from oddtrick.match import Action, Cut, Deal
from oddtrick.plurals import count_noun
from oddtrick.rules import FirstDealer, Pass, Play, Throw
from oddtrick.terminal.call_words import cards_too_many, contract_text
from oddtrick.terminal.display_names import DisplayNames, capitalize, join_names
from oddtrick.terminal.highlights_text import deal_highlights, finishing_order
from oddtrick.tricks import from_seat
from oddtrick.views import Awaited, View


class EventKind(Enum):
    """The kind of an event; the user interfaces pause or open a dialog on some kinds."""

    CUT = "cut"
    DEAL = "deal"
    HAND = "hand"
    TRUMPS = "trumps"
    THROW = "throw"
    REVEAL = "reveal"
    CALL = "call"
    DRAWN = "drawn"
    PLAY = "play"
    TRICK = "trick"
    DEAL_END = "deal end"
    MATCH_END = "match end"
    NOTE = "note"


class GameEvent(msgspec.Struct, frozen=True):
    """Something that happened, described in words.

    Args:
        kind: the kind of event.
        text: one or more sentences.
        shown: the cards or throws revealed, each with the player's name.
    """

    kind: EventKind
    text: str
    shown: tuple[tuple[str, Card | Throw], ...] = ()


def describe_action(
    before: View, action: Action, after: View, names_before: DisplayNames, names: DisplayNames
) -> tuple[GameEvent, ...]:
    """Describes an action and its consequences.

    Args:
        before: the seat's view before the action.
        action: the action; of a deal, only what the view shows is described.
        after: the seat's view after it.
        names_before: the display names before it; a cut for partners changes seats (C2).
        names: the display names after it.
    """
    match action:
        case Cut():
            return (_cut(action, after, names_before, names),)
        case Deal():
            return _dealt(after, names)
        case Throw():
            return _thrown(before, after, names)
        case Suit():
            return _chosen(before, action, after, names)
        case Card() | Pass() if before.awaited is Awaited.CARD:
            return _played(before, action, after, names)
    return _called(before, after, names) if before.awaited is Awaited.CALL else ()


def _cut(truncate: Cut, after: View, names_before: DisplayNames, names: DisplayNames) -> GameEvent:
    cuts = ", ".join(
        f"{names_before.name_of(seat)} {names_before.the_card(card)}"
        for seat, card in truncate.cards
    )
    shown = tuple((names_before.label(seat), card) for seat, card in truncate.cards)
    return GameEvent(EventKind.CUT, f"The cut: {cuts}. {_cut_result(after, names)}", shown)


def _cut_result(after: View, names: DisplayNames) -> str:
    if after.to_cut:
        return capitalize(f"{join_names(map(names.name_of, after.to_cut))} cut again.")
    if after.chooser is not None:
        return (
            f"{names.clause(after.chooser, 'have')} the highest and {_choose(after, names)} trumps."
        )
    if after.rules.first_dealer is not FirstDealer.LOWEST_CUT:
        return f"{_sides(after, names)} {_lowest_deals(after, names)}"
    return _lowest_deals(after, names)


def _sides(view: View, names: DisplayNames) -> str:
    """The sides that a cut for partners has formed (C2, X3)."""
    first, second, *more = view.rules.sides
    if more:
        sides = "; ".join(names.side(side) for side in view.rules.sides)
        return f"The sides: {sides}."
    return f"{names.side_clause(first, 'play')} against {names.side(second)}."


def _lowest_deals(view: View, names: DisplayNames) -> str:
    return f"{names.clause(view.dealer, 'have')} the lowest and {_deal_verb(view, names)}."


def _choose(view: View, names: DisplayNames) -> str:
    return "choose" if view.chooser == names.me else "chooses"


def _deal_verb(view: View, names: DisplayNames) -> str:
    return "deal" if view.dealer == names.me else "deals"


def _dealt(after: View, names: DisplayNames) -> tuple[GameEvent, ...]:
    deals, trumps = names.clause(after.dealer, "deal"), _trumps_of_deal(after, names)
    text = f"Deal {after.number + 1}. {deals}. {trumps}"
    events = [GameEvent(EventKind.DEAL, text)]
    if after.hand_count > 1 and after.trump_known:
        events.append(_hand_begins(after, names))
    return tuple(events)


def _trumps_of_deal(view: View, names: DisplayNames) -> str:
    if view.turn_up is not None:
        spare = view.turn_up_seat is None and not view.stock
        whose = " It belongs to nobody." if spare else ""
        return (
            f"{capitalize(names.the_card(view.turn_up))} is turned up: "
            f"{view.turn_up.suit} are trumps.{whose}"
        )
    if not view.trump_known:
        if view.chooser is None:
            return "Trumps are not settled yet."
        return f"{names.clause(view.chooser, 'choose')} trumps."
    return (
        "There are no trumps."
        if view.trump is None
        else f"{capitalize(str(view.trump))} are trumps."
    )


def _hand_begins(view: View, names: DisplayNames) -> GameEvent:
    leads = names.clause(view.table_seats[0], "lead")
    number = f"Hand {view.hand_number + 1} of {view.hand_count}"
    return GameEvent(
        EventKind.HAND, f"{number} begins: {count_noun(len(view.hand), 'new card')}. {leads}."
    )


def _thrown(before: View, after: View, names: DisplayNames) -> tuple[GameEvent, ...]:
    assert before.to_act is not None
    if after.thrown:
        return (GameEvent(EventKind.THROW, f"{names.clause(before.to_act, 'have')} thrown."),)
    throws = ", ".join(f"{names.name_of(seat)} {shown}" for seat, shown in after.contest)
    shown = tuple(
        (names.label(seat), what) for seat, what in after.contest if isinstance(what, Throw)
    )
    if after.chooser is None:
        then = "No single winner yet: throw again."
    else:
        then = f"{names.clause(after.chooser, 'win')} and {_choose(after, names)} trumps."
    return (GameEvent(EventKind.REVEAL, capitalize(f"{throws}. {then}"), shown),)


def _chosen(before: View, suit: Suit, after: View, names: DisplayNames) -> tuple[GameEvent, ...]:
    assert before.to_act is not None
    event = GameEvent(
        EventKind.TRUMPS, f"{names.clause(before.to_act, 'choose')} {names.suit(suit)} as trumps."
    )
    return (event,)


def _called(before: View, after: View, names: DisplayNames) -> tuple[GameEvent, ...]:
    """Describes a call as far as the seat sees it; the action itself may be secret."""
    seat, (name, made) = before.to_act, before.calls[-1]
    assert seat is not None
    ended = len(after.past) > len(before.past)
    call = dict(after.past[-1].calls if ended else after.calls)[name][len(made)][1]
    if too_many := cards_too_many(before):
        told = [_put_away(seat, call, too_many - 1, len(made) + 1, names)]
    else:
        told = [_call(seat, call, names, "choose" if before.names_trumps else "")]
    if after.contract is not None and before.contract is None:
        told.append(f"{contract_text(after, names)}.")
    if not too_many:
        told.append(_kitty_taken(after, names))
    text = " ".join(filter(None, told))
    events = (GameEvent(EventKind.CALL, text),) if text else ()
    return (*events, *(_deal_ended(after, names) if ended else ()))


def _call(seat: int, call: Call | None, names: DisplayNames, verb: str = "") -> str:
    """A bid, a pass, trumps, or a card that is put down for a while."""
    if call is None:
        return f"{names.clause(seat, 'have')} called."
    if isinstance(call, Card):
        return f"{names.clause(seat, 'put')} down {names.the_card(call)}."
    if call == PASS:
        return f"{names.clause(seat, 'pass')}."
    return f"{names.clause(seat, verb or ('bid' if call.number >= 0 else 'call'))} {call}."


def _put_away(seat: int, call: Call | None, left: int, made: int, names: DisplayNames) -> str:
    """A card put away for good (B3); of secret ones only the last is told, with their number."""
    if isinstance(call, Card):
        more = f" {count_noun(left, 'card')} left to put away." if left else ""
        return f"{names.clause(seat, 'put')} away {names.the_card(call)}.{more}"
    return "" if left else f"{names.clause(seat, 'have')} put away {count_noun(made, 'card')}."


def _kitty_taken(view: View, names: DisplayNames) -> str:
    """The kitty as its taker begins to put cards away (B3); empty at any other time."""
    number = cards_too_many(view)
    if not number:
        return ""
    assert view.to_act is not None
    takes = names.clause(view.to_act, "take")
    puts = f"{'put' if view.to_act == names.me else 'puts'} away {count_noun(number, 'card')}"
    if not view.kitty:
        return f"{takes} the kitty and {puts}."
    shown = names.cards(sorted(view.kitty, reverse=True))
    return f"The kitty: {shown}. {takes} it and {puts}."


def _played(before: View, play: Play, after: View, names: DisplayNames) -> tuple[GameEvent, ...]:
    seat = before.to_act
    assert seat is not None
    leads = not before.table
    if isinstance(play, Card):
        what = f"{names.clause(seat, 'lead' if leads else 'play')} {names.the_card(play)}."
        trick = before.trick.play(play)
    else:
        what, trick = f"{names.clause(seat, 'knock')}.", before.trick.without(seat)
    first = leads and not before.passed
    text = f"Trick {len(before.tricks) + 1}. {what}" if first and names.spoken else what
    events = [GameEvent(EventKind.PLAY, text)]
    if not trick.complete:
        return tuple(events)
    assert trick.winner is not None
    best = trick.cards[trick.best]
    events.append(
        GameEvent(
            EventKind.TRICK,
            f"{names.clause(trick.winner, 'take')} the trick with {names.the_card(best)}.",
        )
    )
    if len(after.drawn) > len(before.drawn):
        events.append(_drawn(after, trick.winner, names))
    if len(after.past) > len(before.past):
        events += _deal_ended(after, names)
    elif after.hand_number > before.hand_number:
        events.append(_hand_begins(after, names))
    return tuple(events)


def _drawn(after: View, winner: int, names: DisplayNames) -> GameEvent:
    """Describes the cards drawn from the stock after a trick (G3)."""
    seats = from_seat(after.seats, winner)
    told = [
        f"{names.clause(seat, 'draw')} {'a card' if card is None else names.the_card(card)}."
        for seat, card in zip(seats, after.drawn[-1], strict=True)
    ]
    if not after.stock:
        told.append("The stock is empty.")
    elif after.stock_top is not None:
        told.append(f"{capitalize(names.the_card(after.stock_top))} is turned up.")
    return GameEvent(EventKind.DRAWN, " ".join(told))


def _deal_ended(after: View, names: DisplayNames) -> Iterator[GameEvent]:
    told = [deal_result(after, names), *deal_highlights(after, names)]
    told += [finishing_order(after, names)] if after.standing.over else []
    yield GameEvent(EventKind.DEAL_END, " ".join(filter(None, told)))
    if after.standing.over:
        yield GameEvent(EventKind.MATCH_END, match_result(after, names))


def deal_result(view: View, names: DisplayNames) -> str:
    """Describes the result of the last finished deal."""
    done, sides = view.past[-1], view.rules.sides
    won = [sum(done.tricks[seat] for seat in side) for side in sides]
    playing = [place for place, side in enumerate(sides) if set(side) & set(done.seats)]
    tricks = ", ".join(
        f"{names.side(sides[place])} {count_noun(won[place], 'trick')}" for place in playing
    )
    parts = [f"Deal {len(view.past)} is over: {tricks or 'nobody plays'}."]
    if view.rules.goal.eliminates:
        return " ".join(parts + elimination_sentences(view, names))
    scored = [
        f"{names.side_clause(side, 'score')} {points}."
        for side, points in zip(sides, done.points, strict=True)
        if points
    ]
    parts += scored or ["Nobody scores."]
    score = ", ".join(
        f"{names.side(side)} {points}" for side, points in zip(sides, done.score, strict=True)
    )
    return " ".join([*parts, f"The score: {score}.", *game_won_sentences(view, names)])


def elimination_sentences(view: View, names: DisplayNames) -> list[str]:
    """Describes who is out after the deal (K4), and who has a dog's life (X5)."""
    done = view.past[-1]
    without = [seat for seat in done.seats if not done.tricks[seat]]
    out = [seat for seat in without if not done.score[seat]]
    dogs = [seat for seat in without if done.score[seat]]
    if not without:
        return ["Everybody stays in."]
    return [
        *_took_no_trick(out, ("is out", "are out"), names),
        *_took_no_trick(dogs, ("has a dog's life", "have a dog's life"), names),
    ]


def _took_no_trick(seats: list[int], verbs: tuple[str, str], names: DisplayNames) -> Iterator[str]:
    """Yields what becomes of these seats, if there are any."""
    if seats:
        one = len(seats) == 1 and seats[0] != names.me
        who = capitalize(join_names(map(names.name_of, seats)))
        yield f"{who} took no trick and {verbs[0] if one else verbs[1]}."


def game_won_sentences(view: View, names: DisplayNames) -> list[str]:
    """Announces a game won that does not end the rubber (W7)."""
    done = view.past[-1]
    before = view.past[-2].games if len(view.past) > 1 else (0,) * len(done.games)
    if view.standing.over or done.games == before:
        return []
    winner = next(
        side
        for side, old, new in zip(view.rules.sides, before, done.games, strict=True)
        if new > old
    )
    games = " to ".join(map(str, sorted(done.games, reverse=True)))
    return [f"{names.side_clause(winner, 'win')} the game; games are {games}."]


def match_result(view: View, names: DisplayNames) -> str:
    """Announces the winner of the match."""
    winner = view.standing.winner
    if winner is None:
        return "The match is over: it is a tie."
    return f"{names.side_clause(view.rules.sides[winner], 'win')} the match."
