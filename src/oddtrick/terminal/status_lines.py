"""The lines above and below the table: the game, the trumps, the score, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.games import find_game
from oddtrick.rules import TrumpSource
from oddtrick.terminal.display_names import Voice, counted
from oddtrick.terminal.event_text import games_won, outs
from oddtrick.terminal.table_drawing import score_now
from oddtrick.views import Awaited, View

if TYPE_CHECKING:
    from oddtrick.games import Game


def game_line(view: View) -> str:
    """The game, the deal and the trick: ``Whist · deal 2 · trick 5 of 13``."""
    parts = [find_game(view.rules.game).title, deal_words(view)]
    if view.hand_count > 1:
        parts.append(f"hand {view.hand_number + 1} of {view.hand_count}")
    if view.awaited is Awaited.CARD:
        parts.append(f"trick {len(view.tricks) + 1} of {trick_count(view)}")
    return " · ".join(parts)


def done_lines(view: View, voice: Voice) -> tuple[str, str]:
    """The same two lines for the deal that has just ended: ``Whist · deal 2 is over``."""
    trump = view.past[-1].trump
    told = "There were no trumps" if trump is None else f"Trumps were {voice.suit(trump)}"
    return f"{title_of(view)} · deal {len(view.past)} is over", told


def deal_words(view: View) -> str:
    """``deal 2``, or ``deal 2 of 4`` where their number is fixed (D1)."""
    number = view.number + 1
    deals = view.rules.goal.deals
    return f"deal {number} of {deals}" if deals else f"deal {number}"


def trick_count(view: View) -> int:
    """How many tricks the hand under way has."""
    return view.rules.plan.sizes(view.number)[view.hand_number]


def target_words(view: View) -> str:
    """What wins: ``first to 5``, ``most in 4 deals``, ``last one in``."""
    goal = view.rules.goal
    if goal.eliminates:
        return "last one in wins"
    if goal.deals is not None:
        return f"most in {counted(goal.deals, 'deal')}"
    games = f", best of {2 * goal.games - 1}" if goal.games > 1 else ""
    return f"first to {goal.target}{games}"


def score_line(view: View, voice: Voice) -> str:
    """The score of the sides, the own first; the own alone where everybody plays for himself."""
    sides = view.rules.sides
    if view.rules.goal.eliminates:
        return f"{len(view.seats)} of {view.rules.players} in"
    if len(sides) == view.rules.players and len(sides) > 2:
        return own_score(view, voice)
    score, games = score_now(view), view.standing.games
    order = sorted(range(len(sides)), key=lambda place: (view.seat not in sides[place], place))
    parts = []
    for place in order:
        won = f" ({counted(games[place], 'game')})" if max(games) and not view.standing.over else ""
        parts.append(f"{voice.side_label(sides[place])} {score[place]}{won}")
    return "  ".join(parts)


def own_score(view: View, voice: Voice) -> str:
    """Each for himself: the own score."""
    place = view.rules.side_of(view.seat or 0)
    return f"{voice.label(view.seat or 0)} {score_now(view)[place]}"


def tricks_line(view: View, voice: Voice) -> str:
    """Tricks of the deal under way, where two sides play: ``tricks 4–2``."""
    sides = view.rules.sides
    if len(sides) != 2 or not view.counts or view.seat is None:
        return ""
    won, mine = view.side_won, view.rules.side_of(view.seat)
    return f"tricks {won[mine]}–{won[1 - mine]}"


def trumps_line(view: View, voice: Voice) -> str:
    """``Trumps ♥ hearts · turned up 4♥ (South holds it)``."""
    if not view.trump_known:
        if view.chooser is None:
            return "Trumps: not known yet"
        mine = view.chooser == voice.me
        return "Trumps: you choose" if mine else f"Trumps: {voice.does(view.chooser, 'choose')}"
    if view.trump is None:
        return "No trumps"
    trumps = f"Trumps {voice.suit(view.trump)}"
    if view.turn_up is None:
        chose = view.chooser is not None
        return f"{trumps} · {chosen_words(view, voice)}" if chose else trumps
    return f"{trumps} · turned up {voice.card(view.turn_up)} ({turn_up_words(view, voice)})"


def chosen_words(view: View, voice: Voice) -> str:
    """Who chose them (K3)."""
    assert view.chooser is not None
    return f"{voice.who(view.chooser)} chose them"


def turn_up_words(view: View, voice: Voice) -> str:
    """Where the card turned up is now, as far as everybody knows."""
    if view.turn_up_seat is not None:
        if view.hand_number + 1 < view.hand_count:
            return f"in {voice.whose(view.turn_up_seat)} last hand"
        held = f"{voice.does(view.turn_up_seat, 'hold')} it"
        return held.replace("You", "you") if view.turn_up_seat == voice.me else held
    spare = view.rules.trumps.source(view.number) is TrumpSource.SPARE
    return "nobody's" if spare else "played"


def turn_line(view: View, voice: Voice) -> str:
    """Whose turn it is, and for the person what is asked."""
    if view.standing.over:
        return "The match is over"
    if view.to_act is None or view.to_act < 0:
        return ""
    if view.to_act != view.seat:
        return f"{voice.label(view.to_act)} to {_deed(view)} …"
    return f"Your turn: {own_deed(view, voice)}"


def _deed(view: View) -> str:
    deeds = {Awaited.CHOICE: "choose trumps", Awaited.THROW: "throw"}
    return deeds.get(view.awaited, "play" if view.table else "lead")


def own_deed(view: View, voice: Voice) -> str:
    """What the rules ask of the person now."""
    if view.awaited is not Awaited.CARD:
        return _deed(view)
    if not view.table:
        return "lead any card" if len(view.legal) == len(view.hand) else "lead, but not trumps yet"
    led = view.table[0].suit
    if view.hand.void(led):
        return f"no {led}, play any card"
    return f"follow {voice.suit(led)}"


def own_line(view: View, voice: Voice) -> str:
    """The person's own plate: name, dealer, tricks."""
    seat = view.seat or 0
    name = f"{voice.label(seat)} (dealer)" if view.dealer == seat else voice.label(seat)
    if seat not in view.seats:
        return f"{name} · out, watching"
    return f"{name} · {counted(view.won[seat], 'trick')}" if view.counts else name


def title_of(view: View) -> str:
    """The game's name for people."""
    game: Game = find_game(view.rules.game)
    return game.title


def after_deal(view: View, voice: Voice) -> str:
    """What a deal did beside the points: who is out (K4), who won a game of the rubber (W7)."""
    return " ".join(outs(view, voice) if view.rules.goal.eliminates else games_won(view, voice))
