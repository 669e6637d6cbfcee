"""A card table of people and bots, without sockets and clocks: commands in, facts out."""

from oddtrick.tables.archive import (
    PlayerKept,
    players_kept,
    table_proof,
    table_record,
    table_steps,
)
from oddtrick.tables.dispatch import Outcome, handle, open_table
from oddtrick.tables.facts import HOUSE, Fact, decode_facts, encode_facts
from oddtrick.tables.fold import action_of, after_entry
from oddtrick.tables.projection import TableSeen, Update, show
from oddtrick.tables.seating import may_look
from oddtrick.tables.settings import Settings
from oddtrick.tables.state import Chair, Draw, Stage, Table
from oddtrick.tables.transaction import Refused
from oddtrick.tables.updates import Change, Telling, change_of, tell

__all__ = [
    "HOUSE",
    "Chair",
    "Change",
    "Draw",
    "Fact",
    "Outcome",
    "PlayerKept",
    "Refused",
    "Settings",
    "Stage",
    "Table",
    "TableSeen",
    "Telling",
    "Update",
    "action_of",
    "after_entry",
    "change_of",
    "decode_facts",
    "encode_facts",
    "handle",
    "may_look",
    "open_table",
    "players_kept",
    "show",
    "table_proof",
    "table_record",
    "table_steps",
    "tell",
]
