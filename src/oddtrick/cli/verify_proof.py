"""``oddtrick replay --verify``: checks a record against its proof of fair deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oddtrick.cli.errors import located, read_at_most
from oddtrick.cli.output import one_line
from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    CheckedRound,
    Contribution,
    Proof,
    Purpose,
    Verification,
    decode_proof,
    encode_verification,
    verify,
)
from oddtrick.match import Cut
from oddtrick.plurals import count_noun
from oddtrick.record import Record, read_records, replay

MAX_BYTES = 16 * 2**20
"""The longest proof that is read: more than ten thousand rounds."""


def run(files: Sequence[str], proof_file: str, *, json: bool) -> int:
    """Verifies one record by its proof; prints only when all of it matches.

    Raises:
        OddtrickError: it does not, or there is not one record, or it cannot be read.
    """
    record = _the_record(files)
    proof = _read_proof(proof_file)
    with located(files[0]):
        match = replay(record)
    with located(proof_file):
        verified = verify(proof, match, record.names)
    if json:
        print(encode_verification(verified).decode())
    else:
        for line in report(verified):
            print(line)
    return 0


def _the_record(files: Sequence[str]) -> Record:
    found = [record for file in files for _, record in read_records(file)]
    if len(found) != 1:
        raise OddtrickError(
            f"--verify takes one record and its proof, but {len(found)} records were given"
        )
    return found[0]


def _read_proof(name: str) -> Proof:
    data = read_at_most(name, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise OddtrickError(f"{name}: longer than {MAX_BYTES >> 20} MB, so it cannot be a proof")
    with located(name):
        return decode_proof(data)


def report(verified: Verification) -> Iterator[str]:
    """Yields the report line by line."""
    if verified.first_dealer is not None:
        yield f"seat {verified.first_dealer} deals first, as was agreed: nobody cut for it"
    for checked in verified.rounds:
        yield one_line(f"{_what(checked)}: {_shown(checked)}")
    yield _ending(verified)


def _ending(verified: Verification) -> str:
    """The rounds by number, so that those of a table's matches can be seen to follow each other."""
    numbers = [checked.round.number for checked in verified.rounds]
    which = "no round"
    if numbers:
        first, last = numbers[0], numbers[-1]
        which = f"round {first}" if first == last else f"rounds {first} to {last}"
    shown, deals = verified.verified, verified.deals
    text = count_noun(deals, "deal")
    if shown < deals:
        text = f"{shown} of {text}"
    return f"{text} verified, by {which} of table {verified.table}"


def _what(checked: CheckedRound) -> str:
    draw = checked.round
    what = {
        Purpose.DEAL: f"deal {draw.deal}",
        Purpose.DEALER: "cut for the first deal",
        Purpose.PARTNERS: "cut for partners and the first deal",
        Purpose.TRUMPS: f"cut for the choice of trumps in deal {draw.deal}",
    }[draw.purpose]
    return f"{what} (round {draw.number})"


def _shown(checked: CheckedRound) -> str:
    draw = checked.round
    if draw.secret is None:
        return "taken back, and not revealed" if draw.taken_back else "not revealed yet"
    parties = ["the server"]
    parties += [_party(each, checked) for each in draw.contributions if each.opened is not None]
    seals = "the seal of" if len(parties) == 1 else "the seals of"
    matches = "matches" if len(parties) == 1 else "match"
    parts = [f"{seals} {_and(parties)} {matches}, {_outcome(checked)}"]
    withheld = [_party(each, checked) for each in draw.contributions if each.opened is None]
    if withheld:
        parts.append(f"{_and(withheld)} sealed a secret and did not open it")
    if len(parties) == 1:
        parts.append("no player had a part in it")
    return "; ".join(parts)


def _outcome(checked: CheckedRound) -> str:
    if checked.round.taken_back:
        return "but it was taken back"
    if isinstance(checked.action, Cut):
        cards = [f"{card} for seat {seat}" for seat, card in checked.action.cards]
        return f"and give {_and(cards)}"
    return "and these are the cards"


def _party(each: Contribution, checked: CheckedRound) -> str:
    name = each.name[:20] or f"player {each.place}"
    if checked.round.purpose is not Purpose.DEAL or not checked.places:
        return name
    shuffles, cuts = each.place == checked.places[0], each.place == checked.places[-1]
    if shuffles and cuts:
        return f"{name} (shuffler and cutter)"
    return f"{name} ({'shuffler' if shuffles else 'cutter'})"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
