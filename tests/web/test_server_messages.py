"""Tests that hints and errors of the server appear in the person's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import expect

import oddtrick
from oddtrick.cards import Rank, Suit
from oddtrick.drive.sheets.sheet_words import Words
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.i18n.localizer import Localizer
from oddtrick.review import Sentence
from oddtrick.review.sentence_table import SAYINGS
from tests.support.web.browser_user import ON_TURN, BrowserUser, BrowserUsers
from tests.support.web.page_modules import PageModules

SELDOM = """async ([base, part]) => {
  const catalogues = {};
  for (const code of ["en", "de"]) {
    catalogues[code] = (await import(`${base}i18n/${code}/${part}.js`)).default;
  }
  return catalogues;
}"""

PACKAGE = Path(oddtrick.__file__).parent
FOREIGN = frozenset({"CommandRefused", "Notice", "RefusedFrame", "refuse", "_refuse"})
"""The functions whose errors are also sent over a socket, without a status."""


def _seldom(modules: PageModules, part: str) -> dict[str, dict[str, str]]:
    texts: dict[str, dict[str, str]] = modules.call(SELDOM, part)
    return texts


def _holes(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_the_page_is_served_the_catalogue_of_sentences(modules: PageModules) -> None:
    for language, known in _seldom(modules, "hints").items():
        catalogue = catalogue_of(language)
        to_reader = {f"{tag}.you": text for tag, text in catalogue.to_reader.items()}
        assert known == {**catalogue.sentences, **to_reader, **catalogue.words}
    english, german = catalogue_of("en").sentences, catalogue_of("de").sentences
    assert not [tag for tag in english if german[tag] == english[tag]]
    named = {f"suit.{suit}" for suit in Suit} | {f"rank.{rank}" for rank in Rank}
    assert named < set(catalogue_of("de").words)


def test_every_error_code_has_a_translation(modules: PageModules) -> None:
    texts = _seldom(modules, "errors")
    refusals = set(_refusals())
    assert len(refusals) > 60
    for language, known in texts.items():
        missing = [
            f"{status} {code}"
            for status, code in refusals
            if code not in known and f"{status}.{code}" not in known
        ]
        assert missing == [], language
    assert set(texts["de"]) == set(texts["en"])
    codes = {code for _, code in refusals}
    left = {name for name in texts["en"] if re.sub(r"^\d+\.", "", name) not in codes}
    assert {name for name in left if not name.startswith("rule.")} == {"ended"}, (
        "the other codes are never sent"
    )
    for name, text in texts["de"].items():
        assert _holes(text) <= _holes(texts["en"][name]) | {"message"}, name


def _refusals() -> Iterator[tuple[int | None, str]]:
    """Yields every status and code of an error; no status means a socket."""
    for folder in ("server", "tables"):
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            if file.parent.name == "docgen":
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                yield from _refusals_in(node)


def _refusals_in(node: ast.AST) -> Iterator[tuple[int | None, str]]:
    match node:
        case ast.Call(
            func=ast.Name(id="ApiError") | ast.Attribute(attr="__init__"),
            args=[ast.Constant(value=int() as status), code, *_],
        ):
            yield from ((status, text) for text in _texts(code))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in FOREIGN:
            given = [*node.args[:2], *(each.value for each in node.keywords if each.arg == "code")]
            yield from ((None, text) for arg in given for text in _texts(arg) if " " not in text)
        case ast.Call(func=ast.Name(id="ErrorKind"), args=[ast.Constant(value=str() as code), *_]):
            yield None, code
        case ast.AnnAssign(target=ast.Name(id="FRAMEWORK_ERRORS"), value=ast.Dict(values=values)):
            yield from (
                (None, _texts(value.elts[0])[0]) for value in values if isinstance(value, ast.Tuple)
            )
        case _:
            pass


def _texts(node: ast.AST) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


AMOUNT = {"amount": "0.30"}

REASON = """async ([base, language, reason, reader]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  await setLanguage(language, "table");
  const { reasonText } = await import(base + "cards/reason-text.js");
  return reasonText(reason, reader);
}"""


def test_figures_of_a_hint_are_written_as_in_the_language(modules: PageModules) -> None:
    figure = {"tag": "behind-tricks", "reason": "", "params": {"card": "KH", "amount": "0.30"}}

    def text(language: str) -> str:
        said: str = modules.call(REASON, language, figure)
        return said

    assert text("en") == "In tricks, the king of hearts does 0.30 worse on average."
    assert text("de") == "In Stichen ist Herz-König im Mittel um 0,30 schlechter."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_reads_to_the_player_whom_it_is_about_as_in_a_report(
    modules: PageModules, language: str
) -> None:
    names = ["Ann", "Bob", "Cat", "Dot"]
    for tag in catalogue_of(language).to_reader:
        values = {"seat": "2", "suit": "hearts", "card": "QH", "higher": "KH", "bid": "solo"}
        params = {name: values.get(name, "3") for name in SAYINGS[tag].params} | AMOUNT
        reason = {"tag": tag, "params": params}
        for seat, own in product((None, 2), (False, True)):
            reader = {"names": names, "seat": seat, "decides": own}
            told = modules.call(REASON, language, reason, reader)
            # The page names cards in words, where a report has their signs.
            words = Localizer(language, spoken=True)
            assert told == words.sentence(tag, params, names, seat, to_player=own)


SIGNS = """async ([base, language, cards, jack]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  await setLanguage(language, "table");
  const { callJack, rankLabel } = await import(base + "cards/card-names.js");
  callJack(jack);
  const signs = cards.map(rankLabel);
  callJack();
  return signs;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_one_sign_on_its_face_in_hints_and_on_sheets(
    modules: PageModules, language: str
) -> None:
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    for jack in ("jack", "knave"):
        words = Localizer(language, knave=jack == "knave")
        shown = modules.call(SIGNS, language, pack, jack)
        assert shown == [words.rank_sign(card) for card in pack]
        said = Sentence("one-above", {"card": "QS", "higher": "JS"})
        signs = [words.symbols(card) for card in ("QS", "JS")]
        text = words.sentence(said.tag, said.params)
        assert all(sign in text for sign in signs)
    assert [Words(language).rank(card[0]) for card in pack] == [
        Localizer(language).rank_sign(card) for card in pack
    ]


@pytest.mark.whole(
    held_by="tests/web/test_server_messages.py::test_every_error_code_has_a_translation"
)
def test_hints_and_errors_are_translated_into_german(
    users: BrowserUsers, modules: PageModules
) -> None:
    anna = users.open(locale="de-AT")
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    tips: list[str] = []
    while len(tips) < 3:
        anna.reach_choice()  # there are no hints for a card that is forced
        anna.see("[data-key=hint]").click()
        expect(anna.see(".hint b")).to_contain_text("Spiel ")
        tips.append(anna.see(".hint p").first.inner_text())
        anna.see(".hand [data-hint]").click()
        anna.see(ON_TURN).first.wait_for()
    german = set(_seldom(modules, "hints")["de"].values())
    # A close choice ends with a sentence of the page's own catalogue about the runner-up, and a
    # rule of thumb with one about cards that are as good.
    ends = re.compile(" (Es ist knapp|Nur eine Faustregel): ")
    explanations = [ends.split(tip.partition(". ")[2])[0] for tip in tips]
    assert all(_is_one_of(each, german) for each in explanations), explanations
    _type_a_card_that_is_not_held(anna)
    expect(anna.see(".error")).to_have_text(
        "Spiel eine Karte aus deinem Blatt, und bediene die Farbe, solange du kannst."
    )
    anna.go("/t/k3f90pqr7xyz")
    expect(anna.see(".reason")).to_contain_text("Unter dieser Adresse gibt es keinen Tisch")


def test_server_error_messages_begin_with_a_capital(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    _type_a_card_that_is_not_held(anna)
    expect(anna.see(".error")).to_have_text(HAS_NOT_GOT_IT)
    anna.go("/t/k3f90pqr7xyz")
    expect(anna.see(".reason")).to_have_text(re.compile("^[A-Z].* table"))


HAS_NOT_GOT_IT = re.compile(r"^(You do not hold ..|.. has been played already)$")


def _is_one_of(line: str, forms: set[str]) -> bool:
    patterns = (re.sub(r"\\\{\w+\\\}", ".+", re.escape(form)) for form in forms)
    return any(re.fullmatch(pattern, line) for pattern in patterns)


def _type_a_card_that_is_not_held(anna: BrowserUser) -> None:
    held = anna.hand()
    other = next(f"{rank}S" for rank in "23456789TJQKA" if f"{rank}S" not in held)
    anna.page.keyboard.type(other.replace("T", "0").lower())
