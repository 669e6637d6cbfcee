"""``oddtrick review``: its reports, its choices, and what it refuses before it thinks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from oddtrick import review as review_package
from oddtrick.cli import review as verb
from oddtrick.cli.review_phrases import Phrases
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.review import Review
from tests.support.extent import part, times
from tests.support.run_program import EXAMPLES, oddtrick

WHIST = EXAMPLES / "whist-1.record.json"
SCOTCH = EXAMPLES / "scotch-whist-2.record.json"
KNOCKOUT = EXAMPLES / "knockout-whist-1.record.json"

QUICK = ("--effort", "quick", "--deal", "1")


@pytest.fixture(autouse=True, scope="module")
def little_effort() -> Iterator[None]:
    """Reviews with a budget that exercises all code."""
    with patch.multiple(
        verb, QUICK_CANDIDATES=times(20, whole=60), QUICK_WORLDS=times(8, whole=20)
    ):
        yield


@cache
def reviewed(*args: str | Path) -> Review:
    done = oddtrick("review", *args, *QUICK, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    return msgspec.json.decode(done.stdout, type=Review, strict=True)


def renamed(tmp_path: Path, file: Path, *names: str) -> Path:
    content = json.loads(file.read_text())
    content["names"] = names
    (tmp_path / "named.json").write_text(json.dumps(content))
    return tmp_path / "named.json"


@pytest.mark.whole(
    held_by="tests/review/test_review_laws.py::test_a_review_is_the_same_on_any_number_of_threads"
)
def test_json_depends_on_the_seed_and_not_on_the_threads() -> None:
    one = reviewed(WHIST, "--threads", "1", "--seed", "5")
    assert reviewed(WHIST, "--threads", "3", "--seed", "5") == one
    other = reviewed(WHIST, "--seed", "6")
    assert other.deals[0].decisions != one.deals[0].decisions
    assert other.deals[0].steps == one.deals[0].steps


@pytest.mark.parametrize("file", part([WHIST, SCOTCH, KNOCKOUT], 1), ids=lambda file: file.name)
def test_text_and_json_agree(file: Path) -> None:
    review = reviewed(file)
    done = oddtrick("review", file, *QUICK)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"{file}: ")
    assert max(map(len, lines[1:])) < 100
    phrases = Phrases("en", review=review)
    order = [
        done.stdout.index(f"{at}. {phrases.place(review.decision(moment))}: ")
        for at, moment in enumerate(review.moments, 1)
    ]
    assert order == sorted(order)
    for each in review.losses:
        score = f"{each.total.mistakes} of {each.total.decisions}"
        assert any(line.startswith(f"Seat {each.seat} ") and score in line for line in lines)


@pytest.mark.whole(
    held_by="tests/cli/test_review_languages.py::test_no_english_is_left_in_a_german_review"
)
def test_the_report_is_in_the_chosen_language() -> None:
    texts = {
        language: oddtrick("review", WHIST, *QUICK, "--language", language).stdout
        for language in LANGUAGES
    }
    assert oddtrick("review", WHIST, *QUICK).stdout == texts["en"]
    for language in LANGUAGES:
        report = catalogue_of(language).labels
        for key in ("moments", "losses.caption", "luck", "column.mistakes"):
            label = str(report[key])
            assert [name for name, each in texts.items() if label in each] == [language], key


def test_a_player_is_selected_by_seat_or_name(tmp_path: Path) -> None:
    file = renamed(tmp_path, WHIST, "Ann", "Ben 2", "Cat", "Dot")
    by_name, by_seat = reviewed(file, "--seat", "Ben 2"), reviewed(file, "--seat", "1")
    assert by_name == by_seat
    assert [each.seat for each in by_seat.losses] == [1]
    assert {by_seat.decision(moment).seat for moment in by_seat.moments} <= {1}
    assert len(by_seat.deals[0].decisions) == 52


def test_pbn_is_reviewed_like_its_record(tmp_path: Path) -> None:
    exported = oddtrick("pbn", "export", WHIST).stdout
    (tmp_path / "game.pbn").write_text(exported)
    from_pbn = reviewed(tmp_path / "game.pbn", "--pick", "1")
    own = reviewed(WHIST)
    assert [each.played for each in from_pbn.deals[0].decisions] == [
        each.played for each in own.deals[0].decisions
    ]


def test_each_record_or_the_selected_one_gets_a_line(tmp_path: Path) -> None:
    records = "".join(json.dumps(json.loads(file.read_text())) + "\n" for file in (WHIST, KNOCKOUT))
    both = oddtrick("review", "-", *QUICK, "--json", stdin=records)
    games = [json.loads(line)["game"] for line in both.stdout.splitlines()]
    assert games == ["whist", "knockout-whist"]
    (tmp_path / "both.jsonl").write_text(records)
    assert reviewed(tmp_path / "both.jsonl", "--pick", "2").game == "knockout-whist"


def spoilt(record: Any) -> Any:
    plays = record["deals"][0]["hands"][0]["plays"]
    plays[1] = plays[0]
    return record


@pytest.fixture
def without_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test that begins a review, which takes seconds to minutes."""

    def think(*args: object, **kwargs: object) -> None:
        pytest.fail("it thinks before it has checked everything")

    monkeypatch.setattr(review_package, "review", think)


@pytest.mark.usefixtures("without_thinking")
@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("nowhere.json",), 1, "nowhere.json: no such file or directory"),
        ((WHIST, "--deal", "0"), 2, "--deal: '0' is not a whole number from 1"),
        ((WHIST, "--deal", "99"), 1, "in deal 99: cards were played in deals 1 to 5"),
        ((WHIST, "--deal", "1", "--deal", "6"), 1, "no card was played in deal 6"),
        ((WHIST, "--seat", "4"), 1, "--seat is '4': it is a number up to 3"),
        ((WHIST, "--seat", "Nobody"), 1, "--seat is 'Nobody': it is a number up to 3"),
        ((WHIST, "--threads", "0"), 2, "--threads: '0' is not a whole number from 1"),
        ((WHIST, "--pick", "2"), 1, "--pick is 2, but the last record is 1"),
        (
            (WHIST, "--html"),
            2,
            "--html: the browser prints and saves the page: start `oddtrick serve`",
        ),
        ((WHIST, "--html", "page.html"), 2, "open the record at /replay, choose “Review deal”"),
        ((WHIST, "--language", "fr"), 2, "invalid choice: 'fr' (choose from"),
    ],
)
def test_everything_is_checked_before_it_thinks(
    args: tuple[str | Path, ...], status: int, said: str, tmp_path: Path
) -> None:
    done = oddtrick("review", *args, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("without_thinking")
def test_the_last_record_is_checked_before_the_first_is_reviewed(tmp_path: Path) -> None:
    good, bad = (json.dumps(json.loads(WHIST.read_text())) for _ in range(2))
    bad = json.dumps(spoilt(json.loads(bad)))
    done = oddtrick("review", "-", stdin=f"{good}\n{bad}\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith("- line 2: deal 1, hand 1, trick 1")


def test_an_illegal_record_is_refused_with_its_location(tmp_path: Path) -> None:
    content = spoilt(json.loads(WHIST.read_text()))
    (tmp_path / "bad.json").write_text(json.dumps(content))
    done = oddtrick("review", tmp_path / "bad.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith(f"{tmp_path / 'bad.json'}: deal 1, ")
    assert done.stderr.count("\n") == 1


def test_a_record_without_cards_played_says_so(tmp_path: Path) -> None:
    content = json.loads(WHIST.read_text())
    content["deals"] = []
    (tmp_path / "none.json").write_text(json.dumps(content))
    done = oddtrick("review", tmp_path / "none.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert "nothing to review" in done.stderr
    assert done.stderr.count("\n") == 1
