from typing import Any

import pytest

from oddtrick.cards import Card
from oddtrick.highlights import highlights_of, survival_of
from oddtrick.terminal.display_names import DisplayNames
from oddtrick.terminal.highlights_text import deal_highlights, finishing_order
from tests.support.extent import part
from tests.support.random_matches import EVERY, course

NAMES = ("Anna", "Bela", "Cleo", "Dora", "Elin", "Fips", "Gerd", "Hugo")


@pytest.mark.parametrize(("game", "options"), part(EVERY, 30))
def test_the_terminal_tells_the_highlights_of_every_match(
    game: str, options: dict[str, Any]
) -> None:
    match = course(game, options, 3)[-1]
    rules = match.rules
    for me in (None, *range(rules.players)):
        names = DisplayNames(names=NAMES[: rules.players], me=me)
        view = match.view(me)
        found = highlights_of(view.past[-1], rules)
        told = deal_highlights(view, names)
        about: list[tuple[set[int], list[Card]]] = []
        if found.odd_trick is not None:
            about.append(({found.odd_trick.seat}, [found.odd_trick.card]))
        if found.prize is not None:
            prize = found.prize
            about.append(({prize.holder, prize.taker}, [prize.card, prize.winning]))
        honours = [cards for cards in found.honours if len(cards) >= 3]
        assert len(told) == len(about) + len(honours)
        for sentence, (seats, cards) in zip(told, about, strict=False):
            assert {seat for seat in range(rules.players) if NAMES[seat] in sentence} == seats - {
                me
            }
            assert (me in seats) == ("you" in sentence.lower())
            assert all(names.card(card) in sentence for card in cards)
        for sentence, held in zip(told[len(about) :], honours, strict=True):
            assert names.cards(held) in sentence
        order = finishing_order(view, names)
        assert bool(order) == rules.goal.eliminates
        if order:
            survival = survival_of(view.past)
            sorted_seats = sorted(range(rules.players), key=lambda seat: survival[seat].place)
            where = [order.index(names.name_of(seat)) for seat in sorted_seats]
            assert where == sorted(where)
            assert order.count("out in deal") == rules.players - 1
