"""The points of a deal (:mod:`.deals`) and the end of a match (:mod:`.matches`)."""

from oddtrick.scoring.deals import (
    CatchTheTen,
    DealFacts,
    DealScoring,
    ExactBids,
    Honours,
    MostTricks,
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
    "ExactBids",
    "FirstTo",
    "FixedDeals",
    "HighestAt",
    "Honours",
    "LastStanding",
    "MatchGoal",
    "MatchScoring",
    "MostTricks",
    "OddTricks",
    "PlusOrMinus",
    "ScoringProfile",
    "Standing",
    "TopTrumps",
    "TricksTaken",
]
