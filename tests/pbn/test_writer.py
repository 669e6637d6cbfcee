"""Export format and round trips."""

import pytest
from hypothesis import given
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.pbn import Board, decode_pbn, encode_pbn, read_boards, write_boards
from oddtrick.pbn.board import MANDATORY
from tests.support.pbn_boards import FILES, VALUES, boards, file_text

QUARTERS = (
    Hand(Suit.SPADES.mask),
    Hand(Suit.HEARTS.mask),
    Hand(Suit.DIAMONDS.mask),
    Hand(Suit.CLUBS.mask),
)


def one(text: str) -> Board:
    [board] = read_boards(text)
    return board


def tags_of(board: Board) -> dict[str, str]:
    return dict(one(write_boards([board])).tags)


# --- back again ---


@given(boards())
def test_a_board_comes_back_from_its_text(board: Board) -> None:
    back = one(write_boards([board]))
    for field in ("hands", "dealer", "trump", "leader", "plays"):
        assert getattr(back, field) == getattr(board, field), field
    assert dict(back.sections) == dict(board.sections)


@given(boards(), boards())
def test_writing_is_idempotent(first: Board, second: Board) -> None:
    text = write_boards([first, second])
    assert write_boards(read_boards(text)) == text


@given(boards())
def test_an_unknown_tag_is_kept(board: Board) -> None:
    back = tags_of(board)
    for name, value in board.tags:
        if name not in MANDATORY and not value.startswith("#"):
            assert back[name] == value


@given(VALUES.filter(lambda value: not value.startswith("#")))
def test_any_printable_value_comes_back(value: str) -> None:
    assert tags_of(Board(tags=(("Annotator", value),)))["Annotator"] == value


@pytest.mark.parametrize("value", ["\\", '"', '\\"', "\\\\S \\", "a\\3R;b", 'C:\\"x"\\\\'])
def test_quotes_and_backslashes_come_back(value: str) -> None:
    assert tags_of(Board(tags=(("Event", value),)))["Event"] == value


@pytest.mark.parametrize("value", ["#", "##", "##x"])
def test_a_value_is_not_taken_for_one_of_another_board(value: str) -> None:
    text = write_boards([Board(tags=(("Event", value),)), Board()])
    assert [board.tag("Event") for board in read_boards(text)] == [f" {value}", "?"]


def test_line_breaks_in_a_name_become_spaces() -> None:
    assert tags_of(Board(tags=(("North", "A\r\nB\tC"),)))["North"] == "A  B C"


@pytest.mark.parametrize("name", FILES)
def test_a_file_keeps_its_content(name: str) -> None:
    before = list(read_boards(file_text(name)))
    after = list(read_boards(write_boards(before)))
    for old, new in zip(before, after, strict=True):
        keep = {name: value for name, value in old.tags if name not in (*MANDATORY, "Play")}
        assert keep.items() <= dict(new.tags).items()
        assert replace(old, tags=()) == replace(new, tags=())


# --- the format ---


def test_the_fifteen_tags_come_first_and_in_order() -> None:
    text = write_boards([Board(tags=(("Zebra", "z"), ("Deal", "?"), ("Annotator", "a")))])
    names = [line[1:].split(" ")[0] for line in text.split("\r\n") if line.startswith("[")]
    assert names == [*MANDATORY, "Annotator", "Zebra"]


def test_lines_end_with_crlf_and_one_empty_line_separates_boards() -> None:
    text = write_boards([Board(), Board()])
    assert text.count("\n") == text.count("\r\n") == 2 + 15 + 1 + 15
    assert text.startswith("% PBN 2.1\r\n% EXPORT\r\n[Event ")


def test_a_complete_board_in_export_format() -> None:
    board = Board(
        hands=QUARTERS,
        dealer=3,
        trump=Suit.CLUBS,
        leader=0,
        plays=(Card.SA, Card.HA, Card.DA, Card.C2, Card.C3),
        tags=(("OddtrickGame", "whist"),),
    )
    assert write_boards([board]).replace("\r", "") == (
        '% PBN 2.1\n% EXPORT\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Board "1"]\n[West "?"]\n'
        '[North "?"]\n[East "?"]\n[South "?"]\n[Dealer "W"]\n[Vulnerable ""]\n'
        '[Deal "W:...AKQJT98765432 AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432."]\n'
        '[Scoring "?"]\n[Declarer "W"]\n[Contract "1C"]\n[Result "?"]\n[OddtrickGame "whist"]\n'
        '[Play "N"]\nSA HA DA C2\n-  -  -  C3\n*\n'
    )


def test_a_board_played_out_has_its_result_counted() -> None:
    board = next(read_boards(file_text("whist.pbn")))
    text = write_boards([board])
    assert '[Declarer "W"]\r\n[Contract "1C"]\r\n[Result "4"]\r\n' in text
    assert text.endswith("\r\nD4 S8 CA S2\r\n")


def test_no_trumps_are_written_as_one_no_trump() -> None:
    tags = tags_of(Board(hands=QUARTERS, trump=None, leader=2))
    assert (tags["Contract"], tags["Declarer"]) == ("1NT", "E")


def test_a_contract_is_kept_while_its_strain_is_right() -> None:
    board = Board(hands=QUARTERS, trump=Suit.HEARTS, leader=0, tags=(("Contract", "4hx"),))
    assert tags_of(board)["Contract"] == "4HX"
    assert tags_of(replace(board, trump=Suit.SPADES))["Contract"] == "1S"


def test_a_result_by_sides_becomes_that_of_the_declarer() -> None:
    board = Board(trump=Suit.HEARTS, leader=0, tags=(("Result", "EW 10 NS 3"),))
    assert tags_of(board)["Result"] == "10"


def test_the_tag_of_trumps_follows_the_field() -> None:
    tags = (("OddtrickTrump", "H"),)
    assert tags_of(Board(trump=Suit.SPADES, tags=tags))["OddtrickTrump"] == "S"
    assert tags_of(Board(trump=None, tags=tags))["OddtrickTrump"] == "N"
    assert tags_of(Board(tags=tags))["OddtrickTrump"] == "?"


def test_notes_stay_in_their_section() -> None:
    tags = (
        ("Note", "1:loose"),
        ("Auction", "N"),
        ("Note", "1:bid"),
        ("Play", "N"),
        ("Note", "1:c"),
    )
    board = Board(hands=QUARTERS, trump=None, leader=0, tags=tags, plays=(Card.SA,))
    lines = write_boards([board]).split("\r\n")[17:-1]
    assert lines == [
        '[Note "1:loose"]',
        '[Auction "N"]',
        '[Note "1:bid"]',
        '[Play "N"]',
        "SA -  -  -",
        "*",
        '[Note "1:c"]',
    ]
    unplayed = write_boards([replace(board, plays=())]).split("\r\n")[17:-1]
    assert unplayed == ['[Note "1:loose"]', '[Note "1:c"]', '[Auction "N"]', '[Note "1:bid"]']


def test_a_result_that_the_players_agreed_on_keeps_its_caret() -> None:
    board = Board(trump=Suit.HEARTS, leader=1, tags=(("Result", "^NS 9"),))
    assert tags_of(board)["Result"] == "^9"


def test_a_strain_alone_is_a_contract_in_an_ending_only() -> None:
    ending = (Hand.of("A..."), Hand.of("K..."), Hand.of("Q..."), Hand.of("J..."))
    board = Board(hands=ending, trump=Suit.HEARTS, leader=0, tags=(("Contract", "H"),))
    assert tags_of(board)["Contract"] == "H"
    assert tags_of(replace(board, tags=()))["Contract"] == "1H"
    assert tags_of(replace(board, hands=QUARTERS))["Contract"] == "1H"


# --- what cannot be written ---


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (Board(tags=(("Two words", ""),)), "'Two words' is not a name"),
        (Board(sections=(("Event", ("x",)),)), "[Event] takes no rows"),
        (Board(sections=(("Own", ("a", "[b]")),)), "the row '[b]' of [Own]"),
        (Board(sections=(("Own", ("a\n\nb",)),)), "the row 'a\\n\\nb'"),
        (Board(leader=4), "there is no seat 4"),
        (Board(hands=(QUARTERS[0],) * 4), "S2 is in North's hand and in East's"),
        (Board(plays=(Card.SA,)), "it is not known who leads"),
        (Board(hands=(Hand((1 << 14) - 1), *QUARTERS[:1], Hand(), Hand())), "has 14 cards"),
    ],
)
def test_an_impossible_board_is_refused(board: Board, expected: str) -> None:
    with pytest.raises(OddtrickError, match=r"^board 2: ") as caught:
        write_boards([Board(), board])
    assert expected in str(caught.value)


def test_T2_whist_is_led_by_the_dealers_left() -> None:
    board = Board(hands=QUARTERS, dealer=0, leader=2, tags=(("OddtrickGame", "whist"),))
    with pytest.raises(RuleBroken, match=r"South leads, but in whist it is East.*\(T2\)"):
        write_boards([board])


def test_T2_in_an_ending_of_whist_anybody_may_lead() -> None:
    ending = (Hand.of("A..."), Hand.of("K..."), Hand.of("Q..."), Hand.of("J..."))
    board = Board(hands=ending, dealer=0, leader=2, trump=None, tags=(("OddtrickGame", "whist"),))
    assert one(write_boards([board])).leader == 2


def test_a_deal_without_play_has_no_declarer() -> None:
    dealt = Board(hands=QUARTERS, dealer=0, leader=1)
    assert tags_of(dealt)["Declarer"] == "?"
    # With an auction the eldest hand is no longer taken to lead: the declarer has to say it.
    assert tags_of(replace(dealt, tags=(("Auction", "N"),)))["Declarer"] == "N"


# --- bytes ---


@given(VALUES)
def test_bytes_give_the_text_back(value: str) -> None:
    text = write_boards([Board(tags=(("Annotator", value),))])
    assert decode_pbn(encode_pbn(text)) == text


def test_latin_1_is_written_where_possible_and_both_encodings_are_read() -> None:
    assert encode_pbn("Zoë") == "Zoë".encode("latin-1")
    assert encode_pbn("Ã©") == "Ã©".encode()  # in Latin-1 these would be read as é
    assert decode_pbn("\ufeffZoë".encode()) == "Zoë"


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(OddtrickError, match="cannot be written"):
        encode_pbn(write_boards([Board(tags=(("North", "\ud800"),))]))
