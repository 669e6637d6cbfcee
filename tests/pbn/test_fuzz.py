"""Any input gives boards or a one-line error, in linear time."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.pbn import decode_pbn, read_boards, to_whist_match, write_boards
from tests.support.extent import part
from tests.support.pbn_boards import FILES, file_text

SIGNS = st.sampled_from(
    [
        *'[]{}"\\;%#*+-^!?$=:. \n\r\t\x1aé',
        *("\n\n", "SA", "H2", "- ", "A2.3..", '[Play "N"]', '[Deal "N:', '[Declarer "W"]'),
        *('[Contract "1S"]', '[Event "##a"]', '[Event "#"]', '[OddtrickTurnUp "4H"]'),
    ]
)


def check(text: str) -> None:
    """Reads a text; its boards can be written and read again."""
    boards, message = [], "board "
    try:
        boards = list(read_boards(text))
    except OddtrickError as error:
        message = str(error)
    assert message.startswith("board ")
    assert len(message.splitlines()) == 1
    assert len(list(read_boards(write_boards(boards)))) == len(boards)
    for board in boards:
        with suppress(OddtrickError):
            to_whist_match(board)


@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    check(decode_pbn(data))


@given(st.lists(SIGNS).map("".join))
def test_any_mix_of_pbn_tokens(text: str) -> None:
    check(text)


@given(st.sampled_from(FILES), st.data())
def test_a_file_with_a_few_characters_changed(name: str, data: st.DataObject) -> None:
    text = file_text(name)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 8))
        text = text[:at] + data.draw(st.one_of(SIGNS, st.text(max_size=2))) + text[at + gone :]
    check(text)


LONG = [
    "{" * 100_000,
    "{}" * 100_000,
    "[" * 100_000,
    "[" + " " * 100_000,
    "[A" + " " * 100_000,
    '[A "' + "\\" * 100_000,
    '[A "' + '\\"' * 200_000,
    '[A "b"] ' + '"' * 200_001,
    '[A "b"] ' + "x " * 100_000,
    '[A "b"]' * 50_000,
    " " * 100_000 + "x",
    "\n" * 100_000,
    "%\n" * 100_000,
    ";{" * 100_000,
    '[Play "N"] ' + "- " * 100_000 + "SA",
    '[Play "N"] ' + "SA" * 100_000,
    '[Play "N"] ' + "SA " * 100_000,
    '[Play "N"] SA' + "!" * 100_000,
    '[Note "1:x"]' * 30_000,
    '[A "##b"]\n\n' * 30_000,
    '[Deal "N:' + "A" * 100_000 + '... - - -"]',
    '[Deal "N:' + " -" * 100_000 + '"]',
    '[Contract "' + "1" * 100_000 + '"]',
    "".join(f'[T{n} "#"]' for n in range(30_000)),
]


@pytest.mark.parametrize("text", part(LONG, 2), ids=lambda text: repr(text[:14]))
def test_long_nonsense_is_read_in_linear_time(text: str) -> None:
    # A quadratic reader would not come back within the time of the whole suite.
    check(text)
