"""Tests of what the table announces, and of what forced colours leave visible."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import in_deal, open_table, play_out
from tests.support.web.browser_user import ON_TURN, BrowserUser, BrowserUsers
from tests.support.web.page_modules import PageModules

TEXTS = """async ([base, language, name, ...given]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  await setLanguage(language, "table", "table-menus");
  const names = ["table-texts", "summaries"];
  const modules = names.map((module) => import(`${base}table/${module}.js`));
  const texts = Object.assign({}, ...(await Promise.all(modules)));
  return texts[name](...given);
}"""


def _view(server: ServerProcess, game: str = "whist", **options: Any) -> dict[str, Any]:
    """Opens a table and returns its view."""
    client = ApiClient(server.url).named("Anna")
    rules = {"game": game, **options}
    opened = open_table(client, rules=rules, sit=0, fill="casual", begin=True)
    view = play_out(client, opened["code"], until=in_deal(0))
    client.close()
    return view


def test_who_leaves_during_a_match_is_named_with_the_bot_that_plays_on(
    modules: PageModules,
    server: ServerProcess,
) -> None:
    after = _view(server)
    bot = after["places"][1]["name"]
    person = {**after["places"][1], "kind": "person", "name": "Zoë", "level": None}
    before = {**after, "places": [after["places"][0], person, *after["places"][2:]]}
    note = {"type": "note", "kind": "bot-seated", "place": 1}
    assert (
        modules.call(TEXTS, "en", "noteLine", note, before, after)
        == f"Zoë leaves. {bot}, a bot, plays on."
    )
    german = f"Zoë geht. {bot}, ein Bot, spielt weiter."
    assert modules.call(TEXTS, "de", "noteLine", note, before, after) == german
    assert modules.call(TEXTS, "en", "noteLine", note, after, after) == f"{bot} sits down."


@pytest.mark.parametrize(("game", "scored"), [("whist", True), ("knockout-whist", False)])
def test_a_score_is_announced_only_where_points_are_scored(
    modules: PageModules, server: ServerProcess, game: str, scored: bool
) -> None:
    table = _view(server, game)
    text = modules.call(TEXTS, "en", "scoreSummary", table)
    assert ("score" in text) is scored
    assert "0 tricks" in text
    assert ("Spielstand" in modules.call(TEXTS, "de", "scoreSummary", table)) is scored


def test_forced_colours_show_the_dealer(users: BrowserUsers) -> None:
    user = users.open(forced_colors="active")
    user.open_table()
    expect(user.see(".seat .dealer")).to_have_css("border-top-style", "double")


def test_partners_are_announced_as_partners_and_points_at_the_end_of_a_deal(
    modules: PageModules,
    server: ServerProcess,
) -> None:
    table = _view(server)
    seat, partner = table["places"][0]["seat"], table["places"][2]
    played = {"seat": partner["seat"], "card": "KH"}
    line = f"Partner {partner['name']} leads the king of hearts."
    empty = {**table, "match": {**table["match"], "table": []}}
    assert modules.call(TEXTS, "en", "playedLine", empty, played) == line
    assert modules.call(TEXTS, "en", "briefPlay", empty, played) == "Partner: king of hearts."
    assert modules.call(TEXTS, "en", "briefPlay", empty, {"seat": seat, "card": "KH"}) == ""
    tricks = [2, 0, 6, 5]
    deal = {"tricks": tricks, "points": [2, 0], "score": [5, 3], "games": [0, 0], "dealer": 0}
    after = {**table, "stage": "pause", "match": {**table["match"], "deals": [deal]}}
    (result,) = modules.call(TEXTS, "en", "resultLines", after)
    assert "8 tricks, 2 points, score 5" in result


@pytest.mark.parametrize(("language", "both"), [("en", "You and {}"), ("de", "Du und {}")])
def test_sentences_name_a_side_as_the_language_joins_names(
    modules: PageModules, server: ServerProcess, language: str, both: str
) -> None:
    table = _view(server)
    side = both.format(table["places"][2]["name"])
    deal = {"tricks": [2, 0, 6, 5], "points": [2, 0], "score": [5, 3], "games": [0, 0]}
    won = {"deals": [{**deal, "dealer": 0}], "winner": 0, "over": True}
    after = {**table, "stage": "over", "match": {**table["match"], **won}}
    verb = {"en": "win the match.", "de": "gewinnt die Partie."}[language]  # ihr gewinnt
    assert modules.call(TEXTS, language, "resultLine", after) == f"{side} {verb}"
    summary = modules.call(TEXTS, language, "scoreSummary", table)
    lines = [*modules.call(TEXTS, language, "resultLines", after), summary]
    assert all("&" not in line for line in lines)
    assert all(side in line for line in lines)
    label = f"{side.split()[0]} & {side.split()[-1]}"
    assert modules.call(TEXTS, language, "sideLabel", table, [0, 2]) == label


def test_one_sentence_tells_of_all_others_who_are_out(
    modules: PageModules, server: ServerProcess
) -> None:
    table = _view(server, "knockout-whist", players=5)
    seats = [place["seat"] for place in table["places"]]
    names = [place["name"] for place in table["places"]]

    def out(*winners: int) -> Any:
        tricks = [int(seat in [seats[at] for at in winners]) for seat in range(5)]
        deal = {"tricks": tricks, "points": tricks, "score": tricks, "games": [], "dealer": 0}
        return {**table, "stage": "pause", "match": {**table["match"], "deals": [deal]}}

    few = modules.call(TEXTS, "en", "eliminationLines", out(0, 1, 2, 3))
    assert few == [f"{names[4]} took no tricks and is out."]
    both = sorted(names[3:])
    (german,) = modules.call(TEXTS, "de", "eliminationLines", out(0, 1, 2))
    assert german == f"{both[0]} und {both[1]} haben keinen Stich gemacht und scheiden aus."
    own, others = modules.call(TEXTS, "en", "eliminationLines", out(1, 2))
    assert own == "You took no tricks: you’re out."
    assert others.endswith("took no tricks and are out.")


def test_brief_announcements_say_a_trick_in_two_lines(users: BrowserUsers) -> None:
    user = users.open(preferences={"speed": "instant", "brief": True})
    user.open_table(rules={"target": 9})
    user.see(ON_TURN).first.wait_for()
    before = len(_announced(user))
    for _ in range(3):
        user.play()
        user.see(ON_TURN).first.wait_for()
    lines = _announced(user)[before:]
    assert len(lines) <= 6
    assert sum("trick." in line for line in lines) == 3
    assert not any("plays the" in line for line in lines)
    cards = sum(line.count(" of ") for line in lines)
    assert cards >= 6, "the cards of others are all announced"


def _announced(user: BrowserUser) -> list[str]:
    return user.see(".live p").all_inner_texts()


def test_a_bot_that_fails_is_named_in_each_language(
    modules: PageModules, server: ServerProcess
) -> None:
    table = _view(server)
    name = table["places"][1]["name"]
    note = {"type": "note", "kind": "bot-failed", "place": 1}
    english = f"{name}: the bot can’t go on, a simpler one plays."
    german = f"{name}: Der Bot kommt nicht weiter, ein einfacherer spielt."
    assert modules.call(TEXTS, "en", "noteLine", note, table, table) == english
    assert modules.call(TEXTS, "de", "noteLine", note, table, table) == german
    own = {**note, "place": 0}
    assert (
        modules.call(TEXTS, "en", "noteLine", own, table, table)
        == "Your bot can’t go on: a simpler one plays."
    )
