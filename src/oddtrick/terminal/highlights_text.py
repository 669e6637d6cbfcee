"""The highlights of a finished deal and match, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from oddtrick.highlights import (
    ContractResult,
    PrizedTrump,
    Survival,
    highlights_of,
    survival_of,
)
from oddtrick.plurals import count_noun
from oddtrick.scoring import Honours
from oddtrick.terminal.call_words import contract_name
from oddtrick.terminal.display_names import DisplayNames, capitalize, join_names
from oddtrick.views import View

COUNTING_HONOURS = 3
"""The honours of a side from which they score (H1, C5)."""


def deal_highlights(view: View, names: DisplayNames) -> tuple[str, ...]:
    """Sentences about the last finished deal: its contract, the odd trick, the ten, honours."""
    return tuple(_sentences(view, names))


def _sentences(view: View, names: DisplayNames) -> Iterator[str]:
    deal = view.past[-1]
    found = highlights_of(deal, view.rules)
    if deal.contract is not None:
        told = contract_name(deal.contract, view.rules, names)
        yield f"{told}, {_outcome(found.contract)}." if found.contract else f"{told} was played."
    elif not any(deal.tricks):
        yield "The deal was thrown in."
    if (odd := found.odd_trick) is not None:
        made = names.clause(odd.seat, "make")
        yield f"{made} the odd trick with {names.the_card(odd.card)} (trick {odd.number})."
    if found.prize is not None:
        yield _prize(view, names, found.prize)
    how = "taken" if view.rules.scoring.profile.honours is Honours.CAPTURED else "dealt"
    for side, cards in zip(view.rules.sides, found.honours, strict=False):
        if len(cards) >= COUNTING_HONOURS:
            yield f"{names.side_label(side)}: {len(cards)} honours {how} ({names.cards(cards)})."


def _outcome(contract: ContractResult) -> str:
    """The outcome of a contract: ``made with 2 tricks over``."""
    tricks, apart = count_noun(contract.tricks, "trick"), count_noun(abs(contract.over), "trick")
    if not contract.made:
        return f"{apart} short" if contract.over < 0 else f"failed with {tricks}"
    if contract.over > 0:
        return f"made with {apart} over"
    return "made exactly" if contract.tricks else "made without a trick"


def _prize(view: View, names: DisplayNames, prize: PrizedTrump) -> str:
    taker, card = prize.taker, names.card(prize.card)
    if prize.holder == taker:
        return f"{names.clause(taker, 'win')} a trick with the {card}."
    whose, winning = names.possessive(prize.holder), names.the_card(prize.winning)
    if not prize.scores:
        takers = f"{names.possessive(taker)} {names.card(prize.winning)}"
        return f"{capitalize(whose)} {card} falls to {takers}."
    if prize.holder in view.rules.partners(taker):
        return f"{names.clause(taker, 'bring')} {whose} {card} home with {winning}."
    return f"{names.clause(taker, 'catch')} {whose} {card} with {winning}."


def finishing_order(view: View, names: DisplayNames) -> str:
    """The order in which the players of a match of elimination fell out, the winner first.

    Empty for other matches, and while several are still in.
    """
    if not (view.rules.goal.eliminates and view.standing.over):
        return ""
    found = sorted(enumerate(survival_of(view.past)), key=lambda each: each[1].place)
    places = (f"{names.name_of(seat)} {_came(how)}" for seat, how in found)
    return f"The order: {join_names(places)}."


def _came(how: Survival) -> str:
    dog = " after a dog's life" if how.dog is not None else ""
    return f"(last one in{dog})" if how.out is None else f"(out in deal {how.out}{dog})"
