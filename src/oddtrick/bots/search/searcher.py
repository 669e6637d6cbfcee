"""Players that search: how hard they think, and what they are asked.

What they do stands in :mod:`.thinking`, which is loaded when the first of them has to think.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from random import Random
    from threading import Event

    from oddtrick.bots.search.card_values import Values
    from oddtrick.rules import PlayerAction
    from oddtrick.views import View


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a searching player thinks.

    All but ``seconds`` is counted, so that what comes out depends on the view and the seed alone.

    Args:
        candidates: worlds that are drawn, and weighed by what was played; where there are not many
            more, all of them are.
        worlds: of those, drawn by weight, so many are played out for each card in the mean. First
            all cards are tried in a third of them, then those that may still be best in more.
        power: how much the weights are believed: 1 fully, 0 not at all.
        ending: with at most so many cards in a hand worlds are solved instead, where that can be
            done; 0: never.
        solved: so many worlds are solved.
        adapt: whether, each for himself, the others are played out as the sort of player that they
            seem to be.
        temperature: how much chance there is in how worlds are played out, 0 to 256.
        seconds: the longest that a decision may take; None: as long as all that takes.
        threads: on which the work is done; they don't change what comes out.
    """

    candidates: int = 3000
    worlds: int = 400
    power: float = 0.7
    ending: int = 0
    solved: int = 60
    adapt: bool = True
    temperature: int = 0
    seconds: float | None = None
    threads: int = 1


class Searcher(msgspec.Struct, frozen=True):
    """A player that imagines how the cards may lie, and what becomes of each card it may play.

    Args:
        name: of the level.
        effort: how hard it thinks.
    """

    name: str
    effort: Effort = Effort()

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """What it likes best, manners and habit considered; the same for the same view and ``rng``.

        Raises:
            OddtrickError: it is not for the view's seat to act.
        """
        from oddtrick.bots.search.decision import decide  # noqa: PLC0415  numpy and the kernel

        return decide(view, self.effort, rng)

    def values(
        self,
        view: View,
        seed: int,
        *,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Values:
        """What each legal card is worth, as far as the seat can know.

        Args:
            view: of the seat that is to play a card.
            seed: of all chance, 0 to 2**64 - 1.
            seconds: how long it may take at most; None: as long as the effort says.
            cancel: once it is set, by any thread, the values are those found by then.

        Raises:
            OddtrickError: the view is not that of a seat to play a card, or time ran out before one
                world was finished.
        """
        from oddtrick.bots.search.decision import think  # noqa: PLC0415  numpy and the kernel

        limit = self.effort.seconds if seconds is None else seconds
        return think(view, self.effort, seed, seconds=limit, cancel=cancel)
