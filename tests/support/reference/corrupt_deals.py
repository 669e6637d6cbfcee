"""Records spoiled in a deal: its dealer, cards, trumps or cut, or in that there is one at all.

Each function draws a legal match and returns ``(record, kind, rule)``, or None where the match
drawn gives no occasion for its fault; the caller then draws again. The spoiled deal is the last of
the record, and where later plays could become illegal by the fault, nothing is played in it.
"""

from random import Random
from typing import Any

from .cards import SUITS, hand_text, pack, read_hand
from .corrupt_plays import Spoilt, drawn_match
from .deal_course import (
    cards_each,
    cut_winners,
    has_spare_card,
    has_turn_up,
    next_seat,
    open_hand,
    rounds_of,
    trump_in_sequence,
)
from .generate import Match, new_deal
from .options import GAMES, rule_of
from .scoring import begin_deal, first_standing, seats_in

Record = dict[str, Any]
TURN_UP_GAMES = tuple(game for game in GAMES if not has_spare_card(game))


def bare_deal(match: Match, number: int) -> tuple[Record, Record]:
    """The record up to the deal with this number, of which nothing is played, and that deal."""
    record = match.record()
    record["deals"] = record["deals"][: number + 1]
    deal = record["deals"][-1]
    for hand in deal["hands"]:
        hand["plays"] = []
    return record, deal


def any_deal(rng: Random, match: Match) -> tuple[Record, Record]:
    """``bare_deal`` of any deal of the match."""
    return bare_deal(match, rng.randrange(len(match.log)))


def _hands(deal: Record) -> list[list[list[str]]]:
    """The cards of a deal, by hand and seat."""
    return [[read_hand(text) for text in hand["cards"]] for hand in deal["hands"]]


def wrong_dealer(rng: Random) -> Spoilt:
    """A seat deals out of turn, and turns up a card of its own (T6)."""
    match = drawn_match(rng, GAMES)
    if len(match.log) == 1:
        return None
    record, deal = bare_deal(match, rng.randrange(1, len(match.log)))
    cards = _hands(deal)[-1]
    seats = [seat for seat, held in enumerate(cards) if held and seat != deal["dealer"]]
    deal["dealer"] = rng.choice(seats)
    if "turn_up" in deal:
        deal["turn_up"] = rng.choice(cards[deal["dealer"]])
        deal["trump"] = deal["turn_up"][1]
    return record, "wrong dealer", "T6"


def duplicate_card(rng: Random) -> Spoilt:
    """One seat has a card that another seat has too, in place of its own (W2, S2, K1)."""
    match = drawn_match(rng, GAMES)
    record, deal = any_deal(rng, match)
    cards = _hands(deal)
    index = rng.randrange(len(cards))
    seat, other = rng.sample([seat for seat, held in enumerate(cards[index]) if held], 2)
    lost, doubled = rng.choice(cards[index][seat]), rng.choice(cards[index][other])
    if deal.get("turn_up") in (lost, doubled):
        return None
    cards[index][seat].remove(lost)
    cards[index][seat].append(doubled)
    deal["hands"][index]["cards"] = [hand_text(held) for held in cards[index]]
    return record, "duplicate card", rule_of(match.full["game"], "pack")


def wrong_number_of_cards(rng: Random) -> Spoilt:
    """A card of one seat lies in another seat's hand (W3, S4, K1)."""
    match = drawn_match(rng, GAMES)
    if match.full.get("dogs_life"):
        return None
    record, deal = any_deal(rng, match)
    cards = _hands(deal)
    index = rng.randrange(len(cards))
    seat, other = rng.sample([seat for seat, held in enumerate(cards[index]) if held], 2)
    moved = rng.choice(cards[index][seat])
    if moved == deal.get("turn_up"):
        return None
    cards[index][seat].remove(moved)
    cards[index][other].append(moved)
    deal["hands"][index]["cards"] = [hand_text(held) for held in cards[index]]
    return record, "wrong number of cards", rule_of(match.full["game"], "count")


def cards_for_a_seat_out(rng: Random) -> Spoilt:
    """A seat that is out of knock-out is dealt a hand (K4)."""
    match = drawn_match(rng, ("knockout-whist",))
    if len(match.log) == 1:
        return None
    record, deal = bare_deal(match, rng.randrange(1, len(match.log)))
    cards = _hands(deal)[0]
    out = [seat for seat, held in enumerate(cards) if not held]
    if not out:
        return None
    stock = pack("knockout-whist", match.full["players"])
    free = [card for card in stock if not any(card in held for held in cards)]
    each = cards_each(match.full, len(record["deals"]) - 1)
    cards[rng.choice(out)] = rng.sample(free, each)
    deal["hands"][0]["cards"] = [hand_text(held) for held in cards]
    return record, "cards for a seat that is out", "K4"


def full_hand_for_a_dog(rng: Random) -> Spoilt:
    """A dog is dealt as many cards as the others (X5)."""
    match = drawn_match(rng, ("knockout-whist",), {"dogs_life": True})
    dogs_of = [open_hand(match.full, logged.deal, 0).dogs for logged in match.log]
    number = next((number for number, dogs in enumerate(dogs_of) if dogs), None)
    if number is None:
        return None
    record, deal = bare_deal(match, number)
    cards = _hands(deal)[0]
    stock = pack("knockout-whist", match.full["players"])
    free = [card for card in stock if not any(card in held for held in cards)]
    cards[dogs_of[number][0]] += rng.sample(free, cards_each(match.full, number) - 1)
    deal["hands"][0]["cards"] = [hand_text(held) for held in cards]
    return record, "full hand for a dog", "X5"


def wrong_trump_of_turn_up(rng: Random) -> Spoilt:
    """The trumps are not of the suit turned up (W4, S4, K2)."""
    match = drawn_match(rng, GAMES)
    numbers = [number for number in range(len(match.log)) if has_turn_up(match.full, number)]
    if not numbers:
        return None
    record, deal = bare_deal(match, rng.choice(numbers))
    deal["trump"] = rng.choice([suit for suit in SUITS if suit != deal["trump"]])
    return record, "wrong trump against the turn-up", rule_of(match.full["game"], "turn-up")


def wrong_trump_in_sequence(rng: Random) -> Spoilt:
    """The trumps are not those that the sequence gives this deal (R1, R2)."""
    trumps = rng.choice(["sequence", "sequence-nt"])
    match = drawn_match(rng, ("whist",), {"trumps": trumps})
    record, deal = any_deal(rng, match)
    choices = SUITS if trumps == "sequence" else SUITS + "N"
    due = trump_in_sequence(match.full, len(record["deals"]) - 1)
    deal["trump"] = rng.choice([trump for trump in choices if trump != due])
    rule = "R1" if trumps == "sequence" else "R2"
    return record, "wrong trump against the sequence", rule


def turn_up_of_another_seat(rng: Random) -> Spoilt:
    """The turn-up, which names the trumps, is not in the dealer's last hand (W4, S4)."""
    match = drawn_match(rng, TURN_UP_GAMES)
    record, deal = any_deal(rng, match)
    if "turn_up" not in deal:
        return None
    cards = _hands(deal)
    own = cards[-1][deal["dealer"]]
    others = [card for hand in cards for held in hand for card in held if card not in own]
    deal["turn_up"] = rng.choice(others)
    deal["trump"] = deal["turn_up"][1]
    return record, "turn-up not in the dealer's hand", rule_of(match.full["game"], "turn-up")


def turn_up_in_a_hand(rng: Random) -> Spoilt:
    """The card turned up in knock-out, which belongs to nobody, is in a hand (K2)."""
    match = drawn_match(rng, ("knockout-whist",))
    record, deal = bare_deal(match, 0)
    deal["turn_up"] = rng.choice([card for held in _hands(deal)[0] for card in held])
    deal["trump"] = deal["turn_up"][1]
    return record, "turn-up in a hand", "K2"


def card_missing_in_the_stock(rng: Random) -> Spoilt:
    """The stock has a card of a hand, or one of its own twice, in place of another (G3)."""
    match = drawn_match(rng, ("german-whist",))
    record, deal = any_deal(rng, match)
    place = rng.randrange(1, len(deal["stock"]))
    others = [card for held in _hands(deal)[0] for card in held] + deal["stock"][:place]
    deal["stock"][place] = rng.choice(others)
    return record, "stock that is not the rest of the pack", "G3"


def turn_up_below_the_top(rng: Random) -> Spoilt:
    """Another card than the one turned up lies on top of the stock (G1)."""
    match = drawn_match(rng, ("german-whist",))
    record, deal = any_deal(rng, match)
    place = rng.randrange(1, len(deal["stock"]))
    deal["stock"][0], deal["stock"][place] = deal["stock"][place], deal["stock"][0]
    return record, "turn-up not on top of the stock", "G1"


def _deal_after_tie(rng: Random, tied: bool) -> tuple[Match, Record, Record] | None:
    """A knock-out record that ends with the deal after a tie, or after none, and that deal."""
    match = drawn_match(rng, ("knockout-whist",))
    later = [
        number for number in range(1, len(match.log)) if tied == ("cut" in match.log[number].deal)
    ]
    if not later:
        return None
    record = match.record()
    record["deals"] = record["deals"][: rng.choice(later) + 1]
    return match, record, record["deals"][-1]


def cut_by_a_stranger(rng: Random) -> Spoilt:
    """A seat that did not tie cuts too, and loses the cut (K5)."""
    found = _deal_after_tie(rng, tied=True)
    if found is None:
        return None
    match, record, deal = found
    tricks = match.log[len(record["deals"]) - 2].row["tricks"]
    strangers = [seat for seat, taken in enumerate(tricks) if taken < max(tricks)]
    if not strangers:
        return None
    seat = rng.choice(strangers)
    last = rounds_of(deal["cut"])[-1]
    winner = cut_winners(last, match.full["tie"])[0]
    shown = sorted(set(last.values()) - {last[str(winner)]})
    loser = rng.choice(shown)
    if match.full["tie"] == "cut":
        free = [loser[0] + suit for suit in SUITS if loser[0] + suit not in shown]
        if not free:
            return None
        loser = rng.choice(free)
    last[str(seat)] = loser
    return record, "cut names a seat that did not tie", "K5"


def cut_without_a_winner(rng: Random) -> Spoilt:
    """Two highest cards are equal, or the throws settle nothing (K5)."""
    found = _deal_after_tie(rng, tied=True)
    if found is None:
        return None
    match, record, deal = found
    last = rounds_of(deal["cut"])[-1]
    seats = list(last)
    winner = str(cut_winners(last, match.full["tie"])[0])
    if match.full["tie"] == "rps":
        for seat in seats:
            last[seat] = rng.choice(["rock", "paper", "scissors"])
        if len(cut_winners(last, "rps")) == 1:
            return None
    else:
        other = rng.choice([seat for seat in seats if seat != winner])
        rank = last[winner][0]
        taken = list(last.values())
        free = [rank + other_suit for other_suit in SUITS if rank + other_suit not in taken]
        last[other] = rng.choice(free)
    return record, "cut without a single winner", "K5"


def cut_with_a_round_that_does_not_follow(rng: Random) -> Spoilt:
    """Of all rounds of a tie one is missing, names a seat that was out, or comes too late (K5)."""
    found = _deal_after_tie(rng, tied=True)
    if found is None or isinstance(found[2]["cut"], dict):
        return None
    match, record, deal = found
    rounds = deal["cut"]
    kind = rng.choice(["late", "fell out", "left out"])
    if kind == "late":
        rounds.append(dict(rounds[-1]))
    elif kind == "left out":
        del rounds[0]
        tricks = match.log[len(record["deals"]) - 2].row["tricks"]
        if rounds and len(rounds[0]) == tricks.count(max(tricks)):
            return None
    else:
        out = [seat for seat in rounds[0] if seat not in rounds[-1]]
        if not out:
            return None
        rounds[-1][out[0]] = rounds[0][out[0]]
    return record, "cut with a round that does not follow", "K5"


def cut_missing(rng: Random) -> Spoilt:
    """Seats tied for most tricks and nothing settles who chooses trumps (K5)."""
    found = _deal_after_tie(rng, tied=True)
    if found is None:
        return None
    _, record, deal = found
    del deal["cut"]
    return record, "cut missing", "K5"


def cut_without_a_tie(rng: Random) -> Spoilt:
    """Two seats cut although one seat alone took most tricks (K5)."""
    found = _deal_after_tie(rng, tied=False)
    if found is None:
        return None
    match, record, deal = found
    seats = [seat for seat, held in enumerate(_hands(deal)[0]) if held]
    one, other = rng.sample(seats, 2)
    shown = ("rock", "paper") if match.full["tie"] == "rps" else ("KH", "3D")
    deal["cut"] = {str(one): shown[0], str(other): shown[1]}
    return record, "cut without a tie", "K5"


def deal_after_the_end(rng: Random) -> Spoilt:
    """Another deal, itself without fault, after the match is over (W6, W7, D1, C4, CS1, S7, K8)."""
    game = rng.choice(GAMES)
    match = drawn_match(rng, (game,))
    if game == "oh-hell" or (game == "knockout-whist" and len(match.log) == 7):
        return None  # there are no cards for a deal after that
    record = match.record()
    dealer = next_seat(
        record["deals"][-1]["dealer"], seats_in(match.full, match.standing), match.full["players"]
    )
    begin_deal(match.standing)
    record["deals"].append(new_deal(rng, match.full, match.standing, len(match.log), dealer))
    whist = {"game": "W6", "rubber": "W7", "deals": "D1"}
    rule = whist[match.full["match"]] if game == "whist" else rule_of(game, "end")
    return record, "deal after the match is over", rule


def deal_after_unfinished(rng: Random) -> Spoilt:
    """Another deal, itself without fault, after one that was not played out (no rule)."""
    match = drawn_match(rng, TURN_UP_GAMES)
    record = match.record()
    number = rng.randrange(len(match.log))
    if match.full.get("deals") == number + 1:
        return None
    record["deals"] = record["deals"][: number + 1]
    deal = record["deals"][number]
    plays = deal["hands"][-1]["plays"]
    if not plays:
        return None  # thrown in
    deal["hands"][-1]["plays"] = plays[: rng.randrange(len(plays))]
    dealer = (deal["dealer"] + 1) % match.full["players"]
    standing = first_standing(match.full)
    record["deals"].append(new_deal(rng, match.full, standing, number + 1, dealer))
    return record, "deal after unfinished deal", ""


def bid_out_of_bounds(rng: Random) -> Spoilt:
    """A bid above the number of tricks (O3), or the dealer's that makes the bids add up (O4)."""
    match = drawn_match(rng, ("oh-hell",))
    record, deal = any_deal(rng, match)
    bids = deal["calls"]["bids"]
    tricks = cards_each(match.full, len(record["deals"]) - 1)
    left = tricks - sum(map(int, bids[:-1]))
    if match.full["hook"] and left >= 0 and rng.random() < 0.5:
        bids[-1] = str(left)
        return record, "bid on the hook", "O4"
    bids[rng.randrange(len(bids))] = str(tricks + rng.randint(1, 3))
    return record, "bid out of bounds", "O3"


def card_of_another_put_down(rng: Random) -> Spoilt:
    """A card put down as a bid is not in the hand of its seat (M2)."""
    match = drawn_match(rng, ("minnesota-whist",))
    record, deal = any_deal(rng, match)
    at = rng.randrange(4)
    others = _hands(deal)[0]
    del others[(deal["dealer"] + 1 + at) % 4]
    deal["calls"]["bids"][at] = rng.choice([card for held in others for card in held])
    return record, "card of another hand put down", "M2"
