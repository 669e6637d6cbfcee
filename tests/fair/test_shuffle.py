"""The bytes follow ``docs/fair-deals.md``, and each secret affects the cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import FULL_PACK, Card, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    SERVER,
    Purpose,
    check_opening,
    cut_cards,
    draw_key,
    is_table,
    seal_of,
    shuffle_pack,
)
from oddtrick.fair.shuffle import numbers
from tests.support import fair_reference

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
TABLES = st.from_regex("[A-Za-z0-9_-]{1,40}", fullmatch=True)
NUMBERS = st.integers(1, 2**31 - 1)
PLACES = st.integers(0, 7)
OPENED = st.dictionaries(PLACES, SECRETS)
KEYS = st.binary(min_size=32, max_size=32)
PACKS = st.integers(0, FULL_PACK)


@given(TABLES, NUMBERS, st.one_of(PLACES, st.just(SERVER)), SECRETS)
def test_a_seal_equals_that_of_the_reference(
    table: str, number: int, who: int | str, secret: str
) -> None:
    seal = seal_of(table, number, who, secret)
    assert seal == fair_reference.sealed(table, number, str(who), secret)
    check_opening(seal, table, number, who, secret)


@given(TABLES, NUMBERS, st.sampled_from(Purpose), SECRETS, OPENED)
def test_a_key_and_its_cards_equal_those_of_the_reference(
    table: str, number: int, purpose: Purpose, secret: str, opened: dict[int, str]
) -> None:
    key = draw_key(table, number, purpose, secret, opened)
    assert key == fair_reference.key(table, number, purpose.value, secret, opened)
    assert [str(card) for card in shuffle_pack(FULL_PACK, key)] == fair_reference.order(
        fair_reference.all_cards(), key
    )


@given(PACKS, KEYS)
def test_a_shuffle_has_each_card_of_the_pack_once(pack: int, key: bytes) -> None:
    order = shuffle_pack(pack, key)
    assert sorted(order) == list(cards_in(pack))
    assert [str(card) for card in order] == fair_reference.order(
        [str(card) for card in cards_in(pack)], key
    )


@given(PACKS, KEYS, st.integers(0, 52))
def test_cards_are_cut_from_the_top_of_the_shuffled_pack(pack: int, key: bytes, count: int) -> None:
    if count <= pack.bit_count():
        assert cut_cards(pack, count, key) == shuffle_pack(pack, key)[:count]
        return
    with pytest.raises(OddtrickError, match=f"{count} cards can't be cut from a pack of"):
        cut_cards(pack, count, key)


def test_a_pinned_draw_never_changes() -> None:
    """Proofs that people keep have to verify with every later version."""
    opened = {3: "33" * 32, 1: "11" * 32}
    key = draw_key("pinned", 5, Purpose.DEAL, "00" * 32, opened)
    assert key.hex() == "c4baa1cdad25e8b394988bf8be5e07a47bb8bcbb451517ba0dd0adbe0d532507"
    assert shuffle_pack(FULL_PACK, key)[:4] == (Card.DK, Card.C9, Card.SA, Card.D9)


@given(st.permutations([1, 3, 5]), SECRETS, st.lists(SECRETS, min_size=3, max_size=3, unique=True))
def test_the_order_in_which_secrets_came_in_does_not_matter(
    places: list[int], server: str, secrets: list[str]
) -> None:
    by_place = dict(zip((1, 3, 5), secrets, strict=True))
    shaken = {place: by_place[place] for place in places}
    assert draw_key("t", 1, Purpose.DEAL, server, shaken) == draw_key(
        "t", 1, Purpose.DEAL, server, by_place
    )


def flipped(secret: str, bit: int) -> str:
    return f"{int(secret, 16) ^ 1 << bit:064x}"


def test_one_changed_bit_of_any_secret_gives_an_unrelated_pack() -> None:
    """Two packs have one card at the same place on the average, with a variance of one."""
    random = Random(20)
    same = []
    for bit in range(256):
        for who in (SERVER, 1, 3):
            secrets = {party: random.randbytes(32).hex() for party in (SERVER, 1, 3)}
            changed = secrets | {who: flipped(secrets[who], bit)}
            one, other = (
                shuffle_pack(
                    FULL_PACK,
                    draw_key("t", 1, Purpose.DEAL, each[SERVER], {1: each[1], 3: each[3]}),
                )
                for each in (secrets, changed)
            )
            same.append(sum(card is twin for card, twin in zip(one, other, strict=True)))
    assert max(same) < 10
    assert abs(sum(same) - len(same)) < 4 * len(same) ** 0.5


def test_each_opened_secret_and_table_round_and_purpose_affect_the_key() -> None:
    a, b = "aa" * 32, "bb" * 32
    keys = [
        draw_key("t", 1, Purpose.DEAL, a, {}),
        draw_key("u", 1, Purpose.DEAL, a, {}),
        draw_key("t", 2, Purpose.DEAL, a, {}),
        draw_key("t", 1, Purpose.DEALER, a, {}),
        draw_key("t", 1, Purpose.DEAL, b, {}),
        draw_key("t", 1, Purpose.DEAL, a, {0: a}),
        draw_key("t", 1, Purpose.DEAL, a, {1: a}),
        draw_key("t", 1, Purpose.DEAL, a, {1: b}),
        draw_key("t", 1, Purpose.DEAL, a, {0: a, 1: b}),
        draw_key("t", 1, Purpose.DEAL, a, {0: b, 1: a}),
    ]
    assert len(set(keys)) == len(keys)


NO_HEX = "a secret is 32 bytes, written as 64 small hexadecimal digits"
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: seal_of("t", 1, 0, "AB" * 32), NO_HEX),
    (lambda: seal_of("t", 1, 0, "ab" * 31), NO_HEX),
    (lambda: seal_of("t", 1, 0, "ab" * 32 + "\n"), NO_HEX),
    (lambda: seal_of("a\nb", 1, 0, "ab" * 32), "is not a table"),
    (lambda: seal_of("a\n", 1, 0, "ab" * 32), "is not a table"),
    (lambda: seal_of("", 1, 0, "ab" * 32), "is not a table"),
    (lambda: seal_of("t" * 41, 1, 0, "ab" * 32), "is not a table"),
    (lambda: seal_of("t", 0, 0, "ab" * 32), "there is no round 0: rounds are counted from 1"),
    (lambda: seal_of("t", 1, -1, "ab" * 32), "'-1' is neither a player's place nor 'server'"),
    (lambda: seal_of("t", 1, "0", "ab" * 32), "'0' is neither a player's place nor 'server'"),
    (lambda: draw_key("t", 1, Purpose.DEAL, "ab", {}), NO_HEX),
    (lambda: draw_key("t", 1, Purpose.DEAL, "ab" * 32, {0: "x" * 64}), NO_HEX),
    (lambda: draw_key("", 1, Purpose.DEAL, "ab" * 32, {}), "is not a table"),
    (lambda: check_opening("", "t", 1, 0, "é" * 64), NO_HEX),
    (lambda: check_opening("é", "t", 1, 0, "ab" * 32), "is not the one that was sealed"),
]


@pytest.mark.parametrize(("ask", "why"), REFUSED, ids=range(len(REFUSED)))
def test_ambiguous_input_is_not_hashed(ask: Callable[[], object], why: str) -> None:
    with pytest.raises(OddtrickError, match=why):
        ask()


def test_a_table_has_a_name_without_line_breaks() -> None:
    assert is_table("Q7-x_0")
    assert not any(map(is_table, ("", "a b", "a\n", "é", "x" * 41)))


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 2**31 + 1, 3 * 2**30, 2**32])
def test_numbers_below_a_bound_are_uniform_even_with_many_rejected_words(bound: int) -> None:
    """Of 3·2³⁰ numbers a quarter of the words has to be passed over; by remainders alone the
    lowest third of the numbers would come twice as often."""
    below = numbers(bytes(32))
    drawn = [below(bound) for _ in range(30_000)]
    assert all(0 <= number < bound for number in drawn)
    thirds = [sum(number * 3 // bound == third for number in drawn) for third in range(3)]
    if bound >= 3:
        expected = [
            30_000 * len(range(-(-third * bound // 3), -(-(third + 1) * bound // 3))) / bound
            for third in range(3)
        ]
        for found, even in zip(thirds, expected, strict=True):
            assert abs(found - even) < 4 * even**0.5


def test_an_empty_pack_and_a_single_card_need_no_chance() -> None:
    assert shuffle_pack(0, bytes(32)) == ()
    assert shuffle_pack(Card.SA.bit, bytes(32)) == (Card.SA,)
