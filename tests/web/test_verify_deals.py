"""Tests that the page verifies deals as ``oddtrick.fair`` does, to the bit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from oddtrick.cards import Rank
from oddtrick.errors import OddtrickError
from oddtrick.fair import Proof, decode_proof, encode_proof, verify
from oddtrick.match import Cut, Match
from oddtrick.record import Record, record_of, replay, steps_of
from tests.support.contributing_example_game import example_game, registered
from tests.support.extent import part
from tests.support.fair_table import NAMES, FairTable, played
from tests.support.random_matches import EVERY
from tests.support.web.page_modules import PageModules

VERIFY = """async ([base, cases]) => {
  const { verify } = await import(base + "replay/verify-proof.js");
  return cases.map(([proof, match]) => {
    try { proof = JSON.parse(proof); } catch { return "json"; }
    const { wrong } = verify(proof, match);
    return wrong && wrong.code;
  });
}"""

Case = tuple[str, Any]
"""A proof as text, and the actions of a match."""


def _verdicts(modules: PageModules, cases: list[Case]) -> list[str | None]:
    """Returns the page's error for each case, or None."""
    verdicts: list[str | None] = modules.call(VERIFY, cases)
    return verdicts


def _record(match: Match) -> Record:
    return record_of(match, [NAMES[place] for place in match.seating])


def _steps(match: Match, names: list[str] | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(steps_of(match, names)))


def _case(proof: Proof, match: Match, names: list[str] | None) -> Case:
    return encode_proof(proof).decode(), _steps(match, names)


def _matches() -> Iterator[tuple[Match, FairTable, int | None]]:
    """Yields a match of each game and option, some unfinished, some with an agreed first dealer."""
    for seed, (game, options) in enumerate(EVERY[::3]):
        random = Random(seed)
        dealer = (None, None, 1)[seed % 3]
        actions = -1 if seed % 4 else random.randrange(150)
        yield *played(game, options, random, actions=actions, dealer=dealer), dealer


def test_fair_matches_of_every_game_pass_verification(modules: PageModules) -> None:
    cases = []
    for match, table, dealer in _matches():
        proof, record = table.proof(match, dealer), _record(match)
        verify(proof, match, record.names)
        cases.append(_case(proof, match, record.names))
        if len(record.deals) > 0:
            cases.append(_case(proof, replay(record), record.names))
    assert len(cases) > 30
    assert set(_verdicts(modules, cases)) == {None}


def test_a_game_unknown_to_the_page_is_verified(modules: PageModules) -> None:
    game = example_game()
    with registered(game):
        match, table = played(game.id, {"target": 6}, Random(1))
        proof, names = table.proof(match), _record(match).names
        fair, steps = _case(proof, match, names)
    pack = steps["rules"]["pack"]
    reordered = {**steps, "rules": {**steps["rules"], "pack": [*pack[1:], pack[0]]}}
    assert len(pack) == 51
    assert _verdicts(modules, [(fair, steps), (fair, reordered)]) == [None, "form"]


def _is_fair(proof: str, match: Match, names: list[str] | None) -> bool:
    try:
        verify(decode_proof(proof), match, names)
    except OddtrickError:
        return False
    return True


def test_a_flipped_bit_is_located_as_by_the_library(
    modules: PageModules,
) -> None:
    random, cases, expected, contexts = Random(5), [], [], []
    for number, (match, table, dealer) in enumerate(_matches()):
        if number % 2:
            continue
        names = _record(match).names
        text, steps = _case(table.proof(match, dealer), match, names)
        for _ in range(12):
            at = random.randrange(len(text))
            changed = text[:at] + chr(ord(text[at]) ^ (1 << random.randrange(7))) + text[at + 1 :]
            cases.append((changed, steps))
            expected.append(_is_fair(changed, match, names))
            contexts.append((text[at - 30 : at + 10], changed[at]))
    verdicts = _verdicts(modules, cases)
    differ = [
        (where, verdict)
        for where, verdict, fair in zip(contexts, verdicts, expected, strict=True)
        if (verdict is None) != fair
    ]
    assert differ == []
    assert verdicts.count(None) < len(verdicts) / 20  # a changed name alone is undetectable


def _places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the path to every value in a JSON document."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from _places(value, (*path, key))
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from _places(value, (*path, at))
    else:
        yield path


def _with(document: Any, path: tuple[Any, ...], change: Any) -> Any:
    copy = json.loads(json.dumps(document))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = change(at[path[-1]])
    return copy


def _other(value: Any) -> Any:
    """Returns a minimally different value."""
    if isinstance(value, str):
        last = value[-1]
        return value[:-1] + chr(ord(last) ^ 1)
    return value + 1 if isinstance(value, int) else 0


@pytest.mark.parametrize(
    ("game", "options"),
    part(
        [
            ("whist", {"match": "deals", "deals": 2}),
            ("colonial-whist", {"target": 4}),
            ("scotch-whist", {"players": 3, "target": 11}),
            ("knockout-whist", {"players": 5, "tie": "cut"}),
        ],
        1,
    ),
)
def test_any_change_to_a_proof_or_the_cards_is_detected(
    modules: PageModules, game: str, options: dict[str, object]
) -> None:
    match, table = played(
        game, options, Random(8), table=lambda random: FairTable(random, chances=(1, 0, 0))
    )
    proof, steps = _case(table.proof(match), match, _record(match).names)
    document = json.loads(proof)
    cases = [
        (json.dumps(_with(document, path, _other)), steps)
        for path in _places(document)
        if path[-1] != "name"  # names are not covered by the proof
    ]
    paths = [("deals", *path) for path in _places(steps["deals"])]
    dealt = {"cards", "turn_up", "dealer"}
    cases += [(proof, _with(steps, path, _other)) for path in paths if dealt & set(path)]
    verdicts = _verdicts(modules, cases)
    assert [path for path, verdict in zip(cases, verdicts, strict=True) if verdict is None] == []


def test_T7_an_ace_in_the_cut_is_low_where_the_match_says_so(modules: PageModules) -> None:
    cases = []
    for seed in range(60):
        match, table = played(
            "whist",
            {"cut": "ace-low"},
            Random(seed),
            actions=1,
            table=lambda random: FairTable(random, chances=(1, 0, 0)),
        )
        first = next(match.actions)
        assert isinstance(first, Cut)
        if sum(card.rank is Rank.ACE for _, card in first.cards) == 1:
            proof, steps = _case(table.proof(match), match, _record(match).names)
            cases += [(proof, steps), (proof, _with(steps, ("rules", "ace_low"), lambda _: False))]
    assert len(cases) > 10
    verdicts = _verdicts(modules, cases)
    assert set(verdicts[::2]) == {None}
    assert None not in verdicts[1::2]


def test_withheld_and_foreign_contributions_are_detected(modules: PageModules) -> None:
    """Runs the cases of :mod:`tests.fair.test_cheating` on the page."""
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(1), dealer=0)
    first, second = table.rounds
    proof = table.proof(match, 0)
    steps = _steps(match, None)
    bob, *_ = first.contributions
    anns = replace(first, contributions=(replace(bob, place=0),))
    unopened, third = replace(first, secret=None), replace(second, number=3, contributions=())
    unasked = replace(third, secret=None)
    changed = [
        ("missing", (first,)),
        ("misplaced", (second,)),
        ("left-out", (first, third)),
        ("player-seal", (anns, second)),
        ("used-twice", (first, replace(second, secret=first.secret))),
        ("unopened", (unopened, second)),
        ("too-many", (first, second, unasked)),
        ("order", (replace(first, contributions=(bob, bob)), second)),
    ]
    proofs = [(code, replace(proof, rounds=rounds)) for code, rounds in changed]
    proofs.append(("dealer", replace(proof, first_dealer=1)))
    cases = [(encode_proof(each).decode(), steps) for _, each in proofs]
    assert _verdicts(modules, cases) == [code for code, _ in proofs]
