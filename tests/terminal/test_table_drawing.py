import re
from typing import Any

import pytest

from oddtrick.cards import Card, Suit
from oddtrick.games import find_game
from oddtrick.terminal.canvas import Canvas, CardFrame
from oddtrick.terminal.card_selection import add_key
from oddtrick.terminal.display_names import DisplayNames
from oddtrick.terminal.score_sheet import deal_table, points_breakdown, score_sheet
from oddtrick.terminal.status_lines import (
    game_line,
    own_status_line,
    score_line,
    target_label,
    trumps_line,
    turn_line,
)
from oddtrick.terminal.table_drawing import (
    draw_hand,
    draw_row,
    draw_table,
    draw_trick,
    sorted_hand,
)
from oddtrick.views import PlayedTrick
from tests.support.terminal.game_sessions import (
    GAMES,
    opened,
    play_out,
    seated,
    session,
    until_yours,
)

SIZES = [(80, 13), (84, 25), (120, 30)]
DEAL = "AK2.A43.A432.A43 Q3.K65.K765.K765 J4.Q87.QJT9.QJT2 T98765.JT92.8.98"
NOT_SEEN = "AK2.A43.A432.A43 J4.Q87.QJT9.QJT2 Q3.K65.K765.K765 T98765.JT92.8.98"


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_and_trick_card_has_its_own_position(
    players: int, width: int, height: int
) -> None:
    table = session("scotch-whist", players=players, seed=4)
    until_yours(table)
    table.apply(table.view.legal[0])
    while table.view.last_trick is None:
        table.apply(table.view.legal[0] if table.is_own_turn else table.next_action())
    view, names = table.view, table.display_names()
    drawn = draw_table(view, names, width, height).text
    for seat in range(1, players):
        assert names.names[seat] in drawn
        assert f"{view.counts[seat]} card" in drawn
    assert view.last_trick is not None
    for card in view.last_trick.cards:
        assert f" {card.symbols:^3} ".strip() in drawn
    assert drawn.count("╭─╮".replace("─", "───")) == players - 1
    assert drawn.count("╔═══╗") == drawn.count("╚═══╝") == 1


def test_the_winning_card_and_the_seat_to_act_are_marked() -> None:
    table = seated(opened("whist", DEAL, Card.S9))
    table.apply(Card.CA)
    drawn = draw_table(table.view, table.display_names(), 80, 13).text
    assert "▶ Bob" in drawn
    assert "║A♣ ║" in drawn
    assert "♣ led" in drawn
    assert "Dot (D)" in drawn
    assert "shows 9♠" in drawn


def test_hidden_cards_are_not_drawn() -> None:
    one, other = (seated(opened("whist", hands, Card.S9)) for hands in (DEAL, NOT_SEEN))
    for game in (one, other):
        assert game.view.hand == one.view.hand
    drawn = [draw_table(game.view, game.display_names(), 80, 13).text for game in (one, other)]
    assert drawn[0] == drawn[1]
    hidden = [card for card in Card if card not in one.view.hand and card is not Card.S9]
    assert not any(card.symbols in drawn[0] for card in hidden)


def test_the_hand_is_sorted_trumps_first_in_alternating_colours() -> None:
    view = seated(opened("whist", DEAL, Card.S9)).view
    suits = list(dict.fromkeys(card.suit for card in sorted_hand(view)))
    assert suits == [Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    assert [card.symbols for card in sorted_hand(view)][:3] == ["A♠", "K♠", "2♠"]


def test_with_all_four_suits_no_two_of_a_colour_touch() -> None:
    table = session("whist", trumps="sequence", seed=2)
    until_yours(table)
    red = (Suit.HEARTS, Suit.DIAMONDS)
    suits = list(dict.fromkeys(card.suit for card in sorted_hand(table.view)))
    assert len(suits) == 4
    assert suits[0] is table.view.trump
    colours = [suit in red for suit in suits]
    assert colours in ([True, False] * 2, [False, True] * 2)


def test_S3_the_jack_of_trumps_is_sorted_first() -> None:
    for seed in range(40):
        table = session("scotch-whist", seed=seed)
        until_yours(table)
        trumps = [card for card in sorted_hand(table.view) if card.suit is table.view.trump]
        if len(trumps) > 1 and any(card.rank.letter == "J" for card in trumps):
            assert trumps[0].rank.letter == "J"
            return
    pytest.fail("no such hand was found")


def test_legal_cards_are_marked_without_colour() -> None:
    game = session("whist", seed=5)
    until_yours(game)
    drawn = draw_hand(game.view, 80).text
    legal, held = len(game.view.legal), len(game.view.hand)
    assert legal < held
    assert drawn.count("╰─•─╯") == legal
    assert drawn.count("└╌╌╌┘") == held - legal


def test_the_selected_card_is_raised() -> None:
    game = session("whist", seed=5)
    until_yours(game)
    card = next(card for card in game.view.legal if isinstance(card, Card))
    first, *_ = draw_hand(game.view, 80, card).text.splitlines()
    assert first.strip() == "┏━━━┓"


def test_thirteen_cards_fit_into_eighty_columns() -> None:
    view = seated(opened("whist", DEAL, Card.S9)).view
    canvas = draw_hand(view, 80)
    assert len(canvas.zones) == 13
    assert all(0 <= zone.x and zone.x + zone.width <= 80 for zone in canvas.zones)


def test_hit_testing_finds_each_card_at_its_drawn_position() -> None:
    canvas = Canvas(20, 5)
    canvas.card(2, 1, Card.SA)
    canvas.card(7, 1, Card.H2, CardFrame.CHOSEN)
    assert canvas.card_at(3, 2) is Card.SA
    assert canvas.card_at(7, 3) is Card.H2
    assert canvas.card_at(1, 1) is None


def test_the_last_trick_names_the_player_of_each_card() -> None:
    names = DisplayNames(names=("Jo", "Bob", "Cal"), me=0)
    drawn = draw_trick(PlayedTrick((1, 2, 0), (Card.H7, Card.HT, Card.HA), 0), names).text
    assert drawn.split()[:3] == ["Bob", "Cal", "You"]
    assert "║A♥ ║" in drawn


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_line_above_the_table_fits_into_eighty_columns(
    game: str, options: dict[str, Any]
) -> None:
    table = session(game, seed=7, **options)
    until_yours(table)
    while not table.over:
        view, names = table.view, table.display_names()
        left = max(len(game_line(view)), len(trumps_line(view, names)))
        right = max(len(score_line(view, names)), len(target_label(view)) + 13)
        assert left + right < 80
        assert len(own_status_line(view, names)) + len(turn_line(view, names)) < 75
        table.apply(view.legal[0])
        until_yours(table)


def test_trumps_and_the_turn_up_are_always_shown() -> None:
    table = seated(opened("whist", DEAL, Card.S9))
    assert (
        trumps_line(table.view, table.display_names())
        == "Trumps ♠ spades · turned up 9♠ (Dot holds it)"
    )
    for card in (Card.SA, Card.S3, Card.S4, Card.S9):
        table.apply(card)
    assert (
        trumps_line(table.view, table.display_names()) == "Trumps ♠ spades · turned up 9♠ (played)"
    )


def test_S4_the_last_separate_hand_holds_the_turn_up() -> None:
    table = session("scotch-whist", seed=4, players=2)
    until_yours(table)
    assert trumps_line(table.view, table.display_names()).endswith("(in your last hand)")


def test_the_result_of_a_deal_lists_players_or_sides() -> None:
    for sides, head in ((None, "Player"), (2, "Side")):
        table = session("scotch-whist", seed=4, sides=sides)
        while not table.view.past:
            table.apply(table.view.legal[0] if table.is_own_turn else table.next_action())
        assert deal_table(table.view, table.display_names()).heads[0] == head


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_score_sheet_lists_every_deal_and_the_score(game: str, options: dict[str, Any]) -> None:
    table = session(game, **options)
    play_out(table)
    view, names = table.view, table.display_names()
    sheet = score_sheet(view, names, narrow=True)
    assert len(sheet.rows) == len(view.past)
    assert all(len(line) <= 72 for line in sheet.lines)
    if game != "knockout-whist":
        ends = [cell.split("=")[1].strip() for cell in sheet.rows[-1] if "=" in cell]
        assert ends == [str(points) for points in view.standing.score]


def test_the_score_sheet_of_eight_fits_into_eighty_columns() -> None:
    table = session("scotch-whist", players=8, target=300)
    play_out(table)
    sheet = score_sheet(table.view, table.display_names(), narrow=True)
    assert max(map(len, sheet.lines)) <= 74


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_scoring_breakdown_of_a_deal_adds_up_to_its_points(
    game: str, options: dict[str, Any]
) -> None:
    for seed in range(8):
        table = session(game, seed=seed, **options)
        play_out(table)
        view, names = table.view, table.display_names()
        breakdown = {
            line.split(": ")[0]: line.split(": ")[1] for line in points_breakdown(view, names)
        }
        counts = [
            sum(_numbers(breakdown.get(names.side_label(side), ""))) for side in view.rules.sides
        ]
        points = view.past[-1].points
        if game == "knockout-whist":
            assert not breakdown
        elif game == "colonial-scotch-whist":
            assert [max(0, a - b) for a, b in (counts, counts[::-1])] == list(points)
        else:
            assert counts == list(points)


def _numbers(parts: str) -> list[int]:
    """Returns the numbers of a breakdown, such as ``J♥ 11, 10♥ 10, 12 for cards above 4``."""
    found = []
    for part in filter(None, parts.split(", ")):
        first, *rest = part.split()
        found.append(int(first if first.isdigit() else rest[0]) if first != "nothing" else 0)
    return found


def test_the_result_of_a_deal_puts_the_best_first() -> None:
    table = session("scotch-whist", players=5, target=1)
    play_out(table)
    scores = [int(row[3]) for row in deal_table(table.view, table.display_names()).rows]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("keys", "card"),
    [("as", "AS"), ("10h", "TH"), ("td", "TD"), ("KNC", "JC"), ("9♠", "9S"), ("jh", "JH")],
)
def test_a_card_is_entered_key_by_key(keys: str, card: str) -> None:
    prefix, found = "", None
    for key in keys:
        typed = add_key(prefix, key)
        assert typed is not None
        prefix, found = typed
    assert str(found) == card


@pytest.mark.parametrize("keys", ["h", "u", "1h", "ax", "10x", "nh"])
def test_keys_that_form_no_card_are_not_consumed(keys: str) -> None:
    prefix = ""
    for key in keys[:-1]:
        typed = add_key(prefix, key)
        if typed is None:
            return
        prefix, _ = typed
    assert add_key(prefix, keys[-1]) is None


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_C1_the_screen_writes_every_jack_as_the_game_calls_it(
    game: str, options: dict[str, Any]
) -> None:
    playing = session(game, **options)
    names, knave = playing.display_names(), find_game(game).jack == "knave"
    drawn = draw_row([("Jo", card) for card in Card], knave=names.knave).text
    for text in (drawn, names.cards(Card)):
        for suit in Suit:
            ranks = re.findall(rf"(\w+){suit.symbol}", text)
            assert ranks.count("Kn") == knave
            assert ranks.count("J") == (not knave)
            assert len(ranks) == 13
