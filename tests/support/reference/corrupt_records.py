"""Legal random records made illegal in exactly one way, with the rule that each way breaks."""

from collections.abc import Callable
from random import Random
from typing import Any

from .corrupt_deals import (
    bid_out_of_bounds,
    card_missing_in_the_stock,
    cards_for_a_seat_out,
    cut_by_a_stranger,
    cut_missing,
    cut_with_a_round_that_does_not_follow,
    cut_without_a_tie,
    cut_without_a_winner,
    deal_after_the_end,
    deal_after_unfinished,
    duplicate_card,
    full_hand_for_a_dog,
    turn_up_below_the_top,
    turn_up_in_a_hand,
    turn_up_of_another_seat,
    wrong_dealer,
    wrong_number_of_cards,
    wrong_trump_in_sequence,
    wrong_trump_of_turn_up,
)
from .corrupt_plays import (
    bad_number_of_players,
    bad_sides,
    card_already_played,
    card_not_held,
    honours_with_deals,
    knock_at_the_last_trick,
    knock_of_a_bound_seat,
    revoke,
    too_many_plays,
    unbroken_trump_lead,
    unknown_option,
)
from .generate import respell

Record = dict[str, Any]
Spoiler = Callable[[Random], tuple[Record, str, str] | None]

SPOILERS: tuple[Spoiler, ...] = (
    revoke,
    card_not_held,
    card_already_played,
    unbroken_trump_lead,
    too_many_plays,
    unknown_option,
    bad_sides,
    bad_number_of_players,
    honours_with_deals,
    wrong_dealer,
    duplicate_card,
    wrong_number_of_cards,
    cards_for_a_seat_out,
    wrong_trump_of_turn_up,
    wrong_trump_in_sequence,
    turn_up_of_another_seat,
    turn_up_in_a_hand,
    cut_by_a_stranger,
    cut_without_a_winner,
    cut_with_a_round_that_does_not_follow,
    cut_missing,
    cut_without_a_tie,
    deal_after_the_end,
    deal_after_unfinished,
    knock_of_a_bound_seat,
    knock_at_the_last_trick,
    full_hand_for_a_dog,
    bid_out_of_bounds,
    card_missing_in_the_stock,
    turn_up_below_the_top,
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
