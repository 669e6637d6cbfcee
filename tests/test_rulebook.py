"""The rulebook, the code and the tests speak of the same rules."""

from __future__ import annotations

import ast
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from oddtrick.games import GAMES, Game, Option, options_of
from oddtrick.rulebook import insert_options_table, numbered_rules, page, page_file
from tests.support.rule_ids import IDS, ORDER, READINGS

ROOT = Path(__file__).parent.parent
A_RULE = re.compile(r"^- \*\*([A-Z]+[0-9]+)\*\* ", re.MULTILINE)
AN_ID = re.compile(r"(?<![A-Za-z0-9.])(CS|SO|[TWHRDCSKXOGMB])([0-9])(?:-\1([0-9]))?(?![0-9A-Za-z])")


def ids_in(text: str) -> set[str]:
    """The rules that a text names, also as a range: ``T2-T5``."""
    found = set()
    for letter, first, last in AN_ID.findall(text):
        found |= {letter + str(n) for n in range(int(first), int(last or first) + 1)}
    return found


@cache
def rules_with_a_test() -> frozenset[str]:
    """The rules that a test names: in the words of its name or in its docstring."""
    found: set[str] = set()
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if "reference" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (
                node.name.startswith("test_")
            ):
                found |= ids_in(node.name.replace("_", " ") + " " + (ast.get_docstring(node) or ""))
    return frozenset(found)


@cache
def rules_in_the_code() -> frozenset[str]:
    """The rules that the code names: in a docstring, in a comment or as an id."""
    found: set[str] = set()
    for file in sorted((ROOT / "src" / "oddtrick").rglob("*.py")):
        with file.open("rb") as source:
            for token in tokenize.tokenize(source.readline):
                if token.type in (tokenize.STRING, tokenize.COMMENT):
                    found |= ids_in(token.string)
    return frozenset(found)


@pytest.mark.parametrize("name", ORDER)
def test_a_page_has_its_rules_in_the_order_of_play(name: str) -> None:
    assert A_RULE.findall(page(name)) == ORDER[name].split()


@pytest.mark.parametrize("rule", READINGS)
def test_each_reading_of_ours_is_marked_and_says_what_other_tables_do(rule: str) -> None:
    name = next(name for name, ids in ORDER.items() if rule in ids.split())
    text = numbered_rules(name)[rule]
    assert re.search(r" \*Our reading:\* .+ \*Other tables:\* .+", text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_page_of_a_game_has_the_rules_that_the_game_cites(game: Game) -> None:
    letters = {re.sub(r"\d", "", id_) for id_ in A_RULE.findall(page(game.id))}
    assert letters == set(game.cites)


@pytest.mark.parametrize("rule", IDS)
def test_each_rule_has_a_test_that_names_it(rule: str) -> None:
    assert rule in rules_with_a_test()


@pytest.mark.parametrize("rule", IDS)
def test_each_rule_is_cited_in_the_code(rule: str) -> None:
    assert rule in rules_in_the_code()


@pytest.mark.parametrize(
    "option",
    [
        pytest.param(option, id=f"{game.id}-{option.name}-{option.rule}")
        for game in GAMES
        for option in options_of(game.options)
    ],
)
def test_each_option_belongs_to_a_rule_of_the_pages(option: Option) -> None:
    assert option.rule in IDS


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_options_on_a_page_are_those_that_the_game_declares(game: Game) -> None:
    file = page_file(game.id)
    assert file is not None
    text = file.read_text(encoding="utf-8")
    assert text == insert_options_table(text, game), "run `make docs`"
    words = " ".join(text.split())
    for option in options_of(game.options):
        default = {type(None): "unset", bool: str(option.default).lower()}.get(
            type(option.default), option.default
        )
        assert f"- `{option.name}`: {option.bounds}; default {default} (" in words


def test_ids_are_found_alone_and_in_ranges() -> None:
    assert ids_in("Tricks first (H3, T2-T4); CS1.") == {"H3", "T2", "T3", "T4", "CS1"}
    assert ids_in("Card.S6 10S 4H S10 PCS1 W") == set()
