"""``oddtrick pbn``: records to PBN and back."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import Suit
from oddtrick.cli import main, pbn
from oddtrick.cli.parser import Parser
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.pbn import boards_of, decode_pbn, read_boards, write_boards
from oddtrick.record import read_records, replay
from tests.support.pbn_boards import DATA

EXAMPLES = Path(__file__).parents[1] / "data" / "examples"


def run(*argv: object) -> int:
    parser = Parser()
    pbn.add_parser(parser.add_verbs("verbs", "VERB"))
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
    with pytest.raises(OddtrickError, match=r"tournament\.pbn: board 3: trumps are not known"):
        run("import", file, "-o", out)
    assert not out.exists()
    assert run("import", "--skip", file, "-o", out) == 0
    trumps = [replay(record).deal.trump for _, record in read_records(out)]
    assert trumps == [Suit.HEARTS, None]
    (skipped,) = capsys.readouterr().err.splitlines()
    assert ": left out 1 of 3 boards: trumps are not known" in skipped
    assert skipped.endswith(" (board 3)")


@pytest.mark.parametrize("command", [("replay",), ("replay", "--json"), ("solve", "--cards")])
def test_commands_read_boards_like_the_records_that_they_become(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    text, back = tmp_path / "BOARDS.PBN", tmp_path / "a.jsonl"
    text.write_bytes((DATA / "whist.pbn").read_bytes())
    assert run("import", text, "-o", back) == 0
    assert main([command[0], str(back), *command[1:]]) == 0
    expected = capsys.readouterr().out.replace(f"{back} line", f"{text}: board")
    assert main([command[0], str(text), *command[1:]]) == 0
    assert capsys.readouterr().out == expected


FAULTS = {  # a change of a board's text, and words of the message
    "a revoke": ('[Deal "', '[Play "N"]\n^R HA\n[Deal "', "marks a revoke"),
    "no tag": ("[Dealer", "[Dealer]\n[Dealer", "is not a tag"),
    "an open comment": ("[Dealer", "{ never closed\n[Dealer", "is not closed"),
    "loose text": ("[Dealer", "text\n[Dealer", "which takes no text"),
    "a card twice": ("N:A", "N:AA", "holds AS twice"),
}


@given(st.lists(st.sampled_from((*FAULTS, "")), min_size=1, max_size=8))
def test_boards_with_a_fault_are_skipped_and_all_others_read(faults: list[str]) -> None:
    deal = next(iter(to_text_boards(1)))
    texts, good = [], 0
    for fault in faults:
        old, new, _ = FAULTS.get(fault, ("", "", ""))
        texts.append(deal.replace(old, new, 1) if fault else deal)
        good += not fault
    with TemporaryDirectory() as folder:
        file, out = Path(folder) / "a.pbn", Path(folder) / "a.jsonl"
        file.write_text("\n\n".join(texts), encoding="utf-8")
        told = io.StringIO()
        with redirect_stderr(told):
            assert run("import", "--skip", file, "-o", out) == 0
        assert out.read_bytes().count(b"\n") == good
    lines = told.getvalue().splitlines()
    counts = [int(line.split("left out ")[1].split()[0]) for line in lines]
    assert sum(counts) == len(faults) - good
    boards = "1 board" if len(faults) == 1 else f"{len(faults)} boards"
    assert all(f"of {boards}: " in line for line in lines)
    for fault in set(faults) - {""}:
        assert any(FAULTS[fault][2] in line for line in lines)


def to_text_boards(count: int) -> Iterator[str]:
    """The text of boards of whist that can be records."""
    for seed in range(count):
        [board] = boards_of(new_match("whist", seed=seed, dealer=0))
        yield write_boards([board]).partition("% EXPORT\r\n")[2].replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("import", "no-such.pbn"), "no-such.pbn: no such file or directory"),
        (("export", "no-such.json"), "no-such.json: no such file or directory"),
        (("export", example("knockout-whist")), "knockout-whist cannot be written as PBN"),
        (("import", DATA / "whist.pbn", "-o", DATA), "is a directory"),
    ],
)
def test_errors_are_reported_in_one_line(argv: tuple[object, ...], expected: str) -> None:
    with pytest.raises(OddtrickError) as caught:
        run(*argv)
    assert expected in str(caught.value)


def test_a_file_without_boards_and_one_with_a_fault(tmp_path: Path) -> None:
    empty, wrong = tmp_path / "empty.pbn", tmp_path / "wrong.pbn"
    empty.write_text("% PBN 2.1\n")
    wrong.write_text('[Event "x"]\n[Dealer "Q"]\n')
    with pytest.raises(OddtrickError, match=r"empty\.pbn: holds no board"):
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
