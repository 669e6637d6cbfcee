"""Games with bids from outside are recorded, counted and played from their rules alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.arena.text_bot import describe_view, read_answer
from oddtrick.arena.view_decoder import decode_view
from oddtrick.arena.view_json import encode_view
from oddtrick.bots import BOTS
from oddtrick.calls import Bid
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.envs.actions import Actions
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, register_game, unregister_game
from oddtrick.match import CHANCE, CallPhase, Match, deal_cards, play_hands
from oddtrick.perft import divide, perft
from oddtrick.record import decode_record, encode_record, record_of, replay, result_of
from oddtrick.terminal.event_text import EventKind
from oddtrick.terminal.game_session import new_session
from oddtrick.terminal.plain_game import PlainGame
from tests.support.bidding_games import EXCHANGE, NOMINATION, Bids, NominationOptions
from tests.support.contributing_example_game import registered

BOTH = pytest.mark.parametrize("game", [NOMINATION, EXCHANGE], ids=lambda game: game.id)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered(NOMINATION), registered(EXCHANGE):
        yield


def states(game: Game, seed: int) -> list[Match]:
    match, rng = new_match(rules=game.rules(), seed=seed), Random(seed)
    found = [match]
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
        found.append(match)
    return found


@BOTH
def test_a_record_ends_anywhere_and_is_replayed_to_the_same_moment(game: Game) -> None:
    for match in states(game, 1)[::3]:
        again = replay(decode_record(encode_record(record_of(match))))
        assert (again.phase, again.deal) == (match.phase, match.deal)
        assert again.past == match.past
        assert result_of(again) == result_of(match)


def test_the_calls_of_a_record_stand_under_the_names_of_their_phases() -> None:
    match = states(EXCHANGE, 3)[-1]
    for deal, log in zip(record_of(match).deals, match.all_deals, strict=True):
        assert deal.calls == {
            name: [str(call) for _, call in made]
            for name, made in ((each.name, each.made) for each in log.calls)
        }
    assert all(b'"calls"' not in encode_record(record_of(each)) for each in plain_matches())


def plain_matches() -> Iterator[Match]:
    for name in ("whist", "knockout-whist"):
        yield new_match(name, seed=1, dealer=0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            ["0", "1", "9", "0"],
            r"deal 1, bids, call 3: seat 3 may not call 9, only 0, 1, .* \(O4\)",
        ),
        (["0", "1", "2", "x!"], r"deal 1, bids, call 4: 'x!' is no bid"),
        (["0", "1", "TH", "0"], r"deal 1, bids, call 3: seat 3 may not call TH, only 0, "),
        (["0", "1", "2"], r"deal 1: cards are played, but bids are missing \(O4\)"),
        (["0", "1", "2", "0", "1"], r"deal 1: calls: 'bids' has 5, not 4"),
    ],
)
def test_a_record_with_wrong_calls_is_refused_in_one_line(change: list[str], why: str) -> None:
    match, rng = new_match(rules=NOMINATION.rules(), seed=1, dealer=0), Random(1)
    while isinstance(match.phase, CallPhase):
        match = match.apply(match.legal_actions()[0])
    record = record_of(match.apply(rng.choice(match.legal_actions())))
    first = replace(record.deals[0], calls={"bids": change})
    with pytest.raises(OddtrickError, match=f"^{why}"):
        replay(replace(record, deals=[first]))


def test_a_record_names_no_phase_that_the_deal_does_not_have() -> None:
    for match in (*plain_matches(), states(NOMINATION, 1)[3]):
        record = record_of(match)
        first = replace(record.deals[0], calls={**(record.deals[0].calls or {}), "kitty": ["2S"]})
        with pytest.raises(OddtrickError, match=r"^deal 1: calls: 'kitty' has 1, not 0$"):
            replay(replace(record, deals=[first]))


def test_the_ways_to_bid_and_play_are_those_to_bid_times_those_to_play() -> None:
    rules = NOMINATION.rules(NominationOptions(players=3, most=2))
    match = new_match(rules=rules, seed=1, dealer=0)
    bid = match
    while isinstance(bid.phase, CallPhase):
        bid = bid.apply(bid.legal_actions()[0])
    fitting = 3**3 - 6  # six of the 27 ways to bid add up to two tricks (O4)
    assert perft(match).sequences == fitting * perft(bid).sequences
    assert perft(match, 3).sequences == fitting
    assert list(divide(match, 1)) == [Bid(0), Bid(1), Bid(2)]


@BOTH
def test_a_view_with_calls_is_decoded_as_it_was_encoded(game: Game) -> None:
    for match in states(game, 2)[::4]:
        for seat in (None, *range(match.rules.players)):
            view = match.view(seat)
            assert decode_view(encode_view(view), match.rules) == view


@BOTH
def test_every_bot_without_search_plays_to_the_end(game: Game) -> None:
    for bot in BOTS[:4]:
        match, rng = new_match(rules=game.rules(), seed=5), Random(5)
        while not match.over:
            assert match.to_act not in (None, CHANCE)
            match = match.apply(bot.choose(match.view(match.to_act), rng))
        assert match.number + 1 == game.rules().match.goal.deals


def test_environments_play_a_game_that_lists_its_calls_and_refuse_another_in_one_line() -> None:
    actions = Actions(NOMINATION.rules())
    assert actions[52:] == tuple(Bid(tricks) for tricks in range(8))
    with pytest.raises(OddtrickError, match=r"^exchange-whist: the environments number the calls"):
        Actions(replace(EXCHANGE.rules(), calls=()))


def test_the_plain_terminal_asks_for_a_call_and_says_those_of_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where the game is saved
    session = new_session(NOMINATION.rules(), seed=7)
    typed, said = StringIO("9\nno bid!\n3\nquit\n"), StringIO()
    PlainGame(session, typed, said, str).play()
    text, made = said.getvalue(), session.match.deal.calls[0].made
    told = ", ".join(
        f"{name} {bid}" for name, (_, bid) in zip(("Bob", "Cal", "Dot"), made[:3], strict=True)
    )
    barred = 7 - sum(bid.number for _, bid in made[:3] if isinstance(bid, Bid))
    free = ", ".join(str(number) for number in range(8) if number != barred)
    assert re.search(rf"Bids: {told}\.\nTrumps .*\.\nCall one of: {free}\.\n", text)
    assert f"You may not call 9, only {free}." in text
    assert "'no bid!' is no bid: give a number, a name, or both, or ? for help." in text
    assert f"Bids: {told}, You 3.\n" in text
    assert session.match.deal.calls[0].made[-1] == (0, Bid(3))


def test_the_plain_terminal_reads_a_card_that_is_called_in_any_case_and_as_the_phase_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # where the game is saved
    session = new_session(EXCHANGE.rules(), seed=7)
    while not session.is_own_turn:
        session.apply(session.next_action())
    card = session.view.legal[0]
    PlainGame(session, StringIO(f"{str(card).lower()}\nquit\n"), StringIO(), str).play()
    assert dict(session.match.deal.calls[0].made)[0] == card
    monkeypatch.setattr(CallPhase, "parse", lambda phase, text: phase.legal()[-1])
    last = session.view.legal[-1]
    PlainGame(session, StringIO("the last\nquit\n"), StringIO(), str).play()
    assert dict(session.match.deal.calls[1].made)[0] == last


@BOTH
def test_the_terminal_says_of_a_call_what_the_person_has_seen(game: Game) -> None:
    secret, thrown_in = 0, 0
    for seed in range(12):
        session, rng = new_session(game.rules(), seed=seed, keep=False), Random(seed)
        while not session.over:
            match, legal = session.match, session.match.legal_actions()
            action = rng.choice(legal) if legal else session.next_action()
            first, *events = session.apply(action, spoken=True)
            if not isinstance(match.phase, CallPhase):
                continue
            assert isinstance(action, Card | Bid)
            phase, seat = match.phase, match.phase.to_act
            assert seat is not None
            names, ended = session.display_names(spoken=True), session.match.number > match.number
            seen = replace(phase, made=(*phase.made, (seat, action))).seen_by(session.seat)
            verb, call = "bid", str(action)
            if isinstance(action, Card):
                verb, call = "put", f"down {names.the_card(action)}"
            if seen[-1][1] is None and not ended and not session.over:
                assert first.text == f"{names.clause(seat, 'have')} called."
                secret += 1
            elif not ended:
                assert first.text == f"{names.clause(seat, verb)} {call}."
            assert first.kind is EventKind.CALL
            assert (EventKind.DEAL_END in {each.kind for each in events}) == (ended or session.over)
            thrown_in += ended
    assert bool(secret) == bool(thrown_in) == (game is EXCHANGE)


def _thrown_in_after_blind_bids(match: Match) -> object:
    bids = [bid.number for _, bid in match.deal.calls[0].made if isinstance(bid, Bid)]
    return play_hands(match) if any(bids) else None


def test_the_calls_of_a_deal_thrown_in_are_not_those_of_the_next() -> None:
    rules = replace(
        NOMINATION.rules(NominationOptions(hook=False)),
        course=(Bids(hook=False), deal_cards, _thrown_in_after_blind_bids),
    )
    game = replace(NOMINATION, build=lambda options: replace(rules, options=options))
    unregister_game(NOMINATION.id)  # for as long as the other game has its name
    try:
        register_game(game)
        match, rng = new_match(rules=game.rules(NominationOptions(hook=False)), seed=1), Random(1)
        while not match.over:
            again = replay(record_of(match))
            if not match.call_phases(match.deal) or match.deal.deal is not None:
                assert (again.phase, again.past) == (match.phase, match.past)
            match = match.apply(
                match.legal_actions()[0] if match.number % 2 else rng.choice(match.legal_actions())
            )
        assert replay(record_of(match)).all_deals == match.all_deals
        assert [sum(log.result.tricks) for log in match.all_deals if log.result][1::2] == [0, 0, 0]
    finally:
        unregister_game(game.id)
        register_game(NOMINATION)


@BOTH
def test_a_player_that_answers_in_words_reads_the_calls_and_calls(game: Game) -> None:
    called = 0
    for match in states(game, 5):
        if match.to_act in (None, CHANCE):
            continue
        view = match.view(match.to_act)
        prompt, legal = describe_view(view), match.legal_actions()
        for name, made in view.calls:
            seen = [f"seat {seat} {'unseen' if call is None else call}" for seat, call in made]
            assert f"{name.capitalize()}: {', '.join(seen) or 'none so far'}." in prompt
        called += isinstance(match.phase, CallPhase)
        for action in legal:
            assert read_answer(f"Why not?\n**{action}.**", legal) == action
    assert called
    with pytest.raises(OddtrickError, match="names none of the legal actions"):
        read_answer("I bid 2!", (Bid(1), Bid(2)))
    with pytest.raises(OddtrickError, match="9 is not legal here"):
        read_answer("9", (Bid(1), Bid(2)))
