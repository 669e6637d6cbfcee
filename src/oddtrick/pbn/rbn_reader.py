"""Reads RBN, Richard's Bridge Notation: lines that begin with a label, an empty line between deals.

Read are board (B), event (E), names (N), hands (H), dealer, vulnerability and calls (A), contract,
declarer and leader (C), play (P) and result (R). A play ends at the first card that is not named,
such as ``-``, the lowest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET

from oddtrick.cards import parse_card, parse_hand
from oddtrick.errors import OddtrickError
from oddtrick.pbn.board import SEAT_LETTERS, Board, Refusal, Trumps
from oddtrick.pbn.bridge_board import BridgeDeal

_REPEATED = "TDLESFKNBH"
"""Labels that go on for later deals until they are given again."""

_CALL = re.compile(r"([1-7][CDHSN])|([PXRA])|Y|[!?*]|\^\d")
_CONTRACT = re.compile(r"([1-7]?[CDHSN])([XR]?)(?:\d+|M)?")
_CARD = re.compile(r"([SHDC]?)([2-9TJQKA])(?:[!?*]|\^\d)*")
_VULNERABLE = {"Z": "None", "N": "NS", "E": "EW", "B": "All"}


def scan_rbn(text: str, trump: Trumps = UNSET) -> Iterator[tuple[int, Board | Refusal]]:
    """Yields each deal of a text with its number, from 1, or what is wrong with it."""
    for number, lines in enumerate(_deals(text), 1):
        try:
            yield number, _deal(lines).board(trump)
        except Refusal as refusal:
            refusal.line = refusal.line or lines.get("H", next(iter(lines.values())))[1]
            yield number, refusal


def _deals(text: str) -> Iterator[dict[str, tuple[str, int]]]:
    """The text and the line of each label of each deal; paragraphs in braces are left out."""
    repeated: dict[str, tuple[str, int]] = {}
    own: dict[str, tuple[str, int]] = {}
    in_braces = False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if in_braces or line.startswith("{"):
            in_braces = not line.rstrip().endswith("}")
        elif not line.strip():
            if own:
                repeated |= {label: own[label] for label in own if label in _REPEATED}
                yield repeated | own
            own = {}
        elif line[1:2] in (" ", ""):
            own.setdefault(line[:1], (line[2:].strip(), number))


def _deal(lines: dict[str, tuple[str, int]]) -> BridgeDeal:
    deal = BridgeDeal(line=next(iter(lines.values()))[1])
    readers = {
        "H": _read_hands,
        "A": _read_auction,
        "C": _read_contract,
        "P": _read_play,
        "N": _read_names,
    }
    for label, (text, line) in lines.items():
        try:
            if label in readers:
                readers[label](deal, text)
        except Refusal as refusal:
            refusal.line = line
            raise
    for label, tag in (("B", "Board"), ("E", "Event")):
        if label in lines:
            deal.tags[tag] = lines[label][0].partition(":")[0]
    result = re.match(r"\d+", lines.get("R", ("", 0))[0])
    if result is not None:
        deal.tags["Result"] = result[0]
    return deal


def _seat(text: str, what: str) -> int:
    if len(text) != 1 or text not in SEAT_LETTERS:
        raise Refusal(f"{what} is {text[:20]!r}: write N, E, S or W")
    return SEAT_LETTERS.index(text)


def _read_hands(deal: BridgeDeal, text: str) -> None:
    first = _seat(text[:1], "the first seat of H")
    for at, each in enumerate(re.split("[:;]", text[1:])[1:5]):
        suits = each.strip().split(".")
        if set(each) & set("x?"):
            raise Refusal(
                f"{each[:40]!r} has cards that are not named: name them instead of x and ?"
            )
        try:
            held = parse_hand(".".join((suits + [""] * 4)[: max(4, len(suits))]))
        except OddtrickError as error:
            raise Refusal(str(error)) from None
        deal.hands[(first + at) % 4] = held


def _read_auction(deal: BridgeDeal, text: str) -> None:
    head, colon, calls = text.partition(":")
    if not colon:
        head, calls = "", text
    deal.dealer = _seat(head[:1] or "W", "the dealer in A")
    deal.tags["Vulnerable"] = _VULNERABLE.get(head[1:2], "?")
    at, calls = 0, "".join(calls.upper().replace(":", "").split())
    while at < len(calls):
        call = _CALL.match(calls, at)
        if call is None:
            raise Refusal(f"{calls[at : at + 10]!r} is not a call: write 1H, 3N, P, X, R or A")
        if call[1] or call[2]:
            deal.calls += ["P", "P", "P"] if call[2] == "A" else [call[1] or call[2]]
        at = call.end()


def _read_contract(deal: BridgeDeal, text: str) -> None:
    contract, _, seats = text.partition(":")
    found = _CONTRACT.fullmatch(contract.strip().upper())
    if found is None:
        raise Refusal(f"C {text[:20]} is not a contract: write it as in C 4SX:W")
    declarer, _, leader = seats.partition(":")
    deal.contract = found[1] + {"X": "X", "R": "XX"}.get(found[2], "")
    deal.declarer = _seat(declarer.strip(), "the declarer in C")
    deal.leader = _seat(leader.strip()[:1], "the leader in C") if leader.strip() else None


def _read_play(deal: BridgeDeal, text: str) -> None:
    for trick in re.split("[:;]", text.upper()):
        at, led, cards = 0, "", "".join(trick.split())
        while at < len(cards):
            card = _CARD.match(cards, at)
            if card is None and cards[at] in "-~+.Y":
                return
            if card is None or not (card[1] or led):
                raise Refusal(
                    f"{trick[:20]!r} is not a trick: write a suit and then the ranks that follow "
                    "suit, as in SK54T"
                )
            suit = card[1] or led
            led = led or suit
            deal.plays.append(parse_card(card[2] + suit))
            at = card.end()


def _read_names(deal: BridgeDeal, text: str) -> None:
    for pair, seats in zip(
        text.split(":")[:2], (("North", "South"), ("West", "East")), strict=False
    ):
        named = zip(seats, pair.split("+"), strict=False)
        deal.tags |= {seat: name.strip() for seat, name in named if name.strip()}
