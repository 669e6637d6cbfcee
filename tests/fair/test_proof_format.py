"""The proof as a file: it survives a round trip, and errors are one line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.fair import FORMAT, Contribution, Proof, Purpose, Round, decode_proof, encode_proof
from oddtrick.match import Match
from tests.support.fair_table import tables

SECRET = "ab" * 32
PLAIN: dict[str, Any] = {
    "format": "oddtrick-proof/1",
    "table": "example",
    "rounds": [
        {
            "number": 1,
            "purpose": "deal",
            "deal": 1,
            "seal": SECRET,
            "secret": None,
            "contributions": [{"place": 1, "name": "Ann", "seal": SECRET, "opened": None}],
        }
    ],
}


@given(tables())
def test_a_proof_is_read_as_it_was_written(table: tuple[Match, Proof]) -> None:
    _, proof = table
    text = encode_proof(proof)
    assert decode_proof(text) == decode_proof(text.decode()) == proof
    assert decode_proof(b"\xef\xbb\xbf" + json.dumps(json.loads(text), indent=2).encode()) == proof


def test_the_keys_are_those_of_the_page() -> None:
    first = Round(1, Purpose.DEAL, 1, SECRET, None, (Contribution(1, "Ann", SECRET, None),))
    assert json.loads(encode_proof(Proof(FORMAT, "example", (first,)))) == PLAIN


def changed(path: list[str | int], value: object) -> bytes:
    proof = json.loads(json.dumps(PLAIN))
    *where, last = path
    at = proof
    for step in where:
        at = at[step]
    at[last] = value
    return json.dumps(proof).encode()


ROUND: list[str | int] = ["rounds", 0]
PLAYER: list[str | int] = [*ROUND, "contributions", 0]
REFUSED = [
    (b"", "^this is not JSON: "),
    (b"\xff", "^this is not JSON: "),
    (b"[]", "^this is not a proof: expected object, got array$"),
    (b"[" * 100_000, "^this is not "),
    (
        changed(["format"], "oddtrick/1"),
        "^format is 'oddtrick/1': this reads \"oddtrick-proof/1\"$",
    ),
    (changed(["table"], "two words"), "^table: expected str matching regex"),
    (changed(["table"], "line\n"), "^table: expected str matching regex"),
    (changed(["who"], 1), "^this is not a proof: object contains unknown field who$"),
    (changed([*ROUND, "seal"], "AB" * 32), "^rounds, entry 1, seal: expected str matching"),
    (changed([*ROUND, "seal"], SECRET + "\n"), "^rounds, entry 1, seal: expected str of length <="),
    (changed([*ROUND, "number"], 0), "^rounds, entry 1, number: expected int >= 1$"),
    (changed([*ROUND, "purpose"], "luck"), "^rounds, entry 1, purpose: invalid enum value 'luck'$"),
    (changed([*PLAYER, "place"], 8), "^rounds, entry 1, contributions, entry 1, place: expected"),
    (changed([*PLAYER, "opened"], "ab"), "entry 1, opened: expected"),
    (changed([*PLAYER, "late"], 1), "entry 1: object contains unknown field late$"),
    (changed(PLAYER, {"place": 1}), "entry 1: object missing required field name$"),
]


@pytest.mark.parametrize(("data", "why"), REFUSED, ids=range(len(REFUSED)))
def test_an_invalid_proof_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(OddtrickError, match=why) as refused:
        decode_proof(data)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@given(st.one_of(st.binary(), st.text().map(str.encode)))
def test_arbitrary_bytes_never_raise_a_traceback(data: bytes) -> None:
    with pytest.raises(OddtrickError):
        decode_proof(data)


def test_text_that_cannot_be_encoded_is_invalid_json() -> None:
    with pytest.raises(OddtrickError, match=r"^this is not JSON: "):
        decode_proof("\ud800")


def test_a_name_that_cannot_be_encoded_is_refused() -> None:
    with pytest.raises(OddtrickError, match="characters that cannot be written"):
        encode_proof(Proof(FORMAT, "example", (), ("\ud800",)))
