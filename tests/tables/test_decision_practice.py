"""Tests of taking a decision of a match again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from oddtrick import new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES
from oddtrick.match import Match
from oddtrick.review.turns import Turn, turns_of
from oddtrick.tables import CommandRefused
from oddtrick.tables.decision_practice import Practice, practise
from oddtrick.tables.projection import CardPlayed

NAMES = [f"P{place}" for place in range(8)]


def one_deal(game: str, seed: int) -> Match:
    """Returns a match of which at least one deal has been played at random."""
    rng = Random(seed)
    match = new_match(game, seed=seed)
    while not match.over and not match.past:
        match = match.apply(rng.choice(match.legal_actions()))
    return match


def again(match: Match, turn: Turn, *moves: str) -> Practice:
    names = NAMES[: match.rules.players]
    return practise(match, turn.deal, turn.number, moves, names)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_practice_begins_as_the_player_saw_the_decision(game: str) -> None:
    match = one_deal(game, 3)
    for turn in list(turns_of(match))[::7]:
        table = again(match, turn).table
        assert table.match is not None
        view = turn.before.view(turn.seat)
        assert set(table.match.hand) == {str(card) for card in view.hand}
        assert table.match.legal == tuple(str(card) for card in turn.before.legal_actions())
        assert table.match.table == tuple(str(card) for card in view.table)
        assert table.you == table.turn
        assert [place.kind for place in table.places].count("person") == 1


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_practice_goes_to_the_end_of_the_deal(game: str) -> None:
    match = one_deal(game, 4)
    turn = list(turns_of(match))[10]
    moves: list[str] = []
    last = again(match, turn).table
    for _ in range(30):
        practice = again(match, turn, *moves)
        seqs = [update.seq for update in practice.updates]
        assert seqs == list(range(1, len(seqs) + 1))
        last = next((u.table for u in reversed(practice.updates) if u.table), practice.table)
        if last.stage in ("pause", "over"):
            break
        end = practice.updates[-1].turn if practice.updates else None
        legal = (end and end.legal) or (last.match and last.match.legal)
        assert legal
        moves.append(legal[0])
    assert last.stage in ("pause", "over")
    assert last.match is not None
    assert len(last.match.deals) == turn.deal + 1
    with pytest.raises(CommandRefused):
        again(match, turn, *moves, "AS")


def test_the_same_moves_give_the_same_practice() -> None:
    match = one_deal("whist", 5)
    turn = next(turns_of(match))
    move = str(turn.before.legal_actions()[0])
    first, second = again(match, turn, move), again(match, turn, move)
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    played = [e for update in first.updates for e in update.events if isinstance(e, CardPlayed)]
    assert played[0].card == move


def test_a_wrong_move_or_decision_is_refused() -> None:
    match = one_deal("whist", 6)
    turn = next(turns_of(match))
    foreign = next(c for c in ("2C", "2D", "2H", "2S") if c not in _hand(match, turn))
    with pytest.raises(RuleBroken):
        again(match, turn, foreign)
    for deal, decision in ((0, 52), (1, 0), (-1, 0)):
        with pytest.raises(CommandRefused, match="no decision"):
            practise(match, deal, decision, (), NAMES[:4])


def test_other_hands_stay_hidden_in_a_practice() -> None:
    match = one_deal("whist", 7)
    turn = next(turns_of(match))
    table = msgspec.to_builtins(again(match, turn).table)
    shown = msgspec.json.encode(table).decode()
    others = {str(card) for card in turn.before.view(turn.seat).unseen}
    assert others
    assert not [card for card in others if f'"{card}"' in shown]


def _hand(match: Match, turn: Turn) -> tuple[str, ...]:
    view = again(match, turn).table.match
    assert view is not None
    return view.hand
