"""Registers the games with calls and the one with a stock, for ``ODDTRICK_PLUGINS``."""

from oddtrick.games import register_game
from tests.support.bidding_games import AUCTION, CONTRACT, EXCHANGE, NOMINATION
from tests.support.stock_games import DRAWN

for game in (NOMINATION, EXCHANGE, AUCTION, CONTRACT, DRAWN):
    register_game(game)
