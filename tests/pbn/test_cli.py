"""``oddtrick pbn``: records to PBN and back."""

import argparse
import io
import json
from pathlib import Path

import pytest

from oddtrick.cli import pbn
from oddtrick.errors import OddtrickError
from oddtrick.pbn import decode_pbn, read_boards
from oddtrick.record import read_records, replay
from tests.support.pbn_boards import DATA

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"


def run(*argv: object) -> int:
    parser = argparse.ArgumentParser()
    pbn.add_parser(parser.add_subparsers())
    args = parser.parse_args(["pbn", *map(str, argv)])
    status: int = args.run(args)
    return status


def example(game: str) -> Path:
    """A record of the game."""
    for path in sorted(EXAMPLES.glob("*.record.json")):
        if json.loads(path.read_bytes())["rules"]["game"] == game:
            return path
    raise LookupError(game)


def test_a_record_is_converted_to_pbn_and_each_deal_back_to_a_record(tmp_path: Path) -> None:
    record, text, back = example("colonial-whist"), tmp_path / "a.pbn", tmp_path / "a.jsonl"
    assert run("export", record, "-o", text) == 0
    assert run("import", text, "-o", back) == 0
    [(_, before)] = read_records(record)
    deals = [found.deals[0] for _, found in read_records(back)]
    assert deals == before.deals
    assert [replay(found).rules.game for _, found in read_records(back)] == [
        "colonial-whist"
    ] * len(deals)


def test_without_a_file_it_goes_to_stdout(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run("export", example("colonial-whist"), example("colonial-whist")) == 0
    out = capfdbinary.readouterr().out
    assert out.startswith(b"% PBN 2.1\r\n% EXPORT\r\n[Event ")
    assert len(list(read_boards(decode_pbn(out)))) % 2 == 0


def test_names_survive_the_conversion(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("import", DATA / "whist.pbn", "-o", out) == 0
    names = [record.names for _, record in read_records(out)]
    assert names == [["Ann", "Bob", "Cy", "Di"], None]


def test_boards_that_are_not_whist_are_reported_or_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, file = tmp_path / "out.jsonl", DATA / "tournament.pbn"
    with pytest.raises(OddtrickError, match=r"tournament\.pbn: board 2: there are no trumps"):
        run("import", file, "-o", out)
    assert not out.exists()
    assert run("import", "--skip", file, "-o", out) == 0
    assert len(list(read_records(out))) == 1
    skipped = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in skipped] == ["board 2, left out", "board 3, left out"]


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("import", "no-such.pbn"), "no-such.pbn: no such file or directory"),
        (("export", "no-such.json"), "no-such.json: no such file or directory"),
        (("export", example("knockout-whist")), "knockout-whist cannot be written as PBN"),
        (("import", DATA / "whist.pbn", "-o", DATA), "is a directory"),
    ],
)
def test_errors_are_reported_in_one_line(argv: tuple[object, ...], told: str) -> None:
    with pytest.raises(OddtrickError) as caught:
        run(*argv)
    assert told in str(caught.value)


def test_a_file_without_boards_and_one_with_a_fault(tmp_path: Path) -> None:
    empty, wrong = tmp_path / "empty.pbn", tmp_path / "wrong.pbn"
    empty.write_text("% PBN 2.1\n")
    wrong.write_text('[Event "x"]\n[Dealer "Q"]\n')
    with pytest.raises(OddtrickError, match=r"empty\.pbn: there is no board in it"):
        run("import", empty)
    with pytest.raises(OddtrickError, match=r"wrong\.pbn: board 1, line 2: "):
        run("import", wrong)


def test_stdin_is_read(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = io.BytesIO((DATA / "whist.pbn").read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(data))
    assert run("import", "-") == 0
    assert capfdbinary.readouterr().out.count(b"\n") == 2
