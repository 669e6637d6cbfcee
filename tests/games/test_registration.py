"""Games are added and removed; incomplete ones and taken names are refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK
from oddtrick.errors import OddtrickError
from oddtrick.games import (
    GAMES,
    Game,
    added_games,
    describe,
    find_game,
    game_with_id,
    list_games,
    register_game,
    registry,
    unregister_game,
)
from oddtrick.rules import DealPlan, Options, Rules, WinnerChooses, interleaved


class NoOptions(Options, frozen=True, kw_only=True):
    """Nothing may be settled."""


def game(name: str = "test-whist", *, options: type[Any] = NoOptions, **changes: Any) -> Game:
    """A game like whist, with other names and choices."""
    rules = replace(find_game("whist").rules(), game=name, **changes)
    return Game(
        id=name,
        title="Test Whist",
        objective="Be registered.",
        source="This test.",
        cites=(),
        options=options,
        build=lambda _: rules,
    )


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Removes what a test has registered."""
    before = added_games()
    yield
    for added in set(added_games()) - set(before):
        unregister_game(added.id)


def refused(added: Game, **how: Any) -> str:
    with pytest.raises(OddtrickError) as error:
        register_game(added, **how)
    assert "\n" not in str(error.value)
    assert added not in list_games()
    return str(error.value)


def test_a_registered_game_is_listed_and_found_until_it_is_removed() -> None:
    added = replace(game(), aliases=("tested",))
    assert register_game(added) is added
    assert register_game(added) is added
    assert list_games() == (*GAMES, added)
    assert added_games() == (added,)
    assert find_game("Tested") is find_game("Test Whist") is game_with_id("test-whist") is added
    assert game_with_id("tested") is None
    assert game_with_id(7) is None
    assert game_with_id({"name": "whist"}) is None
    unregister_game("tested")
    assert list_games() == GAMES
    with pytest.raises(OddtrickError, match=r"^'tested' is not a game: the games are whist, "):
        find_game("tested")


@pytest.mark.parametrize("name", ["resume", "trick-play"])
def test_words_of_the_command_line_are_reserved(name: str) -> None:
    assert refused(game(name)) == f"the game {name!r}: the name {name!r} is reserved"


@pytest.mark.parametrize("name", ["whist", "rat", "test-whist"])
def test_no_game_of_ours_and_no_unknown_one_is_removed(name: str) -> None:
    with pytest.raises(OddtrickError, match="not a registered game of another package"):
        unregister_game(name)
    assert list_games() == GAMES


def test_a_name_that_is_taken_is_refused_naming_both_games() -> None:
    assert refused(replace(game(), aliases=("rat",)), package="ratty 1.0") == (
        "the game 'test-whist' of ratty 1.0 is refused: the name 'rat' belongs to "
        "Knock-out Whist of oddtrick"
    )
    first = replace(game(), aliases=("first",))
    register_game(first, package="alpha")
    told = refused(replace(game("other-whist"), aliases=("first",)), package="beta")
    assert "'other-whist' of beta" in told
    assert "'first' belongs to Test Whist of alpha" in told


def test_the_package_is_that_of_the_function_that_builds_the_rules() -> None:
    def nowhere(_: object) -> Rules:
        raise NotImplementedError

    nowhere.__module__ = "cards.games.rat"
    assert "'test-whist' of cards is" in refused(replace(game(), build=nowhere, aliases=("rat",)))
    nowhere.__module__ = ""
    told = refused(replace(game(), build=nowhere, aliases=("rat",)))
    assert "'test-whist' of __main__ is" in told


@given(name=st.text(alphabet="aZ7-_ é", max_size=6))
def test_a_name_is_made_of_small_letters_digits_and_hyphens(name: str) -> None:
    if all(part and not part.strip("a7") for part in name.split("-")):
        register_game(game(name))
        unregister_game(name)
    else:
        refused(game(name))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": 1}, "there are 1 players, not 2 to 8"),
        ({"players": 9}, "there are 9 players, not 2 to 8"),
        ({"sides": ((0, 2), (1,))}, "its sides are ((0, 2), (1,)): each of 4 seats is on one side"),
        ({"pack": FULL_PACK << 1}, "its pack has cards beyond the 52"),
        ({"plan": DealPlan((14,))}, "its first deal takes 56 cards, its pack has 52"),
        ({"trumps": WinnerChooses()}, "its first deal takes 53 cards, its pack has 52"),
        ({"plan": DealPlan((13, 0))}, "its first deal takes 52 cards, its pack has 52"),
        ({"plan": DealPlan(())}, "its first deal takes 0 cards, its pack has 52"),
    ],
)
def test_rules_that_make_no_deal_are_refused(changes: dict[str, Any], told: str) -> None:
    assert refused(game(**changes)) == f"the game 'test-whist': {told}"


class Thawed(Struct):
    """A way of scoring that could change under the tables made from it."""


def test_choices_that_can_change_are_refused() -> None:
    told = refused(game(scoring=Thawed()))
    assert told.endswith("can't be hashed: declare its scoring and its other choices frozen")


class NoDefault(Options, frozen=True, kw_only=True):
    """An option that a table has to settle."""

    target: Annotated[int, Meta(ge=1), describe("Points.", "W6")]


class NoMeaning(Options, frozen=True, kw_only=True):
    """An option that no form can label."""

    target: Annotated[int, Meta(ge=1)] = 5


class NoBound(Options, frozen=True, kw_only=True):
    """An option that no form can offer."""

    target: Annotated[int, describe("Points.", "W6")] = 5


class Number(Options, frozen=True, kw_only=True):
    """An option of a kind that no form knows."""

    speed: Annotated[float, describe("Speed.", "W6")] = 0.5


class Fine(Options, frozen=True, kw_only=True):
    """Options that a form can show."""

    broken: Annotated[bool, describe("Trumps are broken.", "W6")] = False
    kind: Annotated[Literal["one", "other"], describe("Which.", "W6")] = "one"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (dict, "options is not a subclass of oddtrick.rules.Options"),
        (7, "options is not a subclass of oddtrick.rules.Options"),
        (NoDefault, "the option 'target' has no default"),
        (NoMeaning, "the option 'target' has no describe(meaning, rule)"),
        (NoBound, "the option 'target' is none of bool, Literal"),
        (Number, "the option 'speed' is none of bool, Literal"),
    ],
)
def test_options_that_no_form_can_show_are_refused(options: type[Any], told: str) -> None:
    assert told in refused(game(options=options))


def test_other_options_are_accepted() -> None:
    register_game(game(options=Fine))


@pytest.mark.parametrize("field", ["title", "objective"])
def test_a_game_without_words_is_refused(field: str) -> None:
    told = refused(replace(game(), **{field: " "}))
    assert told == f"the game 'test-whist': its {field} is empty"


def test_other_values_are_refused() -> None:
    with pytest.raises(OddtrickError, match=r"^'whist' is not an oddtrick.games.Game$"):
        register_game("whist")  # type: ignore[arg-type]
    assert "'Whist' is not a name" in refused(game("Whist"))
    whist = find_game("whist").rules()
    assert "build makes rules of 'whist'" in refused(replace(game(), build=lambda _: whist))
    nothing: Any = lambda _: None  # noqa: E731
    assert "build returns no oddtrick.rules.Rules" in refused(replace(game(), build=nothing))


def test_discovery_runs_only_for_names_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[bool] = []
    monkeypatch.setattr(registry, "_discoveries", [])
    registry.add_discovery(lambda: runs.append(True))
    find_game("whist")
    game_with_id("whist")
    assert runs == []
    list_games()
    assert len(runs) == 1
    assert game_with_id("test-whist") is None
    assert len(runs) == 2
    registry.add_discovery(lambda: register_game(game(), package="late"))
    assert find_game("test-whist").title == "Test Whist"


def test_two_sides_of_two_are_not_the_only_ones() -> None:
    register_game(game(players=3, sides=interleaved(3, 3), pack=FULL_PACK, plan=DealPlan((17,))))
