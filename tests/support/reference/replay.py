"""An independent replay of a record: every card checked, every deal scored."""

from typing import Any

from .cards import SUITS, IllegalRecordError, pack, read_card, read_hand
from .deal_course import (
    SPARE_CARD,
    Trick,
    bids_allowed,
    bids_by_seat,
    cards_each,
    cut_winners,
    hands_in_deal,
    has_turn_up,
    next_seat,
    open_hand,
    read_play,
    trump_in_sequence,
)
from .options import Rules, full_rules, sides_of
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

COUNT_RULES = {"scotch-whist": "S4", "knockout-whist": "K1", "oh-hell": "O1", "german-whist": "G1"}
PACK_RULES = {"scotch-whist": "S2", "knockout-whist": "K1", "oh-hell": "O1", "german-whist": "G1"}
TURN_UP_RULES = {
    "scotch-whist": "S4",
    "knockout-whist": "K2",
    "oh-hell": "O2",
    "german-whist": "G1",
}
"""The rules of cards and turn-up by game; those of whist elsewhere."""

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
        "oh-hell": "O6",
        "german-whist": "G5",
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
    if full["game"] == "oh-hell":
        _check_bids(full, number, deal)
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
    played = PlayedOut(deal["trump"], _dealt(full, deal), tricks, bids_by_seat(full, deal))
    points = score_deal(full, standing, played)
    return result_row(standing, by_seat, points)


def _check_bids(full: Rules, number: int, deal: Record) -> None:
    """O3, O4: everybody bids once before the play, and the dealer within the hook."""
    made: list[int] = []
    for text in deal.get("calls", {}).get("bids", []):
        if int(text) not in bids_allowed(full, number, made):
            rule = "O3" if int(text) > cards_each(full, number) else "O4"
            raise IllegalRecordError(rule, f"the bid of {text} after {made}")
        made.append(int(text))
    if len(made) < full["players"] and any(hand["plays"] for hand in deal["hands"]):
        raise IllegalRecordError("", "play before the last bid")


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
    count_rule, pack_rule = COUNT_RULES.get(game, "W3"), PACK_RULES.get(game, "W2")
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
    if game == "german-whist":
        _check_stock(cards, whole, deal)


def _check_stock(dealt: list[str], whole: list[str], deal: Record) -> None:
    """G1 and G3: the stock is the rest of the pack, and the card turned up lies on top."""
    stock = [read_card(text) for text in deal.get("stock", [])]
    if sorted(dealt + stock) != sorted(whole):
        raise IllegalRecordError("G3", "the stock is not the rest of the pack")
    if stock[0] != read_card(deal["turn_up"]):
        raise IllegalRecordError("G1", "the turn-up is not on top of the stock")


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
    rule = TURN_UP_RULES.get(game, "W4")
    card = read_card(turn_up or "")
    last_hand = [read_hand(text) for text in deal["hands"][-1]["cards"]]
    if game in SPARE_CARD:
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
