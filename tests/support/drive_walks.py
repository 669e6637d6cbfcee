"""Drives to which people do anything that a drive allows, at random: every command, any order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

from oddtrick.drive.drive_file import encode_drive
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.online_tables import boards_to_seal, drive_for_file
from oddtrick.drive.live.settings import NamePolicy, OnlineSettings, OnlineTables, PlanChoices
from oddtrick.drive.live.state import Actor, LiveDrive
from oddtrick.drive.plan import MovementName, ScoringName
from oddtrick.drive.prizes import OwnPrize, PrizeList
from oddtrick.drive.rounds import Unplayed
from oddtrick.drive.sealed_boards import seal_boards
from oddtrick.errors import OddtrickError
from tests.support.drives import ANN, BEA, DriveLog, drawn

MOVEMENTS: tuple[MovementName, ...] = get_args(MovementName)
ONLINE: tuple[OnlineTables, ...] = get_args(OnlineTables)
WHY = "because"


def walk(
    seed: int,
    movement: MovementName,
    online: OnlineTables,
    steps: int = 60,
    log_type: type[DriveLog] = DriveLog,
) -> DriveLog:
    """Returns the log of a drive after some commands; those that it refuses leave no entry."""
    rng = Random(f"{seed} {movement} {online}")
    plan = PlanChoices(
        movement=movement,
        rounds=rng.randint(2, 5),
        scoring=rng.choice(get_args(ScoringName)),
        trumps=rng.choice(("HDSC", "DN", "H") if movement == "duplicate" else ("HDSC", "cut")),
        spare=rng.choice(("bots", "sit-out")),
        seats=rng.choice(("list", "draw")),
        groups=rng.choice((("A", "B"), ("Gents", "Ladies"))),
        seed=rng.randrange(1, 1000),
    )
    file = None
    if rng.random() < 0.2 and steps > 20:
        before = walk(seed + 1, movement, online, 20).live
        file = encode_drive(drive_for_file(before)).decode()
    log = log_type(
        rng.choice((8, 9, 11, 12)),
        None if file else plan,
        file,
        minutes=rng.choice((0, 10)),
        hide_last=rng.choice((0, 1)),
        confirm=rng.random() < 0.7,
        online=OnlineSettings(tables=online, pause_seconds=rng.choice((None, 30))),
    )
    log.codes = (f"table{number:07}" for number in range(1000)).__next__
    acts = list(_ACTS)
    weights = [_ACTS[act] for act in acts]
    for number in range(steps):
        log.now += rng.randrange(120_000)
        for command, actor in _tried(log.live, rng, *rng.choices(acts, weights)):
            seen = None if rng.random() < 0.8 else max(0, log.live.seq - rng.randrange(8))
            key = f"key-{number}" if rng.random() < 0.3 else None
            try:
                log.does(command, actor, seen, key)
            except OddtrickError:
                break
    return log


def _tried(
    live: LiveDrive, rng: Random, act: Callable[[LiveDrive, Random], Any]
) -> list[tuple[Any, Actor]]:
    desk = rng.choice((ANN, ANN, BEA))
    made = act(live, rng)
    many = made if isinstance(made, list) else [made]
    return [one if isinstance(one, tuple) else (one, desk) for one in many]


def _entry(live: LiveDrive, rng: Random) -> int:
    return rng.choice([one.id for one in live.drive.entries] or [1])


def _card(live: LiveDrive, rng: Random) -> int:
    return rng.randrange(len(live.drive.players) + 1)


def _round(live: LiveDrive, rng: Random) -> int:
    return max(1, live.round_number - (rng.random() < 0.2))


def _table(live: LiveDrive, rng: Random) -> int:
    return rng.randint(1, len(live.drive.rounds[-1].results) if live.drive.rounds else 1)


def _tricks(rng: Random) -> tuple[int, int]:
    taken = rng.randrange(14)
    return taken, 13 - taken


def _phone(live: LiveDrive, rng: Random, table: int) -> Actor:
    """Returns the phone of a table or of somebody who sits there."""
    if not live.drive.rounds or rng.random() < 0.3:
        return Actor("captain", f"table {table}", table=table)
    player = rng.choice(live.drive.rounds[-1].seating.tables[table - 1].players)
    return Actor("captain", live.drive.players[player].name, player=player)


def _add(live: LiveDrive, rng: Random) -> Any:
    number, labels = rng.randrange(10_000), live.drive.plan.groups
    gone = [one.name for one in live.drive.entries if one.gone]
    gone += [one.name for one in live.drive.players if one.left is not None and not one.bot]
    lines = (
        f"Late {number}\n\n  Late   {number}b ",
        f"Name;Group\n1. Late {number};{labels[0]}\nLate {number}b;{labels[1].lower()}",
        f"Surname,First name\nLate,{number}",
        f"Late {number}\t{labels[1]}",
        rng.choice(gone or ["Person 1"]),
        f"Late {number} & Late {number}b",
        f"Name,Partner,Mannschaft\nLate {number},Late {number}b,Blue",
    )
    return c.AddEntries(text=rng.choice(lines), two_names=rng.choice(("share", "couple")))


def _return(live: LiveDrive, rng: Random) -> Any:
    gone = [one.id for one in live.drive.players if one.left is not None] or [_card(live, rng)]
    return c.ReturnPlayer(player=rng.choice(gone), why=WHY)


def _free(live: LiveDrive, rng: Random) -> Any:
    joined = [one.entry for one in live.devices.values() if one.entry is not None]
    return c.FreePlace(entry=rng.choice(joined or [_entry(live, rng)]))


def _change(live: LiveDrive, rng: Random) -> Any:
    fields: dict[str, Any] = {
        "name": f"Changed  {rng.randrange(10_000)}",
        "group": rng.choice(("A", "B", None)),
        "here": rng.random() < 0.8,
        "paid": rng.randrange(1000),
        "note": "nut allergy",
        "online": rng.random() < 0.5,
        "partner": rng.choice((None, _entry(live, rng))),
        "team": rng.choice(("", "Red", "  red ", "Blue")),
    }
    chosen = rng.sample(sorted(fields), rng.randint(1, 2))
    return c.ChangeEntry(entry=_entry(live, rng), **{name: fields[name] for name in chosen})


def _cross(live: LiveDrive, rng: Random) -> Any:
    ids = [one.id for one in live.drive.entries]
    return c.ChooseCrossing(entries=tuple(rng.sample(ids, min(3, len(ids)))))


def _take(live: LiveDrive, rng: Random) -> Any:
    waiting = [one.id for one in live.drive.entries if one.player is None] or [_entry(live, rng)]
    share = rng.random() < 0.3
    free = [one.id for one in live.drive.players if one.bot or one.left is not None]
    card = rng.choice(free) if free and not share else _card(live, rng)
    return c.TakeSeat(entry=rng.choice(waiting), player=card, share=share, why=WHY)


def _begin(live: LiveDrive, rng: Random) -> Any:
    if not live.drive.rounds and rng.random() < 0.2:
        return [_plan(live, rng), _boards(live, rng)]
    if count := boards_to_seal(live):
        return [c.SealBoards(drawn(f"{rng.random()}", count)), c.BeginRound()]
    return c.BeginRound()


def _enter(live: LiveDrive, rng: Random) -> Any:
    if not live.drive.rounds:
        return c.EnterResult(round=1, table=1, tricks=(7, 6))
    table = rng.choice(live.tables_in("missing") or [_table(live, rng)])
    command = c.EnterResult(round=_round(live, rng), table=table, tricks=_tricks(rng))
    return (command, _phone(live, rng, table)) if rng.random() < 0.6 else command


def _enter_rest(live: LiveDrive, rng: Random) -> Any:
    missing = live.tables_in("missing") if live.drive.rounds else []
    return [
        c.EnterResult(round=live.round_number, table=table, tricks=_tricks(rng))
        for table in missing
    ]


def _confirm(live: LiveDrive, rng: Random) -> Any:
    table = rng.choice(list(live.pending) or [1])
    tricks = live.drive.rounds[-1].results[table - 1] if live.drive.rounds else None
    command = c.ConfirmResult(round=_round(live, rng), table=table, tricks=tricks or (7, 6))
    return command, _phone(live, rng, table)


def _dispute(live: LiveDrive, rng: Random) -> Any:
    table = rng.choice(list(live.pending) or [1])
    tricks = rng.choice((None, _tricks(rng)))
    command = c.DisputeResult(round=_round(live, rng), table=table, tricks=tricks)
    return command, _phone(live, rng, table)


def _correct(live: LiveDrive, rng: Random) -> Any:
    return c.CorrectResult(
        round=_round(live, rng), table=_table(live, rng), tricks=_tricks(rng), why=WHY
    )


def _unplayed(live: LiveDrive, rng: Random) -> Any:
    return c.MarkUnplayed(
        round=_round(live, rng),
        table=_table(live, rng),
        score=rng.choice(get_args(Unplayed)),
        why=WHY,
    )


def _clock(live: LiveDrive, rng: Random) -> Any:
    if rng.random() < 0.2:
        return c.SetClock(act="add", minutes=rng.randint(-5, 5))
    return c.SetClock(act=rng.choice(("start", "pause", "reset", "ring")))


def _settings(live: LiveDrive, rng: Random) -> Any:
    fields: dict[str, Any] = {
        "name": f"Hall {rng.randrange(10)}",
        "minutes": rng.randrange(20),
        "fee": rng.randrange(500),
        "check_in": rng.random() < 0.3,
        "confirm": rng.random() < 0.5,
        "hide_last": rng.randrange(3),
        "names": rng.choice(get_args(NamePolicy)),
        "online": OnlineSettings(tables=rng.choice((live.settings.online.tables, *ONLINE))),
    }
    chosen = rng.sample(sorted(fields), rng.randint(1, 2))
    return c.ChangeDriveSettings(**{name: fields[name] for name in chosen})


def _plan(live: LiveDrive, rng: Random) -> Any:
    movement = rng.choice((live.drive.plan.movement, live.drive.plan.movement, *MOVEMENTS))
    seed = rng.choice((None, 7))
    return c.ChangePlan(plan=PlanChoices(movement=movement, rounds=rng.randint(2, 4), seed=seed))


def _prizes(live: LiveDrive, rng: Random) -> Any:
    winner = _card(live, rng) if rng.random() < 0.5 else None
    own = (OwnPrize("raffle", winner),) if rng.random() < 0.7 else ()
    return c.ChangePrizes(prizes=PrizeList(places=rng.randrange(4), own=own))


def _grant(live: LiveDrive, rng: Random) -> Any:
    if rng.random() < 0.5:
        return c.RevokeGrant(rng.randint(1, len(live.grants) + 1))
    return c.AddGrant(rng.choice(("organiser", "scorer", "screen")), "Cleo")


def _device(live: LiveDrive, rng: Random) -> Any:
    key = f"{rng.randrange(10**6):06}"
    if rng.random() < 0.5:
        return c.AddDevice(key, table=rng.randint(1, 3)), Actor("captain", "a phone")
    return c.AddDevice(key, player=_card(live, rng)), Actor("captain", "a phone")


def _join(live: LiveDrive, rng: Random) -> Any:
    at_home = Actor("captain", "at home")
    joined = [key for key, one in live.devices.items() if one.entry is not None]
    if joined and rng.random() < 0.3:
        return c.ChangePerson(rng.choice(joined), f"p{rng.randrange(50)}"), at_home
    name = rng.choice((f"Home {rng.randrange(50)}", f"Person {rng.randint(1, 9)}"))
    return c.JoinOnline(name, f"h{rng.randrange(10**6)}", f"p{rng.randrange(50)}"), at_home


def _end(live: LiveDrive, rng: Random) -> Any:
    codes = [one.code for one in live.open_online_tables] or ["nowhere"]
    return [c.EndTable(code, _tricks(rng)) for code in codes]


def _boards(live: LiveDrive, rng: Random) -> Any:
    plan = live.drive.plan
    trumps = (
        "HDSC"
        if plan.trumps == "cut"
        else "".join("N" if one is None else one.letter for one in plan.trumps)
    )
    return c.TakeBoards(seal_boards("cup", drawn(f"{rng.random()}", plan.rounds), trumps))


_ACTS: dict[Callable[[LiveDrive, Random], Any], int] = {
    _add: 4,
    _change: 3,
    lambda live, rng: c.RemoveEntry(entry=_entry(live, rng)): 1,
    _cross: 1,
    lambda live, rng: c.LeaveDrive(player=_card(live, rng), why=WHY): 3,
    _return: 3,
    lambda live, rng: c.ReplacePlayer(
        player=_card(live, rng),
        name=f"New {rng.randrange(999)}",
        bot=rng.random() < 0.3,
        why=WHY,
    ): 2,
    _take: 4,
    _free: 2,
    lambda live, rng: c.NewTableKey(table=rng.randint(1, 4)): 1,
    _begin: 8,
    lambda live, rng: c.UndoRound(why=WHY): 1,
    _enter: 9,
    _enter_rest: 5,
    _confirm: 6,
    _dispute: 4,
    _correct: 3,
    _unplayed: 2,
    _clock: 3,
    _settings: 2,
    _plan: 2,
    _prizes: 2,
    lambda live, rng: c.CloseDrive(): 2,
    _grant: 2,
    _device: 3,
    _join: 4,
    _end: 3,
    _boards: 2,
}
"""What can be done, and how often it is."""
