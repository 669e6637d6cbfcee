"""What a deal is worth (:mod:`.deals`) and what wins a match (:mod:`.matches`)."""

from oddtrick.scoring.deals import (
    CatchTheTen,
    DealFacts,
    DealScoring,
    Honours,
    OddTricks,
    TopTrumps,
    TricksTaken,
)
from oddtrick.scoring.matches import (
    FirstTo,
    FixedDeals,
    HighestAt,
    LastStanding,
    MatchScoring,
    Standing,
)

__all__ = [
    "CatchTheTen",
    "DealFacts",
    "DealScoring",
    "FirstTo",
    "FixedDeals",
    "HighestAt",
    "Honours",
    "LastStanding",
    "MatchScoring",
    "OddTricks",
    "Standing",
    "TopTrumps",
    "TricksTaken",
]
