"""Advice with its reason: the tag of a heuristic, and its English sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.sentences import catalogue_of

if TYPE_CHECKING:
    from oddtrick.rules import PlayerAction


def make_advice(action: PlayerAction, tag: str, **params: object) -> Advice:
    """Returns an advice with the sentence of its tag.

    Args:
        action: the action advised.
        tag: of a heuristic in the catalogue.
        params: the values filled into the sentence.
    """
    texts = {name: str(value) for name, value in params.items()}
    return Advice(action, catalogue_of("en").text(tag, texts), tag, texts)
