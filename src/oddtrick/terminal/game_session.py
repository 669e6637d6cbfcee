"""One person's game against bots, without a user interface.

The drawn game and the plain game are both built on :class:`GameSession`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from random import Random

from oddtrick.bots import Advice, find_bot
from oddtrick.bots.stepping_down import decide
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.i18n.localizer import Localizer
from oddtrick.match import CHANCE, Action, Match, refusal_for_player, start
from oddtrick.record import Record, record_of
from oddtrick.rules import PlayerAction, Rules
from oddtrick.solver.claims import provable_claim
from oddtrick.solver.settled import is_settled, settled_line
from oddtrick.terminal.display_names import DisplayNames, clean_name, uses_knave
from oddtrick.terminal.event_text import EventKind, GameEvent, describe_action
from oddtrick.terminal.saved_games import (
    Autosave,
    holds_game,
    read_game,
    resume_command,
    review_command,
    save_path,
    sole_save,
    write_game,
)
from oddtrick.views import Awaited, View

BOT_NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
"""Names of the bots by place, the same as in the rulebook's examples."""

YOU = "You"
"""The default name of the person."""

LEVEL = "casual"
"""The default bot."""


class GameSession:
    """A match with one person, bots for the other players, and an undo history.

    Args:
        match: the match; the session also supplies its chance actions.
        player: the index of the person. A cut for partners moves players to other seats (C2), so
            this may differ from the seat.
        names: the names of the players.
        bot: the name of the bot for all other players.
        seed: the seed of the deals and of the bots; None for a random one.
        autosave: the automatic save file, if any.
    """

    def __init__(
        self,
        match: Match,
        *,
        player: int,
        names: Sequence[str],
        bot: str = LEVEL,
        seed: int | None = None,
        autosave: Autosave | None = None,
    ) -> None:
        self.match = match
        self.player = player
        self.names = tuple(clean_name(name, BOT_NAMES[place]) for place, name in enumerate(names))
        self.autosave = autosave
        self.autosave_error = ""
        self._problem = ""
        self.file: Path | None = None
        self._kept: Match | None = None
        self.bot = bot
        find_bot(bot, match.rules)
        self._stepped_down: dict[int, str] = {}
        self._notes: tuple[GameEvent, ...] = ()
        self._seed = secrets.randbits(64) if seed is None else seed
        self._chance = Seeded(self._seed)
        self._decision_points = _decision_points_of(match, self.seat)

    @property
    def rules(self) -> Rules:
        """The game being played."""
        return self.match.rules

    @property
    def seat(self) -> int:
        """The person's own seat."""
        return self.match.seating.index(self.player)

    @property
    def view(self) -> View:
        """The person's view of the match."""
        return self.match.view(self.seat)

    def display_names(self, *, spoken: bool = False) -> DisplayNames:
        """The display names as the person reads them."""
        names = tuple(self.names[player] for player in self.match.seating)
        return DisplayNames(names=names, me=self.seat, spoken=spoken, knave=uses_knave(self.rules))

    @property
    def is_own_turn(self) -> bool:
        """True if the person is to act."""
        return self.match.to_act == self.seat

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self.match.over

    def next_action(self) -> Action:
        """The next action of chance or of the bot to act, without applying it."""
        seat = self.match.to_act
        assert seat is not None
        if seat == CHANCE:
            return self._chance(self.match)
        return self._decision(seat)

    def _decision(self, seat: int) -> PlayerAction:
        """The decision of a bot; where it fails, one of a lower level takes its place."""
        player = self.match.seating[seat]
        lower = self._stepped_down.get(player)
        made = decide(
            lower or self.bot, self.match.view(seat), self._bot_random(), failed=lower is not None
        )
        if made.fault is not None:
            self._stepped_down[player] = made.level
            text = f"{self.names[player]}’s bot can’t play on ({made.fault}); {made.level} plays."
            self._notes = (*self._notes, GameEvent(EventKind.NOTE, text))
        return made.action

    def apply(self, action: Action, *, spoken: bool = False) -> tuple[GameEvent, ...]:
        """Applies an action of the seat to act and describes what happened.

        Raises:
            OddtrickError: the action is illegal; the turn stays (T8).
        """
        before, was = self.view, self.display_names(spoken=spoken)
        try:
            after = self.match.apply(action)
        except RuleBroken as broken:
            raise OddtrickError(refusal_for_player(self.match, action, broken).what) from None
        if self.is_own_turn:
            self._decision_points.append(self.match)
        self.match = after
        self._autosave()
        notes, self._notes = self._notes, ()
        told = describe_action(before, action, self.view, was, self.display_names(spoken=spoken))
        return (*notes, *told)

    def hint(self, *, spoken: bool = False) -> Advice:
        """The best action in the person's place given what they can know, with the reason.

        Args:
            spoken: name the cards of the reason in words.

        Raises:
            OddtrickError: it is not the person's turn.
        """
        if not self.is_own_turn:
            raise OddtrickError("you can ask for a hint when it is your turn")
        from oddtrick.review import advise

        hint = advise(self.view)
        why = hint.summary[0]
        localizer = Localizer(knave=uses_knave(self.rules), spoken=spoken)
        names = self.display_names().names
        reason = " ".join(
            localizer.sentence(each.tag, each.params, names, self.seat, to_player=True)
            for each in hint.summary
        )
        return Advice(hint.chosen(self.view), reason, why.tag, why.params)

    def check_claim(self) -> tuple[PlayerAction, ...]:
        """The cards that complete the hand if the person claims all remaining tricks (T9).

        They also complete a deal whose points nothing can change.

        Raises:
            OddtrickError: it is not the person's turn to play, or the claim is rejected.
        """
        if not self.is_own_turn or self.view.awaited is not Awaited.CARD:
            raise OddtrickError("you can claim the remaining tricks when it is your turn to play")
        cards = settled_line(self.match) or provable_claim(self.match, self.seat)
        if cards is None:
            raise OddtrickError(
                "the claim is rejected: as far as you can know, the others might still win a trick"
            )
        return cards

    def claim(
        self, cards: Sequence[PlayerAction], *, spoken: bool = False
    ) -> tuple[GameEvent, ...]:
        """Plays the rest of the hand with the cards from :meth:`check_claim`."""
        stands = "Your claim stands: the remaining tricks are yours."
        if is_settled(self.match):
            stands = "The deal is decided: nothing can change its points."
        claimed = [GameEvent(EventKind.NOTE, stands)]
        mine = len(self._decision_points) + 1
        events = [event for card in cards for event in self.apply(card, spoken=spoken)]
        del self._decision_points[mine:]
        return (
            *claimed,
            *(event for event in events if event.kind not in (EventKind.PLAY, EventKind.TRICK)),
        )

    @property
    def can_undo(self) -> bool:
        """True if the person has made a decision that can be undone."""
        return bool(self._decision_points)

    def undo(self) -> None:
        """Returns to before the person's last decision.

        Raises:
            OddtrickError: there is nothing to undo.
        """
        if not self._decision_points:
            raise OddtrickError("there is nothing to undo: you have not played yet")
        self.match = self._decision_points.pop()
        self._autosave()

    @property
    def record(self) -> Record:
        """The record of the match as it stands."""
        return record_of(self.match, self._seat_names())

    def save(self, file: str | Path, *, replace: bool = False) -> Path:
        """Saves the game to a file; ``oddtrick play --resume FILE`` resumes it.

        Args:
            file: the name of the file; its folder must exist.
            replace: replace a file that holds a game. Any other file is never replaced.

        Raises:
            OddtrickError: the file cannot be written or would be replaced.
        """
        path = save_path(file)
        with sole_save(path):
            if holds_game(path) and not replace:
                raise OddtrickError(f"the file {file} already holds a game")
            write_game(path, self.match, self._seat_names())
        self.keep_as(path)
        return path

    def keep_as(self, file: Path) -> None:
        """Notes that a file holds the game as it stands."""
        self._kept, self.file = self.match, file

    @property
    def save_problem(self) -> str:
        """The reason why the game as it stands is in no file; empty if it is in one."""
        return "" if self._kept is self.match else self._problem

    @property
    def leave_notice(self) -> str:
        """A notice for a player about to leave: whether the game is saved, and how to resume it."""
        if self.save_problem or self.autosave is None:
            why = f" ({self.save_problem})" if self.save_problem else ""
            return f"This game is not saved{why}; Ctrl+S saves it to a file."
        return "This game is saved: choose “Resume the last game” in the menu to continue it."

    @property
    def farewell(self) -> str:
        """The farewell to a player: the command that resumes the game, or a word of its loss."""
        if self.save_problem:
            return f"This game is not saved: {self.save_problem}."
        if self.file is None or self._kept is not self.match:
            return "Goodbye."
        if self.over:
            return f"The game is saved. Review it with: {review_command(self.file)}"
        return f"The game is saved. Resume it with: {self._resume_command(self.file)}"

    def _resume_command(self, file: Path) -> str:
        flags = () if self.bot == LEVEL else ("--bot", self.bot)
        if _own_seat_of(YOU, self._seat_names()) != self.seat:
            flags = (*flags, "--seat", str(self.seat))
        return resume_command(file, *flags)

    def _seat_names(self) -> tuple[str, ...]:
        return tuple(self.names[player] for player in self.match.seating)

    def _autosave(self) -> None:
        """Autosaves; a failure is shown once, and the next action tries again."""
        if self.autosave is None:
            return
        try:
            self.autosave.keep(self.match, self._seat_names())
        except OddtrickError as error:
            if not self._problem:
                self.autosave_error = f"This game is not being saved: {error}"
            self._problem = str(error)
        else:
            self._problem = ""
            self.keep_as(self.autosave.finished_file if self.over else self.autosave.file)

    def _bot_random(self) -> Random:
        """The bots' random generator: equal at equal points of a match, even after undo."""
        place = (self.match.number, sum(1 for _ in self.match.actions))
        return Random(f"oddtrick-bots/{self._seed}/{place}")


def new_session(
    rules: Rules,
    *,
    player: int = 0,
    name: str = YOU,
    bot: str = LEVEL,
    seed: int | None = None,
    keep: bool = True,
) -> GameSession:
    """Starts a new game, before the first cut or deal.

    Raises:
        OddtrickError: the seat or the bot does not exist.
    """
    if not 0 <= player < rules.players:
        raise OddtrickError(f"seat {player}: the seats are 0 to {rules.players - 1}")
    return GameSession(
        start(rules),
        player=player,
        names=_names(rules.players, player, name),
        bot=bot,
        seed=seed,
        autosave=Autosave.begin(rules.game) if keep else None,
    )


def resume_session(
    file: str | Path,
    *,
    seat: int | None = None,
    name: str = YOU,
    bot: str = LEVEL,
    seed: int | None = None,
) -> GameSession:
    """Resumes a game from a file.

    Args:
        file: the record.
        seat: the person's seat; None to find it by name, or else the first name that is no bot's.
        name: the person's name.
        bot: the name of the bot for all other players.
        seed: the seed of further deals and of the bots.

    Raises:
        OddtrickError: the file cannot be read, holds no legal record, or has no such seat.
    """
    match, names = read_game(file)
    players = match.rules.players
    if seat is None:
        seat = _own_seat_of(name, names)
    if not 0 <= seat < players:
        raise OddtrickError(f"seat {seat}: the seats are 0 to {players - 1}")
    autosave = Autosave.for_saved_game(Path(file)) or Autosave.begin(match.rules.game)
    session = GameSession(
        match,
        player=seat,
        names=names or _names(players, seat, name),
        bot=bot,
        seed=seed,
        autosave=autosave,
    )
    session.keep_as(Path(file).absolute())
    return session


def _own_seat_of(name: str, names: tuple[str, ...] | None) -> int:
    if names is None:
        return 0
    if name in names:
        return names.index(name)
    return next((seat for seat, other in enumerate(names) if other not in BOT_NAMES), 0)


def _names(players: int, player: int, name: str) -> tuple[str, ...]:
    """The names of all players; no bot has the same name as the person."""
    bots = [BOT_NAMES[place] for place in range(players)]
    bots = ["Ida" if bot.casefold() == name.casefold() else bot for bot in bots]
    return tuple(name if place == player else bot for place, bot in enumerate(bots))


def _decision_points_of(match: Match, seat: int) -> list[Match]:
    """The match before each decision of a seat, to rebuild the undo history of a resumed game."""
    dealers = [log.dealer for log in match.all_deals]
    at = start(match.rules, dealer=dealers[0] if not match.opening else None)
    own = []
    for action in match.actions:
        if at.to_act == seat:
            own.append(at)
        at = at.apply(action)
    return own
