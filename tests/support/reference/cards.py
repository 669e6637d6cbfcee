"""Cards as two-letter strings such as ``"AS"``: packs, spellings, hands, and who wins a trick."""

from random import Random

from tests.support.game_folders import own

SUITS = "SHDC"
RANKS_LOW_TO_HIGH = "23456789TJQKA"
SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def read_card(text: str) -> str:
    """The card that ``text`` spells: ``AS``, ``10H``, ``KnH``, ``th``, ``♠A`` or ``T♥`` (C1)."""
    word = text
    if word[:1] in SYMBOLS:
        word = word[1:] + SYMBOLS[word[0]]
    if word[-1:] in SYMBOLS:
        word = word[:-1] + SYMBOLS[word[-1]]
    word = word.upper()
    rank, suit = word[:-1], word[-1:]
    return {"10": "T", "KN": "J"}.get(rank, rank) + suit


def respelt(card: str, rng: Random) -> str:
    """The same card in one of the spellings that reading tolerates, or left as it is."""
    rank, suit = card[0], card[1]
    symbol = {letter: symbol for symbol, letter in SYMBOLS.items()}[suit]
    spellings = [card, card.lower(), symbol + rank, rank + symbol]
    if rank == "T":
        spellings += ["10" + suit] * 2
    if rank == "J":
        spellings += ["Kn" + suit] * 2
    return rng.choice(spellings)


def read_hand(text: str) -> list[str]:
    """The cards of a hand written ``AKQ.T98..5432`` in the order S.H.D.C; ``""`` is not a hand."""
    if text == "":
        return []
    cards = []
    for suit, ranks in zip(SUITS, text.split("."), strict=True):
        cards += [read_card(rank + suit) for rank in ranks]
    return cards


def hand_text(cards: list[str]) -> str:
    """A hand as a record writes it, highest first; ``""`` for a seat without cards."""
    if not cards:
        return ""
    suits = []
    for suit in SUITS:
        held = [card[0] for card in cards if card[1] == suit]
        held.sort(key=RANKS_LOW_TO_HIGH.index, reverse=True)
        suits.append("".join(held))
    return ".".join(suits)


def pack(game: str, players: int) -> list[str]:
    """The pack of a game: 52 cards (W2, K1), less those that it takes out (S2)."""
    cards = [rank + suit for suit in SUITS for rank in RANKS_LOW_TO_HIGH]
    without = own(game, "cards_out", lambda _: "")(players)
    return [card for card in cards if card not in without]


def height(card: str, game: str, trump: str, ranks: str = RANKS_LOW_TO_HIGH) -> int:
    """The height of a card in its suit; a game may have a trump above the ace (S3)."""
    if card == own(game, "HIGHEST", "") + trump:
        return RANKS_LOW_TO_HIGH.index("A") + 1
    return ranks.index(card[0])


def winning_card(trick: list[str], game: str, trump: str, ranks: str = RANKS_LOW_TO_HIGH) -> str:
    """The card that wins a trick, given in the order played (T4)."""
    contenders = [card for card in trick if card[1] == trump]
    if not contenders:
        led_suit = trick[0][1]
        contenders = [card for card in trick if card[1] == led_suit]
    best = contenders[0]
    for card in contenders:
        if height(card, game, trump, ranks) > height(best, game, trump, ranks):
            best = card
    return best
