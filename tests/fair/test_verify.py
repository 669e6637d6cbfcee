"""A proof holds for the match that was drawn by it, and for no other; who cheats is found out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.cards import Card, Hand
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    HOUSE,
    Contribution,
    Proof,
    Purpose,
    Round,
    contributors,
    decode_proof,
    drawn,
    encode_proof,
    key_of,
    purpose_of,
    seal_of,
    verify,
)
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Cut, Deal, Match, start
from oddtrick.record import decode_record, encode_record, record_of, replay
from tests.drawn import matches, play_on
from tests.fair.table import NAMES, FairTable, played, recorded, tables, told

RANDOM = st.integers(0, 2**32).map(Random)


@given(tables())
def test_a_match_is_verified_as_it_was_played_and_from_its_record(
    table: tuple[Match, Proof],
) -> None:
    match, proof = table
    for found, names in ((match, None), told(match)):
        verified = verify(decode_proof(encode_proof(proof)), found, names)
        assert [checked.round for checked in verified.rounds] == list(proof.rounds)
        dealt = [log.deal for log in match.all_deals if log.deal is not None]
        assert verified.verified == verified.deals == len(dealt)
        deals = [each.drawn for each in verified.rounds if isinstance(each.drawn, Deal)]
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
        with pytest.raises(OddtrickError, match="has been played, but the house has not opened"):
            verify(hidden, match)
        return
    verified = verify(hidden, *told(match))
    assert verified.deals - verified.verified == 1
    assert verified.rounds[-1].drawn is None


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
def test_a_round_that_is_left_out_is_missed(
    table: tuple[Match, Proof], data: st.DataObject
) -> None:
    match, proof = table
    assume(match.deal.deal is not None and len(proof.rounds) > 1)
    at = data.draw(st.integers(1, len(proof.rounds) - 1))
    rounds = proof.rounds[:at] + proof.rounds[at + 1 :]
    with pytest.raises(OddtrickError, match=r"every round of the match|the proof lacks"):
        verify(replace(proof, rounds=rounds), *told(match))


def provable(proof: Proof) -> Proof:
    """What can be proved of a proof: not what a player was called, nor a seal that stayed shut."""
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


@settings(max_examples=300)
@given(tables(), st.data())
def test_every_change_of_a_byte_of_the_proof_is_found(
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
        verify(changed, *told(match))


@given(tables(), st.data())
def test_two_cards_that_changed_hands_are_found(
    table: tuple[Match, Proof], data: st.DataObject
) -> None:
    """In the last deal, of which nothing has been played: every earlier one has plays to fit it."""
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
def test_a_deal_that_the_record_does_not_have_is_found(table: tuple[Match, Proof]) -> None:
    match, proof = table
    record = recorded(match)
    record.deals.pop()
    with pytest.raises(OddtrickError, match=r"record has no deal|still waits for a player"):
        verify(proof, replay(record), record.names)


@given(tables())
def test_another_first_dealer_is_found(table: tuple[Match, Proof]) -> None:
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
    found, names = told(match)
    assert names is not None
    names[0], names[1] = names[1], names[0]
    with pytest.raises(OddtrickError, match=r"by the proof .* sit in this order"):
        verify(proof, found, names)
    with pytest.raises(OddtrickError, match=r"by the proof .* sit in this order"):
        verify(replace(proof, names=()), found, names)


def tied_match(**options: object) -> tuple[Match, Proof]:
    """A match of knock-out in which some, but not all of those who tied, cut or threw again."""
    for seed in range(1000):
        match, table = played("knockout-whist", {"players": 5, **options}, Random(seed))
        for log in match.all_deals:
            cut = {
                seat
                for action in log.opening
                if isinstance(action, Cut)
                for seat, _ in action.cards
            }
            if cut - dict(log.contest).keys() or (log.contest and options):
                return match, table.proof(match)
    raise AssertionError


def test_a_cut_for_trumps_of_several_rounds_is_held_against_the_record() -> None:
    match, proof = tied_match()
    assert verify(proof, *told(match)).verified == match.number + 1
    record = recorded(match)
    for deal in record.deals:
        if deal.cut is None:
            continue
        seat = next(iter(deal.cut))
        was, deal.cut[seat] = (
            deal.cut[seat],
            deal.cut[seat][0] + "CDHS"["DHSC".index(deal.cut[seat][1])],
        )
        with pytest.raises(
            OddtrickError, match=f"it cuts .* but the record has .*{deal.cut[seat]}"
        ):
            verify(proof, replay(record), record.names)
        deal.cut[seat] = was


def test_a_record_may_also_have_the_cards_of_those_who_fell_out_of_a_tie_earlier() -> None:
    match, proof = tied_match()
    record = recorded(match)
    for deal, log in zip(record.deals, match.all_deals, strict=False):
        if deal.cut:
            cuts = [action for action in log.opening if isinstance(action, Cut)]
            deal.cut = {str(seat): str(card) for cut in cuts for seat, card in cut.cards}
    assert record != recorded(match)
    assert verify(proof, replay(record), record.names).verified == match.number + 1


def test_throws_are_no_chance_and_need_no_round() -> None:
    match, proof = tied_match(tie="rps")
    assert all(each.purpose is not Purpose.TRUMPS for each in proof.rounds)
    assert verify(proof, match).verified == verify(proof, *told(match)).verified


@given(RANDOM)
def test_a_rematch_goes_on_counting(random: Random) -> None:
    match, table = played(
        "whist",
        {"match": "deals", "deals": 2},
        random,
        table=lambda each: FairTable(each, number=9),
    )
    assert table.rounds[0].number == 9
    assert verify(table.proof(match), *told(match)).verified == 2


def test_a_round_that_was_taken_back_is_told_and_its_seals_are_still_checked() -> None:
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(1), dealer=0)
    first, second = table.rounds
    secret = "5a" * 32
    back = Round(
        2, Purpose.DEAL, 2, seal_of("example", 2, HOUSE, secret), secret, (), taken_back=True
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
        (replace(back, seal="0" * 64), "round 2: the house: the secret is not the one"),
        (replace(back, taken_back=False), "round 2: deal 2, hand 1, seat 0: it gives"),
    ):
        with pytest.raises(OddtrickError, match=why):
            verify(replace(proof, rounds=(first, wrong, again.rounds[0])), other)
    assert second.number == 2


@given(matches())
def test_nothing_is_drawn_while_a_person_is_to_act(match: Match) -> None:
    for ask in (purpose_of, contributors, lambda each: drawn(each, bytes(32))):
        with pytest.raises(OddtrickError, match="not for chance to act"):
            ask(match)


@given(tables())
def test_shuffler_and_cutter_sit_beside_the_dealer(table: tuple[Match, Proof]) -> None:
    match, proof = table
    for checked in verify(proof, match).rounds:
        if checked.round.purpose is not Purpose.DEAL:
            continue
        log = match.all_deals[checked.round.deal - 1]
        seats = [match.seating.index(place) for place in checked.places]
        at = log.seats.index(log.dealer)
        assert seats[0] == log.seats[(at + 1) % len(log.seats)]
        assert seats[-1] == log.seats[at - 1]
        assert len(seats) == min(2, len(log.seats) - 1)


def one_deal(**options: object) -> tuple[Match, FairTable]:
    """One deal of whist, Ann's, to which Bob and Dot contribute, played to its end."""
    match, table = played(
        "whist",
        {"match": "deals", "deals": 1},
        Random(3),
        dealer=0,
        table=lambda random: FairTable(random, chances=(1, 0, 0)),
    )
    return match, table


def test_a_house_that_chooses_its_secret_after_the_players_opened_is_found_out() -> None:
    """It can find a deal that it likes, but not a secret that opens the seal it has shown."""
    _, table = one_deal()
    shown = table.rounds[0]
    before = start(rules_of("whist", match="deals", deals=1), dealer=0)
    liked, deal = shown, drawn(before, key_of("example", shown))
    while not (isinstance(deal, Deal) and Card.SA in deal.hands[0][0] and deal.turn_up is Card.SK):
        liked = replace(shown, secret=table.secret())
        deal = drawn(before, key_of("example", liked))
    steered = before.apply(deal)
    proof = replace(table.proof(steered, 0), rounds=(liked,))
    with pytest.raises(
        OddtrickError, match="round 1: the house: the secret is not the one that was"
    ):
        verify(proof, steered)
    assert liked.secret is not None
    forged = replace(liked, seal=seal_of("example", 1, HOUSE, liked.secret))
    assert verify(replace(proof, rounds=(forged,)), steered).verified == 1
    assert forged.seal != shown.seal  # what every client kept from before the players sealed


def test_a_player_cannot_open_another_secret_or_anothers() -> None:
    match, table = one_deal()
    told_round = table.rounds[0]
    bob, dot = told_round.contributions
    for changed in (
        (replace(bob, opened=table.secret()), dot),
        (replace(bob, seal=dot.seal, opened=dot.opened), dot),
    ):
        proof = replace(table.proof(match, 0), rounds=(replace(told_round, contributions=changed),))
        with pytest.raises(
            OddtrickError, match="round 1: 'Bob': the secret is not the one that was"
        ):
            verify(proof, match)


def test_to_withhold_is_one_bit_and_is_seen() -> None:
    """Of two players with one round there are four deals, and the proof says which it is."""
    match, table = one_deal()
    told_round = table.rounds[0]
    bob, dot = told_round.contributions
    shut = [replace(each, opened=None) for each in (bob, dot)]
    keys = {
        key_of("example", replace(told_round, contributions=both))
        for both in ((bob, dot), (shut[0], dot), (bob, shut[1]), (shut[0], shut[1]))
    }
    assert len(keys) == 4
    left_out = replace(told_round, contributions=(dot,))
    assert key_of("example", left_out) == key_of(
        "example", replace(told_round, contributions=(shut[0], dot))
    )
    with pytest.raises(OddtrickError, match="round 1: deal 1, hand 1, seat 0: it gives"):
        verify(replace(table.proof(match, 0), rounds=(left_out,)), match)


WRONG = [
    (
        lambda first: replace(first, contributions=first.contributions[::-1]),
        "not by place",
    ),
    (
        lambda first: replace(first, contributions=first.contributions[:1] * 2),
        "not by place, one each",
    ),
    (
        lambda first: replace(
            first,
            contributions=(Contribution(2, "Cat", seal_of("example", 1, 2, "cc" * 32), "cc" * 32),),
        ),
        "'Cat', place 2, neither shuffles nor cuts",
    ),
    (lambda first: replace(first, deal=2), "it is for deal 2, but what comes here is deal 1"),
    (
        lambda first: replace(first, purpose=Purpose.DEALER),
        "it is for the cut for dealer before deal 1, but what comes here is deal 1",
    ),
]


@pytest.mark.parametrize(("change", "why"), WRONG, ids=range(len(WRONG)))
def test_a_round_with_strangers_or_out_of_place_is_refused(change: object, why: str) -> None:
    match, table = one_deal()
    assert callable(change)
    proof = replace(table.proof(match, 0), rounds=(change(table.rounds[0]),))
    with pytest.raises(OddtrickError, match=f"^round 1: .*{why}"):
        verify(proof, match)


def test_a_secret_of_the_house_serves_once() -> None:
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(1), dealer=0)
    first, second = table.rounds
    assert first.secret is not None
    again = replace(second, secret=first.secret, seal=seal_of("example", 2, HOUSE, first.secret))
    with pytest.raises(OddtrickError, match="round 2: the house's secret was known since round 1"):
        verify(replace(table.proof(match, 0), rounds=(first, again)), match)


def sealed(number: int, purpose: Purpose, deal: int, *, opened: bool = True) -> Round:
    secret = f"{number:064x}"
    seal = seal_of("example", number, HOUSE, secret)
    return Round(number, purpose, deal, seal, secret if opened else None, ())


def test_nothing_follows_the_end_or_what_is_not_revealed_or_not_finished() -> None:
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


def test_rounds_of_what_is_not_dealt_yet_may_stand_at_the_end() -> None:
    """The house has sealed the next deal, or cards have been cut for it."""
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


def test_a_deal_and_a_cut_without_a_round_are_missed() -> None:
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


def test_another_turn_up_is_found() -> None:
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


def test_a_match_without_a_source_of_chance_is_driven_by_rounds_alone() -> None:
    """What a server does: ask what is needed and of whom, draw, apply."""
    match = start(rules_of("colonial-whist"))
    number = 1
    while match.to_act == CHANCE:
        told_round = sealed(number, purpose_of(match), match.number + 1)
        match = match.apply(drawn(match, key_of("example", told_round)))
        number += 1
    assert match.deal.deal is not None
    with pytest.raises(OddtrickError, match="round 9: the house has not opened its seal yet"):
        key_of("example", sealed(9, Purpose.DEAL, 1, opened=False))
