"""Stateful test: any sequence of commands keeps a table consistent.

The machine drives :func:`oddtrick.tables.handle` with people who play, watch, connect, disconnect,
cheat and send nonsense. A model of the plain match follows the accepted facts.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from oddtrick.cards import Hand, mask_of, parse_card
from oddtrick.dealing import deal_out
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Cut, Deal, Match, Playing, ToCut, start
from oddtrick.rules import Throw
from oddtrick.tables import (
    SERVER,
    Change,
    Fact,
    Settings,
    Stage,
    Table,
    TableView,
    change_of,
    handle,
    table_view,
    update_for,
)
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables.projection import PlaceView
from tests.support import extent
from tests.support.random_matches import EVERY, WITH_CALLS
from tests.support.tables.table_driver import TableDriver, as_command

BY_THE_HOUSE = (f.RoundOpened, f.OpeningBegan, f.Drawn, f.Continued)
"""Facts that may follow from any command."""


class Model:
    """The plain match, advanced by facts; all states are kept for undo."""

    def __init__(self) -> None:
        self.states: list[Match] = []

    @property
    def match(self) -> Match:
        return self.states[-1]

    def follow(self, before: Table, facts: tuple[Fact, ...]) -> None:
        """Applies the facts of an entry and asserts that they are legal."""
        for fact in facts:
            match fact:
                case f.Begun():
                    self.states = [start(before.rules)]
                case f.Drawn():
                    self._draw(fact.cards)
                case f.Acted():
                    self._act(fact.place, fact.action)
                case f.Claimed():
                    self._claim(fact)
                case f.Undone():
                    self._take_back(fact)

    def _draw(self, text: str) -> None:
        match, cards = self.match, [parse_card(text[i : i + 2]) for i in range(0, len(text), 2)]
        assert match.to_act == CHANCE
        if not isinstance(match.phase, ToCut):
            self.states.append(match.apply(deal_out(match, cards)))
            return
        seats = match.phase.cutting.to_cut
        assert list(seats) == sorted(seats)
        self.states.append(match.apply(Cut(tuple(zip(seats, cards, strict=True)))))

    def _act(self, place: int, action: str) -> None:
        match = self.match
        assert match.to_act is not None
        assert match.seating[match.to_act] == place
        chosen = match.phase.parse(action)
        assert chosen in match.legal_actions()
        self.states.append(match.apply(chosen))

    def _claim(self, fact: f.Claimed) -> None:
        """Applies a claim and asserts that all remaining tricks go to the claimer's side."""
        match = self.match
        assert isinstance(match.phase, Playing)
        claimer = match.seating.index(fact.place)
        assert match.to_act == claimer
        side = match.rules.sides[match.rules.side_of(claimer)]
        hand = match.phase
        for text in fact.cards:
            hand = hand.after(parse_card(text))
            self.states.append(self.match.apply(parse_card(text)))
        assert hand.complete
        assert set(hand.winners[len(match.phase.winners) :]) <= set(side)

    def _take_back(self, fact: f.Undone) -> None:
        """Applies an undo, which begins with the person's decision and contains no draw."""
        gone = self.states[fact.actions :]
        decided = gone[0]
        assert decided.to_act is not None
        assert decided.seating[decided.to_act] == fact.place
        assert gone[-1].number == decided.number
        for earlier, later in pairwise(gone):
            assert earlier.to_act != CHANCE
            last = list(later.actions)[-1]
            assert not isinstance(last, Deal | Cut)
        del self.states[fact.actions + 1 :]


def may(  # noqa: C901, PLR0911  a table of rights, a line each
    before: Table, by: str, fact: Fact, facts: tuple[Fact, ...]
) -> bool:
    """Returns True if this person, or the server, may cause the fact at this table."""
    if isinstance(fact, BY_THE_HOUSE):
        return True
    own = before.place_of(by)
    if own is not None and isinstance(fact, OWN) and fact.place == own:
        return not getattr(fact, "bot", False) and getattr(fact, "why", "asked") == "asked"
    host, bumped = by == before.host, any(isinstance(other, f.Sat) for other in facts)
    match fact:
        case f.Arrived() | f.Departed():
            return by in (SERVER, fact.person)
        case f.Begun():
            return host or before.stage is Stage.OVER
        case f.Sat():
            return fact.person == by and before.chairs[fact.place].kind != "person"
        case f.Acted():
            return fact.bot and by == SERVER
        case f.TookOver():
            gone = not before.chairs[fact.place].connected and fact.reason == "disconnected"
            return by == SERVER or (own is not None and gone)
        case f.DeadlinesExtended():
            return by == SERVER
        case f.Vacated():
            return host or (bumped and before.chairs[fact.place].kind == "bot")
        case f.HostChanged():
            return host or (
                by == SERVER and before.host_gone_since is not None and not before.under_way
            )
        case f.Closed():
            return by == (SERVER if fact.reason == "deserted" else before.host)
    return host and isinstance(fact, f.SettingsChanged | f.BotSeated | f.Said)


OWN = (
    f.Acted,
    f.BotSeated,
    f.ClaimDenied,
    f.Claimed,
    f.Readied,
    f.Returned,
    f.Said,
    f.Sealed,
    f.Vacated,
    f.TookOver,
    f.Undone,
    f.Unsealed,
)
"""Facts that people may cause at their own place."""


PEOPLE = ("ann", "bea", "cid", "dan", "eli", "prog")
"""The first host, other people, and a bot with an account."""

WORKERS = ("w1", "w2", "w3")
SECOND = 1000

people = st.sampled_from([*PEOPLE, *PEOPLE[:3] * 2])
places = st.integers(0, 7)
workers = st.sampled_from(WORKERS)
cards = st.sampled_from([str(card) for card in Hand(2**52 - 1)]) | st.text(max_size=3)
times = st.sampled_from([0, 1, 400, 2500, 6 * SECOND, 61 * SECOND, 25 * 3600 * SECOND])
table_settings = st.builds(
    Settings,
    public=st.booleans(),
    rated=st.sampled_from([False, False, False, True]),
    move_seconds=st.sampled_from([None, 5, 30]),
    deal_seconds=st.sampled_from([None, 30, 300]),
    grace_seconds=st.sampled_from([0, 5, 60]),
    pause_seconds=st.sampled_from([0, 20]),
    bot_delay_ms=st.sampled_from([0, 700]),
    undo=st.sampled_from([True, True, False]),
    chat=st.booleans(),
    late_join=st.booleans(),
)
company = st.one_of(
    st.builds(c.Sit, places),
    st.just(c.Leave()),
    st.builds(c.AddBot, places, st.sampled_from(["casual", "random", "nobody"])),
    st.builds(c.ClearPlace, places),
    st.builds(c.TransferHost, places),
    st.builds(c.ChangeSettings, table_settings),
    st.builds(c.Begin, st.sampled_from(["casual", None])),
    st.integers(0, 3).map(lambda sure: c.Say("bye") if sure else c.Abandon()),
    st.builds(c.Say, st.sampled_from([None, "sorry"]), st.none() | st.text(max_size=9)),
)
guesses = st.one_of(
    st.builds(c.Play, cards),
    st.builds(c.Choose, st.sampled_from(["S", "H", "D", "C"])),
    st.builds(c.Call, st.sampled_from(["3", "pass", "TH", "?"])),
    st.builds(c.ThrowHand, st.sampled_from([throw.value for throw in Throw])),
)
the_house = st.one_of(
    st.builds(c.RemoveDeadWorkers, st.lists(workers).map(tuple)),
    st.builds(c.ExtendDeadlines, st.sampled_from([-5, 0, 300, 90 * SECOND])),
)


def with_spent(seen: TableView, spent: tuple[int, ...] | None) -> tuple[PlaceView, ...]:
    """The places, with the clocks of the latest update."""
    if not spent:
        return seen.places
    return tuple(replace(place, spent_ms=ms) for place, ms in zip(seen.places, spent, strict=True))


class Company(RuleBasedStateMachine):
    """A table with random commands, checked against the model."""

    @initialize(
        played=st.sampled_from([*WITH_CALLS, *EVERY]),
        run=table_settings,
        seed=st.integers(0, 999),
        sit=st.sampled_from([0, 1, 1, 1, 2, 3, 4]),
    )
    def open(self, played: tuple[str, dict[str, Any]], run: Settings, seed: int, sit: int) -> None:
        game, options = played
        self.evening = TableDriver(game, run, seed=seed, **options)
        self.model = Model()
        self.refusals: list[str] = []
        for person in PEOPLE[:sit]:
            self.ask(person, c.Arrive("w1"))
            self.ask(person, c.Sit(PEOPLE.index(person)))
        if sit:
            self.ask("ann", c.Begin())

    def ask(self, by: str, command: c.Command) -> None:
        """Issues a command and checks its outcome against the model."""
        evening, before = self.evening, self.evening.table
        try:
            facts = evening.do(by, command, program=by == "prog")
        except OddtrickError as refusal:
            self.refusals.append(str(refusal))
            return
        if not facts:
            assert evening.table is before
            return
        for fact in facts:
            assert may(before, by, fact, facts), (by, fact)
        self.model.follow(before, facts)
        self.check_told(facts)

    def check_told(self, facts: tuple[f.Fact, ...]) -> None:
        """Asserts that an update turns the previous view of the table into the current one."""
        evening = self.evening
        for person in (None, *PEOPLE[:3]):
            update = update_for(evening.before, evening.table, facts, person)
            seen = table_view(evening.table, person)
            if update.table is not None:
                assert update.table == seen
                continue
            assert change_of(evening.before, evening.table, facts) is not Change.MORE
            was = table_view(evening.before, person)
            spent = None if update.turn is None else update.turn.spent_ms
            assert (with_spent(was, spent), was.stage) == (seen.places, seen.stage)
            assert (update.draw or was.draw) == seen.draw
            if update.draw is not None:
                assert replace(was, draw=update.draw, chat=seen.chat) == seen
            if update.turn is not None and seen.match is not None:
                assert update.turn.seat == seen.match.to_act
                assert (update.turn.legal or ()) == seen.match.legal
                assert update.turn.turn_up_shown == seen.match.turn_up_shown
                assert update.turn.broken == seen.match.broken
                assert update.turn.deadline == seen.deadline

    # Commands of people

    @rule(by=people, command=company)
    def about_company(self, by: str, command: c.Command) -> None:
        self.ask(by, command)

    @rule(by=people, command=guesses)
    def out_of_the_blue(self, by: str, command: c.Command) -> None:
        self.ask(by, command)

    @precondition(lambda self: self.evening.table.turn is not None)
    @rule(by=people)
    def play_what_another_may(self, by: str) -> None:
        self.ask(by, as_command(self.evening.match, self.evening.choose()))

    @precondition(lambda self: self.evening.turn is not None)
    @rule(command=st.sampled_from([c.Claim(), c.Away(), c.Back(), c.Undo(), c.Play("AS")]))
    def in_turn(self, command: c.Command) -> None:
        assert self.evening.turn is not None
        self.ask(self.evening.turn, command)

    @rule(by=people, command=st.sampled_from([c.Claim(), c.Undo()]))
    def out_of_turn(self, by: str, command: c.Command) -> None:
        self.ask(by, command)

    @precondition(lambda self: self.evening.table.draw is not None)
    @rule(by=people, number=st.sampled_from([None, None, 2]), forged=st.sampled_from([0, 0, 1]))
    def seal(self, by: str, number: int | None, forged: int) -> None:
        seal = self.evening.seal(by, number=number)
        self.ask(by, c.Seal(seal.round, "0" * 64) if forged else seal)

    @precondition(lambda self: self.evening.table.draw is not None)
    @rule(by=people, number=st.sampled_from([None, None, 2]), forged=st.sampled_from([0, 0, 1]))
    def unseal(self, by: str, number: int | None, forged: int) -> None:
        opening = self.evening.opening(by, number=number)
        self.ask(by, c.Open(opening.round, "0" * 64) if forged else opening)

    @precondition(lambda self: self.evening.table.draw is not None)
    @rule()
    def contribute(self) -> None:
        for ask in (self.evening.seal, self.evening.opening):
            for person in self.evening.contributors() if self.evening.table.draw else []:
                if self.evening.table.draw is not None:
                    self.ask(person, ask(person))

    @precondition(lambda self: self.evening.turn is not None)
    @rule()
    def play_on_and_claim(self) -> None:
        """Claims the rest for the player to act when few cards are left."""
        for _ in range(60):
            hand = self.evening.match.phase
            late = isinstance(hand, Playing) and len(hand.winners) > hand.layout.tricks - 3
            if late and self.evening.turn is not None:
                self.ask(self.evening.turn, c.Claim())
                return
            if not self.next_step():
                return

    @rule(
        by=people,
        command=st.sampled_from([c.Ready(), c.Rematch(), c.Back(), c.Away(), c.StandIn(1)]),
    )
    def short(self, by: str, command: c.Command) -> None:
        self.ask(by, command)

    @precondition(lambda self: self.evening.table.stage in (Stage.PAUSE, Stage.OVER))
    @rule(by=people)
    def go_on_to_the_next(self, by: str) -> None:
        self.ask(by, c.Ready() if self.evening.table.under_way else c.Rematch())

    # Commands of the server

    @rule(by=people, worker=workers, leaves=st.booleans())
    def come_and_go(self, by: str, worker: str, *, leaves: bool) -> None:
        self.ask(by, c.Depart(worker) if leaves else c.Arrive(worker))

    @rule(command=the_house)
    def server(self, command: c.Command) -> None:
        self.ask(SERVER, command)

    @rule(ms=times)
    def tick(self, ms: int) -> None:
        self.evening.wait(ms)
        self.ask(SERVER, c.Tick())

    @rule(ms=st.sampled_from([-400, -1, 3, 1500]))
    def clock_of_another_worker(self, ms: int) -> None:
        self.evening.wait(ms)

    @rule(place=places, late=st.integers(0, 3), card=cards)
    def bot_forged(self, place: int, late: int, card: str) -> None:
        self.ask(SERVER, c.BotActs(place, self.evening.table.seq - late, card))

    # Regular progress of the game

    @rule(steps=st.integers(1, 12))
    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            if not self.next_step():
                return

    @rule(steps=st.integers(20, 80))
    def go_on_for_long(self, steps: int) -> None:
        self.go_on(steps)

    def next_step(self) -> bool:
        """Lets the next actor act; returns False if there is nothing to do.

        Also asserts progress: the next due action changes the table.
        """
        evening, table = self.evening, self.evening.table
        if not table.under_way or table.empty_since is not None:
            return False
        place = table.turn
        if table.bot_turn is not None:
            evening.now = max(evening.now, table.turn_started + table.settings.bot_delay_ms)
            self.ask(SERVER, c.BotActs(table.bot_turn, table.seq, evening.choose()))
        elif place is not None and table.chairs[place].connected:
            person = table.chairs[place].person
            assert person is not None
            self.ask(person, as_command(evening.match, evening.choose()))
        else:
            assert table.wake is not None
            evening.now = max(evening.now, table.wake)
            self.ask(SERVER, c.Tick())
        assert self.evening.table.seq == table.seq + 1, "the table does not get on"
        return True

    # Invariants

    @invariant()
    def the_match_is_the_plain_match(self) -> None:
        table = self.evening.table
        if table.number == 0:
            assert table.match is None
            return
        assert table.match == self.model.match
        assert table.match.result == self.model.match.result

    @invariant()
    def cards_are_conserved(self) -> None:
        match = self.evening.table.match
        if match is None or not isinstance(match.phase, Playing):
            return
        deal = match.deal.deal
        assert deal is not None
        before = (match.deal.held or deal.hands)[len(match.deal.hands)]
        held = [match.phase.held(seat) for seat in range(match.rules.players)]
        to_draw = mask_of(match.phase.layout.stock)
        together = match.phase.gone
        for cards in (*held, to_draw):
            assert not together & cards
            together |= cards
        assert together == sum(hand.mask for hand in before) | mask_of(deal.stock)

    @invariant()
    def nobody_sits_twice_and_everybody_is_called_differently(self) -> None:
        chairs = self.evening.table.chairs
        seated = [chair.person for chair in chairs if chair.person is not None]
        assert len(seated) == len(set(seated))
        names = [chair.name.casefold() for chair in chairs if chair.kind != "open"]
        assert len(names) == len(set(names))

    @invariant()
    def nobody_has_seen_two_hands_of_a_match(self) -> None:
        table = self.evening.table
        if table.under_way:
            held = [person for person, _ in table.participants]
            assert len(held) == len(set(held))
            for place, chair in enumerate(table.chairs):
                assert chair.kind != "open"
                assert chair.person is None or (chair.person, place) in table.participants

    @invariant()
    def presence_is_what_the_connections_say(self) -> None:
        table = self.evening.table
        there = {person for person, _ in table.connections}
        for chair in table.chairs:
            assert chair.connected == (chair.person in there)
            assert chair.gone_since is None or chair.gone_since <= table.at
        assert (table.empty_since is None) == bool(there)
        assert there or table.bot_turn is None
        assert (table.host_gone_since is None) == (table.host in there)

    @invariant()
    def time_does_not_run_backwards(self) -> None:
        table = self.evening.table
        assert table.turn_started <= table.clock_started <= table.at
        assert all(spent >= 0 for spent in table.spent)
        assert not table.chairs or table.match_seq <= table.seq

    @invariant()
    def nothing_is_due_for_ever(self) -> None:
        """Asserts that a tick is effective at the wake time and not before."""
        table = self.evening.table
        if table.wake is None:
            return
        if table.wake > table.at:
            early = handle(
                table, c.Tick(), by=SERVER, now=table.wake - 1, new_secret=self.evening.fresh
            )
            assert early.facts == ()
        due = handle(table, c.Tick(), by=SERVER, now=table.wake, new_secret=self.evening.fresh)
        bot = (
            table.bot_turn is not None
            and table.turn_started + table.settings.bot_delay_ms == table.wake
        )
        assert due.facts or bot

    @invariant()
    def somebody_can_get_on(self) -> None:
        table, place = self.evening.table, self.evening.table.turn
        if not table.under_way or table.empty_since is not None:
            return
        waits = (
            place is not None and table.chairs[place].connected and not table.chairs[place].stand_in
        )
        assert waits or table.wake is not None
        assert table.stage is not Stage.DRAWING or table.draw is not None
        if table.stage is Stage.PLAYING:
            assert table.match is not None
            assert table.match.to_act not in (None, CHANCE)

    def teardown(self) -> None:
        if not hasattr(self, "evening"):
            return
        table = self.evening.table
        assert self.evening.refolded() == table
        assert all(refusal.isprintable() and 0 < len(refusal) < 200 for refusal in self.refusals)
        if table.under_way and table.empty_since is not None:
            self.ask("eli", c.Arrive("w1"))
        for _ in range(120):
            if not self.next_step():
                break
        self.the_match_is_the_plain_match()


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Company,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_sequence_of_commands_keeps_the_table_consistent() -> None:
    run(extent.times(12, whole=30), 50)


@pytest.mark.long
def test_any_long_sequence_of_commands_keeps_the_table_consistent() -> None:
    run(2500, 80)
