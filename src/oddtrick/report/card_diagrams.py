"""Pictures of cards: the hands of a deal, its tricks, and the better card where one was missed."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from oddtrick.cards import parse_card
from oddtrick.report.html_markup import Html, el, hidden_text, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from oddtrick.i18n.localizer import Localizer
    from oddtrick.record import DealSteps, HandSteps, TrickSteps
    from oddtrick.report.phrases import Phrases
    from oddtrick.review import DealReview, Decision


Size = Literal["small", "large"]


class Faces(msgspec.Struct, frozen=True):
    """The drawings.

    Args:
        small: every card by its name, and each knave as ``KnC`` (C1), with one large corner.
        large: every card by its name, in full.
        signs: the suits by letter, at the size of the surrounding text.
    """

    small: dict[str, str]
    large: dict[str, str]
    signs: dict[str, str]


@cache
def faces() -> Faces:
    """The drawings of this installation."""
    data = (resources.files("oddtrick.report") / "faces.json").read_bytes()
    return msgspec.json.decode(data, type=Faces)


def card_image(
    card: str, localizer: Localizer, size: Size = "small", *, labelled: bool = True, note: str = ""
) -> Html:
    """A card.

    Args:
        card: rank and suit.
        localizer: for the label.
        size: with one large corner, or in full.
        labelled: whether it has a label for screen readers; else the text beside it serves.
        note: added to the label.
    """
    drawing = localizer.rank_sign(card).replace("10", "T") + card[1]
    drawn = Html((faces().small if size == "small" else faces().large)[drawing])
    if not labelled:
        return el("span", drawn, class_=f"card {size}", aria_hidden="true")
    name = localizer.card(card)
    label = f"{name}, {note}" if note else name
    return el("span", drawn, class_=f"card {size}", role="img", aria_label=label)


def suit_sign(suit: str, localizer: Localizer) -> Html:
    """A suit symbol in running text."""
    return _sign(suit, f' role="img" aria-label="{localizer.suit(suit)}"')


def silent_suit_sign(suit: str) -> Html:
    """The symbol of a suit, hidden from screen readers."""
    return _sign(suit, ' aria-hidden="true"')


_LABEL = re.compile(' role="img" aria-label="[a-z]+"')


def _sign(suit: str, attributes: str) -> Html:
    return Html(_LABEL.sub(attributes, faces().signs[suit]))


def short_card(card: str, localizer: Localizer) -> Html:
    """A card in running text: rank and suit symbol, with its name for screen readers."""
    visible = el("span", localizer.rank_sign(card), silent_suit_sign(card[1]), aria_hidden="true")
    return el("span", visible, hidden_text(localizer.card(card)), class_="short-card")


_CARD = re.compile("(10|Kn|[2-9JQKA])([♠♥♦♣])")


def with_card_signs(text: str, localizer: Localizer) -> Html:
    """A text with its cards shown as everywhere else.

    >>> from oddtrick.i18n.localizer import Localizer
    >>> with_card_signs("1 < 2", Localizer())
    '1 &lt; 2'
    >>> "Herz-König" in with_card_signs("K♥ ist die höchste Karte.", Localizer("de"))
    True
    """
    parts: list[Html | str] = []
    at = 0
    for match in _CARD.finditer(text):
        parts += [text[at : match.start()], short_card(str(parse_card(match[0])), localizer)]
        at = match.end()
    return joined(*parts, text[at:])


ORDER = "SHCD"
"""Suit order in a hand: black and red alternate."""

RANKS = "AKQJT98765432"

FEW = 7
"""Cards in a hand up to which two hands fit side by side on a phone."""


def hands_picture(phrases: Phrases, deal: DealSteps) -> Html:
    """The cards dealt to each seat; several separate hands one after another."""
    several = len(deal.hands) > 1
    return joined(
        *(
            _hands(phrases, deal, hand, phrases.text("hand", n=number) if several else "")
            for number, hand in enumerate(deal.hands, 1)
        )
    )


def _hands(phrases: Phrases, deal: DealSteps, hand: HandSteps, title: str) -> Html:
    most = max(map(len, hand.cards))
    shape = "compass" if len(deal.seats) == 4 else "ring few" if most <= FEW else "ring"
    return joined(
        el("h4", title) if title else None,
        el(
            "ul",
            *(_hand(phrases, deal, hand, seat, at) for at, seat in enumerate(deal.seats)),
            class_=f"hands {shape}",
        ),
    )


def _hand(phrases: Phrases, deal: DealSteps, hand: HandSteps, seat: int, at: int) -> Html:
    cards = in_order(hand.cards[seat])
    name = phrases.label(seat)
    deals = phrases.text("hand.deals")
    dealer = el("span", deals, class_="dealer") if seat == deal.dealer else None
    return el(
        "li",
        el("p", name, dealer, class_="player"),
        el(
            "div",
            *(card_image(card, phrases, labelled=False) for card in cards),
            class_="fan",
            role="img",
            aria_label=f"{name}: {hand_text(cards, phrases)}",
        ),
        class_=f"hand at{at}",
    )


def in_order(cards: Sequence[str]) -> list[str]:
    """Cards as they lie in a hand.

    >>> in_order(["2C", "TC", "AS", "AD"])
    ['AS', 'TC', '2C', 'AD']
    """
    return sorted(cards, key=lambda card: (ORDER.index(card[1]), RANKS.index(card[0])))


def hand_text(cards: Sequence[str], localizer: Localizer) -> str:
    """A hand in words, suit by suit.

    >>> from oddtrick.i18n.localizer import Localizer
    >>> hand_text(["AS", "TC", "2C"], Localizer("de"))
    'Pik A; Kreuz 10 2'
    """
    parts = []
    for suit in ORDER:
        ranks = [card[0].replace("T", "10") for card in cards if card[1] == suit]
        if ranks:
            parts.append(f"{localizer.suit(suit)} {' '.join(ranks)}")
    return "; ".join(parts) or localizer.text("hand.empty")


def trumps(deal: DealSteps, localizer: Localizer) -> Html:
    """Trumps, with their sign."""
    if deal.trump is None:
        return joined(localizer.text("trumps.open"))
    if deal.trump == "N":
        return joined(localizer.text("trumps.none"))
    text = localizer.text("trumps.are", suit=localizer.suit(deal.trump))
    return joined(silent_suit_sign(deal.trump), f" {text}")


Missed: TypeAlias = "Mapping[tuple[int, int, int], Decision]"
"""Decisions that cost something, by hand, trick and seat."""


def tricks_picture(phrases: Phrases, deal: DealReview, seat: int | None = None) -> Html:
    """Every trick of every separate hand.

    Args:
        phrases: the wording.
        deal: the deal.
        seat: only mistakes of this seat are marked; None: all.
    """
    missed = {
        (each.hand, each.trick, each.seat): each
        for each in deal.decisions
        if each.kind == "card" and each.loss.real and seat in (None, each.seat)
    }
    several = len(deal.steps.hands) > 1
    parts: list[Html | None] = []
    for at, hand in enumerate(deal.steps.hands):
        tricks = [
            _trick(phrases, deal, (at, number), trick, missed)
            for number, trick in enumerate(hand.tricks)
        ]
        if tricks:
            parts += [
                el("h4", phrases.text("hand", n=at + 1)) if several else None,
                el("ol", *tricks, class_="tricks"),
            ]
    return joined(*parts) if parts else el("p", phrases.text("tricks.none"), class_="empty")


def plays_picture(phrases: Phrases, plays: Iterable[tuple[int, str]]) -> Html:
    """The first cards of a trick with their players, as they lay at a decision."""
    return el(
        "ul",
        *(_play(phrases, seat, card, won=False, missed=False) for seat, card in plays),
        class_="plays lying",
    )


def _trick(
    phrases: Phrases,
    deal: DealReview,
    place: tuple[int, int],
    trick: TrickSteps,
    missed: Missed,
) -> Html:
    """Draws one trick.

    Args:
        phrases: the wording.
        deal: the deal, for the unit.
        place: the numbers of the hand and of the trick.
        trick: the trick.
        missed: costly decisions, by hand, trick and seat.
    """
    if trick.winner is None:
        winner = phrases.text("trick.unfinished")
    else:
        winner = phrases.about("trick.won", trick.winner)
    costly = {seat: missed[*place, seat] for seat, _ in trick.plays if (*place, seat) in missed}
    remarks = [_better(phrases, deal, decision) for decision in costly.values()]
    title = el("b", phrases.text("trick", n=place[1] + 1))
    return el(
        "li",
        el("p", title, el("span", winner), class_="trick-head"),
        el(
            "ul",
            *(
                _play(phrases, seat, card, won=seat == trick.winner, missed=seat in costly)
                for seat, card in trick.plays
            ),
            class_=f"plays of{len(phrases.review.deals[0].steps.seats)}",
        ),
        el("ul", *remarks, class_="remarks") if remarks else None,
    )


def _play(phrases: Phrases, seat: int, card: str, *, won: bool, missed: bool) -> Html:
    kinds = [kind for kind, is_so in (("won", won), ("missed", missed)) if is_so]
    return el(
        "li",
        card_image(card, phrases, note=phrases.text("trick.wins") if won else ""),
        el("span", phrases.label(seat), class_="player"),
        class_=" ".join(kinds) or None,
    )


def _better(phrases: Phrases, deal: DealReview, decision: Decision) -> Html:
    text = phrases.html(
        "trick.better",
        who=el("b", phrases.label(decision.seat)),
        card=short_card(decision.best, phrases),
    )
    cost = el("span", phrases.cost(decision.loss, deal.unit), class_="soft")
    return el(
        "li",
        card_image(decision.best, phrases, labelled=False),
        el("span", text, cost),
    )
