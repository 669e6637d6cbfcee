"""The fold of facts into the state of a table.

A logged fact has already been accepted, so nothing is validated here. Replaying a log therefore
gives the same state on every worker, whatever the code that decided it has become.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from oddtrick.cards import parse_card
from oddtrick.dealing import deal_out
from oddtrick.match import Cut, Match, ToCut, start
from oddtrick.record import Record, rules_of_record
from oddtrick.record.format import FORMAT
from oddtrick.tables import facts as f
from oddtrick.tables.state import DRAW_STAGE_MS, OPEN_CHAIR, Chair, Draw, Stage, Table


def charge_time(table: Table, place: int, at: int) -> Table:
    """Adds the time since ``clock_started`` to what a person has used.

    Called when the person decides, and when a bot takes over in the middle of a decision.
    """
    if table.settings.deal_seconds is None or table.turn != place or table.chairs[place].bot_plays:
        return table
    used = table.spent[place] + at - table.clock_started
    return replace(table, spent=with_spent(table, place, used), clock_started=at)


def with_spent(table: Table, place: int, spent: int) -> tuple[int, ...]:
    """Returns the time that each place has used, with one of them changed."""
    return (*table.spent[:place], spent, *table.spent[place + 1 :])


def restart_clock(table: Table, place: int, at: int) -> Table:
    """Starts a person's clock at ``at`` if it is their turn.

    ``turn_started`` stays: leaving and coming back must not renew the time for a move.
    """
    return replace(table, clock_started=at) if table.turn == place else table


def reset_clocks(table: Table, at: int) -> Table:
    """Resets clocks and readiness for a new deal."""
    return replace(
        table,
        turn_started=at,
        clock_started=at,
        spent=(0,) * table.rules.players,
        pause_until=None,
        ready=frozenset(),
    )


def shift_deadlines(table: Table, ms: int, at: int) -> Table:
    """Moves every running deadline back by ``ms``, and no start into the future.

    Two workers may report the same downtime. The limits make this harmless: a timer may start
    again, but never runs longer than its full length.
    """

    def since(moment: int | None) -> int | None:
        return None if moment is None else min(moment + ms, at)

    draw, pause = table.draw, table.pause_until
    if draw is not None:
        draw = replace(draw, until=min(draw.until + ms, at + DRAW_STAGE_MS))
    if pause is not None:
        pause = min(pause + ms, at + table.settings.pause_seconds * 1000)
    return replace(
        table,
        chairs=tuple(
            chair
            if chair.gone_since is None
            else replace(chair, gone_since=since(chair.gone_since))
            for chair in table.chairs
        ),
        turn_started=min(table.turn_started + ms, at),
        clock_started=min(table.clock_started + ms, at),
        host_gone_since=since(table.host_gone_since),
        pause_until=pause,
        draw=draw,
    )


CHAT_HISTORY = 50


def _with_chair(table: Table, place: int, chair: Chair) -> Table:
    chairs = (*table.chairs[:place], chair, *table.chairs[place + 1 :])
    return replace(table, chairs=chairs)


def fold_settings_changed(table: Table, fact: f.SettingsChanged, at: int) -> Table:
    """Folds new settings; everybody has to be ready again."""
    return replace(table, settings=fact.settings, ready=frozenset())


def fold_sat(table: Table, fact: f.Sat, at: int) -> Table:
    """Folds a person who sat down."""
    chair = Chair(
        kind="person",
        person=fact.person,
        name=fact.name,
        program=fact.program,
        gone_since=None if _is_connected(table, fact.person) else at,
    )
    table = _with_chair(table, fact.place, chair)
    if fact.person == table.host:
        table = replace(table, host_name=fact.name)
    if not table.under_way:
        return table
    table = restart_clock(table, fact.place, at)
    if (fact.person, fact.place) in table.participants:
        return table
    participants = (*table.participants, (fact.person, fact.place))
    return replace(table, participants=participants, spent=with_spent(table, fact.place, 0))


def _is_connected(table: Table, person: str) -> bool:
    return any(person == other for other, _ in table.connections)


def fold_bot_seated(table: Table, fact: f.BotSeated, at: int) -> Table:
    """Folds a bot that was given a place."""
    table = charge_time(table, fact.place, at)
    return _with_chair(table, fact.place, Chair(kind="bot", name=fact.name, level=fact.level))


def fold_bot_failed(table: Table, fact: f.BotFailed, at: int) -> Table:
    """Folds a bot of a lower level that plays on."""
    chair = replace(table.chairs[fact.place], stepped_down=fact.level)
    return _with_chair(table, fact.place, chair)


def fold_vacated(table: Table, fact: f.Vacated, at: int) -> Table:
    """Folds a place that became free."""
    table = _with_chair(table, fact.place, OPEN_CHAIR)
    return replace(table, ready=table.ready - {fact.place})


def fold_host_changed(table: Table, fact: f.HostChanged, at: int) -> Table:
    """Folds a change of host."""
    place = table.place_of(fact.person)
    name = table.chairs[place].name if place is not None else table.host_name
    gone = None if _is_connected(table, fact.person) else at
    return replace(table, host=fact.person, host_name=name, host_gone_since=gone)


def fold_took_over(table: Table, fact: f.TookOver, at: int) -> Table:
    """Folds a bot that stands in for a person."""
    table = charge_time(table, fact.place, at)
    return _with_chair(table, fact.place, replace(table.chairs[fact.place], stand_in=fact.reason))


def fold_returned(table: Table, fact: f.Returned, at: int) -> Table:
    """Folds a person who plays again instead of a bot."""
    chair = replace(table.chairs[fact.place], stand_in=None)
    return restart_clock(_with_chair(table, fact.place, chair), fact.place, at)


def fold_arrived(table: Table, fact: f.Arrived, at: int) -> Table:
    """Folds a connection; deadlines stood still while nobody was connected."""
    table = replace(table, connections=table.connections | {(fact.person, fact.worker)})
    place = table.place_of(fact.person)
    if place is not None:
        chair = replace(table.chairs[place], gone_since=None)
        table = _with_chair(table, place, chair)
    if fact.person == table.host:
        table = replace(table, host_gone_since=None)
    if table.empty_since is None:
        return table
    held = at - table.empty_since
    return shift_deadlines(replace(table, empty_since=None), held, at)


def fold_departed(table: Table, fact: f.Departed, at: int) -> Table:
    """Folds the end of a connection."""
    table = replace(table, connections=table.connections - {(fact.person, fact.worker)})
    if _is_connected(table, fact.person):
        return table
    if fact.person == table.host:
        table = replace(table, host_gone_since=at)
    place = table.place_of(fact.person)
    if place is not None:
        table = _with_chair(table, place, replace(table.chairs[place], gone_since=at))
    if table.connections or table.drive is not None:
        return table
    return replace(table, empty_since=at)


def fold_said(table: Table, fact: f.Said, at: int) -> Table:
    """Folds a chat message."""
    return replace(table, chat=(*table.chat, fact)[-CHAT_HISTORY:])


def fold_opened(fact: f.Opened, at: int) -> Table:
    """The table after its first fact, ``Opened``."""
    rules = rules_of_record(Record(FORMAT, fact.rules, []))
    return Table(
        code=fact.code,
        rules=rules,
        settings=fact.settings,
        host=fact.host,
        host_name=fact.name,
        salt=fact.salt,
        opened=at,
        at=at,
        seq=0,
        chairs=(OPEN_CHAIR,) * rules.players,
        empty_since=at if fact.drive is None else None,
        sealed=fact.sealed,
        host_gone_since=at,
        drive=fact.drive,
    )


def fold_fact(table: Table, fact: f.Fact, at: int) -> Table:
    """The table after one more fact of an entry made at time ``at`` (ms)."""
    fold: Callable[[Table, Any, int], Table] = _FOLDS[type(fact)]
    return fold(table, fact, at)


def fold_entry(table: Table | None, seq: int, at: int, facts: Iterable[f.Fact]) -> Table:
    """The table after a whole entry; ``table`` is None before the first."""
    before = table
    for fact in facts:
        if isinstance(fact, f.Opened):
            table = fold_opened(fact, at)
        else:
            assert table is not None
            table = fold_fact(table, fact, at)
    assert table is not None
    return stamp_entry(before, table, seq, at)


def stamp_entry(before: Table | None, after: Table, seq: int, at: int) -> Table:
    """Sets number, time and ``match_seq`` on the table that an entry's facts gave."""
    # Every act makes a new match, so identity tells, and no cards have to be compared.
    changed = before is None or before.match is not after.match
    return replace(after, seq=seq, at=at, match_seq=seq if changed else after.match_seq)


def _begun(table: Table, fact: f.Begun, at: int) -> Table:
    participants = tuple(
        (chair.person, place)
        for place, chair in enumerate(table.chairs)
        if chair.person is not None
    )
    table = replace(
        table,
        stage=Stage.PLAYING,
        number=table.number + 1,
        match=start(table.rules, dealer=table.agreed_dealer),
        draws=(),
        participants=participants,
        denied_claims=(),
    )
    return reset_clocks(table, at)


def _round_opened(table: Table, fact: f.RoundOpened, at: int) -> Table:
    draw = Draw(
        number=fact.number,
        purpose=fact.purpose,
        contributors=fact.contributors,
        # Kept here, because a chair may change hands before the draw is over.
        names=tuple(table.chairs[place].name for place in fact.contributors),
        persons=tuple(table.chairs[place].person for place in fact.contributors),
        secret=fact.secret,
        seal=fact.seal,
        until=fact.until,
    )
    return replace(table, stage=Stage.DRAWING, draw=draw, draw_count=fact.number)


def _sealed(table: Table, fact: f.Sealed, at: int) -> Table:
    assert table.draw is not None
    seals = (*table.draw.seals, (fact.place, fact.seal))
    return replace(table, draw=replace(table.draw, seals=seals))


def _opening_began(table: Table, fact: f.OpeningBegan, at: int) -> Table:
    assert table.draw is not None
    return replace(table, draw=replace(table.draw, opening=True, until=fact.until))


def _unsealed(table: Table, fact: f.Unsealed, at: int) -> Table:
    assert table.draw is not None
    secrets = (*table.draw.secrets, (fact.place, fact.secret))
    return replace(table, draw=replace(table.draw, secrets=secrets))


def _drawn(table: Table, fact: f.Drawn, at: int) -> Table:
    match, draw = table.match, table.draw
    assert match is not None
    assert draw is not None
    cards = tuple(parse_card(fact.cards[i : i + 2]) for i in range(0, len(fact.cards), 2))
    if isinstance(match.phase, ToCut):
        seats = match.phase.cutting.to_cut
        match = match.apply(Cut(tuple(zip(seats, cards, strict=True))))
    else:
        match = match.apply(deal_out(match, cards))
    return replace(
        table,
        stage=Stage.PLAYING,
        match=match,
        draw=None,
        draws=(*table.draws, replace(draw, drawn=fact.cards)),
        turn_started=at,
        clock_started=at,
    )


def _acted(table: Table, fact: f.Acted, at: int) -> Table:
    assert table.match is not None
    after = table.match.apply(table.match.phase.parse(fact.action))
    return _with_match(table if fact.bot else charge_time(table, fact.place, at), after, at)


def _claimed(table: Table, fact: f.Claimed, at: int) -> Table:
    match = table.match
    assert match is not None
    for card in fact.cards:
        match = match.apply(parse_card(card))
    return _with_match(charge_time(table, fact.place, at), match, at)


def _with_match(table: Table, match: Match, at: int) -> Table:
    """Sets the match after an action and enters the stage that follows from it."""
    assert table.match is not None
    if match.over:
        return replace(
            table,
            match=match,
            stage=Stage.OVER,
            turn_started=at,
            clock_started=at,
            ready=frozenset(),
        )
    if match.number > table.match.number:
        paused = at + table.settings.pause_seconds * 1000
        table = reset_clocks(replace(table, match=match), at)
        return replace(table, stage=Stage.PAUSE, pause_until=paused)
    return replace(table, match=match, turn_started=at, clock_started=at)


def _claim_denied(table: Table, fact: f.ClaimDenied, at: int) -> Table:
    assert table.match is not None
    others = tuple(entry for entry in table.denied_claims if entry[0] != fact.place)
    actions = sum(1 for _ in table.match.actions)
    return replace(table, denied_claims=(*others, (fact.place, actions)))


def _undone(table: Table, fact: f.Undone, at: int) -> Table:
    assert table.match is not None
    match = start(table.rules, dealer=table.agreed_dealer)
    for number, action in enumerate(table.match.actions):
        if number == fact.actions:
            break
        match = match.apply(action)
    denied = tuple(
        (place, actions) for place, actions in table.denied_claims if actions <= fact.actions
    )
    return replace(table, match=match, denied_claims=denied, turn_started=at, clock_started=at)


def _readied(table: Table, fact: f.Readied, at: int) -> Table:
    return replace(table, ready=table.ready | {fact.place})


def _continued(table: Table, fact: f.Continued, at: int) -> Table:
    return replace(
        table,
        stage=Stage.PLAYING,
        pause_until=None,
        ready=frozenset(),
        turn_started=at,
        clock_started=at,
    )


def _deadlines_extended(table: Table, fact: f.DeadlinesExtended, at: int) -> Table:
    return shift_deadlines(table, fact.ms, at)


def _closed(table: Table, fact: f.Closed, at: int) -> Table:
    return replace(table, stage=Stage.CLOSED, draw=None, pause_until=None)


_FOLDS: dict[type[Any], Callable[[Table, Any, int], Table]] = {
    f.SettingsChanged: fold_settings_changed,
    f.Sat: fold_sat,
    f.BotSeated: fold_bot_seated,
    f.BotFailed: fold_bot_failed,
    f.Vacated: fold_vacated,
    f.HostChanged: fold_host_changed,
    f.Begun: _begun,
    f.RoundOpened: _round_opened,
    f.Sealed: _sealed,
    f.OpeningBegan: _opening_began,
    f.Unsealed: _unsealed,
    f.Drawn: _drawn,
    f.Acted: _acted,
    f.Claimed: _claimed,
    f.ClaimDenied: _claim_denied,
    f.Undone: _undone,
    f.Readied: _readied,
    f.Continued: _continued,
    f.TookOver: fold_took_over,
    f.Returned: fold_returned,
    f.Arrived: fold_arrived,
    f.Departed: fold_departed,
    f.Said: fold_said,
    f.DeadlinesExtended: _deadlines_extended,
    f.Closed: _closed,
}
