"""Tests of cards, choices, throws, claims and undo at a table."""

from __future__ import annotations

import pytest

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match import Playing, ToChoose, ToCut, ToThrow
from oddtrick.rules import Throw
from oddtrick.tables import (
    Settings,
    Stage,
    Table,
    encode_facts,
    fold_entry,
    table_record,
)
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables.state import DRAW_STAGE_MS
from tests.support.tables.table_driver import TableDriver, as_command, kinds, verified

# Spades are trumps, and the eldest hand has all of them but the dealer's two.
ALL_TRUMPS = "AKQJT9876543...A .AKQJT98765432.. ..AKQJT98765432. 2...KQJT98765432"


def one_person() -> TableDriver:
    table = TableDriver()
    table.begin("ann")
    table.play_until("ann")
    return table


def deal(table: TableDriver, hands_text: str) -> None:
    """Deals these hands, of whist, from the dealer's left; the last card is turned up."""
    hands = [list(Hand.of(hand)) for hand in hands_text.split()]
    pack = "".join(str(hands[at % 4][at // 4]) for at in range(52))
    table.log.append((table.now, encode_facts((f.Drawn(pack),))))
    table.table = fold_entry(table.table, table.table.seq + 1, table.now, (f.Drawn(pack),))


def broken(table: TableDriver, person: str, command: c.Command) -> str:
    with pytest.raises(RuleBroken) as caught:
        table.do(person, command)
    return str(caught.value)


def test_T8_an_illegal_card_is_refused_with_its_rule_and_the_turn_stays() -> None:
    table = TableDriver()
    table.begin("ann", "bea", "cid", "dan")
    view = table.match.view(table.match.to_act)
    while not (illegal := {str(card) for card in view.hand} - set(map(str, view.legal))):
        table.act()
        view = table.match.view(table.match.to_act)
    person = table.turn
    assert person is not None
    refusal = broken(table, person, c.Play(min(illegal)))
    suit = str(view.table[0].suit).removesuffix("s")
    assert refusal == f"you must follow suit: play a {suit} (T3)"
    assert table.turn == person


def test_T3_cards_not_held_or_already_played_are_refused() -> None:
    table = one_person()
    place = table.table.turn
    hand = table.match.phase
    assert place is not None
    assert isinstance(hand, Playing)
    other = next(
        card for card in Card if not hand.held(place) & card.bit and not hand.gone & card.bit
    )
    assert broken(table, "ann", c.Play(str(other))) == f"you do not hold {other} (T3)"
    table.play_on(5)
    table.play_until("ann")
    hand = table.match.phase
    assert isinstance(hand, Playing)
    assert broken(table, "ann", c.Play(str(hand.plays[0]))).endswith("has been played already (T3)")


def test_play_out_of_turn_without_a_place_or_without_a_card_is_refused() -> None:
    table = TableDriver()
    assert table.refused("ann", c.Play("AS")).code == "no-place"
    table.seat("ann", "bea")
    assert str(table.refused("ann", c.Play("AS"))) == "the match has not begun"
    table.do("ann", c.Begin())
    assert str(table.refused("ann", c.Play("AS"))) == "the cards are being shuffled"
    table.finish_draw()
    table.play_until("bea")
    assert str(table.refused("ann", c.Play("AS"))) == "it is not your turn: it is Bea’s"
    assert table.refused("bea", c.Play("1S")).code == "invalid"
    assert table.refused("bea", c.Choose("S")).code == "not-now"
    assert str(table.refused("bea", c.ThrowHand("rock"))) == (
        "the table waits for a card, not for a throw"
    )
    table.play_out()
    assert str(table.refused("bea", c.Play("AS"))) == "the match is over"


def test_an_outdated_bot_decision_is_ignored() -> None:
    table = one_person()
    table.act()
    place, seq = table.table.bot_turn, table.table.seq
    assert place is not None
    card = table.choose()
    assert table.do("server", c.BotActs((place + 1) % 4, seq, card)) == ()
    assert table.do("server", c.BotActs(place, seq - 1, card)) == ()
    assert table.do("server", c.BotActs(place, seq + 1, card)) == ()
    table.do("ann", c.Say("hello"))
    facts = table.do("server", c.BotActs(place, seq, card))
    assert facts == (f.Acted(place, card, bot=True),)
    assert table.do("server", c.BotActs(place, seq, card)) == ()


def test_an_illegal_bot_action_is_refused() -> None:
    table = one_person()
    table.act()
    place = table.table.bot_turn
    assert place is not None
    hand = table.match.phase
    assert isinstance(hand, Playing)
    wrong = next(card for card in Card if card not in hand.legal())
    with pytest.raises(OddtrickError):
        table.do("server", c.BotActs(place, table.table.seq, str(wrong)))


def test_a_bot_action_for_an_active_person_is_ignored() -> None:
    table = one_person()
    place = table.table.turn
    assert place is not None
    assert table.do("server", c.BotActs(place, table.table.seq, table.choose())) == ()


def test_T9_a_valid_claim_ends_the_hand_and_is_recorded_as_cards() -> None:
    table = TableDriver(target=9)
    table.begin("ann", "bea", "cid", "dan", draw=False)
    while isinstance(table.match.phase, ToCut):
        table.tick(DRAW_STAGE_MS)
    deal(table, ALL_TRUMPS)
    leader = table.turn
    assert leader is not None
    held = table.match.view(table.match.to_act).hand
    facts = table.do(leader, c.Claim())
    assert kinds(facts)[0] == "claimed"
    assert isinstance(facts[0], f.Claimed)
    assert len(facts[0].cards) == 52
    assert table.update_json(None)["events"][0] == {
        "type": "note",
        "kind": "claimed",
        "place": table.table.place_of(leader),
        "cards": [str(card) for card in held],
    }
    assert max(table.match.result[0].tricks) == 13
    assert table.match.number == 1
    record = table_record(table.table)
    assert record is not None
    assert tuple(record.deals[0].hands[0].plays) == facts[0].cards


def test_T9_a_denied_claim_is_announced_and_blocked_until_the_next_card() -> None:
    table = one_person()
    assert kinds(table.do("ann", c.Claim())) == ["claim-denied"]
    assert (
        broken(table, "ann", c.Claim())
        == "this claim was rejected: play a card before you claim again (T9)"
    )
    table.act()
    table.play_until("ann")
    assert kinds(table.do("ann", c.Claim())) == ["claim-denied"]


def test_T9_only_the_player_to_act_may_claim_and_only_in_play() -> None:
    table = TableDriver()
    table.begin("ann", "bea")
    table.play_until("ann")
    assert table.refused("bea", c.Claim()).code == "not-your-turn"
    choosing = until(ToChoose)
    assert choosing.refused(str(choosing.turn), c.Claim()).code == "not-now"


def test_a_denied_claim_may_be_repeated_after_an_undo() -> None:
    table = one_person()
    table.act()
    table.play_until("ann")
    table.do("ann", c.Claim())
    assert table.table.denied_claims
    table.do("ann", c.Undo())
    assert table.table.denied_claims == ()
    table.act()
    table.play_until("ann")
    assert kinds(table.do("ann", c.Claim())) in (["claim-denied"], ["claimed"])


def until(phase: type) -> TableDriver:
    """Returns a table with a person to choose trumps or to throw."""
    for seed in range(60):
        table = TableDriver("knockout-whist", seed=seed, players=3, tie="rps")
        table.begin("ann", "bea", "cid")
        while table.table.under_way:
            if isinstance(table.match.phase, phase) and table.turn is not None:
                return table
            table.step()
    pytest.fail(f"nobody came to {phase}")


def test_K3_the_winner_of_the_most_tricks_chooses_trumps() -> None:
    table = until(ToChoose)
    person = table.turn
    assert person is not None
    refusal = str(table.refused(person, c.Play("AS")))
    assert refusal == "the table waits for a choice, not for a card"
    table.do(person, c.Choose("H"))
    assert table.match.deal.trump is Suit.HEARTS
    table.finish_draw()
    table.play_out()


@pytest.mark.parametrize("choose", ["seen", "blind"])
def test_K3_trumps_are_chosen_seen_or_blind(choose: str) -> None:
    table = TableDriver("knockout-whist", players=2, choose=choose)
    table.begin("ann", "bea")
    seen = set()
    while table.table.under_way:
        if isinstance(table.match.phase, ToChoose):
            assert table.turn is not None
            seen.add(bool(table.match.view(table.match.to_act).hand))
        table.step()
    assert seen == {choose == "seen"}
    verified(table.table)


def test_K5_throws_are_published_when_all_have_thrown() -> None:
    table = until(ToThrow)
    first = table.turn
    assert first is not None
    assert table.refused(first, c.Choose("S")).code == "not-now"
    table.do(first, c.ThrowHand("rock"))
    update = table.update_json(table.turn)
    assert update["events"] == [
        {"type": "note", "kind": "acted", "place": table.table.place_of(first)}
    ]
    assert update["table"]["match"]["own_throw"] is None
    assert table.update_json(first)["table"]["match"]["own_throw"] == "rock"
    while isinstance(table.match.phase, ToThrow) and table.match.phase.throwing.thrown:
        table.act(Throw.ROCK.value)
    assert len(table.update_json(None)["table"]["match"]["contest"]) > 1
    table.play_out()


def test_S4_separate_hands_follow_one_another_without_a_pause() -> None:
    table = TableDriver("scotch-whist", Settings(pause_seconds=30, bot_delay_ms=0), players=2)
    table.begin("ann", "bea")
    hands = []
    while table.table.stage is Stage.PLAYING:
        table.act()
        hands.append(len(table.match.deal.hands))
    assert sorted(set(hands)) == [0, 1, 2]
    assert table.table.stage is Stage.PAUSE
    table.play_out()


def test_undo_returns_to_the_persons_last_decision() -> None:
    table = one_person()
    before = table.match
    table.act()
    table.play_until("ann")
    then = table.match
    table.act()
    table.do("ann", c.Undo())
    assert table.match == then
    table.do("ann", c.Undo())
    assert table.match == before
    assert (
        str(table.refused("ann", c.Undo()))
        == "you have made no decision since cards were dealt or drawn"
    )
    table.play_out()


def test_G3_undo_never_goes_back_past_a_card_drawn_from_the_stock() -> None:
    table, undone, refused = TableDriver("german-whist", Settings(bot_delay_ms=0)), 0, 0
    table.begin("ann")
    while table.table.under_way:
        if table.turn != "ann":
            table.step()
            continue
        before = table.match
        table.act()
        if len(table.match.view(None).drawn) > len(before.view(None).drawn):
            assert table.refused("ann", c.Undo()).code == "not-now"
            refused += 1
        elif table.table.under_way:
            table.do("ann", c.Undo())
            assert table.match == before
            table.act()
            undone += 1
    assert undone > refused > 0


def test_undo_is_refused_with_other_people_or_if_disabled() -> None:
    table = TableDriver()
    table.begin("ann", "bea")
    table.play_until("ann")
    table.act()
    assert str(table.refused("ann", c.Undo())) == (
        "undo is allowed only if all other players are bots"
    )
    for settings in (Settings(undo=False), Settings(rated=True)):
        alone = TableDriver(settings=settings)
        alone.begin("ann")
        alone.play_on(6)
        assert str(alone.refused("ann", c.Undo())) == "undo is not allowed at this table"


def test_undo_is_refused_once_the_deal_is_scored() -> None:
    table = TableDriver("knockout-whist", Settings(pause_seconds=9, bot_delay_ms=0), players=2)
    table.begin("ann")
    table.play_deal()
    assert table.refused("ann", c.Undo()).code == "not-now"
    while table.table.under_way:
        table.step()
        if table.table.stage is Stage.PLAYING and not isinstance(table.match.phase, Playing):
            assert table.refused("ann", c.Undo()).code == "not-now"
    assert table.refused("ann", c.Undo()).code == "not-now"
    verified(table.table)


def test_K5_undo_is_refused_before_the_persons_own_throw() -> None:
    tried = 0
    for seed in range(40):
        table = TableDriver("knockout-whist", seed=seed, players=3, tie="rps")
        table.begin("ann")
        while table.table.under_way:
            phase = table.match.phase
            if isinstance(phase, ToThrow) and not phase.throwing.thrown and not phase.throwing.last:
                assert table.refused("ann", c.Undo()).code == "not-now"
                tried += 1
            table.step()
    assert tried > 3


def test_undo_and_claim_end_the_bots_substitution() -> None:
    table = one_person()
    table.act()
    table.do("ann", c.Away())
    assert kinds(table.do("ann", c.Undo())) == ["returned", "undone"]
    table.do("ann", c.Away())
    assert kinds(table.do("ann", c.Claim())) == ["returned", "claim-denied"]


def test_a_command_does_not_mutate_the_table() -> None:
    table = one_person()
    before: Table = table.table
    kept = before.match
    table.act()
    assert before.match is kept
    assert table.table is not before
    again = fold_entry(before, table.table.seq, table.table.at, table.facts)
    assert again == table.table


def test_C2_a_person_plays_the_seat_assigned_by_the_cut() -> None:
    moved = 0
    for seed in range(10):
        table = TableDriver("colonial-whist", seed=seed, target=4)
        table.begin("ann", "bea", "cid", "dan")
        for _ in range(6):
            place, seat = table.table.turn, table.match.to_act
            assert place is not None
            assert seat is not None
            person = table.table.chairs[place].person
            assert person is not None
            moved += place != seat
            hand = table.match.view(seat).hand
            command = as_command(table.match, table.choose())
            assert isinstance(command, c.Play)
            table.do(person, command)
            update = table.update_json(None)["events"][0]
            assert (update["seat"], update["card"]) == (seat, command.card)
            assert command.card in {str(card) for card in hand}
    assert moved > 5


@pytest.mark.parametrize("action", ["AS", "H", "spock"])
def test_K5_an_action_that_is_no_throw_is_refused(action: str) -> None:
    match = until(ToThrow).match
    with pytest.raises(OddtrickError, match="throw rock, paper or scissors"):
        match.phase.parse(action)
