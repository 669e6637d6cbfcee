"""The arena: which bot is stronger, by how much, and how sure that is.

>>> from oddtrick.games import rules_of
>>> outcome = play_duplicate(rules_of("whist"), "casual", "random", deals=20, seed=1)
>>> outcome.ci95[0] > 0
True
"""

from oddtrick.arena.chunks import Chunk, play_chunk
from oddtrick.arena.contest import Outcome, play_duplicate
from oddtrick.arena.decision_times import Times
from oddtrick.arena.duplicate import Contest, DealPlayed, Fault, TablePlayed, play_deals
from oddtrick.arena.executors import KINDS, Pool, open_pool
from oddtrick.arena.metrics import UNITS, Unit, swing, usual_unit
from oddtrick.arena.players import Entrant, find_entrant
from oddtrick.arena.results_file import Heading, heading_of, open_results
from oddtrick.arena.sprt import Sprt

__all__ = [
    "KINDS",
    "UNITS",
    "Chunk",
    "Contest",
    "DealPlayed",
    "Entrant",
    "Fault",
    "Heading",
    "Outcome",
    "Pool",
    "Sprt",
    "TablePlayed",
    "Times",
    "Unit",
    "find_entrant",
    "heading_of",
    "open_pool",
    "open_results",
    "play_chunk",
    "play_deals",
    "play_duplicate",
    "swing",
    "usual_unit",
]
