import os
import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from oddtrick import new_match
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.i18n.localizer import CARD_PARAMS, Localizer
from oddtrick.record import encode_record, record_of
from oddtrick.solver.settled import is_settled
from oddtrick.terminal.event_text import EventKind, GameEvent, deal_result, match_result
from oddtrick.terminal.game_session import GameSession, new_session, resume_session
from oddtrick.terminal.saved_games import latest_game
from oddtrick.terminal.score_sheet import score_sheet
from tests.support.terminal.game_sessions import (
    GAMES,
    opened,
    play_out,
    seated,
    session,
    until_yours,
)

# Spades are trumps and the person has all of them but the dealer's two.
ALL_TRUMPS = "AKQJT9876543...A .AKQJT98765432.. ..AKQJT98765432. 2...KQJT98765432"
# Spades are trumps; South holds two of them and three hearts.
MIXED = "A2.A43.A432.A432 K3.K65.K765.K765 Q4.Q87.QJT9.QJT9 JT98765.JT92.8.8"


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_match_of_every_game_is_played_to_its_end(game: str, options: dict[str, Any]) -> None:
    table = session(game, **options)
    play_out(table)
    assert table.over
    assert table.view.standing.over


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_undo_and_replay_give_the_same_match(game: str, options: dict[str, Any]) -> None:
    table = session(game, **options)
    until_yours(table)
    played = table.view.legal[-1]
    table.apply(played)
    until_yours(table)
    then = table.match
    table.undo()
    assert table.is_own_turn
    table.apply(played)
    until_yours(table)
    assert table.match == then


def test_every_action_can_be_undone_back_to_the_first_card() -> None:
    table = session("whist", target=1)
    own = play_out(table)
    for _ in own:
        table.undo()
    assert len(table.view.hand) == 13
    with pytest.raises(OddtrickError, match="nothing to undo"):
        table.undo()


def test_T8_an_illegal_card_is_refused_with_what_to_play_and_the_turn_stays() -> None:
    table = seated(opened("whist", MIXED, Card.S5, dealer=3).apply(Card.HA), "Dot You Bob Cal")
    table.player = 1
    before = table.match
    with pytest.raises(OddtrickError, match=r"^you must follow suit: play a heart$"):
        table.apply(Card.SK)
    assert table.match == before


def test_a_card_not_held_is_refused() -> None:
    table = seated(opened("whist", MIXED, Card.S5))
    with pytest.raises(OddtrickError, match=r"^you do not hold KH$"):
        table.apply(Card.HK)


def test_T9_a_valid_claim_finishes_the_hand() -> None:
    table = seated(opened("whist", ALL_TRUMPS, Card.S2, target=9))
    events = table.claim(table.check_claim())
    assert events[0].text == "Your claim stands: the remaining tricks are yours."
    assert [event.kind for event in events[1:]] == [EventKind.DEAL_END]
    assert table.view.past[-1].tricks == (13, 0, 0, 0)


def test_T9_an_invalid_claim_is_refused_and_the_turn_stays() -> None:
    table = seated(opened("whist", MIXED, Card.S5))
    before = table.match
    with pytest.raises(OddtrickError, match="the claim is rejected"):
        table.check_claim()
    assert table.match == before


def test_T9_a_claim_is_undone_as_a_whole() -> None:
    table = seated(opened("whist", ALL_TRUMPS, Card.S2, target=9))
    before = table.match
    table.claim(table.check_claim())
    table.undo()
    assert table.match == before


def test_a_hint_has_a_reason_and_is_legal() -> None:
    table = session("whist")
    until_yours(table)
    advice = table.hint()
    assert advice.action in table.view.legal
    assert advice.reason


def test_a_hint_is_refused_out_of_turn() -> None:
    with pytest.raises(OddtrickError, match="your turn"):
        session("whist").hint()


def test_the_game_is_autosaved_after_every_action(games_folder: Path) -> None:
    table = session("whist", keep=True)
    until_yours(table)
    for _ in range(3):
        table.apply(table.view.legal[0])
        saved = latest_game()
        assert saved is not None
        assert saved.read_bytes() == encode_record(record_of(table.match, table.names)) + b"\n"
        until_yours(table)
    assert len(list(games_folder.rglob("*.json"))) == 1


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_an_autosaved_game_resumes_at_its_last_action(game: str, options: dict[str, Any]) -> None:
    table = session(game, keep=True, **options)
    until_yours(table)
    for _ in range(4):
        table.apply(table.view.legal[0])
        until_yours(table)
    saved = latest_game()
    assert saved is not None
    again = resume_session(saved, seed=1)
    assert again.view.hand == table.view.hand
    assert again.view.tricks == table.view.tricks
    assert again.view.table == table.view.table
    assert again.is_own_turn == table.is_own_turn
    for _ in range(4):
        again.undo()
    assert again.is_own_turn


def test_two_terminals_resuming_one_game_keep_separate_autosaves(games_folder: Path) -> None:
    table = session("whist", keep=True)
    until_yours(table)
    table.apply(table.view.legal[0])
    until_yours(table)
    while len(table.view.legal) == 1:
        table.apply(table.view.legal[0])
        until_yours(table)
    saved = latest_game()
    assert saved is not None
    one, two = resume_session(saved, seed=1), resume_session(saved, seed=1)
    one.apply(one.view.legal[0])
    two.apply(two.view.legal[-1])
    for each in (one, two, one):
        until_yours(each)
        each.apply(each.view.legal[0])
    found = {file.read_bytes() for file in games_folder.rglob("*.json")}
    assert found == {
        encode_record(record_of(each.match, each.names)) + b"\n" for each in (one, two)
    }
    assert len(list(games_folder.rglob("*.json"))) == 2


def test_a_finished_game_is_offered_only_after_an_undo(games_folder: Path) -> None:
    table = session("whist", keep=True, target=1)
    play_out(table)
    assert latest_game() is None
    assert len(list((games_folder / "finished").glob("*.json"))) == 1
    table.undo()
    assert latest_game() is not None
    assert not list((games_folder / "finished").glob("*.json"))


def test_an_unwritable_folder_is_reported_once_and_play_continues(
    games_folder: Path,
) -> None:
    games_folder.parent.mkdir(parents=True)
    games_folder.write_text("in the way")
    table = session("whist", keep=True, target=1)
    until_yours(table)
    assert "not being saved" in table.autosave_error
    table.autosave_error = ""
    play_out(table)
    assert not table.autosave_error


def test_a_game_is_saved_to_a_file_and_resumed(tmp_path: Path) -> None:
    table = session("knockout-whist", players=3)
    until_yours(table)
    table.apply(table.view.legal[0])
    path = table.save(tmp_path / "game.json")
    assert resume_session(path).view.past == table.view.past


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "not JSON"),
        ("[]", "not a record"),
        ('{"format":"oddtrick/9","rules":{},"deals":[]}', "9"),
    ],
)
def test_a_file_without_a_game_is_refused_in_one_line(
    tmp_path: Path, content: str, message: str
) -> None:
    file = tmp_path / "x.json"
    file.write_text(content)
    with pytest.raises(OddtrickError, match=message) as refused:
        resume_session(file)
    assert "\n" not in str(refused.value)


def test_the_person_gets_the_seat_with_their_name_in_the_file(tmp_path: Path) -> None:
    table = new_session(rules_of("whist"), player=2, name="Jo", seed=1, keep=False)
    until_yours(table)
    path = table.save(tmp_path / "game.json")
    assert resume_session(path).seat == 2
    assert resume_session(path, name="Bob").seat == 1
    assert resume_session(path, seat=3).seat == 3


def test_a_bot_does_not_take_the_persons_name() -> None:
    table = new_session(rules_of("whist"), name="Bob", keep=False)
    assert len(set(table.names)) == 4


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(OddtrickError, match="seats are 0 to 3"):
        new_session(rules_of("whist"), player=4, keep=False)


def test_C2_the_cut_for_partners_is_announced_and_reseats_the_person() -> None:
    table = session("colonial-whist", seed=9)
    events = until_yours(table)
    cuts = [event for event in events if event.kind is EventKind.CUT]
    assert "against" in cuts[-1].text
    assert [name for name, _ in cuts[0].shown] == ["You", "Bob", "Cal", "Dot"]
    assert table.match.seating[table.seat] == 0


def test_K5_throws_are_secret_until_all_have_thrown() -> None:
    table = session("knockout-whist", tie="rps", players=5)
    events: tuple[GameEvent, ...] = ()
    for seed in range(60):
        table = session("knockout-whist", seed=seed, tie="rps", players=5)
        while not table.over and not table.view.thrown:
            action = table.view.legal[0] if table.is_own_turn else table.next_action()
            events = table.apply(action)
        if table.view.thrown:
            break
    assert events[0].kind is EventKind.THROW
    assert re.fullmatch(r"\w+ (has|have) thrown\.", events[0].text)
    assert not events[0].shown
    while table.view.thrown:
        action = table.view.legal[0] if table.is_own_turn else table.next_action()
        events = table.apply(action)
    assert events[0].kind is EventKind.REVEAL
    assert len(events[0].shown) >= 2


def _was_out_early(table: GameSession) -> bool:
    """True if deals were played after the person was out."""
    return not table.view.past[-2].tricks[table.seat]


def test_K4_the_game_continues_after_the_person_is_out() -> None:
    tables = (session("knockout-whist", seed=seed, players=6) for seed in range(60))
    table = next(table for table in tables if play_out(table) and _was_out_early(table))
    assert table.seat not in table.view.seats
    assert table.over


def test_S4_the_separate_hands_are_announced() -> None:
    table = session("scotch-whist", players=2, seed=3)
    events = until_yours(table)
    while len(table.view.past) == 0:
        events += table.apply(table.view.legal[0])
        events += until_yours(table)
    texts = [event.text[:11] for event in events if event.kind is EventKind.HAND][:3]
    assert texts == ["Hand 1 of 3", "Hand 2 of 3", "Hand 3 of 3"]


def test_W7_a_game_of_a_rubber_is_announced_and_listed_on_the_sheet() -> None:
    table = session("whist", match="rubber", target=1, seed=4)
    play_out(table)
    ends = [deal.games for deal in table.view.past]
    assert ends[0] in ((1, 0), (0, 1))
    assert score_sheet(table.view, table.display_names()).heads[-1] == "Games"
    while len(table.view.past) > 1:
        table.undo()
    assert re.search(
        r"wins? the game; games are 1 to 0\.", deal_result(table.view, table.display_names())
    )


def test_a_drawn_match_has_no_winner() -> None:
    tables = (session("whist", match="deals", deals=2, seed=seed) for seed in range(60))
    table = next(table for table in tables if play_out(table) and table.match.winner is None)
    assert match_result(table.view, table.display_names()) == "The match is over: it is a tie."


def test_trump_and_partner_choices_are_announced() -> None:
    table = session("knockout-whist", seed=5)
    events = until_yours(table)
    while not table.over and not any(event.kind is EventKind.TRUMPS for event in events):
        events = [*table.apply(table.view.legal[0]), *until_yours(table)]
    trumps_text = next(event.text for event in events if event.kind is EventKind.TRUMPS)
    assert re.fullmatch(r"\w+ chooses? . (clubs|diamonds|hearts|spades) as trumps\.", trumps_text)


@pytest.mark.parametrize("name", ["~nobody-of-that-name/x", "x" * 5000, "a\0b"])
def test_an_invalid_file_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(OddtrickError):
        session("whist").save(name)


def test_an_unreadable_autosave_does_not_hide_others(games_folder: Path) -> None:
    table = session("whist", seed=1, keep=True)
    until_yours(table)
    assert table.autosave is not None
    broken = games_folder / "unfinished" / "broken.json"
    broken.write_text("{")
    os.utime(broken, (2**32, 2**32))
    assert latest_game() == table.autosave.file
    table.autosave.file.unlink()
    assert latest_game() == broken


def test_a_spoken_reason_names_every_card_in_words() -> None:
    params = dict.fromkeys(CARD_PARAMS, "TD") | {"cards": "2C KS", "n": "2"}
    catalogue = Localizer().catalogue
    named = 0
    for tag, form in {**catalogue.advice, **catalogue.facts}.items():
        wanted = {name for _, name, _, _ in Formatter().parse(form) if name}
        if not wanted <= params.keys():
            continue
        given = {name: params[name] for name in wanted}
        assert not set("♣♦♥♠") & set(Localizer(spoken=True).sentence(tag, given)), tag
        named += bool(set("♣♦♥♠") & set(Localizer().sentence(tag, given)))
    assert named > 2


def test_a_claim_ends_a_deal_that_is_decided() -> None:
    rng, match = Random(1), new_match("solo-whist", seed=1, deals=2)
    while not is_settled(match) or match.to_act != 0:
        match = match.apply(rng.choice(match.legal_actions()))
    table = seated(match)
    events = table.claim(table.check_claim())
    assert events[0].text == "The deal is decided: nothing can change its points."
    assert events[1].kind is EventKind.DEAL_END
