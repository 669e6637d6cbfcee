"""An independent replay of a record: every card checked, every deal scored."""

from typing import Any

from .cards import SUITS, IllegalRecordError, pack, read_card, read_hand
from .deal_course import (
    Trick,
    cards_each,
    cut_winners,
    hands_in_deal,
    has_turn_up,
    next_seat,
    open_hand,
    read_play,
    trump_in_sequence,
)
from .options import FOUR_HANDED, Rules, full_rules, sides_of
from .scoring import (
    PlayedOut,
    Standing,
    begin_deal,
    first_standing,
    result_row,
    score_deal,
    seats_in,
    tricks_by_seat,
)

Record = dict[str, Any]
Result = dict[str, Any]


def result_of(record: Record) -> Result:
    """The output of ``oddtrick replay --json`` for a legal record.

    Raises ``IllegalRecordError`` with the id of the rule that an illegal record breaks.
    """
    if record["format"] != "oddtrick/1":
        raise IllegalRecordError("", f"format {record['format']!r}")
    full = full_rules(record["rules"])
    standing = first_standing(full)
    rows: list[dict[str, Any]] = []
    for number, deal in enumerate(record["deals"]):
        if standing.over:
            raise IllegalRecordError(_rule_of_the_end(full), "a deal after the end of the match")
        if rows and rows[-1]["points"] is None:
            raise IllegalRecordError("", "a deal after an unfinished deal")
        before = record["deals"][number - 1] if number > 0 else None
        rows.append(_replay_deal(full, standing, number, deal, before))
    result = {
        "format": "oddtrick-result/1",
        "sides": sides_of(full),
        "deals": rows,
        "over": standing.over,
        "winner": standing.winner,
    }
    return {**result, "rubber": standing.rubber} if standing.rubber else result  # X6


def _rule_of_the_end(full: Rules) -> str:
    """The rule that ends a match of this kind: W6, W7, D1, C4, CS1, S7 or K8."""
    if full["game"] == "whist":
        return {"game": "W6", "rubber": "W7", "deals": "D1"}[str(full["match"])]
    ends = {
        "colonial-whist": "C4",
        "colonial-scotch-whist": "CS1",
        "scotch-whist": "S7",
        "knockout-whist": "K8",
    }
    return ends[full["game"]]


def _replay_deal(
    full: Rules, standing: Standing, number: int, deal: Record, before: Record | None
) -> dict[str, Any]:
    """Check and play one deal; its row of the result."""
    begin_deal(standing)
    seats = seats_in(full, standing)
    if before is not None:
        _check_dealer(full, seats, deal, before)
    _check_cards(full, seats, standing.dogs, number, deal)
    _check_trump(full, number, deal)
    if full["game"] == "knockout-whist":
        _check_cut(full, standing, deal)
    tricks: list[Trick] = []
    played_out = True
    for index, hand in enumerate(deal["hands"]):
        if hand["plays"] and not played_out:
            raise IllegalRecordError("S4", "a hand begins before the one before it is played")
        in_play = open_hand(full, deal, index)
        for text in hand["plays"]:
            in_play.play(read_play(text))
        tricks.extend(in_play.tricks)
        played_out = in_play.finished()
    by_seat = tricks_by_seat(full, [trick.winner for trick in tricks])
    if not played_out:
        return result_row(standing, by_seat, None)
    points = score_deal(full, standing, PlayedOut(deal["trump"], _dealt(full, deal), tricks))
    return result_row(standing, by_seat, points)


def _dealt(full: Rules, deal: Record) -> list[list[str]]:
    """All the cards dealt to each seat, over the separate hands of the deal."""
    dealt: list[list[str]] = [[] for _ in range(full["players"])]
    for hand in deal["hands"]:
        for seat, text in enumerate(hand["cards"]):
            dealt[seat].extend(read_hand(text))
    return dealt


def _check_dealer(full: Rules, seats: list[int], deal: Record, before: Record) -> None:
    """T6: the deal passes clockwise to the next seat, in knock-out the next still in."""
    due = next_seat(before["dealer"], seats, full["players"])
    if deal["dealer"] != due:
        raise IllegalRecordError("T6", f"seat {deal['dealer']} deals, seat {due} should")


def _check_cards(full: Rules, seats: list[int], dogs: list[int], number: int, deal: Record) -> None:
    """W2, W3, S2, S4, K1, K4, X5: the right number of the right cards for every seat."""
    game = full["game"]
    count_rule = "W3" if game in FOUR_HANDED else {"scotch-whist": "S4"}.get(game, "K1")
    pack_rule = "W2" if game in FOUR_HANDED else {"scotch-whist": "S2"}.get(game, "K1")
    if len(deal["hands"]) != hands_in_deal(full):
        raise IllegalRecordError(count_rule, f"{len(deal['hands'])} separate hands")
    for hand in deal["hands"]:
        if len(hand["cards"]) != full["players"]:
            raise IllegalRecordError(count_rule, f"cards for {len(hand['cards'])} seats")
        for seat, text in enumerate(hand["cards"]):
            cards = read_hand(text)
            if seat not in seats and cards:
                raise IllegalRecordError("K4", f"seat {seat} is out and has cards")
            if seat in dogs and len(cards) != 1:
                raise IllegalRecordError("X5", f"seat {seat}, a dog, has {len(cards)} cards")
            if seat in seats and seat not in dogs and len(cards) != cards_each(full, number):
                raise IllegalRecordError(count_rule, f"seat {seat} has {len(cards)} cards")
    cards = [card for held in _dealt(full, deal) for card in held]
    whole = pack(game, full["players"])
    if any(cards.count(card) > 1 or card not in whole for card in cards):
        raise IllegalRecordError(pack_rule, "a card twice, or one not in the pack")


def _check_trump(full: Rules, number: int, deal: Record) -> None:
    """W4, R1, R2, S4, K2, K3: the turn-up where it belongs, and the trumps it names."""
    turn_up, trump = deal.get("turn_up"), deal["trump"]
    game = full["game"]
    if not has_turn_up(full, number):
        if turn_up is not None:
            raise IllegalRecordError("", "a card turned up where none is")
        if game == "knockout-whist":
            if len(trump) != 1 or trump not in SUITS:
                raise IllegalRecordError("K3", f"{trump!r} chosen for trumps")
        elif trump != trump_in_sequence(full, number):
            rule = "R1" if full["trumps"] == "sequence" else "R2"
            raise IllegalRecordError(rule, f"{trump} is trumps out of sequence")
        return
    rule = {"scotch-whist": "S4", "knockout-whist": "K2"}.get(game, "W4")
    card = read_card(turn_up or "")
    last_hand = [read_hand(text) for text in deal["hands"][-1]["cards"]]
    if game == "knockout-whist":
        if any(card in held for held in last_hand):
            raise IllegalRecordError(rule, f"the turn-up {card} is in a hand")
    elif card not in last_hand[deal["dealer"]]:
        raise IllegalRecordError(rule, f"the turn-up {card} is not in the dealer's last hand")
    if trump != card[1]:
        raise IllegalRecordError(rule, f"{trump} is trumps, {card} was turned up")


def _check_cut(full: Rules, standing: Standing, deal: Record) -> None:
    """K5: a cut after a tie for most tricks and only then, by those who tied, with one winner."""
    cut = deal.get("cut")
    if not standing.tied:
        if cut is not None:
            raise IllegalRecordError("K5", "a cut where no seats tied")
        return
    if not cut:
        raise IllegalRecordError("K5", f"seats {standing.tied} tied and did not cut")
    if isinstance(cut, dict):
        _check_deciding_round(full, standing.tied, cut)
        return
    still = standing.tied
    for shown in cut:
        if len(still) == 1:
            raise IllegalRecordError("K5", "a round after the tie was settled")
        if sorted(int(seat) for seat in shown) != sorted(still):
            raise IllegalRecordError("K5", f"{shown} where {still} were still tied")
        still = cut_winners(shown, full["tie"]) or still
    if len(still) > 1:
        raise IllegalRecordError("K5", "the rounds of the cut end without a winner")


def _check_deciding_round(full: Rules, tied: list[int], cut: dict[str, str]) -> None:
    """The last round of a tie alone, of those who were still in it (K5)."""
    for seat in cut:
        if int(seat) not in tied:
            raise IllegalRecordError("K5", f"seat {seat} cuts but did not tie")
    if len(cut_winners(cut, full["tie"])) != 1:
        raise IllegalRecordError("K5", "the cut has not exactly one winner")
