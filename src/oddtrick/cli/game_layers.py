"""Plays a game through every layer: what works with it, and why something does not."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from oddtrick.bots import BOTS, LazyBot, club, find_bot, random_bot
from oddtrick.cards import Hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken, describe_error
from oddtrick.match import CallPhase, Deal, Playing, ToChoose, start
from oddtrick.rules import Rules, action_text
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.bots import Bot
    from oddtrick.cards import Card
    from oddtrick.games import Game
    from oddtrick.match import Match
    from oddtrick.tables import commands as c

MOST_DEALS = 12
"""The deals after which a match is left: bots that play any card may never reach its target."""

EVERY = 11
"""A hint is asked for at every so many decisions: in the end in each seat, trick and phase."""

SEARCHING = ("expert", "master")

CANDIDATES, WORLDS = 20, 5
"""The budget of a search that shall do everything, and nothing well."""


class LayerResult(NamedTuple):
    """The result of a layer: it works, refuses the game with a reason, or fails."""

    layer: str
    state: str
    reason: str


def try_layers(game: Game) -> Iterator[LayerResult]:
    """Tries every layer with the usual options of a game."""
    rules = game.rules()
    for layer, check in (WITH_EVERY_GAME | WITH_MOST_GAMES).items():
        state, reason = "works", ""
        try:
            check(rules)
        except ModuleNotFoundError as error:
            state, reason = "not installed", str(error)
        except OddtrickError as error:
            state, reason = "fails" if layer in WITH_EVERY_GAME else "no", str(error)
        except Exception as error:  # noqa: BLE001  # somebody else's code
            state, reason = "fails", describe_error(error)
        yield LayerResult(layer, state, reason)


def _expect(otherwise: str, *, holds: bool) -> None:
    if not holds:
        raise OddtrickError(otherwise)


def _played(rules: Rules, bot: Bot = club, *, cards: int | None = None) -> Match:
    """A whole match, or its first cards."""
    match = new_match(rules=rules, seed=1)
    for match in _positions(rules, bot):  # the last one is wanted
        if cards is not None and _cards(match) >= cards:
            break
    return match


def _positions(rules: Rules, bot: Bot, caller: Bot | None = None) -> Iterator[Match]:
    """Yields a whole match before each decision, and at its end.

    Args:
        rules: the game.
        bot: the bot that plays all seats.
        caller: the bot that calls; None: the same.
    """
    match, rng = new_match(rules=rules, seed=1), Random(1)
    while not match.over and match.number < MOST_DEALS:
        yield match
        assert match.to_act is not None
        view = match.view(match.to_act)
        calls = caller is not None and view.awaited is Awaited.CALL
        match = match.apply((caller if calls and caller else bot).choose(view, rng))
    yield match


def _cards(match: Match) -> int:
    return len(match.phase.plays) if isinstance(match.phase, Playing) else 0


def _ending(rules: Rules) -> Match:
    """The first deal with four tricks to play, or from its lead."""
    players = len(new_match(rules=rules, seed=1).deal.seats)
    return _played(rules, cards=max(1, (rules.plan.sizes(0)[0] - 4) * players))


def _by_bot(name: str) -> Callable[[Rules], None]:
    def check(rules: Rules) -> None:
        bot = find_bot(name, rules)
        if not isinstance(bot, LazyBot):
            _played(rules, bot)
            return
        from oddtrick.bots.search import Searcher

        own = bot.bot
        assert isinstance(own, Searcher)
        try:
            _played(
                rules,
                replace(own, budget=replace(own.budget, candidates=CANDIDATES, worlds=WORLDS)),
            )
        except OddtrickError as error:
            raise OddtrickError(f"{error}; at tables a lower level takes its seat") from None

    return check


def _hints(rules: Rules) -> None:
    """Hints all over a match in which anything is called."""
    from oddtrick.bots.search import SearchBudget, Searcher
    from oddtrick.review import advise
    from oddtrick.review.hints import NOT_SEARCHED

    budget, refused = SearchBudget(candidates=CANDIDATES, worlds=WORLDS), ""
    for place, match in enumerate(_positions(rules, club, random_bot)):
        view = match.view(match.to_act)
        if not view.legal or place % EVERY:
            continue
        try:
            hint = advise(view, budget=budget)
            if NOT_SEARCHED in hint.explanation:
                Searcher("check", budget).evaluate(view)
        except OddtrickError as error:
            refused = refused or str(error)
    _expect(refused, holds=not refused)


def _records(rules: Rules) -> None:
    from oddtrick.record import decode_record, encode_record, record_of, replay, result_of

    for match in (_ending(rules), _played(rules)):
        again = replay(decode_record(encode_record(record_of(match, None))))
        _expect(
            "a record gives another result when replayed",
            holds=result_of(again) == result_of(match),
        )
        _expect("a record ends in another place when replayed", holds=again.phase == match.phase)


def _points(rules: Rules) -> None:
    """Bots must know what a deal may bring where a match is won at a number of points (S7)."""
    for number, scored in enumerate(_played(rules).result):
        # The profile leaves cards beyond the named ones out: they count little, and for both.
        most = rules.max_points(number) + rules.profile.card * rules.pack.bit_count()
        points = max(map(abs, scored.points))
        _expect(
            f"deal {number + 1} has {points} points for a side, but by the profile of the scoring "
            f"at most {most}: say what a trick counts there, and what bids add (bonus)",
            holds=rules.goal.target is None or points <= most,
        )


def _views(rules: Rules) -> None:
    """Each view stays the same when two cards that it hides change places."""
    match, changed = _played(rules, cards=1), 0
    for seat in (None, *range(rules.players)):
        for other in islice(_with_hidden_cards_swapped(match, seat), 20):
            changed += 1
            same = other.view(seat) == match.view(seat)
            _expect(f"the view of seat {seat} shows a hidden card", holds=same)
    _expect("no two hidden cards can change places", holds=changed > 0)


def _with_hidden_cards_swapped(match: Match, seat: int | None) -> Iterator[Match]:
    actions = list(match.actions)
    at = max(at for at, action in enumerate(actions) if isinstance(action, Deal))
    deal = actions[at]
    assert isinstance(deal, Deal)
    assert isinstance(match.phase, Playing)
    seen = {card for _, cards in match.view(seat).places for card in cards}
    held = {
        card: owner
        for owner in match.deal.seats
        if owner != seat
        for card in Hand(match.phase.held(owner))
        if card != deal.turn_up and card not in seen
    }
    # Below the top card, each place of the stock is hidden: as if a seat of its own held it.
    held |= {card: -place for place, card in enumerate(deal.stock) if place}
    for one, other in combinations(held, 2):
        if held[one] != held[other]:
            swapped = tuple(tuple(_swap(hand, one, other) for hand in row) for row in deal.hands)
            stock = tuple({one: other, other: one}.get(card, card) for card in deal.stock)
            again = start(match.rules)
            with suppress(RuleBroken):  # where a seat has shown that it cannot hold the card
                for action in [
                    *actions[:at],
                    Deal(swapped, deal.turn_up, stock),
                    *actions[at + 1 :],
                ]:
                    again = again.apply(action)
                yield again


def _swap(hand: Hand, one: Card, other: Card) -> Hand:
    both = Hand.of([one, other])
    return hand if len(hand & both) != 1 else (hand | both) - (hand & both)


def _environments(rules: Rules) -> None:
    from oddtrick.envs import WhistAECEnv

    env = WhistAECEnv(rules.game)
    env.reset(seed=1)
    for _ in range(100):
        if not env.agents:
            break
        seen, _, terminated, truncated, _ = env.last()
        space = env.action_space(env.agent_selection)
        env.step(None if terminated or truncated else space.sample(seen["action_mask"]))


def _arena(rules: Rules) -> None:
    from oddtrick.arena import play_duplicate

    outcome = play_duplicate(rules, "club", "random", deals=2)
    _expect("a bot forfeited", holds=not outcome.faults)


def _solver(rules: Rules) -> None:
    from oddtrick.cli.solve_input import position_at
    from oddtrick.solver import Solver

    match = _ending(rules)
    assert isinstance(match.phase, Playing)
    Solver().solve_cards(position_at(match))


def _worlds(rules: Rules) -> None:
    from oddtrick.solver.sampling import worlds

    for match in _positions(rules, club):
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD:
            worlds(view)


def _batches(rules: Rules) -> None:
    from oddtrick.solver.deals import play_deals

    play_deals(rules, 8, seed=1)


def _review(rules: Rules) -> None:
    """Reviews the first deal of a whole match in full, in words, and quickly the last one."""
    from oddtrick.bots.search import SearchBudget
    from oddtrick.cli.review_report import report
    from oddtrick.record import record_of
    from oddtrick.review import review, review_deal

    match, budget = _played(rules), SearchBudget(candidates=CANDIDATES, worlds=WORLDS)
    list(report("", review(match, seed=1, budget=budget, deals=[0])))
    last = len(match.result) - 1
    for _ in review_deal(record_of(match, None), last, grade="quick", budget=budget):
        pass


def _terminal(rules: Rules) -> None:
    from oddtrick.cli.rules import plain_page
    from oddtrick.terminal.game_session import new_session
    from oddtrick.terminal.plain_game import PlainGame

    session = new_session(rules, seed=1, keep=False)
    typed = "rules\nhand\ntable\ntrumps\nscore\nquit\n"
    PlainGame(session, io.StringIO(typed), io.StringIO(), plain_page).play()
    while not session.over and len(session.view.past) < MOST_DEALS:
        action = (
            club.choose(session.view, Random(1)) if session.is_own_turn else session.next_action()
        )
        session.apply(action)
    typed = "score\nlast\nquit\n"
    PlainGame(session, io.StringIO(typed), io.StringIO(), plain_page).play()


def _table(rules: Rules) -> None:
    """A table of the server, with bots at all places but one, as updates and a proof."""
    from msgspec import to_builtins

    from oddtrick import tables
    from oddtrick.tables import commands as c
    from oddtrick.tables.bot_turns import bot_decision

    rng, now = Random(1), 0

    table = tables.open_table(
        {"game": rules.game, **to_builtins(rules.options)},
        tables.Settings(pause_seconds=0, bot_delay_ms=0),
        code="t_check",
        host="you",
        name="You",
        now=now,
        new_secret=lambda: rng.randbytes(32),
    ).table

    def do(by: str, command: c.Command) -> None:
        nonlocal table
        before = table
        outcome = tables.handle(
            before, command, by=by, now=now, new_secret=lambda: rng.randbytes(32), name="You"
        )
        if outcome.facts:
            facts = tables.decode_facts(tables.encode_facts(outcome.facts))
            table = tables.fold_entry(before, outcome.table.seq, outcome.table.at, facts)
            tables.update_for(before, table, facts, "you")

    do("you", c.Arrive("w1"))
    do("you", c.Sit(0))
    do("you", c.Begin())
    while table.under_way and table.match is not None and table.match.number < MOST_DEALS:
        place = table.turn
        if place is None:
            now += 60_000  # past any pause, and any wait for the seals of a draw
            do(tables.SERVER, c.Tick())
        elif table.bot_turn is not None:
            do(tables.SERVER, bot_decision(table, place))
        else:
            do("you", _command(table.match))


def _command(match: Match) -> c.PlayerCommand:
    """The command of a person who takes the first legal action."""
    from msgspec import convert

    from oddtrick.tables import commands as c

    action = action_text(match.legal_actions()[0])
    raw = {"type": "throw", "throw": action}
    if isinstance(match.phase, Playing):
        raw = {"type": "play", "card": action}
    elif isinstance(match.phase, ToChoose):
        raw = {"type": "choose", "suit": action}
    elif isinstance(match.phase, CallPhase):
        raw = {"type": "call", "call": action}
    command: c.PlayerCommand = convert(raw, c.PlayerCommand)
    return command


def _page(rules: Rules) -> None:
    from oddtrick.cli.rules import plain_page
    from oddtrick.games import find_game
    from oddtrick.rulebook import page

    game = find_game(rules.game)
    _expect("its page is empty", holds=bool(plain_page(game.id).strip()))
    for language in game.translations:
        page(game.id, language)


WITH_EVERY_GAME: dict[str, Callable[[Rules], None]] = {
    **{f"bot {bot.name}": _by_bot(bot.name) for bot in BOTS if bot.name not in SEARCHING},
    "points": _points,
    "records and replay": _records,
    "views": _views,
    "terminal": _terminal,
    "table of the server": _table,
    "page of rules": _page,
    "arena": _arena,
}
WITH_MOST_GAMES: dict[str, Callable[[Rules], None]] = {
    **{f"bot {name}": _by_bot(name) for name in SEARCHING},
    "sampled worlds": _worlds,
    "double-dummy solver": _solver,
    "batches of deals": _batches,
    "hints": _hints,
    "review": _review,
    "environments": _environments,
}
"""Layers that may refuse a game, with the reason."""
