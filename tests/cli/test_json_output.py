"""``--json`` of ``rules``, ``pbn`` and ``db``: the shapes that docs/command-line.md documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from oddtrick.cards import parse_hand
from oddtrick.games import GAMES, Game, options_of
from oddtrick.pbn import decode_pbn, read_boards
from oddtrick.record import decode_record, read_records, replay
from oddtrick.rulebook import TRICK_PLAY, page
from oddtrick.server.store.engine import DATABASE_FILE, database_url, make_engine, writing
from oddtrick.server.store.tools.migrate import head
from tests.support.run_program import EXAMPLES, oddtrick

ROOT = Path(__file__).parents[2]
WHIST = EXAMPLES / "whist-1.record.json"


def objects(*args: str | Path, status: int = 0) -> list[dict[str, Any]]:
    """The objects that a command prints, one per line."""
    done = oddtrick(*args)
    assert (done.returncode, done.stderr) == (status, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_list_of_games_has_every_option() -> None:
    found = objects("rules", "--json")
    assert [each["id"] for each in found] == [game.id for game in GAMES]
    for each, game in zip(found, GAMES, strict=True):
        assert (each["title"], each["aliases"]) == (game.title, list(game.aliases))
        options = options_of(game.options)
        assert [one["name"] for one in each["options"]] == [option.name for option in options]
        assert [one["default"] for one in each["options"]] == [option.default for option in options]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_page_has_each_numbered_rule_once(game: Game) -> None:
    (found,) = objects("rules", game.id, "--json")
    (listed,) = (each for each in objects("rules", "--json") if each["id"] == game.id)
    assert (found["id"], found["game"], found["markdown"]) == (game.id, listed, page(game.id))
    assert list(found["rules"]) == re.findall(r"^- \*\*(\w+)\*\* ", page(game.id), re.MULTILINE)
    words = " ".join(page(game.id).split())
    assert all(f"**{rule}** {said}" in words for rule, said in found["rules"].items())
    assert not any("- **" in said or "Example." in said for said in found["rules"].values())


def test_the_page_of_all_games_has_no_game() -> None:
    (found,) = objects("rules", TRICK_PLAY, "--json")
    assert (found["id"], found["game"]) == (TRICK_PLAY, None)
    assert found["rules"]["T1"]


def test_an_exported_board_has_the_cards_and_tags_of_its_pbn() -> None:
    found = objects("pbn", "export", WHIST, "--json")
    boards = list(read_boards(decode_pbn(oddtrick("pbn", "export", WHIST).stdout.encode())))
    assert len(found) == len(boards) == 5
    for each, board in zip(found, boards, strict=True):
        assert tuple(map(parse_hand, each["hands"])) == board.hands
        assert each["plays"] == [str(card) for card in board.plays]
        assert (each["board"], each["dealer"], each["leader"]) == (
            board.number,
            board.dealer,
            board.leader,
        )
        assert each["trump"] == board.tag("OddtrickTrump")
        assert each["tags"]
        assert {name: board.tag(name) for name in each["tags"]} == each["tags"]


def test_an_imported_board_has_its_record_or_the_reason_why_not(tmp_path: Path) -> None:
    text = oddtrick("pbn", "export", WHIST).stdout
    no_trumps = re.sub(r'\[Contract ".*?"\]', '[Contract "1NT"]', text, count=1)
    no_trumps = re.sub(r"\[Oddtrick.*\n", "", no_trumps, count=3)
    (tmp_path / "mixed.pbn").write_text(no_trumps)
    refused = oddtrick("pbn", "import", "mixed.pbn", "--json", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    done = oddtrick("pbn", "import", "mixed.pbn", "--json", "--skip", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = map(json.loads, done.stdout.splitlines())
    assert list(first) == ["file", "board", "line", "error"]
    place = f"board {first['board']}, line {first['line']}"
    assert refused.error == f"{first['file']}: {place}: {first['error']}\n"
    ((_, whole),) = read_records(WHIST)
    for number, each in enumerate(others, 2):
        assert list(each) == ["file", "board", "record"]
        assert each["board"] == number
        record = decode_record(json.dumps(each["record"]).encode())
        assert replay(record).result[0].tricks == replay(whole).result[number - 1].tricks


def test_the_database_tells_its_name_step_rows_and_faults(tmp_path: Path) -> None:
    here = ("--data", tmp_path, "--json")
    name = str(tmp_path / DATABASE_FILE)
    step = {"database": name, "step": head()}
    assert objects("db", "upgrade", *here) == [{**step, "upgraded": True}]
    assert objects("db", "upgrade", *here) == [{**step, "upgraded": False}]
    assert objects("db", "check", *here) == [{"database": name, "faults": [], "more": False}]
    (written,) = objects("db", "export", tmp_path / "all.jsonl", *here)
    assert written["database"] == name
    (read,) = objects("db", "import", tmp_path / "all.jsonl", "--data", tmp_path / "b", "--json")
    assert read == {"database": str(tmp_path / "b" / DATABASE_FILE), "rows": written["rows"]}
    piped = oddtrick("db", "export", "-", *here)
    assert json.loads(piped.stderr) == written
    engine = make_engine(database_url(None, tmp_path))
    with writing(engine) as connection:
        connection.execute(text("DROP INDEX ix_wakes_due"))
    engine.dispose()
    (checked,) = objects("db", "check", *here, status=1)
    assert (len(checked["faults"]), checked["more"]) == (1, False)
    assert checked["faults"][0].startswith("schema differs: ")


def test_the_documentation_names_every_key() -> None:
    documented = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = documented.partition("\n## JSON\n")[2].partition("\n## ")[0]
    shown = [
        *objects("rules", "whist", "--json"),
        *objects("rules", "--json")[:1],
        *objects("pbn", "export", WHIST, "--json")[:1],
    ]
    keys = {key for each in shown for key in each}
    keys |= {key for option in shown[1]["options"] for key in option}
    keys |= {"file", "record", "line", "error"}
    keys |= {"database", "step", "upgraded", "faults", "more", "rows"}
    assert {key for key in keys if f"`{key}`" not in section} == set()
