"""Strategies for the commands of people, visitors and the server at one table."""

from __future__ import annotations

from hypothesis import strategies as st

from oddtrick.cards import Hand
from oddtrick.rules import Throw
from oddtrick.tables import Settings
from oddtrick.tables import commands as c

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
    st.builds(c.ThrowHand, st.sampled_from([throw.value for throw in Throw])),
)
the_house = st.one_of(
    st.builds(c.RemoveDeadWorkers, st.lists(workers).map(tuple)),
    st.builds(c.ExtendDeadlines, st.sampled_from([-5, 0, 300, 90 * SECOND])),
)
