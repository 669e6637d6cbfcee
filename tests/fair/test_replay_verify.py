"""``oddtrick replay --verify``, as users run it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.fair import SERVER, Proof, Purpose, Round, encode_proof, seal_of
from oddtrick.match import Match
from oddtrick.record import encode_record
from tests.support.fair_table import FairTable, played, recorded
from tests.support.run_program import Done, oddtrick


def written(tmp_path: Path, match: Match, proof: Proof) -> tuple[Path, Path]:
    record, proof_file = tmp_path / "game.json", tmp_path / "proof.json"
    record.write_bytes(encode_record(recorded(match)))
    proof_file.write_bytes(encode_proof(proof))
    return record, proof_file


def verified(tmp_path: Path, match: Match, proof: Proof, *options: str) -> Done:
    record, proof_file = written(tmp_path, match, proof)
    return oddtrick("replay", record, "--verify", proof_file, *options)


def two_deals(seed: int = 1) -> tuple[Match, Proof]:
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(seed))
    return match, table.proof(match)


def test_each_round_is_a_line_with_its_contributors(tmp_path: Path) -> None:
    match, table = played("knockout-whist", {"players": 3}, Random(1))
    assert len(table.rounds) > match.number + 2 > 3
    done = verified(tmp_path, match, table.proof(match))
    assert (done.returncode, done.stderr) == (0, "")
    *lines, last = done.stdout.splitlines()
    assert len(lines) == len(table.rounds)
    assert lines[0].startswith("cut for the first deal (round 1): the seals of the server, ")
    deals = [line for line in lines if line.startswith("deal ")]
    assert len(deals) == match.number + 1
    assert any(line.startswith("cut for the choice of trumps in deal ") for line in lines)
    assert any("(shuffler)" in line and "(cutter)" in line for line in deals)
    assert any(line.endswith("sealed a secret and did not open it") for line in lines)
    assert last == (
        f"{match.number + 1} deals verified, by rounds 1 to {len(lines)} of table example"
    )


def test_with_two_players_one_shuffles_and_cuts(tmp_path: Path) -> None:
    match, table = played(
        "scotch-whist",
        {"players": 2},
        Random(1),
        dealer=0,
        actions=1,
        table=lambda random: FairTable(random, chances=(1, 0, 0)),
    )
    done = verified(tmp_path, match, table.proof(match, 0))
    assert "the server and Bob (shuffler and cutter) match" in done.stdout


def test_a_round_without_contributors_is_reported(tmp_path: Path) -> None:
    match, table = played(
        "whist", {}, Random(1), actions=1, table=lambda each: FairTable(each, chances=(0, 0, 1))
    )
    done = verified(tmp_path, match, table.proof(match))
    assert "deal 1 (round 2): the seal of the server matches, and these are the" in done.stdout
    assert done.stdout.count("; no player had a part in it\n") == 2


def test_a_deal_under_way_is_not_revealed_yet(tmp_path: Path) -> None:
    match, table = played("whist", {}, Random(1), actions=60)
    proof = table.proof(match)
    *before, last = proof.rounds
    proof = replace(proof, rounds=(*before, replace(last, secret=None)))
    done = verified(tmp_path, match, proof)
    assert "\ndeal 2 (round 3): not revealed yet\n" in done.stdout
    assert done.stdout.endswith("\n1 of 2 deals verified, by rounds 1 to 3 of table example\n")


def test_a_round_taken_back_is_reported(tmp_path: Path) -> None:
    match, proof = two_deals()
    number = len(proof.rounds) + 1
    secret = "0f" * 32
    seal = seal_of("example", number, SERVER, secret)
    back = Round(number, Purpose.TRUMPS, 2, seal, secret, (), taken_back=True)
    hidden = replace(back, number=number + 1, secret=None)
    done = verified(tmp_path, match, replace(proof, rounds=(*proof.rounds, back, hidden)))
    *_, first, second, _ = done.stdout.splitlines()
    assert first == (
        f"cut for the choice of trumps in deal 2 (round {number}): the seal of the server matches, "
        "but it was taken back; no player had a part in it"
    )
    assert second.endswith(f"(round {number + 1}): taken back, and not revealed")


def test_json_prints_one_object(tmp_path: Path) -> None:
    match, proof = two_deals()
    done = verified(tmp_path, match, proof, "--json")
    document = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert (document["format"], document["table"]) == ("oddtrick-verified/1", "example")
    assert (document["deals"], document["verified"], document["first_dealer"]) == (2, 2, None)
    assert [each["number"] for each in document["rounds"]] == [each.number for each in proof.rounds]
    for each, sealed in zip(document["rounds"], proof.rounds, strict=True):
        places = [one.place for one in sealed.contributions]
        assert sorted(each["opened"] + each["withheld"]) == places
        assert (each["purpose"], each["deal"]) == (sealed.purpose.value, sealed.deal)
        assert (each["revealed"], each["taken_back"]) == (True, False)


def test_the_first_failure_is_one_line_and_nothing_else_is_printed(tmp_path: Path) -> None:
    match, proof = two_deals()
    first, *rest = proof.rounds
    wrong = replace(proof, rounds=(replace(first, secret="0" * 64), *rest))
    done = verified(tmp_path, match, wrong)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error == (
        f"{tmp_path / 'proof.json'}: round 1: the server: "
        "the secret is not the one that was sealed\n"
    )


def test_names_are_sanitised(tmp_path: Path) -> None:
    match, proof = two_deals()
    rounds = tuple(
        replace(
            each,
            contributions=tuple(replace(one, name="\x1b[2J\n😀") for one in each.contributions),
        )
        for each in proof.rounds
    )
    done = verified(tmp_path, match, replace(proof, rounds=rounds))
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == len(rounds) + 1


def test_one_record_and_one_proof_belong_together(tmp_path: Path) -> None:
    match, proof = two_deals()
    record, proof_file = written(tmp_path, match, proof)
    done = oddtrick("replay", record, record, "--verify", proof_file)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error == "--verify takes one record and its proof, but 2 records were given\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none.json", "no such file or directory"),
        (".", "is a directory"),
        ("game.json", "this is not a proof: object contains unknown field rules"),
        ("long.json", "longer than 16 MB, so it cannot be a proof"),
    ],
)
def test_an_invalid_proof_is_refused_by_file_name(tmp_path: Path, name: str, why: str) -> None:
    record, _ = written(tmp_path, *two_deals())
    (tmp_path / "long.json").write_bytes(b" " * (16 * 2**20 + 1))
    done = oddtrick("replay", record, "--verify", tmp_path / name)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith(f"{tmp_path / name}: ")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_illegal_record_is_reported_by_file_name(tmp_path: Path) -> None:
    match, proof = two_deals()
    record, proof_file = written(tmp_path, match, proof)
    document = json.loads(record.read_bytes())
    document["deals"][0]["hands"][0]["plays"][0] = "ZZ"
    record.write_text(json.dumps(document))
    done = oddtrick("replay", record, "--verify", proof_file)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.error.startswith(f"{record}: deal 1, hand 1, trick 1, seat ")


def test_the_proof_may_come_from_standard_input(tmp_path: Path) -> None:
    record, proof_file = written(tmp_path, *two_deals())
    from_file = oddtrick("replay", record, "--verify", proof_file)
    from_stdin = oddtrick("replay", record, "--verify", "-", stdin=proof_file.read_text())
    assert from_stdin.stdout == from_file.stdout
    assert "2 deals verified" in from_stdin.stdout
