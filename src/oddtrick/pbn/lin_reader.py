"""Reads LIN, the format of Bridge Base Online: pairs of a key and a value between bars.

Read are cards and dealer (``md``), names (``pn``), board (``ah``, else ``qx``), vulnerability
(``sv``), calls (``mb``), cards played (``pc``), tricks claimed (``mc``) and the event (``vg``).
Seats stand in the order South, West, North, East.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from oddtrick.cards import Hand, parse_card, parse_hand
from oddtrick.errors import OddtrickError
from oddtrick.pbn.board import SEATS, Board, Refusal, Trumps
from oddtrick.pbn.bridge_board import BridgeDeal

_FIRST_SEAT = 2
_CALL = re.compile(r"([1-7])(NT?|[SHDC])|(P)(?:ASS)?|(XX|RDBL|R)|(X|DBL|D)|[!?*]")
_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])")
_HOLDING = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)")
_VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}


def scan_lin(text: str, trump: Trumps = UNSET) -> Iterator[tuple[int, Board | Refusal]]:
    """Yields each deal of a text with its number, from 1, or what is wrong with it."""
    for number, found in enumerate(_deals(text), 1):
        try:
            deal = _deal(found)
        except Refusal as refusal:
            refusal.line = found[0][2]
            yield number, refusal
            continue
        try:
            yield number, deal.board(trump)
        except Refusal as refusal:
            refusal.line = deal.line
            yield number, refusal


def _deals(text: str) -> Iterator[list[tuple[str, str, int]]]:
    """The keys and values of each deal with their lines: ``md``, what names it, and what follows.

    Names and event go for all deals that follow; in a match of two rooms, the second four names are
    those of the closed room.
    """
    common: dict[str, tuple[str, int]] = {}
    deal: list[tuple[str, str, int]] = []
    line = 1
    fields = text.split("|")
    for key, value in zip(fields[::2], fields[1::2], strict=False):
        line += key.count("\n")
        name = key.strip().lower()
        if name in ("vg", "pn", "qx"):
            common[name] = value, line
        elif name == "md":
            if deal:
                yield deal
            deal = [("md", value, line), *((each, *common[each]) for each in common)]
            common.pop("qx", None)
        elif deal:
            deal.append((name, value, line))
        line += value.count("\n")
    if deal:
        yield deal


def _deal(fields: list[tuple[str, str, int]]) -> BridgeDeal:
    deal = BridgeDeal(line=fields[0][2])
    room = next((value[:1] for key, value, _ in fields if key == "qx"), "")
    for key, value, _ in fields:
        if key == "md":
            _read_hands(deal, value)
        elif key == "pn":
            names = value.split(",")
            names = names[4:] if room == "c" and len(names) == 8 else names[:4]
            deal.tags |= {SEATS[_seat(at)]: name.strip() for at, name in enumerate(names)}
        elif key == "sv":
            deal.tags["Vulnerable"] = _VULNERABLE.get(value.strip().lower()[:1], "?")
        elif key == "mb":
            deal.calls += _calls(value)
        elif key == "pc":
            cards = _CARD.findall(value.upper())
            if not cards or "".join(cards) != "".join(value.upper().split()):
                raise Refusal(f"pc|{value[:20]}| is not a card: write suit then rank, as in pc|HT|")
            deal.plays += [parse_card(card[1:] + card[0]) for card in cards]
        else:
            _read_tag(deal, key, value.strip())
    return deal


def _read_tag(deal: BridgeDeal, key: str, value: str) -> None:
    if key == "vg":
        deal.tags["Event"] = value.partition(",")[0]
    elif key == "mc":
        deal.tags["Result"] = value
    elif key == "qx":
        deal.tags.setdefault("Board", value[1:])
    elif key == "ah" and value:
        deal.tags["Board"] = value.removeprefix("Board").strip()


def _seat(at: int) -> int:
    return (_FIRST_SEAT + at) % 4


def _read_hands(deal: BridgeDeal, value: str) -> None:
    digit, texts = value.strip()[:1], value.strip()[1:].split(",")
    if not digit or digit not in "01234" or len(texts) > 4:
        raise Refusal(
            f"md|{value[:40]}| is not a deal: write the number of the dealer, 1 for South, and the "
            "hands of South, West, North and East, as in md|1SAKHQD2C3,…|"
        )
    deal.dealer = _seat(int(digit) - 1) if int(digit) else None
    for at, text in enumerate(texts):
        deal.hands[_seat(at)] = _hand(text)


def _hand(text: str) -> Hand:
    plain = "".join(text.upper().split())
    held = dict.fromkeys("SHDC", "")
    for suit, cards in _HOLDING.findall(plain):
        held[suit] += cards
    if sum(len(cards) for cards in held.values()) + len(re.findall("[SHDC]", plain)) != len(plain):
        raise Refusal(f"{text[:40]!r} is not a hand: write suits and ranks, as in SAK4H2DQT9C765")
    try:
        return parse_hand(".".join(held.values()))
    except OddtrickError as error:
        raise Refusal(str(error)) from None


def _calls(value: str) -> Iterator[str]:
    at, text = 0, "".join(value.upper().split())
    while at < len(text):
        call = _CALL.match(text, at)
        if call is None:
            raise Refusal(f"mb|{value[:20]}| is not a call: write 1H, 3N, p, d or r")
        if call[1]:
            yield call[1] + call[2][0]
        elif call[3] or call[4] or call[5]:
            yield "P" if call[3] else "R" if call[4] else "X"
        at = call.end()
