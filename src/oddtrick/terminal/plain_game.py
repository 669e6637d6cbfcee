"""The game line by line, for pipes and screen readers: sentences out, a word or a card in."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from oddtrick.cards import Card, parse_card, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import PlayerAction, Throw
from oddtrick.terminal import status_lines
from oddtrick.terminal.display_names import capital, counted, listed
from oddtrick.terminal.event_text import match_result
from oddtrick.terminal.saved_games import is_there, resume_command
from oddtrick.terminal.score_sheet import account, score_sheet
from oddtrick.terminal.table_drawing import sorted_hand
from oddtrick.tricks import from_seat
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.terminal.display_names import Voice
    from oddtrick.terminal.event_text import Event
    from oddtrick.terminal.game_session import Session
    from oddtrick.views import View

HELP = """\
Type a card to play it: rank, then suit, as in AS, 10H or 9c.
hand: your cards and those you may play. trick: the cards on the table. last: the last trick.
table: who holds how many cards and has won how many tricks. trumps: the trumps. score: the score.
hint: what a sound player would do, and why. undo: take back to your last own decision.
claim: claim all the remaining tricks. rules: the rules of the game.
save FILE: write the game to a file. quit: leave; the game is kept."""

_PROMPTS = {
    Awaited.CHOICE: "Choose trumps: spades, hearts, diamonds or clubs.",
    Awaited.THROW: "Rock, paper or scissors? The throws are secret until all are in.",
}


class PlainGame:
    """A session told and asked in lines.

    Args:
        session: the game.
        lines: what the person types.
        out: where the sentences go.
        rules_page: the rules of a game as plain text.
    """

    def __init__(
        self, session: Session, lines: TextIO, out: TextIO, rules_page: Callable[[str], str]
    ) -> None:
        self.session = session
        self._lines = lines
        self._out = out
        self._rules_page = rules_page
        self._may_replace: set[str] = set()
        self._commands: dict[str, Callable[[], None]] = {
            "?": lambda: self.say(HELP),
            "help": lambda: self.say(HELP),
            "hand": self._hand,
            "trick": self._trick,
            "last": self._last,
            "table": self._table,
            "trumps": self._trumps,
            "score": self._score,
            "hint": self._hint,
            "undo": self._undo,
            "claim": self._claim,
            "rules": lambda: self.say(self._rules_page(self.session.rules.game)),
        }

    @property
    def _view(self) -> View:
        return self.session.view

    @property
    def _voice(self) -> Voice:
        return self.session.voice(spoken=True)

    def say(self, text: str) -> None:
        """One or more lines out, at once."""
        print(text, file=self._out, flush=True)

    def play(self) -> int:
        """Plays till the match or the input ends, or the person quits; gives the exit status."""
        self.say(f"{status_lines.title_of(self._view)}, {status_lines.target_words(self._view)}.")
        if self._view.standing.over:
            self.say(match_result(self._view, self._voice))
        else:
            self.say("Type ? for help.")
            self._on()
        while not self.session.over:
            line = self._lines.readline()
            if not line:
                self.say("The input has ended.")
                return self._leave()
            if line.strip().lower() in ("quit", "exit", "q"):
                return self._leave()
            self._answer(line.strip())
        return 0

    def _answer(self, line: str) -> None:
        """Does what a line says; what can't be done is told in one line."""
        word, _, rest = line.partition(" ")
        try:
            if word.lower() == "save":
                self._save(rest.strip())
            elif line.lower() in self._commands:
                self._commands[line.lower()]()
            elif line:
                self._tell(self.session.apply(self._action(line), spoken=True))
                self._on()
            else:
                self._ask()
        except OddtrickError as error:
            self.say(capital(f"{error}."))

    def _action(self, line: str) -> PlayerAction:
        """Reads a card, a suit or a throw, whichever is awaited.

        Raises:
            OddtrickError: it is none, nor a command.
        """
        awaited = self._view.awaited
        try:
            if awaited is Awaited.CHOICE:
                return parse_suit(line)
            if awaited is Awaited.THROW:
                return _parse_throw(line)
            return parse_card(line)
        except OddtrickError as error:
            raise OddtrickError(f"{error}, or ? for help") from None

    def _on(self) -> None:
        """The others play until it is the person's turn, or the match is over."""
        while not self.session.over and not self.session.yours:
            self._tell(self.session.apply(self.session.think(), spoken=True))
        if not self.session.over:
            self._ask()

    def _tell(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self.say(event.text)
        if self.session.trouble:
            self.say(self.session.trouble)
            self.session.trouble = ""

    def _ask(self) -> None:
        """What the person has and may do."""
        view = self._view
        if view.awaited is not Awaited.CARD:
            if view.hand:
                self.say(f"Your hand: {self._voice.cards(sorted_hand(view))}.")
            self.say(_PROMPTS[view.awaited])
            return
        self._hand()
        self.say(f"{status_lines.turn_line(view, self._voice)}.")

    def _hand(self) -> None:
        view, voice = self._view, self._voice
        cards = sorted_hand(view)
        self.say(f"Your hand: {voice.cards(cards)}.")
        may = [card for card in cards if card in view.legal]
        if len(may) < len(cards) and may:
            self.say(f"You may play: {voice.cards(may)}.")

    def _trick(self) -> None:
        view, voice = self._view, self._voice
        played = zip(view.table_seats, view.table, strict=False)
        shown = listed(f"{voice.who(seat)} {voice.the(card)}" for seat, card in played)
        self.say(f"On the table: {shown}." if shown else "No card is on the table.")

    def _last(self) -> None:
        trick, voice = self._view.last_trick, self._voice
        if trick is None:
            self.say("No trick has been played yet.")
            return
        played = zip(trick.seats, trick.cards, strict=True)
        shown = listed(f"{voice.who(seat)} {voice.the(card)}" for seat, card in played)
        self.say(f"The last trick: {shown}. {voice.does(trick.winner, 'take')} it.")

    def _table(self) -> None:
        view, voice = self._view, self._voice
        for seat in from_seat(range(view.rules.players), self.session.seat):
            if seat not in view.seats:
                self.say(f"{voice.label(seat)}: out.")
                continue
            deals = ", dealer" if seat == view.dealer else ""
            cards = view.counts[seat] if view.counts else 0
            self.say(
                f"{voice.label(seat)}{deals}: {counted(cards, 'card')}, "
                f"{counted(view.won[seat], 'trick')}."
            )

    def _trumps(self) -> None:
        self.say(f"{status_lines.trumps_line(self._view, self._voice)}.".replace(" · ", ", "))

    def _score(self) -> None:
        view, voice = self._view, self._voice
        sheet = score_sheet(view, voice)
        for row in sheet.rows:
            deal, dealer, trumps, *cells = row
            sides = zip(sheet.heads[3:], cells, strict=True)
            told = "; ".join(f"{head}: {cell}" for head, cell in sides)
            self.say(f"Deal {deal}, dealer {dealer}, trumps {trumps}. {told}.")
        if view.past:
            for line in account(view, voice):
                self.say(f"Of these, in the last deal, {line}.")
        self.say(
            f"{status_lines.game_line(view).replace(' · ', ', ')}, "
            f"{status_lines.target_words(view)}."
        )

    def _hint(self) -> None:
        advice = self.session.hint()
        action = advice.action
        what = self._voice.the(action) if isinstance(action, Card) else str(action)
        self.say(f"Hint: {what}. {advice.reason}")

    def _undo(self) -> None:
        self.session.undo()
        self.say("Taken back.")
        self._on()

    def _claim(self) -> None:
        self._tell(self.session.claim(self.session.check_claim(), spoken=True))
        self._on()

    def _save(self, file: str) -> None:
        if not file:
            raise OddtrickError("save needs the name of a file, as in: save whist.json")
        if len(file) > 1 and file[0] == file[-1] and file[0] in "\"'":
            file = file[1:-1]
        if is_there(file) and file not in self._may_replace:
            self._may_replace.add(file)
            raise OddtrickError(f"there is a file {file} already: save again to replace it")
        path = self.session.save(file)
        self._may_replace.add(file)
        self.say(f"Saved. Go on later with: {resume_command(path)}")

    def _leave(self) -> int:
        """Says where the game is kept."""
        if self.session.autosave is None:
            self.say("Goodbye.")
        else:
            self.say(f"The game is kept: {resume_command(self.session.autosave.file)}")
        return 0


def _parse_throw(text: str) -> Throw:
    """Reads a throw, by its name or first letter.

    Raises:
        OddtrickError: it is none.
    """
    word = text.strip().lower()
    for throw in Throw:
        if word and throw.value.startswith(word):
            return throw
    raise OddtrickError(f"{text[:20]!r} is not a throw: write rock, paper or scissors")
