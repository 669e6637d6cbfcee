"""The parts of a drive as pages and programs are sent them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from oddtrick.drive.live.player_card import CardPart, NextSeat
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.live.state import ResultState, Role, Stage
from oddtrick.drive.players import Group
from oddtrick.drive.prizes import PrizeKind, PrizeList
from oddtrick.drive.rounds import Tricks, Unplayed
from oddtrick.drive.seating import Pair


class YourRole(msgspec.Struct, frozen=True):
    """Your role in the drive.

    Args:
        role: your role.
        label: the name under which the log has you.
        table: the table of a phone that stays there, or null.
        player: the player of a phone that moves along, or null.
        online: whether you play at the tables of the server; before your first round without a
            player.
    """

    role: Role
    label: str
    table: int | None
    player: int | None
    online: bool = False


class DriveHead(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a drive and how it is run.

    Args:
        code: the code of the drive.
        stage: ``entries``: entries are taken; ``playing``: a round is under way; ``between``: it is
            complete; ``over``: all rounds are complete; ``closed``: the results are final.
        movement: who moves where after a deal.
        rounds: the number of deals.
        scoring: the score of a player for a deal.
        trumps: the trumps of the rounds in turn, N for none; ``cut``: a cut decides each.
        spare: bots fill empty seats, or players sit out in turn.
        seats: whether the first seats are drawn from the seed, or follow the list of entries.
        groups: the labels of the groups.
        grouped: whether partners are always one of each group.
        last_half: the number of the first round after the interval.
        seed: the seed of cuts; null for viewers before the drive is closed.
        settings: how it is run.
    """

    code: str
    stage: Stage
    movement: str
    rounds: int
    scoring: str
    trumps: str
    spare: str
    seats: str
    groups: tuple[str, str]
    grouped: bool
    last_half: int
    seed: int | None
    settings: LiveSettings


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list of entries.

    Args:
        id: the number of the entry; it stays the same for good.
        name: the name.
        group: the group asked for, or null.
        here: whether the person has come.
        paid: what the person has paid, in the smallest coin.
        owed: what is left to pay.
        note: a line for the organiser.
        player: the id of the card; null: it is given when a round begins.
        online: whether the person plays from home.
        joined: whether somebody has joined with this entry to play online.
        waits: whether a late arrival has no seat in the next round, because seats are fixed.
        gone: whether the person has left and a late arrival has taken over the card.
        crosses: whether the person is chosen to play in the seats of the other group.
        partner: the id of the entry of the one that they came with, or null.
        team: the name of the team that they came with; empty: none.
    """

    id: int
    name: str
    group: Group | None
    here: bool
    paid: int
    owed: int
    note: str
    player: int | None
    online: bool
    joined: bool
    waits: bool
    gone: bool
    crosses: bool
    partner: int | None
    team: str


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A card.

    Args:
        id: the id; the number on the card is one more.
        name: the name, its initials, or nothing.
        group: the movement group, or null.
        bot: whether a bot plays.
        fills_seat: whether the bot only fills a seat and wins no prize.
        since: the first round.
        left: the first round not played by somebody who has left, or null.
        shared: whether two people share the seat.
        plays: the group of the seat in the round under way, or null.
        partner: the id of the card of the one that they came with, or null.
        team: the name of the team that they came with, as names are shown; empty: none.
    """

    id: int
    name: str
    group: Group | None
    bot: bool
    fills_seat: bool
    since: int
    left: int | None
    shared: bool
    plays: Group | None
    partner: int | None
    team: str


class CrossingPart(msgspec.Struct, frozen=True, kw_only=True):
    """The people who play in the seats of the other group in the next round.

    Args:
        group: their own group.
        entries: the ids of their entries.
        others: the ids of the entries of the same group who play in their own seats.
    """

    group: Group
    entries: tuple[int, ...]
    others: tuple[int, ...]


class ReportRow(msgspec.Struct, frozen=True):
    """A result that a phone has reported.

    Args:
        tricks: the tricks, or null: disputed without another result.
        by: who reported it.
        at: the time (ms since 1970).
        side: 0 for North–South, 1 for East–West, null for the phone of the table.
    """

    tricks: Tricks | None
    by: str
    at: int
    side: int | None


class TableResult(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a round.

    Args:
        table: the number of the table.
        pairs: the ids of those who sit North–South, then East–West.
        tricks: their tricks; null: missing, or hidden from you.
        state: the state of the result.
        reported: the side whose report waits for the other; null: none, or the table's phone.
        reports: what phones have reported, for the desk.
        online: whether the table is played on the server.
        code: the code of the server's table, once the round is complete, and where other halls play
            the same boards, once all are; else null.
        match_points: in a duplicate drive, those of each side in this deal, once the round is
            complete; else null.
        above_average: the same in tricks above the mean of all tables.
        unplayed: how the deal is scored if it was not played to its end, or null.
    """

    table: int
    pairs: tuple[Pair, Pair]
    tricks: Tricks | None
    state: ResultState
    reported: int | None = None
    reports: tuple[ReportRow, ...] | UnsetType = UNSET
    online: bool = False
    code: str | None = None
    match_points: tuple[int, int] | None = None
    above_average: tuple[float, float] | None = None
    unplayed: Unplayed | None = None


class RoundPart(msgspec.Struct, frozen=True, kw_only=True):
    """A round.

    Args:
        number: the number of the round.
        trump: the trumps, or null for none.
        begun: the entry of the log that began it; results seen before it are refused.
        tables: the tables; only your own if the seats are hidden from you.
        sitting_out: the ids of those who sit out; none but you if the seats are hidden from you.
        missing: tables without a result.
        unconfirmed: tables whose result waits for the opponents.
        disputed: tables whose result is disputed.
        hidden: whether results are hidden from you.
        seats_hidden: whether the seats of others are hidden from you: they would tell who won in
            an earlier round whose results are.
        starts_at: when the cards are dealt at the tables on the server (ms since 1970); null: there
            are none.
        board: the number of the sealed board that is played, or null.
        next_at: when the next round begins by itself (ms since 1970), or null.
    """

    number: int
    trump: str | None
    begun: int
    tables: tuple[TableResult, ...]
    sitting_out: tuple[int, ...]
    missing: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    disputed: tuple[int, ...]
    hidden: bool
    seats_hidden: bool = False
    starts_at: int | None = None
    board: int | None = None
    next_at: int | None = None


class ClockPart(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of the round.

    Args:
        state: off, running or paused.
        ends_at: when it rings, while it runs (ms since 1970, by the server's clock).
        left: the time left while it is paused (ms).
        length: the time of a round (ms).
        rings: how often the bell was rung by hand.
    """

    state: str
    ends_at: int | None
    left: int | None
    length: int
    rings: int


class StandingRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The score of a player.

    Args:
        player: the id.
        place: the place; players who are level share it.
        total: the score.
        won: the deals won.
        first_half: the score before the interval.
        last_half: the score after it.
        match_points: in a duplicate drive.
        above_average: in a duplicate drive.
        team: in a military drive.
        flags: in a military drive.
    """

    player: int
    place: int
    total: float
    won: int
    first_half: float
    last_half: float
    match_points: int | None = None
    above_average: float | None = None
    team: int | None = None
    flags: int | None = None


class StandingsInfo(msgspec.Struct, frozen=True):
    """The state of the standings: after which round, hidden or not, final or not.

    Args:
        after_round: the last round that counts in them.
        hidden: whether later rounds are hidden from phones and screens.
        provisional: whether they may still change.
    """

    after_round: int
    hidden: bool
    provisional: bool


class PrizeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A prize.

    Args:
        prize: its name in English.
        kind: a place, the best first or last half, the lowest score, or one given by hand.
        place: the number of a place, from 1; else null.
        group: the group of a place, or null.
        player: the winner.
        tie_break: what settled a tie, or null.
    """

    prize: str
    kind: PrizeKind
    place: int | None
    group: Group | None
    player: int
    tie_break: TieBreakRow | None


class TieBreakRow(msgspec.Struct, frozen=True):
    """The rule that settled a tie.

    Args:
        by: deals won, the last half, or a cut.
        among: the ids of those who were level.
        cards: the card that each drew in a cut, by id.
    """

    by: str
    among: tuple[int, ...]
    cards: dict[str, str]


class PhoneTaken(msgspec.Struct, frozen=True):
    """A place that phones have taken from each other.

    Args:
        table: the table of a phone that stays there, or null.
        player: the player of a phone that moves along, or null.
        times: how often in the ten minutes up to the last time.
        at: the last time (ms since 1970).
    """

    table: int | None
    player: int | None
    times: int
    at: int


class PhonesSeen(msgspec.Struct, frozen=True):
    """The times at which phones were last heard from (ms since 1970).

    Args:
        tables: by table, the phones that stay there.
        players: by player, the phones that move along.
        taken: the places that phones have taken from each other, the latest first.
    """

    tables: dict[str, int]
    players: dict[str, int]
    taken: tuple[PhoneTaken, ...] = ()


class DeskWarning(msgspec.Struct, frozen=True):
    """Something that the organiser should know.

    Args:
        code: a word for programs.
        message: one line for people.
    """

    code: str
    message: str


class BoardsPart(msgspec.Struct, frozen=True):
    """The boards that were sealed for the drive.

    Args:
        boards: the number of boards.
        fingerprint: a digest of all seals, short enough to read out.
        event: the name of the event, if other halls play the same boards; null: only this drive
            does.
    """

    boards: int
    fingerprint: str
    event: str | None = None


class DriveParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a drive; those that are not for your role, or have not changed, are left out.

    Args:
        you: your role.
        drive: the plan and the settings.
        entries: the list of entries, for the desk.
        crossing: who plays in the seats of the other group in the next round, for the desk; null:
            nobody does.
        players: the cards.
        round: the round under way; null before the first.
        clock: the clock.
        standings: best first.
        standings_info: the last round counted, and whether the standings are provisional or hidden.
        prizes: the prizes, once all results are in and shown.
        phones: when phones were last heard from, for the desk.
        warnings: what the organiser should know, for the desk.
        next: where a phone's player sits; null before the first round.
        card: the card of a phone's player.
        boards: the boards that were sealed for the drive, if there are any.
        prize_list: the prizes that there are, for the desk.
    """

    you: YourRole | UnsetType = UNSET
    drive: DriveHead | UnsetType = UNSET
    entries: tuple[EntryRow, ...] | UnsetType = UNSET
    crossing: CrossingPart | UnsetType | None = UNSET
    players: tuple[PlayerRow, ...] | UnsetType = UNSET
    round: RoundPart | UnsetType | None = UNSET
    clock: ClockPart | UnsetType = UNSET
    standings: tuple[StandingRow, ...] | UnsetType = UNSET
    standings_info: StandingsInfo | UnsetType = UNSET
    prizes: tuple[PrizeRow, ...] | UnsetType = UNSET
    phones: PhonesSeen | UnsetType = UNSET
    warnings: tuple[DeskWarning, ...] | UnsetType = UNSET
    next: NextSeat | UnsetType | None = UNSET
    card: CardPart | UnsetType = UNSET
    boards: BoardsPart | UnsetType = UNSET
    prize_list: PrizeList | UnsetType = UNSET
