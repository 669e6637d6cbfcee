"""Codes and tokens: entropy, no ambiguous characters, and only hashes in storage."""

from __future__ import annotations

import math
import secrets
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.security.tokens import (
    ALPHABET,
    CODE_LENGTH,
    hash_token,
    hashes_equal,
    is_person_id,
    new_code,
    new_person_id,
    new_token,
    parse_code,
)


def test_a_code_has_60_bits_and_a_token_256() -> None:
    assert math.log2(len(set(ALPHABET))) * CODE_LENGTH == 60
    assert math.log2(len(set(ALPHABET))) * (len(new_person_id()) - 2) >= 80
    assert len(new_token("bot").removeprefix("ot_bot_")) * 6 >= 256
    assert not set(ALPHABET) & set("ilou")


def test_tokens_use_the_system_random_source(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = secrets.choice

    def choice(signs: str) -> str:
        drawn.append(signs)
        return real(signs)

    monkeypatch.setattr(secrets, "choice", choice)
    new_code()
    assert drawn == [ALPHABET] * CODE_LENGTH


def test_token_characters_are_uniform_at_every_position() -> None:
    codes = [new_code() for _ in range(8000)]
    assert len(set(codes)) == len(codes)
    for place in range(CODE_LENGTH):
        counts = Counter(code[place] for code in codes)
        chi = sum((counts[sign] - 250) ** 2 / 250 for sign in ALPHABET)
        assert chi < 100, "31 degrees of freedom: beyond 100 once in 10 to the 8"


@given(st.text(ALPHABET, min_size=CODE_LENGTH, max_size=CODE_LENGTH))
def test_table_codes_are_normalised(code: str) -> None:
    typed = code.upper().replace("0", "O").replace("1", "l")
    assert parse_code(f" {typed[:4]}-{typed[4:8]} {typed[8:]}") == code


@given(st.text(max_size=50))
def test_invalid_codes_are_rejected(typed: str) -> None:
    code = parse_code(typed)
    assert code is None or (len(code) == CODE_LENGTH and set(code) <= set(ALPHABET))


@given(st.text(max_size=30))
def test_ids_have_one_format(text: str) -> None:
    assert is_person_id(new_person_id())
    assert not is_person_id(text)
    assert not is_person_id("p_" + text[:16])


@given(st.text(max_size=30), st.text(max_size=30))
def test_hashes_are_equal_only_for_equal_tokens(one: str, other: str) -> None:
    assert hashes_equal(hash_token(one), hash_token(other)) == (one == other)
    assert one not in hash_token(one) or len(one) < 5
