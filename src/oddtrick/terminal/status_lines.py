"""Status lines above and below the table: game, trumps, score and turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from oddtrick.games import Game, find_game
from oddtrick.plurals import count_noun
from oddtrick.rules import PASS, FirstDealer, TrumpSource
from oddtrick.terminal.call_words import cards_too_many, contract_text, seat_call
from oddtrick.terminal.card_selection import awaits_card
from oddtrick.terminal.display_names import (
    DisplayNames,
    capitalize,
    join_names,
    truncate,
    width,
)
from oddtrick.terminal.event_text import elimination_sentences, game_won_sentences
from oddtrick.terminal.table_drawing import do_tricks_count, score_now
from oddtrick.views import Awaited, View

GAP = 2
"""The least number of spaces between the left and the right text."""

_NAME_WIDTHS = (16, 10, 8, 6, 4, 3)


def header(view: View, names: DisplayNames, columns: int, *, done: bool = False) -> str:
    """Game and score, then trumps and target.

    Args:
        view: the player's view.
        names: the display names.
        columns: the width of the header.
        done: a deal has just ended and is still shown.
    """
    shortened = [names.shortened(size) for size in _NAME_WIDTHS]
    scores = [score_line(view, each) for each in shortened]
    tricks, target = tricks_line(view, names), target_label(view)
    targets = [" · ".join(filter(None, (tricks, target))), target]
    if done:
        games, trumps = ([line] for line in finished_deal_lines(view, names))
    else:
        games = list(game_lines(view))
        trumps = [trumps_line(view, each) for each in shortened]
        trumps.append(trumps[0].split(" (", 1)[0])
    return f"{fitted(games, scores, columns)}\n{fitted(trumps, targets, columns)}"


def fitted(lefts: Sequence[str], rights: Sequence[str], columns: int) -> str:
    """The fullest pair of texts that fits into a line; the left one is cut if none does.

    Args:
        lefts: texts for the left edge, the fullest first.
        rights: texts for the right edge, the fullest first.
        columns: the width of the line.

    >>> fitted(["Whist · trick 2", "Whist"], ["Alice 0", "Ali 0"], 16)
    'Whist    Alice 0'
    """
    pairs = product(enumerate(lefts), enumerate(rights))
    for (_, left), (_, right) in sorted(pairs, key=lambda pair: pair[0][0] + pair[1][0]):
        room = columns - width(left) - width(right)
        if room >= GAP:
            return left + " " * room + right
    right = truncate(rights[-1], columns)
    left = truncate(lefts[-1], max(0, columns - width(right) - GAP - 1))
    cut = f"{left}…" if left else ""
    return cut + " " * (columns - width(cut) - width(right)) + right


def game_line(view: View) -> str:
    """The game, the deal and the trick: ``Whist · deal 2 · trick 5 of 13``."""
    return game_lines(view)[0]


def game_lines(view: View) -> tuple[str, ...]:
    """The game, the deal, the hand and the trick, the fullest line first."""
    title, deal, hand, trick = find_game(view.rules.game).title, deal_label(view), "", ""
    if view.hand_count > 1:
        hand = f"hand {view.hand_number + 1} of {view.hand_count}"
    if view.awaited is Awaited.CARD:
        trick = f"trick {len(view.tricks) + 1} of {trick_count(view)}"
    full = (title, deal, hand, trick)
    brief = (title, *(part.split(" of ", 1)[0] for part in full[1:]))
    parts = (full, brief, brief[1:], (brief[1],))
    return tuple(" · ".join(filter(None, each)) for each in parts)


def finished_deal_lines(view: View, names: DisplayNames) -> tuple[str, str]:
    """The two lines on the left for a deal that has just ended: ``Whist · deal 2 is over``."""
    trump = view.past[-1].trump
    trumps = "There were no trumps" if trump is None else f"Trumps were {names.suit(trump)}"
    return f"{game_title(view)} · deal {len(view.past)} is over", trumps


def deal_label(view: View) -> str:
    """``deal 2``, or ``deal 2 of 4`` if the number of deals is fixed (D1)."""
    number = view.number + 1
    deals = view.rules.goal.deals
    return f"deal {number} of {deals}" if deals else f"deal {number}"


def trick_count(view: View) -> int:
    """The number of tricks in the current hand."""
    return view.rules.plan.sizes(view.number)[view.hand_number] + view.rules.draws(view.number)


def target_label(view: View) -> str:
    """The winning condition: ``first to 5``, ``most in 4 deals``, ``last one in wins``."""
    goal = view.rules.goal
    if goal.eliminates:
        return "last one in wins"
    if goal.deals is not None:
        return f"most in {count_noun(goal.deals, 'deal')}"
    games = f", best of {2 * goal.games - 1}" if goal.games > 1 else ""
    return f"first to {goal.target}{games}"


def score_line(view: View, names: DisplayNames) -> str:
    """The scores, the player's side first; only their own if everyone plays alone."""
    sides = view.rules.sides
    if view.rules.goal.eliminates:
        return f"{len(view.seats)} of {view.rules.players} in"
    if len(sides) == view.rules.players and len(sides) > 2:
        return own_score_label(view, names)
    score, games = score_now(view), view.standing.games
    order = sorted(range(len(sides)), key=lambda place: (view.seat not in sides[place], place))
    parts = []
    for place in order:
        won = (
            f" ({count_noun(games[place], 'game')})"
            if max(games) and not view.standing.over
            else ""
        )
        parts.append(f"{names.side_label(sides[place])} {score[place]}{won}")
    return "  ".join(parts)


def own_score_label(view: View, names: DisplayNames) -> str:
    """The player's own score, in games where everyone plays alone."""
    place = view.rules.side_of(view.seat or 0)
    return f"{names.label(view.seat or 0)} {score_now(view)[place]}"


def tricks_line(view: View, names: DisplayNames) -> str:
    """The tricks of the current deal in games of two sides: ``tricks 4–2``."""
    sides = view.rules.sides
    if len(sides) != 2 or not view.counts or view.seat is None or not do_tricks_count(view):
        return ""
    won, mine = view.side_won, view.rules.side_of(view.seat)
    return f"tricks {won[mine]}–{won[1 - mine]}"


def trumps_line(view: View, names: DisplayNames) -> str:
    """``Trumps ♥ hearts · turned up 4♥ (South holds it)``, after the contract if there is one."""
    return " · ".join(filter(None, (contract_text(view, names), trumps_alone(view, names))))


def trumps_alone(view: View, names: DisplayNames) -> str:
    """The same without the contract."""
    if not view.trump_known:
        if view.chooser is None:
            return "Trumps: not known yet"
        mine = view.chooser == names.me
        return "Trumps: you choose" if mine else f"Trumps: {names.clause(view.chooser, 'choose')}"
    if view.trump is None:
        return "No trumps"
    trumps = f"Trumps {names.suit(view.trump)}"
    if view.turn_up is None:
        chose = view.chooser is not None
        return f"{trumps} · {chooser_note(view, names)}" if chose else trumps
    return f"{trumps} · turned up {names.card(view.turn_up)} ({turn_up_note(view, names)})"


def chooser_note(view: View, names: DisplayNames) -> str:
    """The player who chose trumps (K3)."""
    assert view.chooser is not None
    return f"{names.name_of(view.chooser)} chose them"


def turn_up_note(view: View, names: DisplayNames) -> str:
    """The whereabouts of the turn-up, as far as they are public."""
    if view.turn_up_seat is not None:
        if view.hand_number + 1 < view.hand_count:
            return f"in {names.possessive(view.turn_up_seat)} last hand"
        held = f"{names.clause(view.turn_up_seat, 'hold')} it"
        return held.replace("You", "you") if view.turn_up_seat == names.me else held
    if view.rules.plan.stock is not None:
        return "on the stock" if view.stock_top is view.turn_up else "played"
    spare = view.rules.trumps.source(view.number) is TrumpSource.SPARE
    return "nobody's" if spare else "played"


def turn_line(view: View, names: DisplayNames) -> str:
    """The player to act, and what the rules ask if it is the person."""
    if view.standing.over:
        return "The match is over"
    if view.to_act is None or view.to_act < 0:
        return ""
    if view.to_act != view.seat:
        return f"{names.label(view.to_act)} to {_action_label(view)} …"
    return f"Your turn: {own_action_label(view, names)}"


def _action_label(view: View) -> str:
    call = "put cards away" if cards_too_many(view) else "call"
    call = "choose trumps" if view.names_trumps else call
    actions = {Awaited.CHOICE: "choose trumps", Awaited.THROW: "throw", Awaited.CALL: call}
    return actions.get(view.awaited, "play" if view.table else "lead")


def own_action_label(view: View, names: DisplayNames) -> str:
    """The action that the rules ask of the person."""
    if view.awaited is Awaited.CALL:
        return _own_call_label(view)
    if view.awaited is not Awaited.CARD:
        return _action_label(view)
    if PASS in view.legal:
        return f"{'play' if view.table else 'lead'} your card or knock"
    if not view.table:
        return "lead any card" if len(view.legal) == len(view.hand) else "lead, but not trumps yet"
    led = view.table[0].suit
    if view.hand.void(led):
        return f"no {led}, play any card"
    return f"follow {names.suit(led)}"


def _own_call_label(view: View) -> str:
    if left := cards_too_many(view):
        return f"put away {count_noun(left, 'card')}"
    if view.names_trumps:
        return "choose trumps"
    return "put down a card" if awaits_card(view) else "bid"


def own_status_line(view: View, names: DisplayNames) -> str:
    """The person's own name plate: name, dealer, tricks."""
    seat = view.seat or 0
    name = f"{names.label(seat)} (dealer)" if view.dealer == seat else names.label(seat)
    if seat not in view.seats:
        return f"{name} · out, watching"
    name += " · dog's life" if seat in view.dogs else ""
    if called := seat_call(view, names, seat):
        return f"{name} · {called}"
    if not view.counts or not do_tricks_count(view):
        return name
    return f"{name} · {count_noun(view.won[seat], 'trick')}"


def game_title(view: View) -> str:
    """The title of the game."""
    game: Game = find_game(view.rules.game)
    return game.title


def deal_consequences(view: View, names: DisplayNames) -> str:
    """Consequences of a deal besides points: eliminations (K4), games of the rubber (W7)."""
    return " ".join(
        elimination_sentences(view, names)
        if view.rules.goal.eliminates
        else game_won_sentences(view, names)
    )


def reveal_title(view: View, *, thrown: bool) -> str:
    """The heading over cuts or throws."""
    if thrown:
        return "Rock, paper, scissors"
    if view.past:
        return "Cutting for the choice of trumps"
    dealer = view.rules.first_dealer is FirstDealer.LOWEST_CUT
    return "Cutting for the deal" if dealer else "Cutting for partners"


def tie_sentence(view: View, names: DisplayNames) -> str:
    """The players who took the same number of tricks in the last deal (K5)."""
    most = max(view.past[-1].tricks)
    tied = [seat for seat, won in enumerate(view.past[-1].tricks) if won == most]
    return capitalize(f"{join_names(map(names.name_of, tied))} took most tricks.")
