"""Tests that the catalogues agree and contain all texts of the page."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

import pytest
from playwright.sync_api import expect

from oddtrick.games import GAMES, options_of
from oddtrick.i18n.catalogue import LANGUAGES
from oddtrick.rulebook import page as rulebook
from oddtrick.server.routes.web_page import SHOWN_BY
from oddtrick.web.static_files import files
from tests.support.random_matches import EVERY, WITH_CALLS, course
from tests.support.rule_ids import READINGS
from tests.support.web.browser_user import BrowserUsers
from tests.support.web.page_modules import PageModules
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

CATALOGUES = """async ([base]) => {
  const catalogues = {};
  for (const code of ["en", "de"]) {
    const pages = ["start", "table", "tutorial", "replay", "review", "solve"];
    const names = [
      "common", "bot-remarks", "calls", "table-menus", "daily", "people", "drive", "drive-desk",
      ...pages];
    const parts = await Promise.all(
      names.map((name) => import(`${base}i18n/${code}/${name}.js`)));
    catalogues[code] = Object.assign({}, ...parts.map((part) => part.default));
  }
  return catalogues;
}"""

RULES = """async ([base, names]) => {
  const { blocks, fromMarkdown } = await import(base + "guide/rules-page.js");
  const catalogues = {};
  for (const code of ["en", "de"]) {
    catalogues[code] = {};
    for (const name of names) {
      const text = (await import(`${base}i18n/${code}/rules/${name}.js`)).default;
      catalogues[code][name] = blocks(fromMarkdown(text));
    }
  }
  return catalogues;
}"""

PAGES = [game.id for game in GAMES]
NAMED = re.compile(r'"([a-z][\w-]*(?:\.[\w-]+)+)"')
"""A text named in a script."""
IMPORTED = re.compile(r'(?:^import [^;]*?|import\()"(\.[^"]+\.js)"', re.MULTILINE)
RULE = re.compile(r"\(([A-Z]{1,2}\d+)\)")


@pytest.mark.parametrize("first", ["language", "part"])
def test_a_part_is_in_the_language_whichever_is_asked_for_first(
    modules: PageModules, first: str
) -> None:
    text = modules.call(ASKED % repr(first))
    assert text == ["aufwärts", "Kein Trumpf"]


ASKED = """async ([base]) => {
  const { loadMessages, setLanguage, t } = await import(base + "i18n/translate.js");
  const ways = [() => setLanguage("de", "replay"), () => loadMessages("calls")];
  await Promise.all((%s === "part" ? ways.reverse() : ways).map((ask) => ask()));
  return [t("call.uptown"), t("replay.trumps.none")];
}"""


def test_every_language_has_each_text_with_the_same_placeholders(modules: PageModules) -> None:
    texts = modules.call(CATALOGUES)
    english, german = texts["en"], texts["de"]
    assert set(german) == set(english)
    assert len(english) > 200
    for name, text in english.items():
        assert _holes(german[name]) == _holes(text), name
        assert bool(german[name]) == bool(text), name


@pytest.mark.parametrize("module", dict.fromkeys(SHOWN_BY.values()))
def test_each_page_loads_the_texts_that_it_uses(module: str) -> None:
    reached = _reached(module)
    (own,) = re.findall(rf'"./{module}"\), "([\w-]+)"', _script("main.js"))
    loaded = {own, *re.findall(r'loadMessages\("([\w-]+)"\)', " ".join(reached.values()))}
    parts = {"start", "table", "table-menus", "tutorial", "replay", "bot-remarks"}
    unloaded = {*parts, "daily", "people", "drive", "drive-desk"} - loaded
    missing = set().union(*(_keys(part) for part in unloaded))
    named = {(name, key) for name, text in reached.items() for key in NAMED.findall(text)}
    assert {key for _, key in named} & _keys(own)
    assert {(name, key) for name, key in named if key in missing} == set()


def test_points_are_told_for_every_reason_in_every_language() -> None:
    reasons = {"card", "other"}
    for game, options in (*EVERY, *WITH_CALLS):
        for seed in range(2):
            match = course(game, options, seed)[-1]
            for log in match.all_deals:
                account = log.finished_deal.account(match.rules)
                reasons |= {item.reason for items in account for item in items}
    assert {"the-deal", "the-contract", "setting-those-who-granded"} < reasons
    for language in LANGUAGES:
        assert {f"account.{reason}" for reason in reasons} <= _keys("table-menus", language)


def _reached(module: str) -> dict[str, str]:
    """The scripts that a page imports, at once or later, by name."""
    found: dict[str, str] = {}
    queue = [module]
    while queue:
        name = queue.pop()
        if name not in found and not name.startswith("i18n/"):
            found[name] = _script(name)
            queue += [normpath(join(dirname(name), each)) for each in IMPORTED.findall(found[name])]
    return found


def _script(name: str) -> str:
    return files().named[name].body.decode()


def _keys(part: str, language: str = "en") -> set[str]:
    """The names of the texts in a part of a catalogue."""
    return set(re.findall(r'^  "([^"]+)":', _script(f"i18n/{language}/{part}.js"), re.MULTILINE))


LOAD_TOGETHER = """async ([base, parts]) => {
  const { loadMessages, tOr } = await import(base + "i18n/translate.js");
  await Promise.all(parts.map(loadMessages));
  const missing = [];
  for (const part of parts) {
    const texts = (await import(`${base}i18n/en/${part}.js`)).default;
    missing.push(...Object.keys(texts).filter((name) => tOr(name, "missing") === "missing"));
  }
  return missing;
}"""


def test_parts_of_the_catalogue_that_load_together_are_all_there(modules: PageModules) -> None:
    parts = ["calls", "table-menus", "replay", "review", "daily", "people"]
    assert modules.call(LOAD_TOGETHER, parts) == []


def test_plural_texts_have_the_forms_of_their_language(modules: PageModules) -> None:
    for catalogue in modules.call(CATALOGUES).values():
        counting = {name: text for name, text in catalogue.items() if not isinstance(text, str)}
        assert counting
        assert {name for name, text in counting.items() if set(text) != {"one", "other"}} == set()


WRITTEN = """async ([base, language]) => {
  const texts = await import(base + "i18n/translate.js");
  const { interpolate, joinNames, joinShortly, numberText, setLanguage, t } = texts;
  const { signedText } = await import(base + "replay/coach-texts.js");
  await setLanguage(language, "table");
  return [
    joinNames(["Ann"]), joinNames(["Ann", "Bob"]), joinNames(["Ann", "Bob", "Cal"]),
    joinShortly(["Ann"]), joinShortly(["Ann", "Bob"]), joinShortly(["Ann", "Bob", "Cal"]),
    numberText(-1.26), ...[0.62, 0.94, 0.97, 1.02, 1.06].map((n) => t("tricks", { n })),
    t("tricks", { n: 1 }), t("points", { n: 1200 }),
    ...[-2, -1.5, -0.04, 0, 0.04, 2].flatMap((n) => [interpolate("{n}", { n }), numberText(n)]),
    ...[-2, -0.04, 0, 1.26].map(signedText),
  ];
}"""


def test_lists_and_numbers_are_written_as_in_the_language(modules: PageModules) -> None:
    english, german = (modules.call(WRITTEN, language) for language in ("en", "de"))
    short = ["Ann", "Ann & Bob", "Ann, Bob & Cal"]
    names = ["Ann", "Ann and Bob", "Ann, Bob, and Cal"]
    amounts = ["0.6 tricks", "0.9 tricks", "1 trick", "1 trick", "1.1 tricks"]
    plain = [text for text in ["−2", "−1.5", "0", "0", "0", "2"] for _ in range(2)]
    numbers = [*plain, "−2.0", "0.0", "0.0", "+1.3"]
    assert english == [*names, *short, "−1.3", *amounts, "1 trick", "1200 points", *numbers]
    names = ["Ann", "Ann und Bob", "Ann, Bob und Cal"]
    amounts = ["0,6 Stiche", "0,9 Stiche", "1 Stich", "1 Stich", "1,1 Stiche"]
    numbers = [each.replace(".", ",") for each in numbers]
    assert german == [*names, *short, "−1,3", *amounts, "1 Stich", "1200 Punkte", *numbers]


def test_the_rules_have_the_same_structure_in_every_language(modules: PageModules) -> None:
    texts = modules.call(RULES, ["trick-play", *PAGES])
    for name, english in texts["en"].items():
        german = texts["de"][name]
        assert [each["kind"] for each in german] == [each["kind"] for each in english], name
        for one, other in zip(english, german, strict=True):
            assert RULE.findall(one["text"]) == RULE.findall(other["text"])
            if one["kind"] == "cards":
                assert one["text"].split(" | ")[0] == other["text"].split(" | ")[0]


def test_the_game_pages_have_every_rule_of_the_rulebook_in_its_order(modules: PageModules) -> None:
    pages = modules.call(RULES, ["trick-play", *PAGES])["en"]
    for name, blocks in pages.items():
        rules = [rule for block in blocks for rule in RULE.findall(block["text"])]
        book = rulebook(name)
        wanted = re.findall(r"^- \*\*([A-Z]{1,2}\d+)\*\*", book, re.MULTILINE)
        assert rules == wanted, name


@pytest.mark.parametrize(
    ("language", "ours", "others"),
    [("en", "Our reading:", "Other tables:"), ("de", "Unsere Lesart:", "Andere Tische:")],
)
def test_each_reading_of_ours_is_marked_in_every_language(
    modules: PageModules, language: str, ours: str, others: str
) -> None:
    pages = modules.call(RULES, ["trick-play", *PAGES])[language]
    marked = [
        RULE.findall(block["text"])[-1]
        for blocks in pages.values()
        for block in blocks
        if re.search(rf"\*\*{ours}\*\* .*\*\*{others}\*\* ", block["text"])
    ]
    assert sorted(marked) == sorted(READINGS)


def test_every_option_of_every_game_has_a_label(modules: PageModules) -> None:
    names = set(modules.call(CATALOGUES)["en"])
    for game in GAMES:
        wanted = {f"game.{game.id}", f"start.{game.id}"}
        for option in options_of(game.options):
            own = f"option.{game.id}.{option.name}"
            key = own if own in names else f"option.{option.name}"
            wanted |= {key, f"{key}.about", *(f"{key}.{choice}" for choice in option.choices)}
        assert wanted - names == set()


def test_the_page_uses_the_language_of_the_browser(users: BrowserUsers) -> None:
    anna = users.open(locale="de-AT")
    anna.go("/")
    expect(anna.page.get_by_role("link", name="Regeln", exact=True)).to_be_visible()
    assert anna.page.locator("html").get_attribute("lang") == "de"
    anna.see("[data-game='whist'] .play").click()
    expect(anna.see(".seat .name").filter(has_text="Du")).to_be_visible()
    ben = users.open(locale="fr-FR")
    ben.go("/")
    expect(ben.page.get_by_role("link", name="Rules", exact=True)).to_be_visible()


@pytest.mark.whole(
    held_by="tests/web/test_printed_review.py::test_the_printed_review_is_for_one_player_and_in_the_chosen_language"
)
def test_the_chosen_language_applies_to_every_page(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/")
    anna.page.get_by_role("button", name="Deutsch").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Ein ruhiger Tisch für Whist")
    anna.page.get_by_role("link", name="Regeln", exact=True).click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Regeln")
    expect(anna.page.get_by_text("Ein Stich", exact=True)).to_be_visible()
    anna.page.get_by_role("button", name="English").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Rules")


def test_every_text_comes_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    for path in ("/", "/games", "/rules", "/rules/bridge"):
        anna.go(path)
        expect(anna.page.get_by_text("⟦").first).to_be_visible()
        expect(anna.page.get_by_text("⟦Play now⟧")).to_have_count(len(GAMES) if path == "/" else 0)
        assert untranslated(anna.page, passed=".guide > :not(h1, .chapters)") == [], path


def test_every_text_of_a_form_comes_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    anna.go("/")
    anna.see("[data-game='whist'] .options").click()
    expect(anna.see(".levels input").first).to_be_attached()
    game = anna.page.get_by_role("dialog").get_by_role("combobox").first
    for name in PAGES:
        game.select_option(name)
        assert untranslated(anna.page) == [], name


def test_every_text_of_a_dialog_comes_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    anna.go("/")
    anna.see(".hero button").click()
    anna.see("dialog [name=name]").wait_for()
    assert untranslated(anna.page) == []
    anna.page.keyboard.press("Escape")
    anna.see(".settings-button").click()
    anna.see("dialog .part").first.wait_for()
    assert untranslated(anna.page) == []


def test_every_text_of_the_tutorial_comes_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    for step in range(1, 16):
        anna.go(f"/learn#{step}")
        expect(anna.page.get_by_role("heading", level=1)).to_contain_text("⟦")
        assert untranslated(anna.page) == []


def _holes(text: str | dict[str, str]) -> set[str]:
    texts = [text] if isinstance(text, str) else list(text.values())
    return {hole for each in texts for hole in re.findall(r"\{(\w+)\}", each)}
