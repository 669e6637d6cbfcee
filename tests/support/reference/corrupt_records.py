"""Legal random records made illegal in exactly one way, with the rule that each way breaks."""

from collections.abc import Callable
from random import Random
from typing import Any

from . import corrupt_deals as deals
from . import corrupt_plays as plays
from .generate import respell

Record = dict[str, Any]
Spoiler = Callable[[Random], tuple[Record, str, str] | None]

SPOILERS: tuple[Spoiler, ...] = (
    plays.revoke,
    plays.card_not_held,
    plays.card_already_played,
    plays.unbroken_trump_lead,
    plays.too_many_plays,
    plays.unknown_option,
    plays.bad_sides,
    plays.bad_number_of_players,
    plays.honours_with_deals,
    deals.wrong_dealer,
    deals.duplicate_card,
    deals.wrong_number_of_cards,
    deals.cards_for_a_seat_out,
    deals.wrong_trump_of_turn_up,
    deals.wrong_trump_in_sequence,
    deals.turn_up_of_another_seat,
    deals.turn_up_in_a_hand,
    deals.cut_by_a_stranger,
    deals.cut_without_a_winner,
    deals.cut_with_a_round_that_does_not_follow,
    deals.cut_missing,
    deals.cut_without_a_tie,
    deals.deal_after_the_end,
    deals.deal_after_unfinished,
    plays.knock_of_a_bound_seat,
    plays.knock_at_the_last_trick,
    deals.full_hand_for_a_dog,
    deals.bid_out_of_bounds,
    deals.card_of_another_put_down,
    deals.card_missing_in_the_stock,
    deals.turn_up_below_the_top,
)


def spoiled(seed: int) -> tuple[Record, str, str]:
    """An illegal record as ``(record, kind, rule)``: the rule that the error must name.

    The kinds take turns with ``seed``, so that any ``len(SPOILERS)`` seeds in a row have them all.
    The rule is "" where the rulebook has no id for the fault; of an unknown option the error must
    contain the name, which stands after the colon of the kind.
    """
    rng = Random(f"spoiled {seed}")
    spoiler = SPOILERS[seed % len(SPOILERS)]
    found = None
    while found is None:
        found = spoiler(rng)
    record = found[0]
    if rng.random() < 0.25:
        respell(record, rng)
    return found
