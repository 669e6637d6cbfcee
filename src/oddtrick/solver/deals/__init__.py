"""Whole deals as arrays: played in batches, or stepped side by side as environments.

A deal begins with the pack and ends with its points; matches and bots are not involved.
"""

from oddtrick.solver.deals.kernel_deal_plan import DealPlan, DealStart, plan_deal
from oddtrick.solver.deals.observations import (
    ACTIONS,
    OBSERVATION_SIZE,
    PARTS,
    legal_table,
    observe_view,
    split,
)
from oddtrick.solver.deals.playouts import Batch, Part, PolicyName, play_deals
from oddtrick.solver.deals.vector_deals import SavedDeals, Step, VectorDeals

__all__ = [
    "ACTIONS",
    "OBSERVATION_SIZE",
    "PARTS",
    "Batch",
    "DealPlan",
    "DealStart",
    "Part",
    "PolicyName",
    "SavedDeals",
    "Step",
    "VectorDeals",
    "legal_table",
    "observe_view",
    "plan_deal",
    "play_deals",
    "split",
]
