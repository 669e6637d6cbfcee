"""The choices of an organiser, as they are sent and stored: the plan, and how the drive is run."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from oddtrick.drive.bounds import EventName, Label, Money
from oddtrick.drive.plan import (
    USUAL_LABELS,
    DrivePlan,
    FirstSeats,
    MovementName,
    ScoringName,
    SpareSeats,
    read_trump_order,
    write_trump_order,
)

NamePolicy = Literal["full", "initials", "hidden"]
"""The names of others that viewers and phones are shown."""


class PlanChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a drive in JSON.

    Args:
        movement: who moves where after a deal.
        rounds: the number of deals.
        scoring: the score of a player for a deal.
        trumps: letters of C D H S for the rounds in turn, and N for no trumps; or ``cut``: one cut
            for the whole hall, when a round begins.
        spare: bots fill empty seats, or players sit out in turn.
        seats: whether the first seats are drawn from the seed, or follow the list of entries.
        groups: the labels of groups A and B.
        seed: the seed of the draw for seats and of cuts; null: the server draws one.
    """

    movement: MovementName = "progressive"
    rounds: Annotated[int, Meta(ge=1, le=100)] = 24
    scoring: ScoringName = "odd"
    trumps: Annotated[str, Meta(max_length=100, pattern="^([CDHSN]+|cut)$")] = "HDSC"
    spare: SpareSeats = "bots"
    seats: FirstSeats = "list"
    groups: tuple[Label, Label] = USUAL_LABELS
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None

    def plan(self) -> DrivePlan:
        """Returns the plan.

        Raises:
            OddtrickError: both groups have one label, or a duplicate drive cuts for trumps.
        """
        fields = msgspec.structs.asdict(self)
        return DrivePlan(
            **fields | {"trumps": read_trump_order(self.trumps), "seed": self.seed or 0}
        )


class NewPlanChoices(PlanChoices, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a new drive: first seats are drawn, and no bot is given cards of paper.

    Args:
        spare: bots fill empty seats, or players sit out in turn; null: bots if all tables are
            played on the server, else nobody can play their cards.
    """

    spare: SpareSeats | None = None  # type: ignore[assignment]  # settled when the drive is opened
    seats: FirstSeats = "draw"

    def settled(self, tables: OnlineTables) -> PlanChoices:
        """Returns the plan with every choice made.

        Args:
            tables: the tables that are played on the server.
        """
        fields = msgspec.structs.asdict(self)
        fields["spare"] = self.spare or ("bots" if tables == "all" else "sit-out")
        return PlanChoices(**fields)


def choices_of(plan: DrivePlan) -> PlanChoices:
    """Returns a plan in the form in which it is sent."""
    fields = msgspec.structs.asdict(plan)
    return PlanChoices(**fields | {"trumps": write_trump_order(plan.trumps)})


OnlineTables = Literal["none", "some", "all"]
"""The tables that are played on the server: none; those where somebody plays from home; all."""


class OnlineSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a drive whose tables, or some of them, are played on the server.

    Args:
        tables: the tables that are played there: none; those at which somebody plays from home, or
            only bots; or all.
        start_seconds: the time to come to the table before the cards are dealt.
        move_seconds: the time for a card, after which a bot plays until the player is back; 0: no
            limit.
        absence_seconds: the time after which a bot plays for somebody without a connection.
        pause_seconds: the time after the last result at which the next round begins by itself;
            null: the organiser begins it.
        bots: the level of the bots in empty seats.
        bot_delay_ms: the delay before a bot plays, so that people can follow.
    """

    tables: OnlineTables = "none"
    start_seconds: Annotated[int, Meta(ge=0, le=300)] = 15
    move_seconds: Annotated[int, Meta(ge=0, le=3600)] = 60
    absence_seconds: Annotated[int, Meta(ge=0, le=3600)] = 45
    pause_seconds: Annotated[int, Meta(ge=0, le=3600)] | None = None
    bots: Annotated[str, Meta(min_length=1, max_length=16)] = "club"
    bot_delay_ms: Annotated[int, Meta(ge=0, le=10_000)] = 700


class LiveSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings by which a drive is run.

    Args:
        name: the name of the event; empty: none.
        minutes: the time for a round; 0: no clock.
        fee: what each player pays, in the smallest coin; 0: nothing.
        check_in: whether only entries that are here are seated.
        confirm: whether results from phones wait for the opponents.
        hide_last: the number of rounds at the end whose results and standings stay hidden from
            viewers, phones and screens until the drive is closed; a phone shows those of its own
            table. Where results decide who moves, the seats of others are hidden from viewers and
            phones as well, from the second of these rounds on. Screens show all seats; from them,
            or from the moves in the hall, people can tell who won, but not by how many tricks.
        names: the names that viewers and phones are shown; a phone has its own player's in full.
        online: the tables that are played on the server.
    """

    name: EventName = ""
    minutes: Annotated[int, Meta(ge=0, le=180)] = 0
    fee: Money = 0
    check_in: bool = False
    confirm: bool = True
    hide_last: Annotated[int, Meta(ge=0, le=100)] = 0
    names: NamePolicy = "full"
    online: OnlineSettings = OnlineSettings()
