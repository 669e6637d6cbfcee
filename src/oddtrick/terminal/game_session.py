"""One person's game against bots, without a face: both the drawn and the plain game stand on it."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from oddtrick.bots import Advice, find_bot
from oddtrick.dealing import Seeded
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match import CHANCE, Match, start
from oddtrick.rules import PlayerAction
from oddtrick.solver.claims import claim
from oddtrick.terminal.display_names import Voice, calls_knave, clean_name
from oddtrick.terminal.event_text import Event, Kind, tell
from oddtrick.terminal.saved_games import Autosave, read_game, write_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.match import Action
    from oddtrick.rules import Rules
    from oddtrick.views import View

BOT_NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
"""Who sits where a bot plays, by place; the rulebook's examples call them the same."""

YOU = "You"
"""The person's name where none is given."""

LEVEL = "casual"
"""The bot that plays the others where none is named."""


class Session:
    """A match, who plays in it, and what can be taken back.

    Args:
        match: the match, which leaves chance to us.
        player: which of the players is the person; a cut for partners moves players to other
            seats (C2), so that this need not be the seat.
        names: of the players.
        bot: the name of the bot that plays the others.
        seed: of the deals and of the bots; None: fresh ones.
        autosave: where the game is kept up to date, if it is.
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
        self.trouble = ""
        self._bot = find_bot(bot)
        self._seed = secrets.randbits(64) if seed is None else seed
        self._chance = Seeded(self._seed)
        self._own = _own_decisions(match, self.seat)

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
        """What the person may know."""
        return self.match.view(self.seat)

    def voice(self, *, spoken: bool = False) -> Voice:
        """How the seats are called, for the person."""
        names = tuple(self.names[player] for player in self.match.seating)
        return Voice(
            names=names, me=self.seat, spoken=spoken, knave=spoken and calls_knave(self.rules)
        )

    @property
    def yours(self) -> bool:
        """Whether it is for the person to act."""
        return self.match.to_act == self.seat

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.match.over

    def think(self) -> Action:
        """What chance or the bot to act does now; changes nothing."""
        seat = self.match.to_act
        assert seat is not None
        if seat == CHANCE:
            return self._chance(self.match)
        return self._bot.choose(self.match.view(seat), self._rng())

    def apply(self, action: Action, *, spoken: bool = False) -> tuple[Event, ...]:
        """Takes an action of whoever is to act, and tells what happened.

        Raises:
            RuleBroken: the rules refuse it; the turn stays (T8).
        """
        before, was = self.view, self.voice(spoken=spoken)
        try:
            after = self.match.apply(action)
        except RuleBroken as broken:
            raise _to_person(broken, self.seat) from None
        if self.yours:
            self._own.append(self.match)
        self.match = after
        self._keep()
        return tell(before, action, self.view, was, self.voice(spoken=spoken))

    def hint(self) -> Advice:
        """What is best in the person's place as far as one can know, and why.

        Raises:
            OddtrickError: it is not the person's turn.
        """
        if not self.yours:
            raise OddtrickError("there is a hint when it is your turn")
        from oddtrick.review import advise

        hint = advise(self.view, self._rng().getrandbits(64))
        why = hint.explanation[0]
        reason = " ".join(sentence.text() for sentence in hint.summary)
        return Advice(hint.chosen(self.view), reason, why.tag, why.params)

    def check_claim(self) -> tuple[PlayerAction, ...]:
        """The cards that complete the hand after a claim of all the remaining tricks (T9).

        Raises:
            OddtrickError: it is not the person's turn to play, or the claim does not hold.
        """
        if not self.yours or not self.view.counts:
            raise OddtrickError("you can claim the remaining tricks when it is your turn to play")
        cards = claim(self.match, self.seat)
        if cards is None:
            raise RuleBroken("the claim is refused: the others might still win a trick", "T9")
        return cards

    def claim(self, cards: Sequence[PlayerAction], *, spoken: bool = False) -> tuple[Event, ...]:
        """Plays the rest of the hand as :meth:`check_claim` gave it."""
        events = [Event(Kind.NOTE, "The claim stands: the remaining tricks are yours.")]
        mine = len(self._own) + 1
        told = [event for card in cards for event in self.apply(card, spoken=spoken)]
        del self._own[mine:]
        return (*events, *(event for event in told if event.kind not in (Kind.PLAY, Kind.TRICK)))

    @property
    def can_undo(self) -> bool:
        """Whether the person has decided anything yet."""
        return bool(self._own)

    def undo(self) -> None:
        """Takes back to the person's last own decision.

        Raises:
            OddtrickError: there is none.
        """
        if not self._own:
            raise OddtrickError("there is nothing to take back: you have not played yet")
        self.match = self._own.pop()
        self._keep()

    def save(self, file: str | Path) -> Path:
        """Writes the game to a file; ``oddtrick play --resume FILE`` goes on with it.

        Raises:
            OddtrickError: it cannot be written.
        """
        try:
            path = Path(file).expanduser()
            folder = path.is_dir()
        except (OSError, RuntimeError):
            raise OddtrickError(f"{str(file)[:60]} can't be the name of a file") from None
        if folder:
            raise OddtrickError(f"{file} is a folder: give the name of a file")
        write_game(path, self.match, self._seat_names())
        return path

    def _seat_names(self) -> tuple[str, ...]:
        return tuple(self.names[player] for player in self.match.seating)

    def _keep(self) -> None:
        """Autosaves; if that fails the game goes on, and the trouble is told once."""
        if self.autosave is None:
            return
        try:
            self.autosave.keep(self.match, self._seat_names())
        except OddtrickError as error:
            self.autosave = None
            self.trouble = f"This game is not being kept: {error}"

    def _rng(self) -> Random:
        """For the bots: the same at the same place in the match, whatever was taken back."""
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
) -> Session:
    """A new game: nothing is cut or dealt yet.

    Raises:
        OddtrickError: there is no such place or bot.
    """
    if not 0 <= player < rules.players:
        raise OddtrickError(f"seat {player}: the seats are 0 to {rules.players - 1}")
    return Session(
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
) -> Session:
    """A game from its file, where it stopped.

    Args:
        file: the record.
        seat: the person's; None: where the name stands, or else the name that is no bot's.
        name: the person's.
        bot: the name of the bot that plays the others.
        seed: of further deals and of the bots.

    Raises:
        OddtrickError: the file cannot be read, is no legal record, or has no such seat.
    """
    match, names = read_game(file)
    players = match.rules.players
    if seat is None:
        seat = _seat_of(name, names)
    if not 0 <= seat < players:
        raise OddtrickError(f"seat {seat}: the seats are 0 to {players - 1}")
    autosave = Autosave.going_on(Path(file)) or Autosave.begin(match.rules.game)
    return Session(
        match,
        player=seat,
        names=names or _names(players, seat, name),
        bot=bot,
        seed=seed,
        autosave=autosave,
    )


def _seat_of(name: str, names: tuple[str, ...] | None) -> int:
    if names is None:
        return 0
    if name in names:
        return names.index(name)
    return next((seat for seat, other in enumerate(names) if other not in BOT_NAMES), 0)


def _names(players: int, player: int, name: str) -> tuple[str, ...]:
    """The person's name, and the bots' by place; a name that the person has is not given twice."""
    bots = [BOT_NAMES[place] for place in range(players)]
    bots = ["Ida" if bot.casefold() == name.casefold() else bot for bot in bots]
    return tuple(name if place == player else bot for place, bot in enumerate(bots))


def _own_decisions(match: Match, seat: int) -> list[Match]:
    """The match before each decision of a seat, for a match that was begun elsewhere."""
    dealers = [log.dealer for log in match.all_deals]
    at = start(match.rules, dealer=dealers[0] if not match.opening else None)
    own = []
    for action in match.actions:
        if at.to_act == seat:
            own.append(at)
        at = at.apply(action)
    return own


def _to_person(broken: RuleBroken, seat: int) -> RuleBroken:
    """The refusal as told to the seat itself: *you hold*, not *seat 0 holds*."""
    what = broken.what.replace(f"seat {seat} holds", "you hold")
    what = re.sub(rf"^seat {seat} does not hold (\S+)$", r"you do not hold \1", what)
    return RuleBroken(what, broken.rule)
