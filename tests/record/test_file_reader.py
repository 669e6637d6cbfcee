"""Records in files of every supported kind, and early refusals."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
import zstandard

from oddtrick.errors import OddtrickError
from oddtrick.record import encode_result, read_records, replay, result_of
from oddtrick.record.file_reader import MAX_BYTES
from tests.support.extent import part

EXAMPLES = sorted((Path(__file__).parents[1] / "data" / "examples").glob("*.record.json"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.split(".")[0])
def test_the_examples_give_their_results(path: Path) -> None:
    ((place, record),) = read_records(path)
    expected = json.loads(path.with_name(path.name.replace("record", "result")).read_text())
    assert place == str(path)
    assert json.loads(encode_result(result_of(replay(record)))) == expected


def packed(path: Path, lines: bytes) -> Path:
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(lines))
    elif path.suffix == ".zst":
        path.write_bytes(zstandard.compress(lines))
    else:
        path.write_bytes(lines)
    return path


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "all.jsonl.zst"])
def test_many_records_one_a_line(tmp_path: Path, name: str) -> None:
    lines = [json.dumps(json.loads(path.read_text())).encode() for path in EXAMPLES]
    path = packed(tmp_path / name, b"\n\n".join(lines) + b"\n")
    found = list(read_records(path))
    assert len(found) == len(EXAMPLES)
    assert found[1][0] == f"{path} line 3"


@pytest.mark.parametrize("name", ["one.json", "one.json.gz", "one.json.zst"])
def test_a_single_record_of_many_lines(tmp_path: Path, name: str) -> None:
    assert len(list(read_records(packed(tmp_path / name, EXAMPLES[0].read_bytes())))) == 1


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst", "a.json.gz", "a.json.zst"])
@pytest.mark.parametrize("junk", [b"", b"\x1f\x8b\x08junk", b"\x28\xb5\x2f\xfdjunk", b"{}"])
def test_a_corrupt_packed_file_is_reported_in_one_line(
    tmp_path: Path, name: str, junk: bytes
) -> None:
    (tmp_path / name).write_bytes(junk)
    with pytest.raises(OddtrickError) as refusal:
        list(read_records(tmp_path / name))
    assert str(refusal.value).startswith(str(tmp_path / name))
    assert "\n" not in str(refusal.value)


def test_a_truncated_packed_file_is_reported_in_one_line(tmp_path: Path) -> None:
    whole = gzip.compress(EXAMPLES[0].read_bytes())
    (tmp_path / "a.json.gz").write_bytes(whole[:-20])
    with pytest.raises(OddtrickError, match=r"a\.json\.gz: "):
        list(read_records(tmp_path / "a.json.gz"))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
@pytest.mark.parametrize("kept", [0.5, 0.9, 0.999])
def test_records_lost_with_the_end_of_a_packed_file_are_reported(
    tmp_path: Path, name: str, kept: float
) -> None:
    record = json.dumps(json.loads(EXAMPLES[0].read_text())).encode()
    lines = b"".join(record + b" " * (at % 97) + b"\n" for at in range(3000))
    whole = packed(tmp_path / name, lines).read_bytes()
    (tmp_path / name).write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(OddtrickError, match="it ends too early"):
        list(read_records(tmp_path / name))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_packed_file_may_have_several_members(tmp_path: Path, name: str) -> None:
    record = json.dumps(json.loads(EXAMPLES[0].read_text())).encode() + b"\n"
    one, none = (packed(tmp_path / name, data).read_bytes() for data in (record, b""))
    (tmp_path / name).write_bytes(one + none + one)
    assert len(list(read_records(tmp_path / name))) == 2
    (tmp_path / name).write_bytes(none * 10**6)
    with pytest.raises(OddtrickError, match="nothing in its parts"):
        list(read_records(tmp_path / name))


def test_an_unreadable_file_is_reported_in_one_line(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json", tmp_path / "none.jsonl.zst"):
        with pytest.raises(OddtrickError, match=r"is a directory|no such file"):
            list(read_records(path))


JUNK = {
    "noise.json": os.urandom(1_000_000),
    "zeros.json": bytes(1_000_000),
    "blanks.json": b" " * 1_000_000,
    "opened.json": b"[" * 1_000_000,
    "nested.json": b'{"rules":' * 120_000,
    "deals.json": b'{"format":"oddtrick/1","rules":{"game":"whist"},"deals":[' + b"[" * 10**6,
    "numbers.json": b"[" + b"1," * 500_000,
    "noise.jsonl": os.urandom(1_000_000),
    "lines.jsonl": b"\n" * 1_000_000,
    "blanks.jsonl": b" " * 1_000_000,
    "objects.jsonl": b"{}\n" * 300_000,
}


@pytest.mark.parametrize("name", part(JUNK, 5))
def test_a_hundred_megabytes_of_junk_are_refused_unread(tmp_path: Path, name: str) -> None:
    """Reading stops at the limit, whatever the size; its speed is measured elsewhere."""
    path = tmp_path / name
    with path.open("wb") as file:
        for _ in range(100):
            file.write(JUNK[name])
    with pytest.raises(OddtrickError) as refusal:
        list(read_records(path))
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", ["bomb.json.gz", "bomb.jsonl.zst"])
def test_a_file_that_unpacks_beyond_the_limit_is_refused(tmp_path: Path, name: str) -> None:
    path = packed(tmp_path / name, b" " * (MAX_BYTES + 10))
    with pytest.raises(OddtrickError, match="at most 16 MB"):
        list(read_records(path))
