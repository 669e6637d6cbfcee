"""Import format: input by programs and people, and refusals."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.pbn import Board, Trumps, read_boards, write_boards
from oddtrick.tricks import Trick, from_seat
from tests.support.pbn_boards import TRUMPS, file_text, whole_boards

DEAL = '[Deal "N:A2.3.. K3.4.. Q4.5.. J5.6.."]'
ENDING = f'{DEAL}[Contract "S"][Play "N"]'
WHOLE = '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]'


def one(text: str) -> Board:
    [board] = read_boards(text)
    return board


def refusal(text: str) -> str:
    with pytest.raises(OddtrickError) as caught:
        list(read_boards(text))
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- files in the manner of other programs ---


def test_a_program_that_only_deals() -> None:
    boards = list(read_boards(file_text("dealt.pbn")))
    assert [(board.number, board.dealer, board.leader) for board in boards] == [
        ("1", 0, 1),
        ("2", 1, 2),
        ("3", 2, 3),
    ]
    assert all(board.size == 13 and board.trump is UNSET for board in boards)
    assert str(boards[2].hands[0]) == "95.KQ743.K98764."


def test_a_tournament_with_auctions_notes_marks_and_tables() -> None:
    first, second, third = read_boards(file_text("tournament.pbn"))
    assert (first.trump, first.leader, len(first.plays)) == (Suit.HEARTS, 3, 52)
    assert first.plays[:8] == tuple(
        Card[name] for name in ("CK", "CA", "C4", "CJ", "DA", "DK", "D3", "D7")
    )
    assert first.tag("Event") == third.tag("Event") == 'Coupe d\'été, "Les Mélèzes"'
    assert first.names == second.names
    assert first.tag("HomeTeam") == ""
    assert dict(first.sections)["ScoreTable"][1] == '2 7 "3H, passed [twice]" -200'
    assert dict(first.sections)["Auction"][2] == "AP"
    assert [value for name, value in first.tags if name == "Note"] == [
        "1:12-14 points",
        "2:asks for \\H and \\S",
        "1:from KQ",
    ]
    assert (second.trump, second.leader, len(second.plays)) == (None, 2, 31)
    assert [board.tag("Date") for board in (first, second, third)] == [
        "1998.07.??",
        "1998.07.12",
        "1998.07.12",
    ]
    assert (third.trump, third.leader) == (UNSET, None)


def test_a_board_typed_in_by_hand() -> None:
    board = one(file_text("by-hand.pbn"))
    assert (board.dealer, board.trump, board.leader) == (0, Suit.HEARTS, 3)
    assert board.tag("Source") == "p. 17"
    # The columns begin with North; West, the declarer's left, leads.
    assert board.plays[:5] == (Card.CK, Card.CA, Card.C4, Card.CJ, Card.DA)


def test_endings_and_unknown_hands() -> None:
    first, second, suit, hidden, dots = read_boards(file_text("endings.pbn"))
    assert (first.trump, first.leader, first.plays[-1]) == (Suit.SPADES, 1, Card.HJ)
    assert (second.trump, second.leader) == (None, 3)
    assert (suit.hands[1], suit.size, suit.ending) == (Hand(), None, True)
    assert (hidden.leader, len(hidden.plays), hidden.ending) == (3, 8, False)
    assert dots.hands[0] == Hand()


# --- the same board, written in any manner ---


def columns(board: Board, first: int) -> list[list[str]]:
    """The play by columns, from a winner found here and not by the package."""
    rows, leader = [], board.leader or 0
    for start in range(0, len(board.plays), 4):
        cards = board.plays[start : start + 4]
        by_seat = dict(zip(from_seat((0, 1, 2, 3), leader), cards, strict=False))
        rows.append(
            [by_seat[s].name if s in by_seat else "-" for s in from_seat((0, 1, 2, 3), first)]
        )
        trump = None if board.trump is UNSET else board.trump
        winner = Trick(from_seat((0, 1, 2, 3), leader), cards, trump).winner
        leader = winner if winner is not None else leader
    return rows


def sloppy(board: Board, rng: Random) -> str:
    """A board as a person in a hurry might type it."""

    def white() -> str:
        return "".join(rng.choices([" ", "\t", "\n", ""], k=3)) or " "

    def between() -> str:
        choices = ["", "\n", " ", "\n% [Deal\n", "{ a [comment]\n\n; }", "; {rest\n", "\n%\n"]
        return rng.choice(choices)

    def cased(text: str) -> str:
        return text.lower() if rng.random() < 0.5 else text

    def shuffled(hand: Hand) -> str:
        suits = [rng.sample(suit, len(suit)) for suit in str(hand).split(".")]
        return ".".join("".join(suit) for suit in suits).replace("T", rng.choice(["T", "t", "10"]))

    def tag(name: str, value: str) -> str:
        return f'[{white()}{name}{white()}"{value}"{white()}]'

    first, column = rng.randrange(4), rng.randrange(4)
    hands = "  ".join(shuffled(board.hands[seat]) for seat in from_seat((0, 1, 2, 3), first))
    tags = [tag("Deal", cased("NESW"[first]) + ":" + hands), tag("Site", "#"), tag("Own", "x")]
    if board.dealer is not None:
        tags.append(tag("Dealer", rng.choice(["NESW", "nesw"])[board.dealer]))
    assert board.leader is not None
    tags.append(tag("Declarer", cased(("North", "East", "South", "West")[board.leader - 1])))
    if board.trump is not UNSET:
        strain = "NT" if board.trump is None else board.trump.letter
        tags.append(tag("Contract", cased(f"{rng.randint(1, 7)}{strain}{rng.choice(['', 'X'])}")))
    rng.shuffle(tags)
    text = "".join(between() + each for each in tags)
    marks = ["", "!", "??", " $7 $255", " =3=", "!? =12= $1", "{why?}"]
    if board.ending or board.plays:
        column = (board.leader or 0) if board.ending else column
        text += tag("Play", "NESW"[column])
        for row in columns(board, column):
            cells = [cased(card) + (rng.choice(marks) if card != "-" else "") for card in row]
            text += rng.choice(["\n", " ", " ; oh\n"]) + "  ".join(cells)
        text += rng.choice(["", "\n*", " *", "\n*\n"])
    return between() + text


@given(
    st.lists(whole_boards(st.integers(1, 13), TRUMPS), min_size=1, max_size=3),
    st.randoms(use_true_random=False),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_a_board_is_the_same_in_any_notation(
    boards: list[Board], rng: Random, line_end: str
) -> None:
    text = "\n \n".join(sloppy(board, rng) for board in boards).replace("\n", line_end)
    read = [replace(board, tags=(), sections=()) for board in read_boards(text)]
    assert read == [replace(board, tags=(), sections=()) for board in boards]


# --- trumps and the lead ---


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        ('[Contract "4S"]', Suit.SPADES),
        ('[Contract "7 nt xx"]', None),
        ('[Contract "3N"]', None),
        ('[Contract "H"]', Suit.HEARTS),
        ('[Contract "Pass"]', UNSET),
        ('[Contract "?"]', UNSET),
        ('[Contract ""][OddtrickTrump "d"]', Suit.DIAMONDS),
        ('[OddtrickTrump "N"]', None),
        ('[OddtrickTrump "?"]', UNSET),
        ('[Event "x"]', UNSET),
    ],
)
def test_trumps_are_the_strain_of_the_contract_or_their_own_tag(text: str, trump: Trumps) -> None:
    assert one(text).trump is trump


@pytest.mark.parametrize(
    ("text", "leader"),
    [
        ('[Declarer "S"][Dealer "N"]', 3),
        ('[Declarer "^S"]', 3),
        ('[Dealer "N"]', 1),
        ('[Dealer "W"][OddtrickGame "whist"][Contract "1H"]', 0),
        ('[Dealer "W"][Contract "4H"]', None),
        ('[Dealer "W"][Contract "Pass"]', None),
        ('[Dealer "W"][Auction "W"] 1H *', None),
        ('[Dealer "W"][Play "S"]', 2),
        ('[Declarer "S"][Play "N"]', 3),
        (f'[Declarer "S"]{DEAL}[Play "N"]', 0),
        (f'[Declarer "S"]{DEAL}', 3),
        (f'[Dealer "S"]{DEAL}', None),
        ('[Event "x"]', None),
    ],
)
def test_T2_the_leader_to_the_first_trick(text: str, leader: int | None) -> None:
    assert one(text).leader == leader


def test_a_trick_can_be_followed_without_trumps_but_not_two() -> None:
    text = f'{WHOLE}[Declarer "W"][Play "N"] SA HA DA CA'
    assert len(one(text).plays) == 4
    assert "without trumps" in refusal(f"{text}\nSK HK DK CK")


def test_the_cards_of_an_unknown_hand_are_those_it_plays() -> None:
    deal = '[Deal "N:A2... - Q4... -"][Contract "S"]'
    board = one(f'{deal}[Play "N"] SA S3 SQ HA\nS2 SK S4 HK')
    assert len(board.plays) == 8
    assert board.hands[1] == Hand()


def test_T3_an_unknown_hand_can_revoke_too() -> None:
    text = '[Deal "N:A2... - Q4... -"][Contract "S"][Play "N"] SA H3 SQ S6\nS2 SK S4 S5'
    assert "East plays H3 on the lead of SA and holds SK: a revoke" in refusal(text)


@given(whole_boards(st.integers(1, 13), TRUMPS), st.integers(1, 6))
def test_plays_in_the_order_played_are_read_like_columns(board: Board, width: int) -> None:
    """Programs write `[Play]` with the leader of each trick first, in rows of any width."""
    text = write_boards([replace(board, plays=())]).replace("\r\n", "\n")
    text = text.partition("[Play")[0].rstrip()
    cards = [card.name for card in board.plays]
    rows = [" ".join(cards[at : at + width]) for at in range(0, len(cards), width)]
    leader = "NESW"[board.leader or 0]
    read = one(f'{text}\n[Play "{leader}"]\n' + "\n".join([*rows, "*"]))
    assert read.plays == board.plays


@given(whole_boards(st.integers(1, 13)), st.data())
def test_rows_that_begin_with_any_seat_are_read_by_who_owns_the_cards(
    board: Board, data: st.DataObject
) -> None:
    """As some programs write them: each row turned, cards that are not played as ``-`` or not."""
    text = write_boards([replace(board, plays=())]).replace("\r\n", "\n")
    text = text.partition("[Play")[0].rstrip()
    rows = []
    for row in columns(board, data.draw(st.integers(0, 3))):
        turned = data.draw(st.integers(0, 3))
        cells = row[turned:] + row[:turned]
        rows.append(" ".join(cell for cell in cells if cell != "-" or data.draw(st.booleans())))
    first = "NESW"[board.leader or 0]
    read = one(f'{text}\n[Play "{first}"]\n' + "\n".join([*rows, "*"]))
    assert read.plays == board.plays


def test_T3_owners_say_what_is_wrong_with_a_play_that_no_reading_makes_legal() -> None:
    for play, told in (
        ("SJ SA S3 SQ\nS2 H6 H5 H4", "trick 2: East plays H4 on the lead of S2 and holds SK"),
        ("SA S3 SQ SJ\n- - - H4", "H4 is played out of turn: North's card to trick 2 is not given"),
        ("SA S3 SQ SJ\nS2 SA SK S4", "line 3: trick 2: East plays SA, which was played before"),
        ("SA S3 SQ SJ\nS2 H2 S4 S5", "East plays H2, which it does not hold"),
    ):
        assert told in refusal(f"{ENDING}\n{play}"), play


def test_another_table_of_a_board_may_leave_its_number_and_its_cards_out() -> None:
    board = f'[Board "7"][Dealer "N"]{ENDING}\nSA S3 SQ SJ\n\n'
    again = '[Declarer "S"][Contract "H"][Play "W"]\nSJ SA S3 SQ\n\n'
    first, second, other = read_boards(f'{board}{again}[Board "8"]')
    assert (second.number, second.dealer, second.hands) == ("7", 0, first.hands)
    assert (second.trump, second.leader, len(second.plays)) == (Suit.HEARTS, 3, 4)
    assert (other.number, other.hands) == ("8", Board().hands)


def test_a_deal_without_a_contract_has_the_trumps_that_the_reader_is_given() -> None:
    deal = f'[Dealer "N"]{WHOLE}'
    for trump in (*Suit, None):
        [board] = read_boards(deal, trump)
        assert (board.trump, board.leader) == (trump, 1)
        [named] = read_boards(f'{deal}[Contract "3NT"]', trump)
        assert named.trump is None
    [board] = read_boards(f'{deal}[Play "E"] HA DA CA SA\nSK HK DK CK', Suit.SPADES)
    assert len(board.plays) == 8


def test_a_card_not_played_may_be_two_dashes() -> None:
    assert one(f"{ENDING} SA S3 -- --\n-- -- -- --") == one(f"{ENDING} SA S3 - -\n- - - -")


def test_columns_count_where_an_owner_is_not_known() -> None:
    """Both readings are legal here, and the standard wants columns."""
    text = '[Deal "N:- - - -"][Contract "S"][Declarer "W"][Play "N"] S2 SA S3 S4\nS5 S6 S7 S8'
    assert [card.name for card in one(text).plays[4:]] == ["S6", "S7", "S8", "S5"]


def test_a_play_legal_in_neither_reading_is_refused_by_its_column() -> None:
    text = f"{ENDING}\nSA S3 SQ SJ\nS2 H4 S4 S5"
    assert "trick 2: East plays H4 on the lead of S2 and holds SK" in refusal(text)


# --- tags ---


def test_the_first_of_two_equal_tags_counts() -> None:
    board = one('[Event "a"][Event "b"] [Auction "N"] 1S [Auction "E"] 2S')
    assert board.tags == (("Event", "a"), ("Auction", "N"))
    assert board.sections == (("Auction", ("1S",)),)


def test_partners_of_one_name_are_told_apart() -> None:
    board = one('[North "Ann"][South "Ann"][East "Bob"][West "?"]')
    assert board.names == ["Ann (North)", "Bob", "Ann (South)", "West"]


def test_a_header_of_inherited_tags_is_not_a_board() -> None:
    text = '[Event "##a"][Site "##b"]\n\n[Site "#"]\n\n[Event "c"]\n\n[Room "#"]'
    boards = [dict(board.tags) for board in read_boards(text)]
    assert boards == [
        {"Site": "b", "Event": "a"},
        {"Event": "c", "Site": "b"},
        {"Room": "", "Event": "c", "Site": "b"},
    ]


def test_an_inherited_value_is_the_last_real_one() -> None:
    boards = read_boards('[Site "a"]\n\n[Event "x"]\n\n[Site "#"]\n\n[Site "#"]')
    assert [board.tag("Site") for board in boards] == ["a", None, "a", "a"]


def test_an_empty_text_has_no_boards() -> None:
    assert list(read_boards("")) == []
    assert list(read_boards("% PBN 2.1\r\n\r\n{ nothing }\r\n ; at all\x1a")) == []


def test_boards_before_a_faulty_one_are_read() -> None:
    boards = read_boards('[Event "a"]\n\n[Dealer "Q"]')
    assert next(boards).tag("Event") == "a"
    with pytest.raises(OddtrickError, match=r"^board 2, line 3: "):
        next(boards)


# --- what is refused, and where ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", "board 1, line 1: 'hello' stands before any tag"),
        ('[Event "x"]\nhello', "line 2: 'hello' stands below [Event], which takes no text"),
        ('[Event "x]', """line 1: '[Event "x]' is not a tag"""),
        ('[Event "x\n"]', "is not a tag"),
        ('[Event "a "b" c"]', "is not a tag"),
        ("[Event x]", "is not a tag"),
        ('\n\n[A "b"] {\n\n', "board 1, line 3: the comment '{' is not closed"),
        ('[A "b"] }', "'}' cannot stand here"),
        ('[A "b"] "c', """'"c' is not closed"""),
        ('[Dealer "Q"]', '[Dealer "Q"] is not a seat: write N, E, S or W'),
        ('[Declarer "NS"]', '[Declarer "NS"] is not a seat'),
        ('[Contract "8S"]', '[Contract "8S"] is not a contract: write 4S, 3NTX or Pass'),
        ('[OddtrickTrump "X"]', "write S, H, D, C, or N for no trumps"),
        ('[Contract "4S"]\n[OddtrickTrump "H"]', "line 2: [OddtrickTrump"),
        ('[OddtrickTurnUp "4Z"]', "'4Z' is not a card"),
        ('[Deal "#"]', "cannot be taken over from another board"),
        ('[Dealer "##N"]', "cannot be taken over from another board"),
        ("".join(f'[T{n} "##"]' for n in range(101)), "more than 100 tags go on"),
    ],
)
def test_a_text_that_is_not_pbn_is_refused_with_its_line(text: str, expected: str) -> None:
    assert expected in refusal(text)


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("A... - - -", "is not a deal"),
        ("N:A... - -", "is not a deal"),
        ("Q:A... - - -", "is not a deal"),
        ("N:A.. - - -", "write four suits"),
        ("N:AX... - - -", "'X' is not a rank"),
        ("N:AA... - - -", "twice"),
        ("E:A... - K... A...", "SA is in North's hand and in East's"),
        ("N:A... K... QJ... T...", "North 1, East 1, South 2, West 1 cards"),
        ("N:AKQJT98765432.A.. - - -", "North has 14 cards, not 13"),
    ],
)
def test_an_impossible_deal_is_refused(deal: str, expected: str) -> None:
    message = refusal(f'[Event "x"]\n[Deal "{deal}"]')
    assert message.startswith("board 1, line 2: ")
    assert expected in message


def test_two_boards_run_together_are_refused() -> None:
    text = '[Deal "N:A... - - -"]\n[Deal "N:K... - - -"]'
    assert refusal(text).startswith("board 1, line 2: a second [Deal]")


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        ("SA H4 SQ SJ", "line 2: trick 1: East plays H4 on the lead of SA and holds S3 SK"),
        ("SA S3 SQ\nS8", "line 3: trick 1: West plays S8, which it does not hold"),
        ("SA SK S5", "S5 is played out of turn: South's card to trick 1 is not given"),
        ("SA S3 SQ SJ\nSA", "line 3: trick 2: North plays SA, which was played before"),
        ("- S3", "line 2: S3 is played out of turn: North's card to trick 1 is not given"),
        ("SA S3 SQ SJ\n- S4", "S4 is played out of turn: North's card to trick 2"),
        ("SA S3 - -\nS2", "line 3: S2 is played out of turn: South's card to trick 1"),
        ("SA + SQ", "SQ is played out of turn: East's card to trick 1"),
        ("SA ^R H4 SQ SJ", "^R marks a revoke"),
        ("^L SA", "^L marks a lead out of turn"),
        ("SA S3 *\nSQ", "line 3: 'SQ' stands after the * that ends the play"),
        ("AS", "'AS' is not a card: write suit then rank"),
        ("SA S3 SQ SJ S2 SK S4 S5 H3 H4 H5 H6 H7", "H7 is played after the last of 3 tricks"),
        ("SA\u00e9", "'\u00e9' is not a card"),
        ("SA!!!!? S3 S\u00e9", "'S' is not a card"),
    ],
)
def test_T3_an_impossible_play_is_refused_with_its_line(play: str, expected: str) -> None:
    assert expected in refusal(f"{ENDING}\n{play}")


def test_a_play_needs_the_seat_of_its_first_column() -> None:
    assert "[Play] names no seat" in refusal(f'{DEAL}[Contract "S"][Declarer "W"]\n[Play ""] SA')


def test_T3_the_refusal_names_the_rule() -> None:
    with pytest.raises(RuleBroken, match=r"\(T3\)$") as caught:
        one(f"{ENDING} SA H4")
    assert caught.value.rule == "T3"


def test_T2_whist_with_a_declarer_who_did_not_deal_is_refused() -> None:
    text = f'[OddtrickGame "whist"]\n[Dealer "N"]\n{WHOLE}[Declarer "S"][Contract "1S"]'
    assert refusal(text).startswith("board 1, line 2: West leads, but in whist it is East")


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ('[OddtrickTrump "H"][OddtrickTurnUp "4S"]', "spades must be trumps"),
        ('[OddtrickTrump "S"][OddtrickTurnUp "4S"]', "the dealer does not hold it"),
    ],
)
def test_W4_the_turn_up_is_the_dealers_and_names_trumps(tags: str, expected: str) -> None:
    message = refusal(f'{WHOLE}[Dealer "S"]\n{tags}')
    assert message.startswith("board 1, line 2: 4S is turned up")
    assert expected in message
    assert message.endswith("(W4)")
