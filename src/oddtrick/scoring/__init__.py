"""The points of a deal (:mod:`.deals`) and the end of a match (:mod:`.matches`)."""

from oddtrick.scoring.deals import (
    CatchTheTen,
    DealFacts,
    DealScoring,
    Honours,
    OddTricks,
    ScoringProfile,
    TopTrumps,
    TricksTaken,
)
from oddtrick.scoring.matches import (
    FirstTo,
    FixedDeals,
    HighestAt,
    LastStanding,
    MatchGoal,
    MatchScoring,
    PlusOrMinus,
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
    "MatchGoal",
    "MatchScoring",
    "OddTricks",
    "PlusOrMinus",
    "ScoringProfile",
    "Standing",
    "TopTrumps",
    "TricksTaken",
]
