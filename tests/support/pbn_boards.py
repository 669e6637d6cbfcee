"""Random PBN boards, and the PBN files used by tests."""

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Suit
from oddtrick.match.hand_play import open_hand
from oddtrick.pbn import Board, Trumps, decode_pbn
from oddtrick.tricks import CardOrder

DATA = Path(__file__).parents[1] / "data" / "pbn"
FILES = sorted(path.name for path in DATA.glob("*.pbn"))

SUITS: tuple[Suit | None, ...] = (*Suit, None)
TRUMPS: tuple[Trumps, ...] = (*SUITS, UNSET)

VALUES = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=12)
NAMES = st.sampled_from(("Annotator", "BidSystemNS", "Hidden", "HomeTeam", "Zz_9", "Room"))
OTHERS = st.dictionaries(NAMES, VALUES, max_size=4)
GIVEN = st.fixed_dictionaries(
    {},
    optional={
        "Event": VALUES,
        "Board": st.sampled_from(("1", "17", "?", "")),
        "North": VALUES,
        "Vulnerable": st.sampled_from(("None", "love", "-", "NS", "All", "both", "?")),
        "Declarer": st.sampled_from(("N", "e", "^S", "West", "?", "")),
        "Contract": st.sampled_from(("4S", "3NTX", "7cXX", "H", "Pass", "?", "")),
        "Result": st.sampled_from(("9", "EW 4", "NS 4 EW 9", "^10", "?", "")),
    },
)
WORDS = st.sampled_from(("1NT", "=1=", "$12", "AP", '"a ]{;% b"', "%", "N", "-", r"\S"))
ROWS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
SECTIONS = st.dictionaries(
    st.sampled_from(("Auction", "ScoreTable", "Own")),
    st.lists(ROWS, min_size=1, max_size=3).map(tuple),
    max_size=2,
).map(lambda sections: tuple(sections.items()))


def file_text(name: str) -> str:
    """Returns the text of one of the files."""
    return decode_pbn((DATA / name).read_bytes())


def dealt(pack: list[Card], size: int) -> tuple[Hand, Hand, Hand, Hand]:
    """Deals hands of the given size from the top of a pack."""
    hands = [Hand.of(pack[size * seat : size * (seat + 1)]) for seat in range(4)]
    return hands[0], hands[1], hands[2], hands[3]


def played_on(board: Board, choices: list[int]) -> Board:
    """Returns the board after one legal play per choice, as far as cards remain."""
    assert board.leader is not None
    hand = open_hand(
        tuple(held.mask for held in board.hands),
        leader=board.leader,
        seats=(0, 1, 2, 3),
        trump=None if board.trump is UNSET else board.trump,
        order=CardOrder.ACE_HIGH.strengths(None),
        break_trumps=False,
    )
    for choice in choices:
        legal = hand.legal()
        if not legal or (board.trump is UNSET and len(hand.plays) == 4):
            break
        hand = hand.after(legal[choice % len(legal)])
    return replace(board, plays=hand.plays)


@st.composite
def whole_boards(
    draw: st.DrawFn,
    sizes: st.SearchStrategy[int] = st.just(13),  # noqa: B008
    trumps: tuple[Trumps, ...] = SUITS,
) -> Board:
    """Draws boards with four hands, trumps and a leader, played to any point."""
    board = Board(
        hands=dealt(draw(st.permutations(CARDS)), draw(sizes)),
        dealer=draw(st.sampled_from((0, 1, 2, 3, None))),
        trump=draw(st.sampled_from(trumps)),
        leader=draw(st.integers(0, 3)),
    )
    return played_on(board, draw(st.lists(st.integers(0, 12), max_size=52)))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draws boards of every kind, with unknown hands, tags and sections."""
    board = draw(whole_boards(st.integers(1, 13), TRUMPS))
    hidden = draw(st.sets(st.integers(0, 3)))
    north, east, south, west = (
        Hand() if seat in hidden else hand for seat, hand in enumerate(board.hands)
    )
    board = replace(
        board,
        hands=(north, east, south, west),
        tags=(*draw(GIVEN).items(), *draw(OTHERS).items()),
        sections=draw(SECTIONS),
    )
    if draw(st.booleans()) and not board.plays:
        # No dealer: otherwise the eldest hand is assumed to lead.
        return replace(board, leader=None, dealer=None)
    return board


LIN_SEATS = (2, 3, 0, 1)


def lin_of(board: Board, *, left_out: int | None) -> str:
    """The board as LIN, by the auction ``p p p 1X`` of the leader's right."""
    hands = []
    for seat in LIN_SEATS:
        suits = zip("SHDC", str(board.hands[seat]).split("."), strict=True)
        hands.append("".join(suit + ranks for suit, ranks in suits))
    if left_out is not None:
        hands[left_out] = ""
    assert board.leader is not None
    dealer = board.leader
    strain = "N" if board.trump is None else f"{board.trump}"[0].upper()
    calls = "".join(f"mb|{call}|" for call in ("p", "P", "pass", f"1{strain}", "p", "p", "p"))
    cards = "".join(f"pc|{card.name}|" for card in board.plays)
    return f"md|{LIN_SEATS.index(dealer) + 1}{','.join(hands)}|sv|o|{calls}pg||\n{cards}"


def rbn_of(board: Board, winners: Sequence[int], *, left_out: int | None) -> str:
    """The board as RBN, with the play by tricks."""
    first = winners[0] if winners else 1
    hands = [str(board.hands[(first + at) % 4]) for at in range(4)]
    if left_out is not None:
        hands[left_out] = ""
    assert board.leader is not None
    strain = board.trump.letter if isinstance(board.trump, Suit) else "N"
    tricks = []
    for start in range(0, len(board.plays), 4):
        cards = board.plays[start : start + 4]
        led = cards[0].suit
        tricks.append(
            "".join(
                card.name if not at or card.suit is not led else card.name[1]
                for at, card in enumerate(cards)
            )
        )
    declarer = (board.leader - 1) % 4
    dealer = "" if board.dealer is None else f"A {'NESW'[board.dealer]}Z:\n"
    return (
        f"B 1\nH {'NESW'[first]}:{':'.join(hands)}\n{dealer}"
        f"C 1{strain}:{'NESW'[declarer]}\nP {':'.join(tricks)}\n"
    )
