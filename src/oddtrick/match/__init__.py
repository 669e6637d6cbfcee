"""The state of a match and the actions that change it; interprets ``Rules``, draws nothing."""

from oddtrick.match.chance_actions import Action, ChanceAction, Cut, Deal, StillTied
from oddtrick.match.cuts_and_throws import CutFor, Cutting, Throwing
from oddtrick.match.deal_log import DealLog, DealResult
from oddtrick.match.hand_play import PlayedHand, Playing, played_cards
from oddtrick.match.phases import Over, Phase, ToChoose, ToCut, ToDeal, ToThrow
from oddtrick.match.refusal_text import refusal_for_player
from oddtrick.match.state import CHANCE, Match, start

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
