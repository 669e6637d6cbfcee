"""Games are added and removed; incomplete ones and taken names are refused in one line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import replace

from oddtrick.cards import FULL_PACK, Card, Rank, Suit, mask_of
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
from oddtrick.games.validation import RESERVED_OPTIONS, check_names, check_rules, file_of
from oddtrick.rules import (
    DealPlan,
    FirstDealer,
    Options,
    Rules,
    Stock,
    TrumpSource,
    TurnUp,
    WinnerChooses,
    interleaved,
)
from oddtrick.scoring import DealFacts, FirstTo, FixedDeals, LastStanding, ScoringProfile, Standing

NO_CARDS = (
    "has no cards and its match need not be over by then: deal more cards, or end the match sooner"
)


class NoOptions(Options, frozen=True, kw_only=True):
    """Nothing may be settled."""


def game(name: str = "test-whist", *, options: type[Any] = NoOptions, **changes: Any) -> Game:
    """A game like whist, with other names and choices."""

    def build(settled: Options) -> Rules:
        return replace(find_game("whist").rules(), game=name, options=settled, **changes)

    return Game(
        id=name,
        title="Test Whist",
        objective="Be registered.",
        source="This test.",
        cites=(),
        options=options,
        build=build,
    )


def told_of(name: str, problem: str) -> str:
    return f"the game {name!r} in {__file__}: {problem}"


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
    assert refused(game(name)) == told_of(name, f"the name {name!r} is reserved")


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
        ({"sides": ((0, 1, 2, 3),)}, "it has one side: there are two at least"),
        ({"plan": DealPlan((14,))}, "its deal 1 takes 56 cards, its pack has 52"),
        ({"trumps": WinnerChooses()}, "its deal 1 takes 53 cards, its pack has 52"),
        ({"plan": DealPlan((13, 0))}, f"deal 1 {NO_CARDS}"),
        ({"plan": DealPlan(())}, f"deal 1 {NO_CARDS}"),
        ({"plan": DealPlan((3,), fewer=1), "match": FirstTo(50, "X")}, f"deal 4 {NO_CARDS}"),
        ({"plan": DealPlan((3,), fewer=1), "match": FixedDeals(9)}, f"deal 4 {NO_CARDS}"),
        ({"plan": DealPlan((9,), fewer=-1)}, "its deal 2 takes 40 cards, its pack has 36"),
        (
            {"plan": DealPlan((6, 6), stock=Stock())},
            "cards are drawn from its stock, so its deal is one hand, not several separate ones",
        ),
        (
            {"plan": DealPlan((7,), stock=Stock()), "match": LastStanding()},
            "cards are drawn from its stock, so all players stay in to the end of the match",
        ),
        (
            {"plan": DealPlan((7,), stock=Stock()), "players": 5, "sides": interleaved(5, 5)},
            "its pack of 52 leaves a stock of which 5 cannot draw alike",
        ),
        ({"match": FirstTo(-5, "X")}, "its match has target=-5: give a number from 1"),
        ({"match": FirstTo(0, "X")}, "its match has target=0: give a number from 1"),
        ({"match": FirstTo(5, "X", games=0)}, "its match has games=0: give a number from 1"),
        ({"match": FixedDeals(0)}, "its match has deals=0: give a number from 1"),
        ({"scoring": None}, "its scoring is None, which has no profile"),
        ({"match": None}, "its match is None, which has no rule"),
        ({"trumps": Suit.HEARTS}, "its trumps is hearts, which has no source"),
    ],
)
def test_rules_that_make_no_match_are_refused(changes: dict[str, Any], told: str) -> None:
    if told.endswith("has 36"):
        changes["pack"] = mask_of(card for card in Card if card.rank >= Rank.SIX)
    assert refused(game(**changes)) == told_of("test-whist", told)


def test_four_players_cut_for_partners() -> None:
    three: dict[str, Any] = {"players": 3, "sides": interleaved(3, 3), "plan": DealPlan((17,))}
    told = refused(game(first_dealer=FirstDealer.PARTNERS_CUT, **three))
    assert told.endswith(": 3 players cut for partners: that takes four")


class Scoring(Struct, frozen=True):
    """A way of scoring with any one part wrong."""

    result: Any = ((7, 0),)
    words: Any = ((), ())
    profile: Any = ScoringProfile()

    def stages(self, deal: DealFacts) -> Any:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result(deal) if callable(self.result) else self.result

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Any:
        return self.words


def misere(deal: DealFacts) -> Any:
    return (tuple(-tricks for tricks in deal.side_tricks),)


HOW = "return a tuple of stages, each with a whole number for each of 2 sides"


@pytest.mark.parametrize(
    ("scoring", "told"),
    [
        (Scoring(()), f"stages returns '()': {HOW}"),
        (Scoring((7, 0)), f"stages returns the stage 7: {HOW}"),
        (Scoring(((7,),)), f"stages returns the stage (7,): {HOW}"),
        (Scoring(((7, 0, 0),)), f"stages returns the stage (7, 0, 0): {HOW}"),
        (Scoring(((7.5, 0),)), f"stages returns the stage (7.5, 0): {HOW}"),
        (Scoring(lambda deal: [(7, 0)]), f"stages returns '[(7, 0)]': {HOW}"),
        (Scoring(None), f"stages returns 'None': {HOW}"),
        (Scoring(words=((),)), "account has the items of 1 sides, and there are 2"),
        (
            Scoring(words=(("3 for prizes",), ())),
            "an item of account is not an oddtrick.scoring.ScoreItem: write ScoreItem(",
        ),
        (Scoring(profile=7), "the profile of its scoring is not an oddtrick.scoring.Scoring"),
        (
            Scoring(((0, 0),)),
            "100 deals with every trick for one side bring nobody nearer",
        ),
        (Scoring(misere), "a side that takes every trick has -13 points, one that takes none 0: "),
        (Scoring(ZeroDivisionError("two\nlines")), "ZeroDivisionError: two lines"),
        (Scoring(KeyError()), "KeyError"),
    ],
)
def test_a_way_of_scoring_that_cannot_be_played_is_refused(scoring: Any, told: str) -> None:
    match = FixedDeals(1) if scoring.result is misere else FirstTo(5, "X")
    assert told in refused(game(scoring=scoring, match=match))


class Endless(FixedDeals, frozen=True):
    """A match that does not count its deals."""

    def after(self, standing: Standing, deal: DealFacts, stages: Any) -> Any:
        return stages[0], standing


class Aimless(FixedDeals, frozen=True):
    """A match without an object."""

    goal: Any = None


class Trumps(TurnUp, frozen=True):
    """Trumps of a source that is not known, or that there cannot be yet."""

    kind: Any = None

    def source(self, deal: int) -> Any:
        return self.kind


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"match": Endless(3)}, "its match counts 0 deals after deal 1"),
        ({"match": Aimless(3)}, "the goal of its match is not an oddtrick.scoring.MatchGoal"),
        ({"trumps": Trumps(kind="up")}, "in deal 1 is not an oddtrick.rules.TrumpSource"),
        ({"trumps": Trumps(kind=TrumpSource.CHOSEN)}, "chosen by the winner of the last one, wh"),
    ],
)
def test_a_way_of_winning_or_of_finding_trumps_is_tried(changes: Any, told: str) -> None:
    assert told in refused(game(**changes))


def test_an_error_in_the_file_of_a_game_names_its_line() -> None:
    def build(_: object) -> Rules:
        raise LookupError("no such pack")

    line = build.__code__.co_firstlineno + 1
    told = refused(replace(game(), build=build))
    assert told == told_of("test-whist", f"line {line}: LookupError: no such pack")


def test_every_value_of_every_option_is_tried() -> None:
    class Choosy(Options, frozen=True, kw_only=True):
        target: Annotated[int, Meta(ge=1, le=9), describe("Points.", "X")] = 5
        kind: Annotated[Literal["one", "other"], describe("Kind.", "X")] = "one"
        long: Annotated[bool, describe("Long.", "X")] = False

    for name, value in (("target", 1), ("target", 9), ("kind", "other"), ("long", True)):

        def build(
            options: Options, *, wrong: bool = True, name: str = name, value: object = value
        ) -> Rules:
            if getattr(options, name) != value:
                return game(options=Choosy).build(options)
            if wrong:
                raise ZeroDivisionError
            raise OddtrickError("not with the usual other options")

        told = refused(replace(game(options=Choosy), build=build))
        assert told.startswith(f"the game 'test-whist' in {__file__}: ")
        assert f" with {name}={value}: line " in told
        assert told.endswith(": ZeroDivisionError")
        fine = replace(game(options=Choosy), build=partial(build, wrong=False))
        unregister_game(register_game(fine).id)


def test_rules_keep_the_options_that_made_them() -> None:
    kept = game().build(NoOptions())
    told = refused(replace(game(options=Fine), build=lambda _: kept))
    assert "build puts other options into the rules than it is given" in told


@pytest.mark.parametrize("shipped", GAMES, ids=lambda shipped: shipped.id)
def test_the_games_of_this_package_pass_every_check(shipped: Game) -> None:
    check_names(shipped)
    check_rules(shipped)
    assert file_of(shipped).endswith(".py")


@pytest.mark.parametrize("name", sorted(RESERVED_OPTIONS))
def test_an_option_takes_no_name_of_another_argument(name: str) -> None:
    declared = Annotated[int, Meta(ge=1), describe("Points.", "X")]
    record = type("Taken", (Fine,), {"__annotations__": {name: declared}, name: 1}, frozen=True)
    assert told_of("test-whist", f"the name of the option {name!r} is reserved") in refused(
        game(options=record)
    )


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("title", None, "its title is not text"),
        ("source", 7, "its source is not text"),
        ("page", b"x", "its page is not text"),
        ("aliases", "tested", "its aliases are not a tuple: write them as in ('one', 'two')"),
        ("cites", ["X"], "its cites are not a tuple"),
        ("jack", "bube", "its jack is 'bube': write jack or knave"),
        ("translations", {"de": "Test"}, "its translations are not a dict of oddtrick.games.Game"),
        ("translations", None, "its translations are not a dict"),
        ("build", None, "build is not a function of the options"),
    ],
)
def test_a_part_of_another_type_is_refused(field: str, value: object, told: str) -> None:
    assert told in refused(replace(game(), **{field: value}))


class Thawed(Struct):
    """A way of scoring that could change under the tables made from it."""

    profile: Any = None
    stages: Any = None
    account: Any = None


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
    assert told == told_of("test-whist", f"its {field} is empty")


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
