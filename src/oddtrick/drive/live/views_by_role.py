"""The views of a drive for each role: the one place where anything is hidden.

Phones and screens see no standings, no results of other tables and no prizes of hidden rounds, and
viewers without a key may see initials, or no names. The desk sees everything.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from oddtrick.drive.drive import Drive
from oddtrick.drive.late_seats import unseated_entries
from oddtrick.drive.live import player_card
from oddtrick.drive.live.player_card import CardPart, NextSeat, SeatIndex
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.settings import NamePolicy, choices_of
from oddtrick.drive.live.state import Actor, LiveDrive, ResultState
from oddtrick.drive.live.view_types import (
    BoardsPart,
    ClockPart,
    CrossingPart,
    DriveHead,
    DriveParts,
    EntryRow,
    PlayerRow,
    PrizeRow,
    ReportRow,
    RoundPart,
    StandingRow,
    StandingsInfo,
    TableResult,
    TieBreakRow,
    YourRole,
)
from oddtrick.drive.next_crossing import next_crossing
from oddtrick.drive.players import Group
from oddtrick.drive.prizes import Prize, prizes_of
from oddtrick.drive.rounds import Round
from oddtrick.drive.sealed_boards import fingerprint
from oddtrick.drive.standings import compare_tables, standings_of

MINUTE = 60_000
DESK = ("organiser", "scorer")
SEES_SEATS = (*DESK, "screen")
"""The roles that show the hall where everybody sits, also in rounds with hidden results."""


class Projection:
    """The parts of one state of a drive, each computed once and when it is first needed.

    Args:
        live: the state.
        seats: the seats that earlier projections have looked up.
    """

    def __init__(self, live: LiveDrive, seats: SeatIndex | None = None) -> None:
        self.live = live
        self.seats = player_card.SeatIndex() if seats is None else seats
        self._players: dict[NamePolicy, tuple[PlayerRow, ...]] = {}
        self._desk = _Shown(live, live.drive, is_desk=True)
        self._hall = _Shown(live, _visible(live), is_desk=False, desk=self._desk)

    @property
    def visible_rounds(self) -> int:
        """The number of rounds whose results phones and screens may see."""
        return len(self._hall.drive.rounds)

    def parts_for(self, actor: Actor) -> DriveParts:
        """Returns the parts that a role is shown, without presence and warnings."""
        live, is_desk = self.live, actor.role in DESK
        shown = self._desk if is_desk else self._hall
        parts = DriveParts(
            you=self._you(actor),
            drive=shown.head,
            entries=self._entries if is_desk else UNSET,
            crossing=self._crossing if is_desk else UNSET,
            players=self.players_for(actor),
            round=self._round_for(actor, shown),
            clock=self._clock,
            standings=shown.standings,
            standings_info=shown.info,
            prizes=shown.prizes,
            boards=self._boards,
            prize_list=live.drive.prizes if is_desk else UNSET,
        )
        if actor.player is None:
            return parts
        return replace(
            parts,
            next=self._own_seat(actor.player),
            card=player_card.card_of(live.drive, actor.player, live.round_number, self.seats),
        )

    def _you(self, actor: Actor) -> YourRole:
        is_online = actor.role == "captain" and actor.table is None and actor.online
        return YourRole(actor.role, actor.label, actor.table, actor.player, is_online)

    def _own_seat(self, player: int) -> NextSeat | None:
        """Returns where a player sits, for that player: with the code of the server's table."""
        seat = player_card.next_seat(self.live.drive, player, self.seats)
        if seat is None:
            return None
        tables = self.live.online_round.tables
        code = next((one.code for one in tables if one.table == seat.table), None)
        return replace(seat, online=code)

    def players_for(self, actor: Actor) -> tuple[PlayerRow, ...]:
        """Returns the cards, with names as the role may see them."""
        policy = names_for(self.live, actor)
        if policy not in self._players:
            self._players[policy] = tuple(
                PlayerRow(
                    id=player.id,
                    name=player.name if player.bot else shorten(player.name, policy),
                    group=player.group,
                    bot=player.bot,
                    fills_seat=player.fills_seat,
                    since=player.since,
                    left=player.left,
                    shared=player.is_shared,
                    plays=self._seat_groups.get(player.id),
                    partner=player.partner,
                    team=shorten(player.team, policy),
                )
                for player in self.live.drive.players
            )
        return self._players[policy]

    def round_for(self, actor: Actor, number: int) -> RoundPart:
        """Returns a round as a role is shown it.

        Raises:
            DriveRefused: it has not begun.
        """
        rounds = self.live.drive.rounds
        if not 1 <= number <= len(rounds):
            raise DriveRefused(f"round {number} has not begun: {len(rounds)} have")
        shown = self._desk if actor.role in DESK else self._hall
        if number == len(rounds):
            part = self._round_for(actor, shown)
            assert part is not None
            return part
        return self._with_own_seats(actor, shown.round(rounds[number - 1]))

    def card_for(self, actor: Actor, player: int) -> tuple[CardPart, NextSeat | None]:
        """Returns a player's card as a role is shown it, and where the player sits.

        Raises:
            DriveRefused: there is no such player.
        """
        drive = self.live.drive
        if not 0 <= player < len(drive.players):
            raise DriveRefused(f"there is no card {player + 1}")
        sees_all = actor.role in DESK or actor.player == player
        shown = len(drive.rounds) if sees_all else self.visible_rounds
        seats = None if sees_all or actor.role in SEES_SEATS else self._seats_known
        seated = drive if seats is None else replace(drive, rounds=drive.rounds[:seats])
        card = player_card.card_of(seated, player, shown, self.seats)
        if len(seated.rounds) < len(drive.rounds):
            return card, None
        return card, player_card.next_seat(drive, player, self.seats)

    @property
    def _seats_known(self) -> int:
        """The number of rounds whose seats follow from results that everybody may see."""
        rounds = len(self.live.drive.rounds)
        return min(rounds, self.visible_rounds + 1) if self.live.drive.plan.by_result else rounds

    def _with_own_seats(self, actor: Actor, part: RoundPart) -> RoundPart:
        """Leaves only the own table in a round whose seats tell who won a hidden deal."""
        if actor.role in SEES_SEATS or part.number <= self._seats_known:
            return part
        own = self._own_table(actor, self.live.drive.rounds[part.number - 1])
        return replace(
            part,
            tables=tuple(table for table in part.tables if table.table == own),
            sitting_out=tuple(player for player in part.sitting_out if player == actor.player),
            seats_hidden=True,
        )

    def _own_table(self, actor: Actor, played: Round) -> int | None:
        if actor.player is None:
            return actor.table
        four = self.seats.table_of(played.seating, actor.player)
        return None if four is None else four.number

    def _round_for(self, actor: Actor, shown: _Shown) -> RoundPart | None:
        """Returns the round under way; a phone always sees the result of its own table."""
        part = shown.current
        if part is None or not part.hidden:
            return part
        part = self._with_own_seats(actor, part)
        if actor.role != "captain":
            return part
        played = self.live.drive.rounds[-1]
        own = self._own_table(actor, played)
        return replace(
            part,
            tables=tuple(
                replace(
                    table,
                    tricks=played.results[table.table - 1],
                    unplayed=dict(played.unplayed).get(own),
                )
                if table.table == own
                else table
                for table in part.tables
            ),
        )

    @cached_property
    def _entries(self) -> tuple[EntryRow, ...]:
        fee = self.live.settings.fee
        joined = {one.entry for one in self.live.devices.values() if not one.replaced}
        unseated = unseated_entries(self.live.drive, check_in=self.live.settings.check_in)
        return tuple(
            EntryRow(
                **asdict(entry),
                owed=max(0, fee - entry.paid),
                joined=entry.id in joined,
                waits=entry.id in unseated,
            )
            for entry in self.live.drive.entries
        )

    @cached_property
    def _crossing(self) -> CrossingPart | None:
        found = next_crossing(self.live.drive, check_in=self.live.settings.check_in)
        return None if found is None else CrossingPart(**found._asdict())

    @cached_property
    def _seat_groups(self) -> dict[int, Group]:
        drive = self.live.drive
        return drive.rounds[-1].seating.seat_groups if drive.rounds and drive.plan.grouped else {}

    @cached_property
    def _boards(self) -> BoardsPart | UnsetType:
        boards = self.live.drive.boards
        if boards is None:
            return UNSET
        event = boards.event if self.live.drive.event_boards else None
        return BoardsPart(len(boards.boards), fingerprint(boards), event)

    @cached_property
    def _clock(self) -> ClockPart:
        clock = self.live.clock
        if self.live.stage in ("over", "closed"):  # no bell during the prize-giving
            clock = replace(clock, state="off")
        return ClockPart(
            state=clock.state,
            ends_at=clock.ends_at if clock.state == "running" else None,
            left=clock.left if clock.state == "paused" else None,
            length=self.live.settings.minutes * MINUTE,
            rings=clock.rings,
        )


class _Shown:
    """The parts that depend on whether results are hidden, for the desk or for the hall."""

    def __init__(
        self, live: LiveDrive, visible: Drive, *, is_desk: bool, desk: _Shown | None = None
    ) -> None:
        # Where nothing is hidden, the desk's standings are computed once for everybody.
        self._same: _Shown | None = desk if desk is not None and desk.drive is visible else None
        self.live = live
        self.drive: Drive = visible
        self._is_desk = is_desk

    @cached_property
    def head(self) -> DriveHead:
        plan = choices_of(self.live.drive.plan)
        fields = asdict(plan) | {
            "seed": plan.seed if self._is_desk or self.live.drive.closed else None
        }
        return DriveHead(
            code=self.live.code,
            stage=self.live.stage,
            grouped=self.live.drive.plan.grouped,
            last_half=self.live.drive.plan.last_half,
            settings=self.live.settings,
            **fields,
        )

    @cached_property
    def current(self) -> RoundPart | None:
        rounds = self.live.drive.rounds
        return self.round(rounds[-1]) if rounds else None

    def round(self, played: Round) -> RoundPart:
        live = self.live
        is_current = played.number == len(live.drive.rounds)
        online = live.online[played.number - 1]
        tables = self._tables(played)

        def in_state(state: ResultState) -> tuple[int, ...]:
            return tuple(one.table for one in tables if one.state == state)

        return RoundPart(
            number=played.number,
            trump=None if played.trump is None else played.trump.letter,
            begun=live.begun,
            tables=tables,
            sitting_out=played.seating.sitting_out,
            missing=in_state("missing"),
            unconfirmed=in_state("entered"),
            disputed=in_state("disputed"),
            hidden=self._is_hidden(played),
            starts_at=online.starts_at if online.tables else None,
            board=online.board,
            next_at=live.next_round_at if is_current else None,
        )

    def _tables(self, played: Round) -> tuple[TableResult, ...]:
        live, drive = self.live, self.live.drive
        is_current = played.number == len(drive.rounds)
        is_hidden = self._is_hidden(played)
        codes = {one.table: one.code for one in live.online[played.number - 1].tables}
        is_open = played.complete and not is_hidden
        # A review shows all four hands, and tables of this hall or others may still play them.
        is_reviewed = played.settled and not is_hidden and self._event_is_over
        is_compared = is_open and drive.plan.movement == "duplicate"
        compared = compare_tables(played) if is_compared else (None,) * len(played.results)

        unplayed = dict(played.unplayed)

        def table(number: int) -> TableResult:
            tricks = played.results[number - 1]
            settled: ResultState = "unplayed" if number in unplayed else "confirmed"
            reports = live.pending.get(number, ()) if is_current else ()
            rows = tuple(ReportRow(one.tricks, one.by, one.at, one.side) for one in reports)
            beside = compared[number - 1]
            return TableResult(
                table=number,
                pairs=played.seating.tables[number - 1].pairs,
                tricks=None if is_hidden else tricks,
                state=live.result_state(number) if is_current else settled,
                unplayed=None if is_hidden else unplayed.get(number),  # it tells the score
                reported=reports[0].side if reports else None,
                reports=rows if self._is_desk else UNSET,
                online=number in codes,
                code=codes.get(number) if is_reviewed else None,
                match_points=None if beside is None else beside.match_points,
                above_average=None if beside is None else beside.above_average,
            )

        return tuple(table(number + 1) for number in range(len(played.results)))

    @cached_property
    def _event_is_over(self) -> bool:
        """True if, as far as this hall knows, no hall still has to play the boards."""
        drive = self.live.drive
        if not drive.event_boards:
            return True
        return drive.over and all(played.settled for played in drive.rounds)

    def _is_hidden(self, played: Round) -> bool:
        return played.number > len(self.drive.rounds)

    @cached_property
    def standings(self) -> tuple[StandingRow, ...]:
        if self._same is not None:
            return self._same.standings
        scores = standings_of(self.drive)
        return tuple(StandingRow(**asdict(score), first_half=score.first_half) for score in scores)

    @cached_property
    def info(self) -> StandingsInfo:
        hides = len(_visible(self.live).rounds) < len(self.live.drive.rounds)
        return StandingsInfo(len(self.drive.rounds), hides, not self.live.drive.closed)

    @cached_property
    def prizes(self) -> tuple[PrizeRow, ...]:
        if self._same is not None:
            return self._same.prizes
        return tuple(map(_prize_row, prizes_of(self.drive))) if self.drive.over else ()


def _visible(live: LiveDrive) -> Drive:
    """Returns the drive with the rounds whose results phones and screens may see."""
    drive, hidden = live.drive, live.settings.hide_last
    if drive.closed or not hidden:
        return drive
    return replace(drive, rounds=drive.rounds[: max(0, drive.plan.rounds - hidden)])


def _prize_row(prize: Prize) -> PrizeRow:
    broken = prize.tie_break
    return PrizeRow(
        prize=prize.prize,
        kind=prize.kind,
        place=prize.place,
        group=prize.group,
        player=prize.player,
        tie_break=None
        if broken is None
        else TieBreakRow(
            broken.by,
            broken.among,
            {str(player): card for player, card in broken.cards.items()},
        ),
    )


def names_for(live: LiveDrive, actor: Actor) -> NamePolicy:
    """Returns how a role sees the names of others."""
    return live.settings.names if actor.role in ("viewer", "captain") else "full"


def shorten(name: str, policy: NamePolicy) -> str:
    """Returns a name as viewers and phones see it.

    >>> [shorten("Ann Lee-Roe", policy) for policy in ("full", "initials", "hidden")]
    ['Ann Lee-Roe', 'A. L.', '']
    >>> shorten("Ann Lee & Bob", "initials")
    'A. L. & B.'
    """
    if policy == "initials":
        return " ".join(word if word == "&" else f"{word[0]}." for word in name.split())
    return name if policy == "full" else ""
