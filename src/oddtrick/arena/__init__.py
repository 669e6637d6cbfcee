"""The arena: duplicate matches between bots, with confidence intervals.

>>> from oddtrick.games import rules_of
>>> outcome = play_duplicate(rules_of("whist"), "casual", "random", deals=20, seed=1)
>>> outcome.ci95[0] > 0
True
"""

from oddtrick.arena.contest import Outcome, play_duplicate
from oddtrick.arena.decision_times import DecisionTimes
from oddtrick.arena.duplicate import Contest, DealResult, Fault, TableResult, play_deals
from oddtrick.arena.executors import EXECUTORS, Chunk, Pool, open_pool, play_chunk
from oddtrick.arena.metrics import UNITS, Unit, default_unit, swing
from oddtrick.arena.players import Entrant, find_entrant
from oddtrick.arena.results_file import Header, make_header, open_results
from oddtrick.arena.seeds import Purpose
from oddtrick.arena.sequential import Precision, Sprt
from oddtrick.arena.view_decoder import decode_rules, decode_view
from oddtrick.arena.view_json import encode_rules, encode_view

__all__ = [
    "EXECUTORS",
    "UNITS",
    "Chunk",
    "Contest",
    "DealResult",
    "DecisionTimes",
    "Entrant",
    "Fault",
    "Header",
    "Outcome",
    "Pool",
    "Precision",
    "Purpose",
    "Sprt",
    "TableResult",
    "Unit",
    "decode_rules",
    "decode_view",
    "default_unit",
    "encode_rules",
    "encode_view",
    "find_entrant",
    "make_header",
    "open_pool",
    "open_results",
    "play_chunk",
    "play_deals",
    "play_duplicate",
    "swing",
]
