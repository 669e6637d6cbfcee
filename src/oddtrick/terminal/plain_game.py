"""The plain game for pipes and screen readers: sentences out, a card or a command in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO
from unicodedata import normalize

from oddtrick.calls import Bid
from oddtrick.cards import Card, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.plurals import count_noun
from oddtrick.rules import PlayerAction, Throw, parse_play
from oddtrick.terminal import status_lines
from oddtrick.terminal.call_words import (
    biddings,
    bids_of_cards,
    calls_text,
    cards_put_away,
    cards_too_many,
    contract_text,
    open_hand,
    seat_call,
    standing_bids,
)
from oddtrick.terminal.card_selection import awaits_card
from oddtrick.terminal.display_names import action_name, capitalize, join_names
from oddtrick.terminal.event_text import match_result
from oddtrick.terminal.saved_games import holds_game, resume_command, save_path
from oddtrick.terminal.score_sheet import points_breakdown, score_sheet
from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.tricks import from_seat
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from oddtrick.record import Record
    from oddtrick.terminal.display_names import DisplayNames
    from oddtrick.terminal.event_text import GameEvent
    from oddtrick.terminal.game_session import GameSession
    from oddtrick.views import View

_TO_ACT = "Type a card to play it: rank, then suit, as in AS, 10H or 9c."
_TO_CALL = (
    "Before the play, type one of the calls you are asked for, as it is written there; "
    "a card that is to be put down is typed like one that is played."
)
_KNOCK = "knock: with a dog's life, play no card to this trick."
_COMMANDS = """\
hand: your cards, and those you may play. trick: the cards on the table. last: the last trick.
table: each player's cards and tricks. trumps: the trump suit. score: the score sheet.
hint: the best play, and why. undo: take back your last decision. h, u and l: hint, undo, last.
claim: claim all remaining tricks, or end a decided deal. rules: the rules of the game.
save FILE: save the game to a file. quit: leave; the game is saved."""

AFTERWARDS = "Type review, score, save FILE, undo or quit."

_PROMPTS = {
    Awaited.CHOICE: "Choose trumps: spades, hearts, diamonds or clubs.",
    Awaited.THROW: "Rock, paper or scissors? The throws are secret until all are in.",
}


def _letters(text: str) -> str:
    """A text without capitals, accents, spaces and marks.

    >>> _letters("Open  misère")
    'openmisere'
    """
    return "".join(each for each in normalize("NFKD", text.casefold()) if each.isalnum())


class PlainGame:
    """Plays a session as lines of text.

    Args:
        session: the game.
        lines: the input.
        out: the output.
        rules_page: returns the rules of a game as plain text.
        review_lines: reviews a record and returns the report.
    """

    def __init__(
        self,
        session: GameSession,
        lines: TextIO,
        out: TextIO,
        rules_page: Callable[[str], str],
        review_lines: Callable[[Record], Iterable[str]] = lambda record: (),
    ) -> None:
        self.session = session
        self._lines = lines
        self._out = out
        self._rules_page = rules_page
        self._review_lines = review_lines
        self._may_replace: set[str] = set()
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "hand": self._hand,
            "trick": self._trick,
            "last": self._last,
            "table": self._table,
            "trumps": self._trumps,
            "score": self._score,
            "hint": self._hint,
            "h": self._hint,
            "undo": self._undo,
            "u": self._undo,
            "l": self._last,
            "review": self._review,
            "claim": self._claim,
            "rules": lambda: self.say(self._rules_page(self.session.rules.game)),
        }

    @property
    def _view(self) -> View:
        return self.session.view

    @property
    def _names(self) -> DisplayNames:
        return self.session.display_names(spoken=True)

    def _help(self) -> None:
        """Prints the words and commands that this game takes."""
        rules = self.session.rules
        self.say(_TO_ACT)
        if rules.course:
            self.say(_TO_CALL)
        if rules.goal.dogs_life:
            self.say(_KNOCK)
        self.say(_COMMANDS)

    def say(self, text: str) -> None:
        """Prints and flushes one or more lines."""
        print(text, file=self._out, flush=True)

    def play(self) -> int:
        """Plays until the match or the input ends or the person quits; returns the exit status."""
        self.say(f"{status_lines.game_title(self._view)}, {status_lines.target_label(self._view)}.")
        if self._view.standing.over:
            self.say(match_result(self._view, self._names))
            self.say(AFTERWARDS)
        else:
            self.say("Type ? for help.")
            self._play_others()
        try:
            self._read_lines()
        except KeyboardInterrupt:
            self.say("")
            self._leave()
            return 130
        return self._leave()

    def _read_lines(self) -> None:
        """Executes the input line by line, to its end or until the person leaves."""
        while True:
            line = self._lines.readline()
            if not line:
                if not self.session.over:
                    self.say("The input has ended.")
                return
            if line.strip().lower() in ("quit", "exit", "q"):
                return
            self._execute(line.strip())

    def _execute(self, line: str) -> None:
        """Executes a line of input; errors are printed in one line."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() == "save":
                self._save(rest.strip())
            elif line.lower() in self._commands:
                self._check_letter(line.lower())
                self._commands[line.lower()]()
            elif self.session.over:
                self.say(AFTERWARDS)
            elif line:
                self._say_events(self.session.apply(self._parse_action(line), spoken=True))
                self._play_others()
            else:
                self._prompt()
        except OddtrickError as error:
            self.say(capitalize(f"{error}."))

    def _check_letter(self, letter: str) -> None:
        """Refuses the letter that is a suit as well as a command while trumps are chosen.

        Raises:
            OddtrickError: the letter means two things.
        """
        if letter == "h" and self._view.awaited is Awaited.CHOICE and self.session.is_own_turn:
            raise OddtrickError("h is hearts or a hint here: type hearts or hint")

    def _parse_action(self, line: str) -> PlayerAction:
        """Parses the awaited action: a card, a suit, a throw or a call.

        Raises:
            OddtrickError: the line is neither an action nor a command.
        """
        awaited = self._view.awaited
        try:
            if awaited is Awaited.CHOICE:
                return parse_suit(line)
            if awaited is Awaited.THROW:
                return _parse_throw(line)
            if awaited is Awaited.CALL:
                return self._typed_call(line) or self.session.match.phase.parse(line)
            return parse_play(line)
        except OddtrickError as error:
            raise OddtrickError(f"{error}, or ? for help") from None

    def _typed_call(self, line: str) -> PlayerAction | None:
        """The legal bid that a line names, with or without accents, spaces and capitals."""
        bids = (call for call in self._view.legal if isinstance(call, Bid))
        return next((bid for bid in bids if _letters(str(bid)) == _letters(line)), None)

    def _play_others(self) -> None:
        """Plays for the others until the person is to act or the match is over."""
        while not self.session.over and not self.session.is_own_turn:
            self._say_events(self.session.apply(self.session.next_action(), spoken=True))
        if self.session.over:
            self.say(AFTERWARDS)
        else:
            self._prompt()

    def _say_events(self, events: tuple[GameEvent, ...]) -> None:
        for event in events:
            self.say(event.text)
        if self.session.autosave_error:
            self.say(self.session.autosave_error)
            self.session.autosave_error = ""

    def _prompt(self) -> None:
        """Prompts the person with their hand and what is asked."""
        view = self._view
        if view.awaited is Awaited.CARD:
            self._prompt_card()
            return
        if view.hand:
            self.say(f"Your hand: {self._names.cards(sorted_hand(view))}.")
        if view.awaited is not Awaited.CALL:
            self.say(_PROMPTS[view.awaited])
            return
        if not cards_too_many(view):
            self._say_calls()
        if view.trump_known and view.turn_up is not None:
            self._say_status(status_lines.trumps_alone)
        self.say(self._call_prompt())

    def _prompt_card(self) -> None:
        view = self._view
        if not view.tricks:
            self._say_calls()
        self._say_aim()
        for seat in view.seats:
            if cards := open_hand(view, seat):
                self.say(f"{self._names.label(seat)}, open hand: {self._names.cards(cards)}.")
        self._hand()
        if view.stock:
            top = view.stock_top and f", {self._names.the_card(view.stock_top)} on top"
            self.say(f"Stock: {count_noun(view.stock, 'card')}{top or ''}.")
        self.say(f"{status_lines.turn_line(view, self._names)}.")

    def _say_aim(self) -> None:
        """The contract with its trumps, or the person's own bid, and the tricks so far."""
        view, seat = self._view, self.session.seat
        own = standing_bids(view.calls).get(seat)
        if contract := contract_text(view, self._names):
            self.say(f"{contract}.")
            self._say_status(status_lines.trumps_alone)
        elif own is not None and not own.name:
            self.say(f"You bid {own} and have {count_noun(view.won[seat], 'trick')}.")

    def _say_calls(self) -> None:
        """The calls of this deal, as far as the person has seen them."""
        for name, made in biddings(self._view):
            self.say(f"{capitalize(name)}: {calls_text(made, self._names) or 'none so far'}.")

    def _call_prompt(self) -> str:
        """The calls that the person may make; the cards of the hand need no list."""
        view, names = self._view, self._names
        if left := cards_too_many(view):
            kitty = names.cards(sorted(view.kitty, reverse=True))
            return f"The kitty had: {kitty}. Put away {count_noun(left, 'card')}: name one."
        if awaits_card(view):
            means = bids_of_cards(view, names)
            return f"Put down a card{means and f': {means}'}."
        asked = "Choose trumps" if view.names_trumps else "Call one of"
        return f"{asked}: {', '.join(map(str, view.legal))}."

    def _hand(self) -> None:
        view, names = self._view, self._names
        cards = sorted_hand(view)
        self.say(f"Your hand: {names.cards(cards)}.")
        if away := cards_put_away(view):
            self.say(f"You have put away: {names.cards(away)}.")
        may = [card for card in cards if card in view.legal]
        if len(may) < len(cards) and may:
            self.say(f"You may play: {names.cards(may)}.")

    def _trick(self) -> None:
        view, names = self._view, self._names
        played = zip(view.table_seats, view.table, strict=False)
        shown = join_names(f"{names.name_of(seat)} {names.the_card(card)}" for seat, card in played)
        self.say(f"On the table: {shown}." if shown else "No card is on the table.")

    def _last(self) -> None:
        trick, names = self._view.last_trick, self._names
        if trick is None:
            self.say("No trick has been played yet.")
            return
        played = zip(trick.seats, trick.cards, strict=True)
        shown = join_names(f"{names.name_of(seat)} {names.the_card(card)}" for seat, card in played)
        self.say(f"The last trick: {shown}. {names.clause(trick.winner, 'take')} it.")

    def _table(self) -> None:
        view, names = self._view, self._names
        for seat in from_seat(range(view.rules.players), self.session.seat):
            if seat not in view.seats:
                self.say(f"{names.label(seat)}: out.")
                continue
            deals = ", dealer" if seat == view.dealer else ""
            cards = view.counts[seat] if view.counts else 0
            deals += ", dog's life" if seat in view.dogs else ""
            call = seat_call(view, names, seat).removesuffix(f", {view.won[seat]} so far")
            has = (count_noun(cards, "card"), count_noun(view.won[seat], "trick"), call)
            self.say(f"{names.label(seat)}{deals}: {', '.join(filter(None, has))}.")

    def _trumps(self) -> None:
        self._say_status(status_lines.trumps_line)

    def _say_status(self, line: Callable[[View, DisplayNames], str]) -> None:
        self.say(f"{line(self._view, self._names)}.".replace(" · ", ", "))

    def _score(self) -> None:
        view, names = self._view, self._names
        sheet = score_sheet(view, names)
        for row in sheet.rows:
            deal, dealer, trumps, *cells = row
            sides = zip(sheet.heads[3:], cells, strict=True)
            results = "; ".join(f"{head}: {cell}" for head, cell in sides)
            self.say(f"Deal {deal}, dealer {dealer}, trumps {trumps}. {results}.")
        if view.past:
            for line in points_breakdown(view, names):
                self.say(f"Of these, in the last deal, {line}.")
        self.say(
            f"{status_lines.game_line(view).replace(' · ', ', ')}, "
            f"{status_lines.target_label(view)}."
        )

    def _hint(self) -> None:
        advice = self.session.hint(spoken=True)
        action = advice.action
        what = self._names.the_card(action) if isinstance(action, Card) else action_name(action)
        self.say(f"Hint: {what}. {advice.reason}")

    def _undo(self) -> None:
        self.session.undo()
        self.say("Undone.")
        self._play_others()

    def _claim(self) -> None:
        self._say_events(self.session.claim(self.session.check_claim(), spoken=True))
        self._play_others()

    def _review(self) -> None:
        """Prints the review of a finished game."""
        if not self.session.over:
            raise OddtrickError("the game can be reviewed when it is over")
        self.say("Reviewing the game …")
        for line in self._review_lines(self.session.record):
            self.say(line)

    def _save(self, file: str) -> None:
        if not file:
            raise OddtrickError("save needs a file name, as in: save whist.json")
        if len(file) > 1 and file[0] == file[-1] and file[0] in "\"'":
            file = file[1:-1]
        replace = file in self._may_replace
        if not replace and holds_game(save_path(file)):
            self._may_replace.add(file)
            raise OddtrickError(f"the file {file} already holds a game: save again to replace it")
        path = self.session.save(file, replace=replace)
        self._may_replace.add(file)
        self.say(f"Saved. Resume later with: {resume_command(path)}")

    def _leave(self) -> int:
        """Says how to resume the game, or that it is lost; returns the exit status."""
        self.say(self.session.farewell)
        return 1 if self.session.save_problem else 0


def _parse_throw(text: str) -> Throw:
    """Parses a throw by its name or first letters.

    Raises:
        OddtrickError: the text is no throw.
    """
    word = text.strip().lower()
    for throw in Throw:
        if word and throw.value.startswith(word):
            return throw
    raise OddtrickError(f"{text[:20]!r} is not a throw: write rock, paper or scissors")
