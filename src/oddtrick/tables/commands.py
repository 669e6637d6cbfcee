"""Commands to a table, from people, their programs and the server itself.

:func:`oddtrick.tables.handle` accepts or refuses them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from oddtrick.tables.settings import Settings

Place = Annotated[int, Meta(ge=0, le=7, description="The number of a place, from 0.")]
Hex32 = Annotated[
    str,
    Meta(
        pattern="^[0-9a-f]{64}$",
        # `$` also matches before a final newline, which the proof format rejects.
        max_length=64,
        description="32 bytes in lower-case hexadecimal.",
    ),
]
DrawNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a draw.")]
Level = Annotated[str, Meta(max_length=16, description="The name of a bot.")]

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "one-moment",
    "good-game",
    "bye",
)
"""Ready-made chat phrases by id; each client translates them."""

CHAT_LENGTH = 200


class _Command(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Sit(_Command, frozen=True, tag="sit"):
    """Takes an open place or replaces a bot."""

    place: Place


class Leave(_Command, frozen=True, tag="leave"):
    """Gives up your place; during a match a bot takes over."""


class AddBot(_Command, frozen=True, tag="add-bot"):
    """Seats a built-in bot (host only)."""

    place: Place
    level: Level = "casual"


class ClearPlace(_Command, frozen=True, tag="clear-place"):
    """Vacates a place (host only); during a match a bot replaces a disconnected person."""

    place: Place


class TransferHost(_Command, frozen=True, tag="transfer-host"):
    """Makes another person the host (host only)."""

    place: Place


class ChangeSettings(_Command, frozen=True, tag="change-settings"):
    """Replaces the settings between matches (host only).

    Args:
        settings: the complete new settings.
    """

    settings: Settings


class Begin(_Command, frozen=True, tag="begin"):
    """Begins the match (host only).

    Args:
        fill: the level of the bots that fill open places; None refuses to begin with open places.
    """

    fill: Level | None = "casual"


class Play(_Command, frozen=True, tag="play"):
    """Plays a card.

    Args:
        card: rank first, as in ``TH``.
    """

    card: Annotated[str, Meta(max_length=3)]


class Pass(_Command, frozen=True, tag="pass"):
    """Passes instead of playing a card, where that is legal: the knock of a dog's life (X5)."""


class Choose(_Command, frozen=True, tag="choose"):
    """Chooses trumps (K3).

    Args:
        suit: its letter.
    """

    suit: Literal["S", "H", "D", "C"]


class ThrowHand(_Command, frozen=True, tag="throw"):
    """Throws rock, paper or scissors (K5).

    Args:
        throw: hidden from everyone else until all have thrown.
    """

    throw: Literal["rock", "paper", "scissors"]


class Call(_Command, frozen=True, tag="call"):
    """Makes a call, in a game with bids or other calls before the play.

    Args:
        call: a bid, such as ``3``, ``pass`` or ``4 no trump``, or a card; as in the legal actions.
    """

    call: Annotated[str, Meta(max_length=45)]  # a number of four digits, and a name of 40 letters


class Claim(_Command, frozen=True, tag="claim"):
    """Claims all remaining tricks of the hand for your side (T9).

    Against bots alone it also ends a deal that is ``settled``: nothing can change its points.
    """


class Undo(_Command, frozen=True, tag="undo"):
    """Takes back your last decision in this deal, if all other players are bots."""


class Seal(_Command, frozen=True, tag="seal"):
    """Commits to a secret for the draw in progress.

    Args:
        round: the number of the draw.
        seal: SHA-256 of the secret and its context, in lower-case hexadecimal.
    """

    round: DrawNumber
    seal: Hex32


class Open(_Command, frozen=True, tag="open"):
    """Opens your seal.

    Args:
        round: the number of the draw.
        secret: 32 random bytes, in lower-case hexadecimal.
    """

    round: DrawNumber
    secret: Hex32


class Ready(_Command, frozen=True, tag="ready"):
    """Marks you as ready for the next deal."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """Asks for a rematch; it begins when all connected players have asked."""


class Back(_Command, frozen=True, tag="back"):
    """Takes your place back from the bot."""


class Away(_Command, frozen=True, tag="away"):
    """Lets a bot play for you until you come back."""


class StandIn(_Command, frozen=True, tag="stand-in"):
    """Lets a bot play for another person who has had no connection for 15 seconds."""

    place: Place


class Say(_Command, frozen=True, tag="say"):
    """Sends a chat message; give either a phrase or a text.

    Args:
        phrase: the id of a phrase from ``GET /api/phrases``.
        text: free text of at most 200 characters.
    """

    phrase: str | None = None
    text: str | None = None


class Abandon(_Command, frozen=True, tag="abandon"):
    """Closes the table permanently (host only); finished matches are kept."""


PlayerCommand = (
    Sit
    | Leave
    | AddBot
    | ClearPlace
    | TransferHost
    | ChangeSettings
    | Begin
    | Play
    | Pass
    | Choose
    | ThrowHand
    | Call
    | Claim
    | Undo
    | Seal
    | Open
    | Ready
    | Rematch
    | Back
    | Away
    | StandIn
    | Say
    | Abandon
)
"""Commands that clients may send."""


class Tick(_Command, frozen=True, tag="tick"):
    """Applies every deadline that has passed."""


class BotActs(_Command, frozen=True, tag="bot-acts"):
    """Applies the decision of a built-in bot.

    Args:
        place: the place that acts.
        seq: the entry that the decision is based on; if the match has changed since, the command
            has no effect.
        action: the card or pass, suit, throw or call.
        level: the level that decided.
        fault: the error of the bot at the place if one of a lower level had to decide, or None.
    """

    place: int
    seq: int
    action: str
    level: str = ""
    fault: str | None = None


class Arrive(_Command, frozen=True, tag="arrive"):
    """Registers a person's first connection at a worker."""

    worker: str


class Depart(_Command, frozen=True, tag="depart"):
    """Removes a person whose last connection at a worker closed."""

    worker: str


class RemoveDeadWorkers(_Command, frozen=True, tag="remove-dead-workers"):
    """Removes the connections of workers that are no longer alive."""

    alive: tuple[str, ...]


class Reseat(_Command, frozen=True, tag="reseat"):
    """Gives a place at a table of a whist drive to the one who holds the card now.

    Args:
        place: the place.
        name: the name on the card.
        person: the person's id; None: a bot plays.
        level: the level of the bot.
    """

    place: int
    name: str
    person: str | None = None
    level: str = "club"


class Disband(_Command, frozen=True, tag="disband"):
    """Closes a table of a whist drive whose round was undone or settled by the organiser."""


class ExtendDeadlines(_Command, frozen=True, tag="extend-deadlines"):
    """Extends all running deadlines by the time for which the server was down."""

    ms: int


HouseCommand = (
    Tick | BotActs | Arrive | Depart | RemoveDeadWorkers | ExtendDeadlines | Reseat | Disband
)
Command = PlayerCommand | HouseCommand

SLOW = frozenset({Claim, Undo})
"""Commands that may take milliseconds: run them off the event loop."""
