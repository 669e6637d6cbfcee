"""Validation of a board: the cards, the turn-up, the lead, and every card played."""

from __future__ import annotations

from msgspec import UNSET

from oddtrick.cards import Card, Hand, Suit, cards_in, mask_of, parse_card
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match.hand_play import Playing, open_hand
from oddtrick.pbn.board import NOTHING, SEATS, TURN_UP, Board, Refusal, left_of, right_of
from oddtrick.tricks import CardOrder, Trick, check_seat, from_seat

ALL_SEATS = (0, 1, 2, 3)


def check_board(board: Board) -> None:
    """Refuses a board that cannot be.

    Raises:
        Refusal: a card is in two hands, hands differ in size, the lead is not where it must be,
            the turn-up is not the dealer's, or a play breaks the rules (T2, T3, W4).
    """
    for seat in (board.dealer, board.leader):
        try:
            _ = seat if seat is None else check_seat(seat, len(SEATS))
        except RuleBroken as broken:
            raise Refusal(f"{broken.what}, North to West", broken.rule) from None
    _check_hands(board)
    _check_lead(board)
    _check_turn_up(board)
    played(board)


def _check_hands(board: Board) -> None:
    owner: dict[Card, int] = {}
    for seat, hand in enumerate(board.hands):
        for card in hand:
            if card in owner:
                raise Refusal(
                    f"{card.name} is in {SEATS[owner[card]]}'s hand and in {SEATS[seat]}'s: "
                    "take it out of one",
                    tag="Deal",
                )
            owner[card] = seat
        if len(hand) > 13:
            raise Refusal(f"{SEATS[seat]} has {len(hand)} cards, not 13", tag="Deal")
    if all(board.hands) and len(set(map(len, board.hands))) > 1:
        sizes = ", ".join(
            f"{name} {len(hand)}" for name, hand in zip(SEATS, board.hands, strict=True)
        )
        raise Refusal(
            f"the hands have different sizes, {sizes} cards: give each 13, in an ending each the "
            "same number, or - for a hand that is not known",
            tag="Deal",
        )


def _check_lead(board: Board) -> None:
    """In whist the dealer's left leads (T2); in an ending anybody may be on lead."""
    dealer, leader = board.dealer, board.leader
    if not board.whist or board.ending or dealer is None or leader is None:
        return
    if leader != left_of(dealer):
        raise Refusal(
            f"{SEATS[leader]} leads, but in whist it is {SEATS[left_of(dealer)]}, the dealer's "
            f"left: make {SEATS[right_of(leader)]} Dealer and Declarer",
            "T2",
            tag="Dealer",
        )


def turn_up_of(board: Board) -> Card | None:
    """The card that the tag says was turned up, or None (W4).

    Raises:
        Refusal: it is no card.
    """
    text = board.tag(TURN_UP)
    if text is None or text in NOTHING:
        return None
    try:
        return parse_card(text)
    except OddtrickError as error:
        raise Refusal(str(error), tag=TURN_UP) from None


def _check_turn_up(board: Board) -> None:
    card = turn_up_of(board)
    if card is None:
        return
    if board.trump is not card.suit:
        raise Refusal(
            f"{card} is turned up, so that {card.suit} must be trumps: mend [{TURN_UP}], or the "
            "contract",
            "W4",
            tag=TURN_UP,
        )
    hand = board.hands[board.dealer] if board.dealer is not None else Hand()
    if hand and not board.ending and card not in hand:
        raise Refusal(
            f"{card} is turned up, but the dealer does not hold it: mend [{TURN_UP}]",
            "W4",
            tag=TURN_UP,
        )


def _trump(board: Board) -> Suit | None:
    """For laying out the first trick, which needs none, unknown trumps are as good as none."""
    return None if board.trump is UNSET else board.trump


def _turns(board: Board, leader: int) -> list[int]:
    """The seat of each card played."""
    seats: list[int] = []
    for start in range(0, len(board.plays), 4):
        if start and board.trump is UNSET:
            raise Refusal(
                "who wins a trick is not known without trumps: give a [Contract] or "
                "[OddtrickTrump], or end the play with * after the first trick",
                tag="Play",
            )
        trick = Trick(from_seat(ALL_SEATS, leader), board.plays[start : start + 4], _trump(board))
        seats += trick.seats[: len(trick.cards)]
        leader = trick.seats[trick.best]
    return seats


def played(board: Board) -> Playing | None:
    """The hand as far as it was played, each card checked; None where nobody is on lead.

    Of a hand that is not known, the cards that it plays are.

    Raises:
        Refusal: a card is not held, has gone, or does not follow suit (T3).
    """
    if board.leader is None:
        if board.plays:
            raise Refusal(
                "it is not known who leads: give the Declarer, or in whist the Dealer", tag="Play"
            )
        return None
    turns = _turns(board, board.leader)
    dealt = [hand.mask for hand in board.hands]
    for seat in ALL_SEATS:
        if not board.hands[seat]:
            dealt[seat] = mask_of(
                card for card, turn in zip(board.plays, turns, strict=True) if turn == seat
            )
    hand = open_hand(
        tuple(dealt),
        leader=board.leader,
        seats=ALL_SEATS,
        trump=_trump(board),
        order=CardOrder.ACE_HIGH.strengths(None),
        break_trumps=False,
    )
    for place, card in enumerate(board.plays):
        _check_card(board, hand, place, card)
        hand = hand.after(card)
    return hand


def _check_card(board: Board, hand: Playing, place: int, card: Card) -> None:
    seat, subject = hand.to_act, f"trick {place // 4 + 1}: {SEATS[hand.to_act]} plays {card.name}"
    if hand.gone & card.bit:
        raise Refusal(f"{subject}, which was played before: mend one of the two", "T3", play=place)
    holder = next((other for other in ALL_SEATS if card in board.hands[other]), None)
    if holder not in (None, seat):
        assert holder is not None
        raise Refusal(
            f"{subject}, which {SEATS[holder]} holds: it is out of turn or in the wrong column",
            "T3",
            play=place,
        )
    if not hand.held(seat) & card.bit:
        raise Refusal(
            f"{subject}, which it does not hold: mend the play or the deal", "T3", play=place
        )
    legal = hand.legal_mask()
    if not legal & card.bit:
        held = " ".join(other.name for other in cards_in(legal))
        raise Refusal(
            f"{subject} on the lead of {hand.trick.cards[0].name} and holds {held}: a revoke; mend "
            "it, or end the play before it with *",
            "T3",
            play=place,
        )
