"""What people are told: with each number, to oneself and about others, in both languages."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from oddtrick import new_match
from oddtrick.games import GAMES
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.record import steps_of
from tests.support.web.random_match_updates import random_updates

if TYPE_CHECKING:
    from tests.support.web.page_modules import PageModules

PLURALS = {
    "en": "boards|cards|deals|games|hands|matches|minutes|pairs|people|places|players|points|"
    "rounds|seats|tables|tricks|votes",
    "de": "Blätter|Blättern|Boards|Karten|Minuten|Paare|Paaren|Partien|Plätze|Plätzen|Punkte|"
    "Punkten|Runden|Sekunden|Spiele|Spielen|Stiche|Stichen|Tische|Tischen",
}
"""Nouns of which there may be one."""

SMALL = "(?:an|at|for|für|in|of|to|und|von|with) "
"""Words after a number that begin something else."""

NEVER_ONE = {
    "contract.some": "a contract of at least one trick and at most two or more",
    "field.own": "two match points for each other table",
    "facts.short-ten": "a mean, with a decimal",
    "advice.bid-tricks": "an estimate, with a decimal",
    "advice.call-make": "five tricks or more, and an estimate",
    "advice.call-forestall": "the same",
    "advice.call-lose": "an estimate, with a decimal",
    "facts.in-worlds": "many layouts",
    "solve.error.hands": "a game of two players or more",
    "start.players.range": "the same",
    "facts.draw-trumps-count": "“1 trump” has a word of its own",
}
"""Texts whose number before a noun in the plural can't be one, with the reason."""

CATALOGUES = """async ([base, language]) => {
  const parts = ["bot-remarks", "calls", "common", "daily", "drive", "drive-desk", "errors",
    "people", "replay", "review", "solve", "start", "table", "table-menus", "tutorial"];
  const loaded = await Promise.all(
    parts.map((part) => import(`${base}i18n/${language}/${part}.js`)));
  return Object.assign({}, ...loaded.map((part) => part.default));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_says_one_of_several(modules: PageModules, language: str) -> None:
    texts = {**modules.call(CATALOGUES, language), **_python_texts(language)}
    assert len(texts) > 1000
    several = re.compile(
        rf"\{{(?!name|who|dealer|a\b)\w+\}} (?!{SMALL})(?:\w+ )?(?:{PLURALS[language]})\b"
    )
    wrong = {}
    for name, text in texts.items():
        form = text if isinstance(text, str) else text.get("one", text["other"])
        if several.search(form) and name.replace("to_reader.", "advice.") not in NEVER_ONE:
            wrong[name] = form
    assert wrong == {}, "\n".join(f"{name}: {form}" for name, form in wrong.items())


def _python_texts(language: str) -> dict[str, Any]:
    """The texts of reports and hints by their keys."""
    catalogue = catalogue_of(language)
    parts = ("advice", "facts", "lessons", "to_reader", "labels")
    return {
        f"{part}.{tag}": text for part in parts for tag, text in getattr(catalogue, part).items()
    }


TOLD = """async ([base, language, tables, match]) => {
  const { document } = globalThis;
  const nothing = { getAttribute() {}, setAttribute() {}, append() {} };
  const link = { ...nothing, addEventListener: (_, done) => done() };
  globalThis.document = { ...document, head: { append() {} }, createElement: () => link };
  const { setLanguage } = await import(base + "i18n/translate.js");
  const texts = await import(base + "table/table-texts.js");
  const { seatCall, ...calls } = await import(base + "table/calls.js");
  const { scoreSummary, summaryOf } = await import(base + "table/summaries.js");
  const { captionOf } = await import(base + "replay/captions-and-lists.js");
  const { matchToShow } = await import(base + "replay/replay-names.js");
  const { stateAt, turnCount } = await import(base + "replay/replay-states.js");
  await setLanguage(language, "table", "table-menus", "calls", "replay");
  const told = new Set();
  let before = tables[0];
  for (const table of tables) {
    const about = [
      texts.statusText, texts.turnLine, texts.resultLines, texts.resultLine, texts.eliminationLines,
      texts.drawLine, texts.dealLine, texts.trumpLine, calls.callsSummary, calls.contractLine,
      calls.discardText, scoreSummary, (of) => summaryOf("last", of), (of) => summaryOf("turn", of),
    ];
    for (const text of about) for (const line of [text(table)].flat()) told.add(line);
    for (const aim of [[0, 0], [0, 1], [1, 13], [2, 3]]) {
      const contract = { bid: "misere", declarer: 0, side: [0] };
      told.add(calls.contractLine({ ...table, match: { ...table.match, contract, aim } }));
    }
    told.add(calls.newCallsLine(before, table));
    for (const line of texts.throwLines(before, table)) told.add(line);
    for (const { seat } of table.places) {
      told.add(texts.wonLine(table, seat));
      const called = seatCall(table, seat)?.text;
      if (called) told.add(`${texts.youOrName(table, seat)} ${called}`);
    }
    before = table;
  }
  const shown = matchToShow({ match, you: 0 });
  shown.deals.forEach((deal, number) => {
    for (let card = 0; card <= turnCount(deal); card++) {
      told.add(captionOf(shown, number, stateAt(deal, card)));
    }
  });
  globalThis.document = document;
  return [...told];
}"""
"""All sentences of a match at its table, and of its replay."""

WRONG = {
    "en": [
        r"\b[Yy]ou (?!pass\b)[a-z]+s\b",
        r"\b[Yy]ou\b[^.]*\b(has|is)\b",
        r"(?<!and )Name of p_\d (call|choose|cut|deal|lead|pass|play|put|shuffle|take|win)\b",
        r"\bbids? (pass|clubs|diamonds|hearts|spades|high|low)\b",
    ],
    "de": [
        r"\b[Dd]u (hat|ist|[a-z]+(?<![sß])t)\b(?! )",
        r"\b[Dd]u\b[^.]*\b(hat|ist)\b",
        r"\bsagt? (passe|Kreuz|Karo|Herz|Pik|hoch|tief) an\b",
    ],
}
"""What is said to nobody: the third person to oneself, and the second of somebody else."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_of_oneself_by_name_or_in_the_third_person(
    modules: PageModules, language: str
) -> None:
    several = re.compile(rf"\b1 (?!{SMALL})(?:\w+ )?(?:{PLURALS[language]})\b")
    count = 0
    for game in GAMES:
        rng = random.Random(f"{game.id} 1")
        _, steps = random_updates(game.id, "p_0", rng, most=180)
        match = new_match(game=game.id, seed=1)
        while not match.over and match.number < 2:
            match = match.apply(rng.choice(match.legal_actions()))
        names = [f"Name of p_{seat}" for seat in range(match.rules.players)]
        tables = [msgspec.to_builtins(table) for _, table in steps if table.match]
        shown = msgspec.to_builtins(steps_of(match, names))
        for text in modules.call(TOLD, language, tables, shown):
            count += 1
            assert "Name of p_0" not in text, (game.id, text)
            assert not several.search(text), (game.id, text)
            for wrong in WRONG[language]:
                assert not re.search(wrong, text), (game.id, text)
    assert count > 2000
