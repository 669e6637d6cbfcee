"""The points of a deal (:mod:`.deals`) and the end of a match (:mod:`.matches`)."""

from oddtrick.scoring.deals import (
    Account,
    CatchTheTen,
    DealFacts,
    DealScoring,
    ExactBids,
    Honours,
    MostTricks,
    OddTricks,
    ScoreItem,
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
    "Account",
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
    "ScoreItem",
    "ScoringProfile",
    "Standing",
    "TopTrumps",
    "TricksTaken",
]
