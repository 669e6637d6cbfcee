"""The amount of work that a searching player spends on one decision."""

from __future__ import annotations

import msgspec


class SearchBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of one search.

    All of them but ``seconds`` are counts, so that the result depends on the view and the seed
    alone, on any machine and any number of threads.

    Args:
        candidates: worlds drawn and weighted by the plays seen so far. Where there are not many
            more worlds than that, all of them are weighted.
        worlds: rollouts per choice, on average, in worlds resampled by weight. Every choice is
            tried in a third of them; the rest goes to the choices that may still be best.
        weight_power: exponent of the importance weights: 1 trusts the model of the other players
            fully, 0 ignores it.
        endgame_cards: with at most this many cards in each hand, worlds are solved double dummy
            where the scoring allows it; 0: never.
        solved_worlds: worlds solved in such an endgame.
        adapts: whether opponents, where everybody plays alone, are rolled out as the player type
            that explains their plays best.
        temperature: randomness of the rollout policy, 0 (greedy) to 256.
        seconds: time limit for a decision; None: none.
        threads: for the work; they do not change the result.
    """

    candidates: int = 3000
    worlds: int = 400
    weight_power: float = 0.7
    endgame_cards: int = 0
    solved_worlds: int = 60
    adapts: bool = True
    temperature: int = 0
    seconds: float | None = None
    threads: int = 1
