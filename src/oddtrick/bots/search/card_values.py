"""What each card is worth to the seat that has to play, as far as it can know."""

from __future__ import annotations

import msgspec

from oddtrick.cards import Card


class CardValue(msgspec.Struct, frozen=True):
    """What becomes of the deal if a card is played, in the mean over many worlds.

    Args:
        card: the card.
        utility: what it is all about: the chance of winning the game or match where there is one to
            be won, else points or tricks. Only differences mean anything.
        error: the standard error of the utility, less that of the best card: how sure it is that
            the card is worse. Nought for the best card.
        points: for the seat's side in the deal, less those of the other sides in the mean.
        tricks: of the seat's side in the whole deal.
        survives: the chance that the seat's side takes a trick in the deal (K4).
    """

    card: Card
    utility: float
    error: float
    points: float
    tricks: float
    survives: float


class Values(msgspec.Struct, frozen=True):
    """The values of all legal cards.

    Args:
        cards: one for each legal card, ascending.
        worlds: in how many different worlds the best card was tried; likelier ones count for more.
            A card that fell behind early was tried in fewer.
        effective: how many equally likely worlds would tell as much as those that were weighed.
        exact: whether the worlds were solved with open cards, not played out of habit.
    """

    cards: tuple[CardValue, ...]
    worlds: int
    effective: float
    exact: bool

    @property
    def best(self) -> Card:
        """The card with the highest utility, of equal ones the lowest."""
        return max(self.cards, key=lambda value: (value.utility, -value.card)).card

    def of(self, card: Card) -> CardValue:
        """The value of one card.

        Raises:
            KeyError: it is not legal.
        """
        for value in self.cards:
            if value.card is card:
                return value
        raise KeyError(card)
