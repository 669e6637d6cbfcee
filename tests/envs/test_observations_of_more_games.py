"""Observations of games with calls or a stock: what the seat's view shows, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from oddtrick.cards import Card, Hand
from oddtrick.dealing import new_match
from oddtrick.envs.actions import Actions
from oddtrick.envs.observation_layout import BASE, layout_of, state_layout_of
from oddtrick.envs.observations import ObservationTracker
from oddtrick.envs.view_observations import ViewObserver
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.match import CallPhase, Exchange, Match, Playing, played_cards
from oddtrick.rules import Rules
from oddtrick.solver.deals.call_numbers import bids_of
from oddtrick.views import View
from tests.support.bidding_games import ALONE, CONTRACT, EXCHANGE, LOSING, PASS
from tests.support.extent import part
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.random_matches import WITH_CALLS, WITH_MORE_TO_SEE, WITHOUT_PASSES, course

MORE = pytest.mark.parametrize("kind", part(WITH_MORE_TO_SEE, 7), ids=str)


def observed(match: Match, seat: int) -> np.ndarray[Any, np.dtype[np.int16]]:
    observer = ViewObserver(match.rules)
    observer.load(match)
    return observer.observe(seat)


def parts_of(match: Match, seat: int) -> dict[str, Any]:
    return layout_of(match.rules).split(observed(match, seat))


def some_states(kind: tuple[str, dict[str, Any]], seed: int, count: int) -> list[Match]:
    """States of a random match, half of them before the play where there are calls."""
    states, rng = course(*kind, seed), Random(seed)
    calling = [match for match in states if isinstance(match.phase, CallPhase)]
    playing = [match for match in states if not isinstance(match.phase, CallPhase)]
    found = rng.sample(calling, min(count // 2, len(calling)))
    return [*found, *rng.sample(playing, min(count - len(found), len(playing))), states[-1]]


@pytest.mark.parametrize("kind", part(WITHOUT_PASSES, 6), ids=str)
def test_other_games_have_the_same_numbers_from_their_views(
    kind: tuple[str, dict[str, Any]],
) -> None:
    states = course(*kind, 4)
    tracker = ObservationTracker(states[0].rules)
    for match in Random(4).sample(states, min(12, len(states))):
        tracker.load(match)
        for seat in range(match.rules.players):
            assert np.array_equal(observed(match, seat), tracker.observe(seat))
            assert len(observed(match, seat)) == BASE.size


@MORE
def test_hidden_cards_make_no_difference(kind: tuple[str, dict[str, Any]]) -> None:
    rng, changed = Random(5), 0
    for match in some_states(kind, 5, 12):
        for seat in range(match.rules.players):
            other = permute_hidden(match, seat, rng)
            if other is not None:
                changed += 1
                assert observed(other, seat).tobytes() == observed(match, seat).tobytes()
    assert changed


@MORE
def test_observations_are_in_their_spaces_and_follow_the_play(
    kind: tuple[str, dict[str, Any]],
) -> None:
    states = course(*kind, 1)
    layout, observer = layout_of(states[0].rules), ViewObserver(states[0].rules)
    flat, parts = layout.vector_space(), layout.dict_space()
    observer.load(states[0])
    for before, match in pairwise(states[:120]):
        was, phase = before.phase, match.phase
        if isinstance(was, Playing) and isinstance(phase, Playing) and phase.layout is was.layout:
            observer.play(was, played_cards(phase.plays)[-1], phase)
        else:
            observer.load(match)
        seen = observer.observe(0)
        assert np.array_equal(seen, observed(match, 0))
        assert flat.contains(seen)
        assert parts.contains(layout.split(seen))


@MORE
def test_calls_contract_and_stock_are_those_of_the_match(kind: tuple[str, dict[str, Any]]) -> None:
    """Read back from the numbers, in every state of a match."""
    for match in some_states(kind, 3, 40):
        for seat in range(match.rules.players):
            view, parts = match.view(seat), parts_of(match, seat)
            assert heard(match.rules, parts, seat) == last_calls(view)
            assert contract_of(match.rules, parts, seat) == expected_contract(match)
            if match.rules.plan.stock is not None:
                assert parts["stock"].tolist() == [view.stock]
                assert own_drawn(parts) <= Hand.of(dealt_and_drawn(match, seat))


def heard(rules: Rules, parts: dict[str, Any], seat: int) -> dict[tuple[int, Any], int]:
    """The number of each call that the observer has seen, by seat and call."""
    bids, found = bids_of(rules), {}
    for name, calls in (("bids", bids), ("cards_called", tuple(Card))):
        if name in parts:
            for place, column in zip(*np.nonzero(parts[name]), strict=True):
                caller = (int(place) + seat) % rules.players
                found[caller, calls[column]] = int(parts[name][place, column])
    return found


def last_calls(view: View) -> dict[tuple[int, Any], int]:
    calls = [each for _, made in view.calls for each in made]
    return {
        (seat, call): number for number, (seat, call) in enumerate(calls, 1) if call is not None
    }


def contract_of(rules: Rules, parts: dict[str, Any], seat: int) -> tuple[Any, ...]:
    if "contract" not in parts:
        return ()
    bid = [rules.contracts[at] for at in np.flatnonzero(parts["contract"])]
    declarer, side = (
        sorted((int(at) + seat) % rules.players for at in np.flatnonzero(parts[name]))
        for name in ("declarer", "undertaking")
    )
    return bid, declarer, side


def expected_contract(match: Match) -> tuple[Any, ...]:
    contract = match.deal.contract
    if not match.rules.contracts:
        return ()
    if contract is None:
        return [], [], []
    declarer = [] if contract.declarer is None else [contract.declarer]
    return [contract.bid], declarer, list(contract.side)


def own_drawn(parts: dict[str, Any]) -> Hand:
    return Hand.of(Card(int(at)) for at in np.flatnonzero(parts["drawn"][0]))


def dealt_and_drawn(match: Match, seat: int) -> list[Card]:
    """The cards that a seat has had in the deal under way."""
    deal = match.deal.deal
    assert deal is not None
    if isinstance(match.phase, Playing):
        return list(Hand(match.phase.layout.dealt[seat]))
    return list(Hand(match.rules.pack))


def test_discards_and_kitty_are_seen_by_those_who_have_seen_them() -> None:
    for sport in (True, False):
        match = discarded({"sport": sport})
        log, declarer = match.deal, match.deal.contract
        assert declarer is not None
        (exchange,) = (each for each in log.calls if isinstance(each, Exchange))
        for seat in range(4):
            parts = parts_of(match, seat)
            out = [Card(int(at)) for at in np.flatnonzero(parts["out_of_play"])]
            if seat == declarer.declarer:
                assert out == list(exchange.discarded)
            else:
                assert out == (list(exchange.kitty) if sport else [])
                assert parts["secret_calls"].sum() == 4
            assert not parts["kitty"].any()


def discarded(options: dict[str, Any]) -> Match:
    """A deal of a game with a kitty as its play begins."""
    kitty = next(game.id for game in GAMES if game.rules().plan.kitty)
    states = course(kitty, options, 2)
    return next(match for match in states if isinstance(match.phase, Playing))


def test_an_open_hand_is_seen_by_all() -> None:
    seen = 0
    for game, options in WITH_CALLS:
        for match in course(game, options, 6):
            exposed, phase = match.deal_rules.exposed, match.phase
            if exposed is None or not isinstance(phase, Playing):
                continue
            seat = (exposed + 1) % match.rules.players
            there = np.flatnonzero(parts_of(match, seat)["places"][-1 % match.rules.players])
            shown = [int(card) for card in Hand(phase.held(exposed))] if phase.winners else []
            assert there.tolist() == shown
            seen += bool(shown)
    assert seen


@MORE
def test_the_whole_state_has_every_card_once(kind: tuple[str, dict[str, Any]]) -> None:
    layout = state_layout_of(rules_of(kind[0], **kind[1]))
    space, observer = layout.vector_space(), ViewObserver(rules_of(kind[0], **kind[1]))
    for match in some_states(kind, 2, 20):
        observer.load(match)
        state = np.concatenate([observer.observe(0), observer.hidden()])
        assert space.contains(state)
        parts = layout.split(state)
        for seat in range(match.rules.players):
            own = np.flatnonzero(parts["all_hands"][seat]).tolist()
            assert own == [int(card) for card in match.view(seat).hand]
        if "stock_order" in parts:
            assert parts["stock_order"].max() == match.view(0).stock
            assert not (parts["stock_order"].astype(bool) & parts["all_hands"].any(axis=0)).any()


def test_each_number_of_each_game_has_a_meaning() -> None:
    for game in GAMES:
        layout, actions = layout_of(game.rules()), Actions(game.rules())
        assert all(part.meaning and part.name.isidentifier() for part in layout.parts)
        assert len(layout.slices) == len(layout.parts)
        assert actions.text(len(actions)) == "wait"
        assert [actions.number_of(action) for action in actions] == list(range(len(actions)))


def test_calls_and_contracts_that_are_not_listed_are_refused_in_one_line() -> None:
    with pytest.raises(OddtrickError, match=r"^exchange-whist: the environments number the calls"):
        Actions(replace(EXCHANGE.rules(), calls=()))
    with pytest.raises(
        OddtrickError, match=r"^contract-whist: the environments number .*contracts"
    ):
        Actions(replace(CONTRACT.rules(), contracts=()))
    rules = replace(CONTRACT.rules(), calls=(ALONE,))
    match = new_match(rules=rules, seed=1)
    with pytest.raises(OddtrickError, match=r"^contract-whist: Rules.calls does not list losing$"):
        Actions(rules).legal_bits(match)
    with pytest.raises(OddtrickError, match=r"^contract-whist has no action pass$"):
        Actions(rules).number_of(PASS)
    match = match.apply(ALONE).apply(PASS).apply(PASS).apply(PASS)
    listed = replace(rules, calls=(ALONE, LOSING, PASS), contracts=(PASS,))
    observer = ViewObserver(listed)
    observer.load(match)
    with pytest.raises(OddtrickError, match=r"^contract-whist: Rules.contracts does not list alo"):
        observer.observe(0)
