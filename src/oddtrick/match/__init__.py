"""The state of a match and the actions that change it; interprets ``Rules``, draws nothing."""

from oddtrick.match.call_phase import CallPhase, EachOnce
from oddtrick.match.chance_actions import (
    Action,
    ChanceAction,
    Cut,
    Deal,
    StillTied,
    ToDeal,
    Withheld,
)
from oddtrick.match.course import COURSE, deal_cards, play_hands
from oddtrick.match.cutting import CutFor, Cutting, ToCut
from oddtrick.match.deal_log import DealLog, DealResult
from oddtrick.match.exchange import Exchange, TakeKitty
from oddtrick.match.hand_play import PlayedHand, Playing, played_cards
from oddtrick.match.phase import CHANCE, Over, Phase, Step
from oddtrick.match.state import Match, refusal_for_player, start
from oddtrick.match.trick_bids import BidTricks, TrickBidding
from oddtrick.match.trump_choice import Throwing, ToChoose, ToThrow

__all__ = [
    "CHANCE",
    "COURSE",
    "Action",
    "BidTricks",
    "CallPhase",
    "ChanceAction",
    "Cut",
    "CutFor",
    "Cutting",
    "Deal",
    "DealLog",
    "DealResult",
    "EachOnce",
    "Exchange",
    "Match",
    "Over",
    "Phase",
    "PlayedHand",
    "Playing",
    "Step",
    "StillTied",
    "TakeKitty",
    "Throwing",
    "ToChoose",
    "ToCut",
    "ToDeal",
    "ToThrow",
    "TrickBidding",
    "Withheld",
    "deal_cards",
    "play_hands",
    "played_cards",
    "refusal_for_player",
    "start",
]
