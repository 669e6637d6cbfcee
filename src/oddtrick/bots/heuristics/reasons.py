"""The sentences of the bots: the reason for each heuristic, in a player's words.

A reason is data (a tag and its parameters) as well as a sentence, so that the page or the coach can
count it, translate it or word it differently.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.rules import PlayerAction

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # Anywhere.
        "only-card": "This is the only card you may play.",
        "cannot-win": "You cannot win this trick: play low.",
        "cannot-win-discard": "You cannot win this trick: discard the card you need least.",
        "not-worth-it": "This trick is not worth a high card: play low.",
        "last-hand": "You play last: win as cheaply as you can.",
        # Partner.
        "partner-winning": "Partner is winning: play low.",
        "partner-winning-trumps": "Partner is winning, and you have only trumps: play the lowest.",
        "partner-winning-discard": "Partner is winning: discard, and keep your trumps.",
        "unblock": "Get out of the way of partner's suit: play your {rank}.",
        "echo": "Echo: high now and low next shows partner that you have just two.",
        # Second and third hand.
        "cover-honour": "An honour was led: cover it with the next higher honour.",
        "split-honours": "You hold touching honours: play the lower one second in hand.",
        "second-hand-winner": "The suit has been led before: take your winner while it is good.",
        "second-hand-low": "Second hand plays low: partner is still to come.",
        "finesse": "Finesse: try the {rank} and keep the {kept} behind it.",
        "rule-of-eleven": "Rule of eleven: nobody behind you can beat partner's {rank}.",
        "third-hand-beaten": "An opponent behind you can beat any of these: play low.",
        "third-hand-high": "Third hand plays high, but no higher than needed.",
        # Trumping.
        "ruff-low": "You are out of this suit: trump as low as will win.",
        "ruff-high": "Somebody behind you is out of it too: trump high enough.",
        "doubtful-trick": "Partner may still win this trick: save your trumps.",
        # Leads.
        "draw-trumps": "You are strong in trumps: draw the opponents' trumps.",
        "return-trumps": "Partner led trumps: return them.",
        "cash-winner": "This is the best card left of its suit: cash it.",
        "return-partners-suit": "Partner led {suit}: return partner's suit.",
        "give-ruff": "Partner is out of {suit}: lead it for partner to trump.",
        "keep-tenace": "Let others lead {suit}, where you have a gap: lead another suit.",
        "safest-suit": "Lead {suit}: it gives away less than your other suits.",
        "fourth-best": "Lead the fourth-best card of your longest suit.",
        "top-of-sequence": "Lead the top of your sequence: it drives out the higher cards.",
        "top-of-suit": "Lead the top card of your longest suit.",
        "long-suit-low": "Lead a low card from your longest suit.",
        "all-mine": "The rest are yours: play your winners, trumps first while others have any.",
        "only-trumps-best": "You have only trumps left: lead the best.",
        "only-trumps-low": "You have only trumps left: lead a low one.",
        "least-harm": "No lead is good here: give away as little as you can.",
        # Beginners.
        "novice-ace": "It should win: lead it.",
        "novice-low": "Lead a low card from your longest suit.",
        "novice-ruff": "You have a trump: use it.",
        "novice-high": "You can win this trick: play your best.",
        # Each for himself.
        "likely-winner": "This will probably win: lead it before somebody can trump it.",
        "lead-to-survive": "You have no trick yet: lead your best chance to stay in.",
        "short-suit": "Empty your short suit, {suit}: then you can trump it.",
        "lead-low": "You have no likely winner: lead low.",
        "good-enough": "This should be good enough to win the trick.",
        "survive": "You have no trick yet: take the chance to stay in.",
        # The ten and the other top trumps.
        "ten-wins": "The ten wins here: take the trick with the ten of trumps.",
        "ten-waits": "The ten might be beaten here: keep it for a safer trick.",
        "ten-master": "No higher trump is out: lead the ten, it wins.",
        "ten-bare": "You have few trumps beside the ten: lead it, partner may win the trick.",
        "ten-short-suit": (
            "You hold the ten: empty your shortest suit, to trump with the ten later."
        ),
        "ten-discard": "You hold the ten: discard from your shortest suit.",
        "feed-partner": "Partner is winning: add your {rank} of trumps, it scores.",
        "prize": "There are points in this trick: win it.",
        "keep-for-ten": "Keep the {rank} of trumps to catch the ten.",
        # Choices other than cards.
        "trumps-blind": "You have not seen your cards: choose any suit.",
        "trumps-longest": "Your longest and strongest suit is {suit}: make it trumps.",
        "throw": "No throw is better than another: choose any.",
    }
)
"""The sentence of each tag; names in braces are parameters of the advice."""


def make_advice(action: PlayerAction, tag: str, **params: object) -> Advice:
    """Returns an advice with the sentence of its tag.

    Args:
        action: the action advised.
        tag: a key of :data:`SENTENCES`.
        params: the values filled into the sentence.
    """
    texts = {name: str(value) for name, value in params.items()}
    return Advice(action, SENTENCES[tag].format_map(texts), tag, texts)
