"""Games of other packages that no profile tells are played at every table, by every level.

Two games are written as a stranger would: a Spades in which a bid of none is a player's own matter,
and a Ninety-nine in which cards are put aside before the play.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.bots import BOTS, LazyBot, RuleBot, club, search
from oddtrick.bots.stepping_down import decide
from oddtrick.calls import Bid
from oddtrick.cli.game_layers import try_layers
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, Game, GameLimitWarning, register_game, unregister_game
from oddtrick.match import CHANCE
from oddtrick.review import advise, review
from oddtrick.review.hints import NOT_SEARCHED
from oddtrick.rules import PlayerAction
from oddtrick.tables import SERVER
from oddtrick.tables.bot_turns import bot_decision
from oddtrick.tables.commands import AddBot, Begin
from oddtrick.terminal.game_session import GameSession, new_session
from oddtrick.terminal.plain_game import PlainGame
from oddtrick.views import Awaited, View
from tests.support.games_of_others import NINETY_NINE, SPADES
from tests.support.review_deals import LITTLE
from tests.support.tables.table_driver import TableDriver, kinds

LEVELS = tuple(bot.name for bot in BOTS)
OTHERS = (SPADES, NINETY_NINE)
each_other = pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.id)
each_level = pytest.mark.parametrize("level", LEVELS)


@pytest.fixture(autouse=True)
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registers the games of the other package, and lets the searching bots think quickly."""
    for level in ("expert", "master"):
        quick = replace(getattr(search, level), budget=LITTLE)
        monkeypatch.setattr(search, level, quick)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GameLimitWarning)
        for game in OTHERS:
            register_game(game)
    yield
    for game in OTHERS:
        unregister_game(game.id)


# A table


def opened(game: Game, level: str) -> TableDriver:
    """A table whose host watches bots of one level play."""
    table = TableDriver(game.id)
    table.connect("ann")
    for place in range(game.rules().players):
        table.do("ann", AddBot(place, level))
    table.do("ann", Begin())
    return table


def play_deal(table: TableDriver) -> Counter[str]:
    """Plays a deal as the server does, and counts the kinds of facts."""
    found: Counter[str] = Counter()
    while table.table.match is None or table.match.number == 0:
        if table.table.bot_turn is None:
            table.step()
        else:
            found.update(kinds(table.do(SERVER, bot_decision(table.table, table.table.bot_turn))))
    return found


@each_other
@each_level
def test_a_table_never_waits_for_a_bot_that_cannot_play(game: Game, level: str) -> None:
    table = opened(game, level)
    found = play_deal(table)
    failed = found["bot-failed"]
    assert failed == (game.rules().players if level in ("expert", "master") else 0)
    assert {chair.level for chair in table.table.chairs} == {level}
    lower = {chair.bot_level for chair in table.table.chairs}
    assert lower == ({"club"} if failed else {level})
    assert table.refolded() == table.table


def test_people_are_told_which_place_plays_at_which_level_now() -> None:
    table = opened(SPADES, "expert")
    while "bot-failed" not in kinds(table.facts):
        if table.table.bot_turn is None:
            table.step()
        else:
            table.do(SERVER, bot_decision(table.table, table.table.bot_turn))
    place = table.table.chairs.index(next(c for c in table.table.chairs if c.stepped_down))
    update = table.update_json("ann")
    told = [event for event in update["events"] if event.get("kind") == "bot-failed"]
    assert told == [{"type": "note", "kind": "bot-failed", "place": place}]
    assert update["table"]["places"][place]["level"] == "club"
    assert "counted" not in str(update)  # the error is for the log of the server


def test_a_stand_in_that_fails_leaves_the_place_to_its_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableDriver("whist")
    table.begin("ann", "bea")
    table.disconnect("bea")
    monkeypatch.setattr(RuleBot, "choose", broken)
    while table.turn != "bea":
        table.act()
    table.tick(61_000)
    decided = bot_decision(table.table, 1)
    assert decided.level == "random"
    assert kinds(table.do(SERVER, decided)) == ["bot-failed", "acted"]
    assert table.update_json("ann")["table"]["places"][1]["level"] is None
    table.connect("bea")
    assert table.table.chairs[1].person == "bea"
    assert not table.table.chairs[1].bot_plays


# Any error of any bot


def broken(*_: object) -> PlayerAction:
    raise ZeroDivisionError("a bot\nof ours")


def positions(game: Game) -> Iterator[View]:
    """The decisions of a random match of every game: throws, choices, bids, exchanges, cards."""
    match, rng = new_match(rules=game.rules(), seed=5), Random(5)
    while not match.over and match.number < 2:
        seat = match.to_act
        assert seat not in (None, CHANCE)
        yield match.view(seat)
        match = match.apply(rng.choice(match.legal_actions()))


@pytest.mark.parametrize("game", [*GAMES, *OTHERS], ids=lambda game: game.id)
def test_where_all_levels_fail_any_legal_action_is_taken(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RuleBot, "choose", broken)
    monkeypatch.setattr(LazyBot, "choose", lambda *_: "no action at all")
    for view in positions(game):
        for level, why in (
            ("master", "master: ValueError: 'no action at all' is not legal"),
            ("club", "club: ZeroDivisionError: a bot of ours"),
            ("nobody", "nobody: 'nobody' is not a bot: "),
        ):
            decided = decide(level, view, Random(1))
            assert decided.action in view.legal
            assert decided.level == "random"
            assert str(decided.fault).startswith(why)


def test_the_next_lower_level_decides_and_after_a_second_error_any_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = next(positions(GAMES[0]))
    asked: list[str] = []

    def choose(bot: RuleBot, view: View, rng: Random) -> PlayerAction:
        asked.append(bot.name)
        if bot.name != "novice":
            raise ZeroDivisionError
        return rng.choice(view.legal)

    monkeypatch.setattr(RuleBot, "choose", choose)
    assert decide("club+bold", view, Random(1)).level == "novice"
    assert asked == ["club+bold", "casual", "novice"]
    asked.clear()
    assert decide("casual", view, Random(1), failed=True).level == "random"
    assert asked == ["casual"]


# The terminal


@each_other
def test_the_terminal_says_who_plays_on(game: Game) -> None:
    session = new_session(game.rules(), bot="expert", seed=3, keep=False)
    typed, out = Typist(), StringIO()
    typed.session = session
    PlainGame(session, typed, out, str).play()
    told = [line for line in out.getvalue().splitlines() if "can’t play on" in line]
    assert session.match.number >= 1
    assert len(told) == game.rules().players - 1
    assert all(line.endswith("; club plays.") for line in told)


class Typist(StringIO):
    """Types the first legal action until the first deal is over."""

    session: GameSession

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # of StringIO
        done = self.session.match.number or not self.session.is_own_turn
        return "quit\n" if done else f"{self.session.view.legal[0]}\n"


# Hints and reviews


def by_club(game: Game, first_bid: Bid | None = None) -> Iterator[View]:
    """The decisions of a deal of ``club``, perhaps with a bid that it would not make."""
    match, rng = new_match(rules=game.rules(), seed=1), Random(1)
    while match.number == 0:
        assert match.to_act is not None
        view = match.view(match.to_act)
        yield view
        own = first_bid if first_bid in view.legal and not view.calls[0][1] else None
        match = match.apply(own or club.choose(view, rng))


@pytest.mark.parametrize(("game", "bid"), [(SPADES, Bid(0)), (NINETY_NINE, None)])
def test_hints_step_down_to_a_rule_of_thumb_and_say_so(game: Game, bid: Bid | None) -> None:
    told: Counter[str] = Counter()
    for view in by_club(game, bid):
        if game is NINETY_NINE and view.awaited is Awaited.CALL:
            with pytest.raises(OddtrickError, match=r"only for the play$"):
                advise(view, budget=LITTLE)
            continue
        hint = advise(view, budget=LITTLE)
        assert hint.chosen(view) in view.legal
        stepped_down = NOT_SEARCHED in hint.explanation
        assert stepped_down or len(view.legal) == 1
        told["stepped down"] += stepped_down
    assert told["stepped down"] > 15


def test_hints_are_searched_where_nobody_has_bid_nil() -> None:
    plays = [view for view in by_club(SPADES) if view.awaited is Awaited.CARD]
    assert not any(NOT_SEARCHED in advise(view, budget=LITTLE).explanation for view in plays)


@each_other
def test_reviews_are_refused_in_one_line(game: Game) -> None:
    match, rng = new_match(rules=game.rules(), seed=1), Random(1)
    while match.number == 0:
        assert match.to_act is not None
        match = match.apply(club.choose(match.view(match.to_act), rng))
    with pytest.raises(OddtrickError, match=rf"^{game.id}: [^\n]+$"):
        review(match, seed=1, budget=LITTLE, deals=[0])


# oddtrick game check


@each_other
def test_a_check_says_which_levels_cannot_play_a_whole_match(game: Game) -> None:
    results = {each.layer: each for each in try_layers(game)}
    assert not [each for each in results.values() if each.state == "fails"]
    refused = {name for name, each in results.items() if each.state == "no"}
    assert {"bot expert", "bot master", "hints", "review"} <= refused
    assert not refused & {f"bot {bot.name}" for bot in BOTS if not isinstance(bot, LazyBot)}
    for level in ("expert", "master"):
        told = results[f"bot {level}"].reason
        assert told.startswith(f"{game.id}: ")
        assert told.endswith("; at tables a lower level takes its seat")
