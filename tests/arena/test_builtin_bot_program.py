"""Bots as programs: they play as they do in the process that has them built in."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from oddtrick.arena.bot_version import version_of
from oddtrick.arena.builtin_bot_program import find_program_bot, run_bot_program
from oddtrick.arena.players import Entrant
from oddtrick.arena.seeds import PublicHistory
from oddtrick.arena.view_json import encode_rules, encode_view
from oddtrick.bots import Bot, find_bot
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import Rules, action_text

WHIST = rules_of("whist")
GAMES = [
    WHIST,
    rules_of("colonial-scotch-whist"),
    rules_of("scotch-whist", players=3),
    rules_of("knockout-whist", players=4, tie="rps"),
]
NAMES = [rules.game for rules in GAMES]


class Answered(NamedTuple):
    """The messages of a match, and what a built-in bot chooses at each."""

    messages: list[dict[str, Any]]
    choices: list[str]


def hello(game: Rules, **more: object) -> dict[str, Any]:
    return {"type": "hello", "protocol": "oddtrick-bot/1", **encode_rules(game), **more}


def played(bot: Bot, rules: Rules, decisions: int, every: int = 1) -> Answered:
    """Asks the bot for each of some decisions of a match that it plays against itself."""
    match, history = new_match(rules=rules, seed=5), PublicHistory(5, 0)
    asked = Answered([hello(rules)], [])
    for number in range(decisions):
        seat = match.to_act
        if seat is None:
            break
        view, rng = match.view(seat), history.rng()
        action = view.legal[0] if number % every else bot.choose(view, rng)
        if number % every == 0:
            seeds = {"seed": 1, "seed_hex": rng.seed_hex}
            asked.messages.append({"type": "choose", **seeds, "view": encode_view(view)})
            asked.choices.append(action_text(action))
        history.add(seat, action)
        match = match.apply(action)
    return asked


def answers(name: str, messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    written: list[str] = []
    run_bot_program(find_program_bot(name), map(json.dumps, messages), written.append)
    return map(json.loads, written)


@pytest.mark.parametrize("rules", GAMES, ids=NAMES)
@pytest.mark.parametrize("name", ["random", "casual", "club"])
def test_a_bot_behind_the_program_chooses_as_in_the_process(name: str, rules: Rules) -> None:
    asked = played(find_bot(name), rules, 150)
    first, *rest = answers(name, asked.messages)
    assert first == {"protocol": "oddtrick-bot/1"}
    assert [answer["action"] for answer in rest] == asked.choices
    assert len(set(asked.choices)) > 1


def test_a_bot_that_searches_chooses_as_in_the_process() -> None:
    asked = played(find_bot("expert"), WHIST, 51, every=25)
    assert [answer.get("action") for answer in answers("expert", asked.messages)][1:] == (
        asked.choices
    )


def test_without_the_whole_seed_the_short_one_is_the_randomness() -> None:
    match = new_match(rules=WHIST, seed=5)
    view = match.view(match.to_act)
    asked = [{"type": "choose", "seed": seed, "view": encode_view(view)} for seed in range(20)]
    chosen = [answer.get("action") for answer in answers("random", [hello(WHIST), *asked])][1:]
    random = find_bot("random")
    assert chosen == [str(random.choose(view, Random(seed))) for seed in range(20)]


def test_after_goodbye_nothing_is_read() -> None:
    messages = [hello(WHIST), {"type": "bye"}, {"type": "nonsense"}]
    assert len(list(answers("casual", messages))) == 1


def test_a_version_is_stated_when_it_is_asked_for() -> None:
    (answer,) = answers("casual", [hello(WHIST, version=True)])
    assert answer["version"] == version_of(Entrant("casual"), WHIST)


@pytest.mark.parametrize(
    ("messages", "wrong"),
    [
        ([[1]], "line 1: Expected `object`, got `array`"),
        ([{"type": "tea"}], "line 1: Invalid value 'tea'"),
        ([{"type": "choose", "seed": 1, "view": {}}], "line 1: the arena has not said hello"),
        ([hello(WHIST, protocol="tea/1")], "line 1: protocol is 'tea/1': this bot speaks"),
        ([hello(WHIST, rules={"game": "bridge"})], "line 1: 'bridge' is not a game"),
        ([hello(WHIST, rules={"game": "whist", "tea": 1})], "line 1: whist has no option 'tea'"),
        (
            [hello(WHIST), {"type": "choose", "seed": 1, "view": {}}],
            "line 2: the view cannot be read: .* missing required field",
        ),
        (
            [hello(WHIST), {"type": "choose", "seed": 1, "seed_hex": "tea", "view": {}}],
            "line 2: seed_hex is 'tea': write hex digits",
        ),
    ],
)
def test_a_message_that_cannot_be_read_is_named(messages: list[Any], wrong: str) -> None:
    with pytest.raises(OddtrickError, match=wrong):
        list(answers("casual", messages))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("oracle", "oracle sees all cards"),
        ("cmd:python", "'cmd:python' is a program already"),
        ("text:python", "'text:python' is a program already"),
        ("nobody", "'nobody' is not a bot"),
    ],
)
def test_only_a_bot_of_this_installation_plays_as_a_program(name: str, wrong: str) -> None:
    with pytest.raises(OddtrickError, match=wrong):
        find_program_bot(name)
