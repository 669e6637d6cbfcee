"""A proof verifies its own match and no other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    SERVER,
    Contribution,
    Proof,
    Purpose,
    Round,
    decode_proof,
    encode_proof,
    seal_of,
    verify,
)
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.record import decode_record, encode_record, record_of, replay
from tests.support.extent import times
from tests.support.fair_table import (
    NAMES,
    FairTable,
    one_deal,
    played,
    recorded,
    replayed_with_names,
    sealed,
    tables,
)
from tests.support.hypothesis_strategies import play_on

RANDOM = st.integers(0, 2**32).map(Random)


@given(tables())
def test_a_match_is_verified_as_it_was_played_and_from_its_record(
    table: tuple[Match, Proof],
) -> None:
    match, proof = table
    for found, names in ((match, None), replayed_with_names(match)):
        verified = verify(decode_proof(encode_proof(proof)), found, names)
        assert [checked.round for checked in verified.rounds] == list(proof.rounds)
        dealt = [log.deal for log in match.all_deals if log.deal is not None]
        assert verified.verified == verified.deals == len(dealt)
        deals = [each.action for each in verified.rounds if isinstance(each.action, Deal)]
        assert deals == dealt


@given(tables())
def test_only_a_deal_under_way_may_wait_for_the_house(table: tuple[Match, Proof]) -> None:
    match, proof = table
    *before, last = proof.rounds
    hidden = replace(proof, rounds=(*before, replace(last, secret=None)))
    if match.deal.deal is None and last.purpose is Purpose.TRUMPS:
        assert verify(hidden, match).verified == match.number
        return
    if match.over or match.deal.deal is None:
        with pytest.raises(OddtrickError, match="has been played, but the server has not opened"):
            verify(hidden, match)
        return
    verified = verify(hidden, *replayed_with_names(match))
    assert verified.deals - verified.verified == 1
    assert verified.rounds[-1].action is None


@given(tables(finished=True), st.data())
def test_a_round_before_the_last_has_to_be_opened(
    table: tuple[Match, Proof], data: st.DataObject
) -> None:
    match, proof = table
    at = data.draw(st.integers(0, len(proof.rounds) - 1))
    rounds = [
        replace(each, secret=None) if i == at else each for i, each in enumerate(proof.rounds)
    ]
    with pytest.raises(OddtrickError, match=f"^round {at + 1}: deal .* has not opened its seal$"):
        verify(replace(proof, rounds=tuple(rounds)), match)


@given(tables(), st.data())
def test_a_missing_round_is_detected(table: tuple[Match, Proof], data: st.DataObject) -> None:
    match, proof = table
    assume(match.deal.deal is not None and len(proof.rounds) > 1)
    at = data.draw(st.integers(1, len(proof.rounds) - 1))
    rounds = proof.rounds[:at] + proof.rounds[at + 1 :]
    with pytest.raises(OddtrickError, match=r"every round of the match|the proof lacks"):
        verify(replace(proof, rounds=rounds), *replayed_with_names(match))


def provable(proof: Proof) -> Proof:
    """The verifiable part of a proof: without the players' names and the seals never opened."""
    return replace(
        proof,
        rounds=tuple(
            replace(
                each,
                contributions=tuple(
                    Contribution(one.place, "", one.seal if one.opened else "", one.opened)
                    for one in each.contributions
                ),
            )
            for each in proof.rounds
        ),
    )


@settings(max_examples=times(100, whole=300))
@given(tables(), st.data())
def test_every_changed_byte_of_the_proof_is_detected(
    table: tuple[Match, Proof], data: st.DataObject
) -> None:
    match, proof = table
    text = bytearray(encode_proof(proof))
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] = data.draw(st.sampled_from(b'0123456789abcdef"\\,:[]{} nullAZ\n\x00\xff'))
    try:
        changed = decode_proof(bytes(text))
    except OddtrickError:
        return
    assume(provable(changed) != provable(proof))
    with pytest.raises(OddtrickError):
        verify(changed, *replayed_with_names(match))


@given(tables(), st.data())
def test_two_swapped_cards_are_detected(table: tuple[Match, Proof], data: st.DataObject) -> None:
    """In the last deal, before any play: earlier deals have plays that depend on the cards."""
    match, proof = table
    log = match.deal
    assume(log.deal is not None)
    assert log.deal is not None
    rest = list(log.deal.hands)
    at = data.draw(st.integers(0, len(rest) - 1))
    one, other = data.draw(st.permutations(log.seats))[:2]
    mine, theirs = (
        data.draw(st.sampled_from([*rest[at][one]])),
        data.draw(st.sampled_from([*rest[at][other]])),
    )
    hands = list(rest[at])
    hands[one] = Hand(hands[one].mask ^ mine.bit ^ theirs.bit)
    hands[other] = Hand(hands[other].mask ^ mine.bit ^ theirs.bit)
    rest[at] = tuple(hands)
    record = recorded(match)
    deal = record.deals[-1]
    for hand, cards in zip(deal.hands, rest, strict=True):
        hand.plays, hand.cards = [], [str(each) if each else "" for each in cards]
    with pytest.raises(OddtrickError):
        verify(proof, replay(record), record.names)


@given(tables(finished=True))
def test_a_deal_missing_from_the_record_is_detected(table: tuple[Match, Proof]) -> None:
    match, proof = table
    record = recorded(match)
    record.deals.pop()
    with pytest.raises(OddtrickError, match=r"record has no deal|still waits for a player"):
        verify(proof, replay(record), record.names)


@given(tables())
def test_another_first_dealer_is_detected(table: tuple[Match, Proof]) -> None:
    match, proof = table
    record = recorded(match)
    del record.deals[1:]
    deal = record.deals[0]
    deal.dealer = (deal.dealer + 1) % match.rules.players
    for hand in deal.hands:
        hand.plays = []
    try:
        found = replay(record)
    except OddtrickError:
        reject()  # the turn-up is not in this seat's hand
    with pytest.raises(OddtrickError, match="the first dealer, but the record has seat"):
        verify(proof, found, record.names)


@given(tables())
def test_partners_sit_where_the_cut_put_them(table: tuple[Match, Proof]) -> None:
    match, proof = table
    found, names = replayed_with_names(match)
    assert names is not None
    names[0], names[1] = names[1], names[0]
    with pytest.raises(OddtrickError, match=r"by the proof .* sit in this order"):
        verify(proof, found, names)
    with pytest.raises(OddtrickError, match=r"by the proof .* sit in this order"):
        verify(replace(proof, names=()), found, names)


@given(RANDOM)
def test_a_rematch_goes_on_counting(random: Random) -> None:
    match, table = played(
        "whist",
        {"match": "deals", "deals": 2},
        random,
        table=lambda each: FairTable(each, number=9),
    )
    assert table.rounds[0].number == 9
    assert verify(table.proof(match), *replayed_with_names(match)).verified == 2


def test_a_round_taken_back_is_reported_and_its_seals_are_still_checked() -> None:
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(1), dealer=0)
    first, second = table.rounds
    secret = "5a" * 32
    back = Round(
        2, Purpose.DEAL, 2, seal_of("example", 2, SERVER, secret), secret, (), taken_back=True
    )
    again = FairTable(Random(2), number=3, chances=(0, 0, 1))
    other = start(match.rules, dealer=0)
    log = match.all_deals[0]
    for action in log.actions:
        other = other.apply(action)
    other = play_on(other.with_chance(again), Random(4), -1)
    proof = replace(table.proof(other, 0), rounds=(first, back, again.rounds[0]))
    assert [each.round.taken_back for each in verify(proof, other).rounds] == [False, True, False]
    for wrong, why in (
        (replace(back, seal="0" * 64), "round 2: the server: the secret is not the one"),
        (replace(back, taken_back=False), "round 2: deal 2, hand 1, seat 0: it gives"),
    ):
        with pytest.raises(OddtrickError, match=why):
            verify(replace(proof, rounds=(first, wrong, again.rounds[0])), other)
    assert second.number == 2


def test_no_round_follows_the_end_or_an_unrevealed_or_unfinished_deal() -> None:
    match, table = one_deal()
    proof, (first,) = table.proof(match, 0), table.rounds
    over = replace(proof, rounds=(first, sealed(2, Purpose.DEAL, 2)))
    with pytest.raises(OddtrickError, match="round 2: the match was over before it"):
        verify(over, match)
    under_way = play_on(
        start(match.rules, dealer=0).apply(match.all_deals[0].opening[0]), Random(1), 5
    )
    with pytest.raises(OddtrickError, match="round 2: deal 1 still waits for a player before it"):
        verify(over, under_way)
    waiting = replace(proof, rounds=(replace(first, secret=None), sealed(2, Purpose.DEAL, 2)))
    with pytest.raises(OddtrickError, match="round 2: it follows round 1, which is not revealed"):
        verify(waiting, under_way)


def test_rounds_not_dealt_yet_may_stand_at_the_end() -> None:
    """The server has sealed the next deal, or cards have been cut for it."""
    fresh = start(rules_of("whist"))
    none = Proof("oddtrick-proof/1", "example", ())
    assert verify(none, fresh).rounds == ()
    for rounds in (
        (sealed(1, Purpose.DEALER, 1, opened=False),),
        (sealed(1, Purpose.DEALER, 1),),
        (sealed(1, Purpose.DEALER, 1), sealed(2, Purpose.DEAL, 1, opened=False)),
    ):
        verified = verify(replace(none, rounds=rounds), fresh, NAMES[:4])
        assert (verified.deals, verified.verified) == (0, 0)
        assert len(verified.rounds) == len(rounds)


def test_a_deal_or_cut_without_a_round_is_detected() -> None:
    match = new_match("whist", seed=1, dealer=0)
    none = Proof("oddtrick-proof/1", "example", ())
    with pytest.raises(OddtrickError, match=r"^deal 1: the proof lacks the cut for it$"):
        verify(none, match)
    with pytest.raises(OddtrickError, match=r"^deal 1: the proof lacks its round$"):
        verify(replace(none, first_dealer=0), match)
    with pytest.raises(
        OddtrickError, match="seat 1 as the first dealer, but the record has seat 0"
    ):
        verify(replace(none, first_dealer=1), match)
    with pytest.raises(OddtrickError, match="seat 7 can't deal: the seats are 0 to 3"):
        verify(replace(none, first_dealer=7), match)


def test_another_turn_up_is_detected() -> None:
    """In the first deal of knock-out the card turned up is in nobody's hand (K2)."""
    match, table = played("knockout-whist", {"players": 3}, Random(2), actions=0, dealer=0)
    record = decode_record(encode_record(record_of(match)))
    deal = record.deals[0]
    dealt = "".join(deal.hands[0].cards)
    assert deal.turn_up is not None
    held = (
        {str(card) for hand in match.deal.deal.hands[0] for card in hand}
        if match.deal.deal
        else set()
    )
    other = next(
        f"{rank}{deal.turn_up[1]}"
        for rank in "23456789TJQKA"
        if f"{rank}{deal.turn_up[1]}" not in held | {deal.turn_up}
    )
    assert dealt
    was, deal.turn_up = deal.turn_up, other
    with pytest.raises(
        OddtrickError, match=f"deal 1: it turns up {was}, but the record has {other}"
    ):
        verify(table.proof(match, 0), replay(record))
