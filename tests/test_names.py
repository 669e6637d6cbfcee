"""Names of people are one name in any case, spacing and form of Unicode, and only then."""

from __future__ import annotations

from unicodedata import normalize

from hypothesis import given
from hypothesis import strategies as st

from oddtrick.names import name_key, same_name, written_name

letters = st.text(
    st.characters(categories=("Lu", "Ll", "Lt", "Lo", "Mn", "Nd", "Zs")), min_size=1, max_size=30
)


@given(letters, st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_every_way_to_write_a_name_is_the_same_name(name: str, form: str) -> None:
    other = f"  {normalize(form, name)} ".replace(" ", "  ")  # type: ignore[arg-type]
    assert same_name(name, other)
    assert same_name(name, written_name(other))
    assert same_name(name.casefold(), name)
    assert name_key(name_key(name)) == name_key(name)


@given(letters)
def test_a_name_is_written_in_one_way(name: str) -> None:
    written = written_name(name)
    assert written == written_name(written) == written_name(f" {normalize('NFD', name)}  ")


def test_other_letters_are_another_name() -> None:
    assert not same_name("Zoë Lee", "Zoe Lee")
    assert not same_name("Ann Lee", "Annlee")
