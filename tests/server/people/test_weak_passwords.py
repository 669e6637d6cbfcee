"""Passwords that are guessed first are refused, others are not."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from string import ascii_lowercase

import pytest
from litestar.types import ASGIApp
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from oddtrick.server.people.passwords import JUDGED, MIN_LENGTH, is_guessed_early, words_of_server
from tests.support.extent import part
from tests.support.server.account_requests import PASSWORD, ask, code_of, register
from tests.support.server.account_routes_app import http_client

COMMON = [each for each in FREQUENCY_LISTS["passwords"][:10_000] if len(each) >= MIN_LENGTH]


def test_the_ten_thousand_commonest_are_guessed_early_in_any_dress() -> None:
    assert len(COMMON) > 3000
    for password in part(COMMON, 150):
        dressed = (password, password.capitalize(), f"{password}1", password[::-1])
        assert [is_guessed_early(each) for each in dressed] == [True] * 4, password


@pytest.mark.parametrize(
    "password",
    ["P@ssw0rd!", "aaaaaaaaaaaa", "abcd1234", "qwertzuiop", "19521952", "whistwhist", "x" * 200],
)
def test_what_others_try_first_is_guessed_early(password: str) -> None:
    assert is_guessed_early(password)


def test_the_words_of_the_server_are_guessed_early_in_any_dress() -> None:
    words = words_of_server()
    assert {"oddtrick", "whist", "solowhist", "ohhell"} <= set(words)
    for word in (each for each in words if 2 * len(each) <= JUDGED):
        dressed = [f"{word}1", f"{word.capitalize()}!", f"{word}2026", word.upper(), word * 2]
        dressed += [word.replace("o", "0").replace("i", "1"), f"1{word}", word[::-1]]
        long = [each for each in dressed if len(each) >= MIN_LENGTH]
        assert [each for each in long if not is_guessed_early(each)] == [], word


def test_passwords_by_chance_and_of_several_words_are_not() -> None:
    rng = Random(1)
    some = ["".join(rng.choices(ascii_lowercase, k=12)) for _ in range(100)]
    some += [
        PASSWORD,
        "Mein Hund heißt Bello",
        "whist on Tuesdays",
        "7♣ und der König",
        "🃏" * 3 + "Ü7xq",
    ]
    assert [each for each in some if is_guessed_early(each)] == []


async def test_new_accounts_and_new_passwords_are_refused_alike(app: ASGIApp) -> None:
    async with http_client(app) as ann:
        body = {"login": "ann", "password": "Password123"}
        assert code_of(await ask(ann, "POST", "/api/accounts", body, 400)) == "weak-password"
        await register(ann)
        change = {"old": PASSWORD, "new": "Password123"}
        assert code_of(await ask(ann, "PUT", "/api/me/password", change, 400)) == "weak-password"


def test_a_server_loads_the_lists_only_when_somebody_chooses_a_password() -> None:
    modules = "sys, oddtrick.server.app, oddtrick.server.worker_parts"
    code = f"import {modules}; print('zxcvbn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
