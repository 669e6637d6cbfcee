"""Players in words: the prompt shows what the view shows, and answers are read as people write."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick import new_match
from oddtrick.arena import play_duplicate
from oddtrick.arena.players import Entrant, find_entrant
from oddtrick.arena.text_bot import describe_view, read_answer
from oddtrick.cards import Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Match
from oddtrick.rules import PlayerAction, Throw, action_text
from tests.support.contributing_example_game import example_game, registered
from tests.support.permute_hidden_cards import permute_hidden

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "text_bot.py"
WHIST = rules_of("whist")
GAMES = (
    WHIST,
    rules_of("colonial-whist"),
    rules_of("colonial-scotch-whist"),
    rules_of("scotch-whist", players=2),
    rules_of("scotch-whist", players=6, sides=2),
    rules_of("knockout-whist", players=5, tie="rps"),
    rules_of("knockout-whist", players=3, broken=True, choose="blind"),
)
CARDS = (Card.H2, Card.HT, Card.SA, Card.CJ)


def in_words(folder: Path, code: str, name: str = "mine") -> Entrant:
    """Returns an entrant whose program has the prompt in ``prompt``."""
    file = folder / f"{name}.py"
    file.write_text(f"import os, sys, time\nprompt = sys.stdin.read()\n{code}\n")
    return find_entrant(name, {name: f"text:{sys.executable} -I -S {file}"})


def somewhere(game: int, seed: int, actions: int) -> Match:
    match, rng = new_match(rules=GAMES[game], seed=seed), Random(seed)
    for _ in range(actions):
        following = match.apply(rng.choice(match.legal_actions()))
        if following.over:
            break
        match = following
    return match


MATCHES = st.builds(
    somewhere, st.integers(0, len(GAMES) - 1), st.integers(0, 99), st.integers(0, 150)
)


@given(MATCHES)
@settings(max_examples=60)
def test_a_prompt_shows_the_hand_the_play_and_the_legal_actions(match: Match) -> None:
    view = match.view(match.to_act)
    prompt = describe_view(view)
    now = prompt.partition("The options of this table")[2]
    assert f"Legal: {', '.join(map(action_text, view.legal))}\n" in now
    assert f"You have seat {view.seat}." in now
    words = set(re.findall(r"\w+", now))
    shown = {card for card in Card if str(card) in words}
    played = {
        card for hand in (*view.earlier, view.tricks) for trick in hand for card in trick.cards
    }
    assert set(view.hand) | played | set(view.table) <= shown
    unseen = set(view.unseen) - {Card.SA, Card.HT}  # the example of how a card is written
    public = {card for _, card in (*view.cut, *view.contest) if isinstance(card, Card)}
    assert not shown & unseen - public


@given(MATCHES, st.integers(0, 99))
@settings(max_examples=40)
def test_permuting_hidden_cards_leaves_a_prompt_unchanged(match: Match, seed: int) -> None:
    other = permute_hidden(match, match.to_act, Random(seed))
    assume(other is not None)
    assert other is not None
    assert describe_view(other.view(match.to_act)) == describe_view(match.view(match.to_act))


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_the_rules_come_first_and_stay_the_same(game: int) -> None:
    first, later = (
        describe_view(match.view(match.to_act))
        for match in (somewhere(game, 1, actions) for actions in (0, 9))
    )
    head = first.partition("The options of this table")[0]
    assert later.startswith(head)
    assert "T3. " in head
    assert not re.search(r"\*\*|\]\(", head)


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("TH", Card.HT),
        ("10H", Card.HT),
        ("I follow.\n\n**10♥**\n", Card.HT),
        ("♥10", Card.HT),
        ("♥ T.", Card.HT),
        ("The ten of hearts.", Card.HT),
        ("10 of Hearts", Card.HT),
        ("knave of clubs", Card.CJ),
        ("AS looks good, but I keep it.\nMy choice: 2H", Card.H2),
        ("`AS`", Card.SA),
        ("ACE OF SPADES", Card.SA),
        ("As I must follow, I play TH", Card.HT),
    ],
)
def test_a_card_is_read_as_people_write_it(answer: str, action: Card) -> None:
    assert read_answer(answer, CARDS) is action


@given(st.sampled_from(list(Card)))
def test_every_card_is_read_in_every_notation(card: Card) -> None:
    texts = (
        str(card),
        card.symbols,
        f"{card.rank} of {card.suit}",
        card.suit.symbol + str(card)[0],
    )
    assert {read_answer(text, (card,)) for text in texts} == {card}


@pytest.mark.parametrize(
    ("answer", "legal", "action"),
    [
        ("spades", tuple(Suit), Suit.SPADES),
        ("H", tuple(Suit), Suit.HEARTS),
        ("I choose ♦.", tuple(Suit), Suit.DIAMONDS),
        ("Rock!", tuple(Throw), Throw.ROCK),
    ],
)
def test_suits_and_throws_are_read(
    answer: str, legal: tuple[PlayerAction, ...], action: PlayerAction
) -> None:
    assert read_answer(answer, legal) is action


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("", "the answer is empty"),
        (" \n***\n", "the answer is empty"),
        ("I do not know", "'I do not know', names none of the legal actions"),
        ("AS\nbecause it wins", "'because it wins', names none"),
        ("AS or TH", "names several: AS TH"),
        ("KH", "KH is not legal here"),
    ],
)
def test_an_unclear_answer_is_refused_with_the_reason(answer: str, wrong: str) -> None:
    with pytest.raises(OddtrickError, match=re.escape(wrong)):
        read_answer(answer, CARDS)


@pytest.mark.parametrize(
    "page", ["P1. One\nmore.\n\nP2. Two.", "- **P1** One\n  more.\n- **P2** Two."]
)
def test_a_prompt_has_the_rules_of_a_game_of_your_own(page: str) -> None:
    game = replace(example_game(), page=f"# Prize Whist\n\n{page}\n\n## Options\n")
    with registered(game):
        match = new_match(game.id, seed=1)
        lines = describe_view(match.view(match.to_act)).splitlines()
    assert {"P1. One more.", "P2. Two."} <= {*lines}


def test_a_prompt_has_the_page_of_a_game_whose_rules_have_no_numbers() -> None:
    game = replace(example_game(), page="# Prize Whist\n\nAs *Whist*, with prizes.\n")
    with registered(game):
        match = new_match(game.id, seed=1)
        lines = describe_view(match.view(match.to_act)).splitlines()
    assert "As Whist, with prizes." in lines


@pytest.mark.parametrize("game", ["whist", "oh-hell", "bid-whist"])
def test_the_example_plays_whole_deals(game: str) -> None:
    entrant = find_entrant("mine", {"mine": f"text:{sys.executable} {EXAMPLE}"})
    outcome = play_duplicate(rules_of(game), entrant, "random", deals=1, seed=3, limit=60.0)
    assert outcome.faults == ()
    assert outcome.times["mine"].decisions > 20


def test_an_illegal_answer_is_returned_with_the_reason(tmp_path: Path) -> None:
    code = """
legal = prompt.rpartition("Legal: ")[2].split(", ")[0]
print(legal if "cannot be played: the last line, 'a card', names none" in prompt else "a card")
"""
    outcome = play_duplicate(WHIST, in_words(tmp_path, code), "random", deals=1, seed=3, limit=60.0)
    assert outcome.faults == ()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("print('pass')", "after 3 attempts pass is not legal here"),
        ("time.sleep(60)", "no answer within 2 s"),
        ("sys.exit('no key')", "it exited with status 1: no key"),
        ("print('x' * 10**6)", "after 3 attempts the last line, 'xxx"),
    ],
)
def test_a_program_without_a_legal_answer_forfeits_the_deal(
    tmp_path: Path, code: str, reason: str
) -> None:
    entrant = in_words(tmp_path, code)
    limit = 2.0 if "within 2 s" in reason else 60.0
    outcome = play_duplicate(WHIST, entrant, "random", deals=1, seed=3, limit=limit)
    assert {fault.bot for _, fault in outcome.faults} == {"mine"}
    assert all(fault.reason.startswith(reason) for _, fault in outcome.faults)
    assert len(outcome.faults) == 2


def test_the_seed_of_a_decision_is_in_the_environment(tmp_path: Path) -> None:
    code = """
from random import Random
legal = prompt.rpartition("Legal: ")[2].splitlines()[0].split(", ")
print(Random(int(os.environ["ODDTRICK_SEED"])).choice(legal))
"""
    entrant = in_words(tmp_path, code)
    first, second = (
        play_duplicate(WHIST, entrant, "random", deals=1, seed=3, limit=60.0) for _ in range(2)
    )
    assert first.swings == second.swings
    assert first.faults == ()


def test_a_program_that_does_not_exist_is_named() -> None:
    with pytest.raises(OddtrickError, match="program 'no-such-program' not found"):
        find_entrant("text:no-such-program")
