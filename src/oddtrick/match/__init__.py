"""The state of a match and the actions that change it; interprets ``Rules``, draws nothing."""

from oddtrick.match.chance_actions import Action, ChanceAction, Cut, Deal, StillTied
from oddtrick.match.deal_log import DealLog, DealResult
from oddtrick.match.hand_play import PlayedHand, Playing, played_cards
from oddtrick.match.phases import (
    CutFor,
    Cutting,
    Over,
    Phase,
    Throwing,
    ToChoose,
    ToCut,
    ToDeal,
    ToThrow,
)
from oddtrick.match.state import CHANCE, Match, refusal_for_player, start

__all__ = [
    "CHANCE",
    "Action",
    "ChanceAction",
    "Cut",
    "CutFor",
    "Cutting",
    "Deal",
    "DealLog",
    "DealResult",
    "Match",
    "Over",
    "Phase",
    "PlayedHand",
    "Playing",
    "StillTied",
    "Throwing",
    "ToChoose",
    "ToCut",
    "ToDeal",
    "ToThrow",
    "played_cards",
    "refusal_for_player",
    "start",
]
