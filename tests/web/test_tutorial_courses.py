"""Tests of the short courses: their cards, answers and figures are those of the engine."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import oddtrick as ot
from oddtrick.cards import Card, Rank, Suit, card_at, mask_of, parse_card, parse_suit
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES
from oddtrick.match import Cut, start
from oddtrick.scoring import DealFacts, ScoreItem
from oddtrick.scoring.deals import HONOUR_RANKS
from oddtrick.tricks import CardOrder, Trick, from_seat
from oddtrick.web.offline_files import MODULES
from tests.support.extent import part
from tests.support.position_builders import facts
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, NARROW, PHONE, BrowserUser, BrowserUsers

COURSES = {
    "colonial-whist": "You can play Colonial Whist",
    "colonial-scotch-whist": "You can play Colonial Scotch Whist",
    "scotch-whist": "You can play Scotch Whist",
    "knockout-whist": "You can play Knock-out",
}
SEATS = {"S": 0, "W": 1, "N": 2, "E": 3}
SCRIPT = """async ([base]) => {
  const { COURSES } = await import(base + "guide/tutorial-steps.js");
  const { default: words } = await import(base + "i18n/en/tutorial.js");
  return [COURSES, words];
}"""


@pytest.fixture(scope="module")
def course_data(chromium: Any, server: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The steps of all courses, and the English texts."""
    page = chromium.new_page()
    page.goto(f"{server.url}/rules")
    courses, words = page.evaluate(SCRIPT, [modules_base()])
    page.close()
    return courses, words


def named(data: Any, game: str) -> dict[str, dict[str, Any]]:
    return {step["name"].partition("-")[2]: step for step in data[0][game]}


def trick_of(step: dict[str, Any], card: str | None, order: CardOrder) -> Trick:
    """The trick of a step by the rules, with your card last."""
    plays = [*step["trick"], *([{"seat": "S", "card": card}] if card else [])]
    seats = from_seat(range(4), SEATS[plays[0]["seat"]])
    assert tuple(SEATS[each["seat"]] for each in plays) == seats[: len(plays)]
    cards = tuple(parse_card(each["card"]) for each in plays)
    assert len(set(cards)) == len(cards)
    trump = parse_suit(step["trumps"])
    return Trick(seats, cards, trump, order.strengths(trump))


def top_trumps(trick: Trick) -> int:
    """The points of the top trumps in a trick of Scotch whist (S5)."""
    worth = ot.rules_of("scotch-whist").scoring.profile.captured_points(trick.trump)
    return sum(points for card, points in worth.items() if card in trick.cards)


def honours_in(trick: Trick) -> int:
    """The number of honours in a trick (C5)."""
    assert trick.trump is not None
    return sum(card_at(trick.trump, rank) in trick.cards for rank in HONOUR_RANKS)


def ten_points(trick: Trick) -> int:
    """The points of a trick for having been won with the ten of trumps (CS2)."""
    worth = ot.rules_of("colonial-scotch-whist").scoring.profile.winning_points(trick.trump)
    return worth.get(trick.cards[trick.best], 0)


def deal_of(step: dict[str, Any], theirs: str = "") -> DealFacts:
    """A finished deal with a step's tricks and cards taken, spades being trumps.

    Args:
        step: with the trumps that your side took; with the ten among them, it won a trick.
        theirs: ranks of the trumps that the other side took.
    """
    hand = step.get("hand", ())
    assert all(card.endswith("S") for card in hand)
    ours = "".join(card[0] for card in hand)
    taken = {0: f"{ours}...", 1: f"{theirs}..."}
    tricks = tuple(step.get("tricks", (7, 6)))
    assert sum(tricks) == 13
    return facts(tricks, taken=taken, won_with="T..." if "T" in ours else "")


def sum_of(items: tuple[ScoreItem, ...]) -> str:
    """The figures of an account as a sum: "1 + 4" for one trick above six and the honours."""
    return " + ".join(str(item.points) for item in items)


@pytest.mark.parametrize("game", part(COURSES, 1))
def test_a_course_is_completed_by_keyboard_alone(
    users: BrowserUsers, course_data: Any, game: str
) -> None:
    anna = users.open(PHONE)
    steps = course_data[0][game]
    anna.go("/rules/" + game)
    anna.page.get_by_role("link", name="Short course").click()
    for number, step in enumerate(steps[:-1], 1):
        expect(anna.page.get_by_text(f"Step {number} of {len(steps)}")).to_be_visible()
        anna.see(f"[data-answer='{step['right'][0]}']").press("Enter")
        expect(anna.page.get_by_role("link", name="Next")).to_be_focused()
        anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("heading", level=1)).to_contain_text(COURSES[game])
    anna.page.get_by_role("button", name="Play a real game").press("Enter")
    anna.page.wait_for_url("**/t/*")
    assert len(anna.hand()) == ot.rules_of(game).plan.hands[0]


@pytest.mark.parametrize("game", COURSES)
def test_every_step_has_texts_and_a_wrong_answer(course_data: Any, game: str) -> None:
    courses, words = course_data
    *steps, end = courses[game]
    for step in steps:
        for text in ("title", "text", "right", "wrong"):
            assert words[f"learn.{step['name']}.{text}"]
        cards = [each["card"] for each in step.get("trick", ())] if step["asks"] == "won" else None
        suits = list("SHDC") if step["asks"] == "suit" else None
        seats = list("WNE") if step["asks"] == "seat" else None
        offered = cards or suits or seats or step.get("numbers") or step["hand"]
        assert set(step["right"]) < set(offered)
    assert words[f"learn.{end['name']}.text"]


def test_the_tricks_of_scotch_whist_are_won_as_the_rules_say(course_data: Any) -> None:
    order = CardOrder.TRUMP_JACK_HIGH
    steps = named(course_data, "scotch-whist")
    for name in ("jack", "plain"):
        trick = trick_of(steps[name], None, order)
        assert [str(trick.cards[trick.best])] == steps[name]["right"]
    for name, points in (("catch", 15), ("save", 10)):
        step = steps[name]
        [right] = step["right"]
        won = {}
        for card in step["hand"]:
            trick = trick_of(step, card, order)
            won[card] = top_trumps(trick) if trick.winner == 0 else 0
        trick_of(step, None, order).check(parse_card(right), mask_of(map(parse_card, step["hand"])))
        assert won.pop(right) == points
        assert set(won.values()) == {0}
        assert f"{points} points" in course_data[1][f"learn.{step['name']}.right"]
    step = steps["keep"]
    given = {card: trick_of(step, card, order) for card in step["hand"]}
    assert all(trick.winner == SEATS["N"] for trick in given.values())
    assert top_trumps(given["TC"]) - top_trumps(given["6C"]) == 10


def test_the_figures_of_scotch_whist_are_those_of_the_rules(course_data: Any) -> None:
    rules = ot.rules_of("scotch-whist")
    steps, words = named(course_data, "scotch-whist"), course_data[1]
    worth = rules.scoring.profile.captured_points(Suit.HEARTS)
    by_rank = {str(card)[0]: points for card, points in worth.items()}
    assert by_rank == {"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2}
    text = words["learn.scotch-points.text"]
    assert re.findall(r"\d+", text) == [str(by_rank[rank]) for rank in "JTAKQ"]
    assert steps["points"]["right"] == [str(by_rank["T"] + by_rank["A"])]
    [dealt] = rules.plan.hands
    assert dealt == 9
    assert steps["cards"]["right"] == [str(4 * rules.players - dealt)]
    assert str(rules.goal.target) in words["learn.scotch-end.text"]


def test_partners_of_colonial_whist_are_cut_as_the_rules_say(course_data: Any) -> None:
    step = named(course_data, "colonial-whist")["cut"]
    cut = {SEATS[each["seat"]]: parse_card(each["card"]) for each in step["trick"]}
    match = start(ot.rules_of("colonial-whist")).apply(Cut(tuple(sorted(cut.items()))))
    dealer, *_ = match.seating
    assert step["right"] == [seat for seat, number in SEATS.items() if number == dealer]
    you = match.seating.index(SEATS["S"])
    assert match.seating[(you + 2) % 4] == SEATS["N"]
    assert cut[SEATS["N"]].rank is Rank.ACE, "which has a text of its own"


def test_the_tricks_of_colonial_whist_are_won_as_the_rules_say(course_data: Any) -> None:
    steps = named(course_data, "colonial-whist")
    step = steps["capture"]
    tricks = {card: trick_of(step, card, CardOrder.ACE_HIGH) for card in step["hand"]}
    assert (tricks["KH"].winner, honours_in(tricks["KH"])) == (0, 2)
    assert tricks["6H"].winner == SEATS["W"]
    assert step["right"] == ["KH"]
    with pytest.raises(RuleBroken):
        trick_of(step, None, CardOrder.ACE_HIGH).check(Card.CA, mask_of(map(parse_card, tricks)))
    step = steps["give"]
    tricks = {card: trick_of(step, card, CardOrder.ACE_HIGH) for card in step["hand"]}
    assert {trick.winner for trick in tricks.values()} == {SEATS["N"]}
    assert {card: honours_in(trick) for card, trick in tricks.items()} == {"JC": 2, "3C": 1}
    assert step["right"] == ["JC"]


def test_the_figures_of_colonial_whist_are_those_of_the_rules(course_data: Any) -> None:
    rules = ot.rules_of("colonial-whist")
    steps, words = named(course_data, "colonial-whist"), course_data[1]
    _, honours = rules.scoring.stages(deal_of(steps["three"], "K"))
    assert steps["three"]["right"] == [str(honours[0])]
    tricks, honours = rules.scoring.stages(deal_of(steps["score"]))
    assert steps["score"]["right"] == [str(tricks[0] + honours[0])]
    assert f"= {tricks[0]} for tricks and {honours[0]} for" in words["learn.colonial-score.right"]
    tricks, honours = rules.scoring.stages(deal_of(steps["losers"], "J"))
    assert steps["losers"]["right"] == [str(tricks[0] + honours[0])]
    assert f"score {tricks[1] + honours[1]} " in words["learn.colonial-losers.right"]
    assert f"{rules.goal.target} points" in words["learn.colonial-end.text"]


def test_the_ten_of_colonial_scotch_whist_counts_as_the_rules_say(course_data: Any) -> None:
    steps = named(course_data, "colonial-scotch-whist")
    ours, theirs = {0, SEATS["N"]}, {SEATS["W"], SEATS["E"]}
    expected = {
        "win": {"TH": (ours, 10), "9D": (theirs, 0), "5S": (theirs, 0)},
        "partner": {"3D": (ours, 10), "AD": (ours, 0)},
        "stop": {"QC": (ours, 0), "2C": (theirs, 10)},
    }
    for name, results in expected.items():
        step = steps[name]
        held = mask_of(map(parse_card, step["hand"]))
        for card, (side, points) in results.items():
            trick_of(step, None, CardOrder.ACE_HIGH).check(parse_card(card), held)
            trick = trick_of(step, card, CardOrder.ACE_HIGH)
            assert trick.winner in side
            assert ten_points(trick) == points
        assert set(step["hand"]) == set(results)
        assert step["right"] == [next(iter(results))]


def test_the_figures_of_colonial_scotch_whist_are_those_of_the_rules(course_data: Any) -> None:
    rules = ot.rules_of("colonial-scotch-whist")
    steps, words = named(course_data, "colonial-scotch-whist"), course_data[1]
    for name, theirs in (("count", "J"), ("book", "AKQJ"), ("difference", "AKQJ")):
        [points] = rules.scoring.stages(deal_of(steps[name], theirs))
        assert steps[name]["right"] == [str(points[0])]
    counts = rules.scoring.account(deal_of(steps["count"], "J"), (13, 0))[0]
    assert words["learn.catch-count.right"].endswith(f"{sum_of(counts)} = 13.")
    mine, others = rules.scoring.account(deal_of(steps["difference"], "AKQJ"), (5, 0))
    text = words["learn.catch-difference.text"].replace("\u00a0", " ")
    assert f"honours: {sum_of(others)} = 5." in text
    assert f"the ten: {sum_of(mine).removeprefix('0 + ')}." in text
    assert f"{rules.goal.target} points" in words["learn.catch-end.text"]


def test_the_steps_of_knockout_whist_are_those_of_the_rules(course_data: Any) -> None:
    rules = ot.rules_of("knockout-whist")
    steps = named(course_data, "knockout-whist")
    assert steps["fewer"]["right"] == [str(rules.plan.hands[0] - 2 * rules.plan.fewer)]
    step = steps["save"]
    winners = {card: trick_of(step, card, CardOrder.ACE_HIGH).winner for card in step["hand"]}
    assert winners == {"4H": 0, "9S": SEATS["N"]}
    hand = [parse_card(card) for card in steps["choose"]["hand"]]
    assert len(hand) == rules.plan.hands[0] - 1, "the second deal"
    [choice] = steps["choose"]["right"]
    held = {suit: [card for card in hand if card.suit is suit] for suit in Suit}
    best = max(Suit, key=lambda suit: len(held[suit]))
    assert best is parse_suit(choice)
    assert {Rank.ACE, Rank.KING, Rank.QUEEN} < {card.rank for card in held[best]}
    assert Card.H9 == parse_card(steps["turnup"]["turnUp"])
    assert steps["turnup"]["right"] == ["H"]


@pytest.mark.parametrize("size", part([NARROW, DESK], 1))
def test_the_courses_are_accessible_and_fit(
    users: BrowserUsers, course_data: Any, size: tuple[int, int]
) -> None:
    anna = users.open(size)
    for game in part(COURSES, 1):
        for number in range(1, len(course_data[0][game]) + 1):
            anna.go(f"/learn/{game}#{number}")
            anna.page.reload()
            expect(anna.see(".tutorial h1")).to_be_visible()
            assert barriers(anna.page) == [], (game, number)
            assert anna.fits(), (game, number)


def test_every_course_is_tested_and_opens_without_a_network(course_data: Any) -> None:
    assert set(course_data[0]) == {"whist", *COURSES} <= {game.id for game in GAMES}
    assert {f"/learn/{game}" for game in COURSES} <= set(MODULES)


def test_a_game_without_a_course_is_not_found(users: BrowserUsers) -> None:
    anna: BrowserUser = users.open()
    anna.go("/learn/bridge")
    expect(anna.page.get_by_text("There’s nothing at this address.")).to_be_visible()
