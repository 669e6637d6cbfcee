"""What happened at the table, told to one seat: made from its views before and after an action."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Suit
from oddtrick.match import Cut, CutFor, Deal
from oddtrick.rules import Throw
from oddtrick.terminal.display_names import Voice, capital, counted, listed

if TYPE_CHECKING:
    from oddtrick.match import Action
    from oddtrick.views import SeenDeal, View


class Kind(Enum):
    """What kind of thing happened: the faces of the game pause or open a page at some."""

    CUT = "cut"
    DEAL = "deal"
    HAND = "hand"
    TRUMPS = "trumps"
    THROW = "throw"
    REVEAL = "reveal"
    PLAY = "play"
    TRICK = "trick"
    DEAL_END = "deal end"
    MATCH_END = "match end"
    NOTE = "note"


class Event(msgspec.Struct, frozen=True):
    """One thing that happened.

    Args:
        kind: what kind of thing.
        text: one or more sentences.
        shown: cards or throws that were shown, by the name of who showed them.
    """

    kind: Kind
    text: str
    shown: tuple[tuple[str, Card | Throw], ...] = ()


def tell(before: View, action: Action, after: View, was: Voice, now: Voice) -> tuple[Event, ...]:
    """What an action was, and what came of it.

    Args:
        before: the seat's view before the action.
        action: the action; of a deal nothing is told but what the view shows.
        after: the seat's view after it.
        was: the voice before it; a cut for partners changes the seats (C2).
        now: the voice after it.
    """
    match action:
        case Cut():
            return (_cut(action, after, was, now),)
        case Deal():
            return _dealt(after, now)
        case Throw():
            return _thrown(before, after, now)
        case Suit():
            return _chosen(before, action, after, now)
        case Card():
            return _played(before, action, after, now)
    return ()


def _cut(cut: Cut, after: View, was: Voice, now: Voice) -> Event:
    cuts = ", ".join(f"{was.who(seat)} {was.the(card)}" for seat, card in cut.cards)
    shown = tuple((was.label(seat), card) for seat, card in cut.cards)
    return Event(Kind.CUT, f"The cut: {cuts}. {_cut_result(after, now)}", shown)


def _cut_result(after: View, now: Voice) -> str:
    if after.to_cut:
        return capital(f"{listed(map(now.who, after.to_cut))} cut again.")
    if after.chooser is not None:
        return f"{now.does(after.chooser, 'have')} the highest and {_choose(after, now)} trumps."
    if after.rules.first_dealer.value == CutFor.PARTNERS.value:
        ours, theirs = after.rules.sides
        return (
            f"{now.side_does(ours, 'play')} against {now.side(theirs)}. "
            f"{now.does(after.dealer, 'have')} the lowest and {_deal_verb(after, now)}."
        )
    return f"{now.does(after.dealer, 'have')} the lowest and {_deal_verb(after, now)}."


def _choose(view: View, voice: Voice) -> str:
    return "choose" if view.chooser == voice.me else "chooses"


def _deal_verb(view: View, voice: Voice) -> str:
    return "deal" if view.dealer == voice.me else "deals"


def _dealt(after: View, now: Voice) -> tuple[Event, ...]:
    text = (
        f"Deal {after.number + 1}. {now.does(after.dealer, 'deal')}. {_trumps_of_deal(after, now)}"
    )
    events = [Event(Kind.DEAL, text)]
    if after.hand_count > 1 and after.trump_known:
        events.append(_hand_begins(after, now))
    return tuple(events)


def _trumps_of_deal(view: View, voice: Voice) -> str:
    if view.turn_up is not None:
        whose = " It belongs to nobody." if view.turn_up_seat is None else ""
        return (
            f"{capital(voice.the(view.turn_up))} is turned up: "
            f"{view.turn_up.suit} are trumps.{whose}"
        )
    if not view.trump_known:
        assert view.chooser is not None
        return f"{voice.does(view.chooser, 'choose')} trumps."
    return (
        "There are no trumps." if view.trump is None else f"{capital(str(view.trump))} are trumps."
    )


def _hand_begins(view: View, voice: Voice) -> Event:
    leads = voice.does(view.table_seats[0], "lead")
    number = f"Hand {view.hand_number + 1} of {view.hand_count}"
    return Event(Kind.HAND, f"{number} begins: {len(view.hand)} new cards. {leads}.")


def _thrown(before: View, after: View, now: Voice) -> tuple[Event, ...]:
    assert before.to_act is not None
    if after.thrown:
        return (Event(Kind.THROW, f"{now.does(before.to_act, 'have')} thrown."),)
    throws = ", ".join(f"{now.who(seat)} {shown}" for seat, shown in after.contest)
    shown = tuple(
        (now.label(seat), what) for seat, what in after.contest if isinstance(what, Throw)
    )
    if after.chooser is None:
        then = "No single winner yet: throw again."
    else:
        then = f"{now.does(after.chooser, 'win')} and {_choose(after, now)} trumps."
    return (Event(Kind.REVEAL, capital(f"{throws}. {then}"), shown),)


def _chosen(before: View, suit: Suit, after: View, now: Voice) -> tuple[Event, ...]:
    assert before.to_act is not None
    told = Event(Kind.TRUMPS, f"{now.does(before.to_act, 'choose')} {now.suit(suit)} as trumps.")
    return (told,)


def _played(before: View, card: Card, after: View, now: Voice) -> tuple[Event, ...]:
    seat = before.to_act
    assert seat is not None
    leads = not before.table
    what = f"{now.does(seat, 'lead' if leads else 'play')} {now.the(card)}."
    text = f"Trick {len(before.tricks) + 1}. {what}" if leads and now.spoken else what
    events = [Event(Kind.PLAY, text)]
    trick = before.trick.play(card)
    if not trick.complete:
        return tuple(events)
    assert trick.winner is not None
    best = trick.cards[trick.best]
    events.append(
        Event(Kind.TRICK, f"{now.does(trick.winner, 'take')} the trick with {now.the(best)}.")
    )
    if len(after.past) > len(before.past):
        events.append(Event(Kind.DEAL_END, deal_result(after, now)))
        if after.standing.over:
            events.append(Event(Kind.MATCH_END, match_result(after, now)))
    elif after.hand_number > before.hand_number:
        events.append(_hand_begins(after, now))
    return tuple(events)


def deal_result(view: View, voice: Voice) -> str:
    """What the last finished deal came to, in sentences."""
    done, sides = view.past[-1], view.rules.sides
    won = [sum(done.tricks[seat] for seat in side) for side in sides]
    playing = [place for place, side in enumerate(sides) if set(side) & set(_seats_of(done))]
    tricks = ", ".join(
        f"{voice.side(sides[place])} {counted(won[place], 'trick')}" for place in playing
    )
    parts = [f"Deal {len(view.past)} is over: {tricks}."]
    if view.rules.goal.eliminates:
        return " ".join(parts + outs(view, voice))
    scored = [
        f"{voice.side_does(side, 'score')} {points}."
        for side, points in zip(sides, done.points, strict=True)
        if points
    ]
    parts += scored or ["Nobody scores."]
    score = ", ".join(
        f"{voice.side(side)} {points}" for side, points in zip(sides, done.score, strict=True)
    )
    return " ".join([*parts, f"The score: {score}.", *games_won(view, voice)])


def _seats_of(deal: SeenDeal) -> tuple[int, ...]:
    return deal.hands[0][0].seats


def outs(view: View, voice: Voice) -> list[str]:
    """Who took no trick is out (K4)."""
    done = view.past[-1]
    out = [seat for seat in _seats_of(done) if not done.tricks[seat]]
    if not out:
        return ["Everybody stays in."]
    verb = "is" if len(out) == 1 and out[0] != voice.me else "are"
    return [f"{capital(listed(map(voice.who, out)))} took no trick and {verb} out."]


def games_won(view: View, voice: Voice) -> list[str]:
    """A game of a rubber that does not end the match (W7)."""
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
    return [f"{voice.side_does(winner, 'win')} the game; games are {games}."]


def match_result(view: View, voice: Voice) -> str:
    """Who won the match."""
    winner = view.standing.winner
    if winner is None:
        return "The match is over, and level."
    return f"{voice.side_does(view.rules.sides[winner], 'win')} the match."
