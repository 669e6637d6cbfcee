"""A game of the family as OpenSpiel loads it, with its options as parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from oddtrick.envs.openspiel.episode_setup import EpisodeSetup, parameters_of, read_parameters
from oddtrick.envs.openspiel.observer import Observer
from oddtrick.envs.openspiel.state import Moment, OddtrickState, count_cells
from oddtrick.games import Game, list_games, options_of
from oddtrick.games.short_pack_whist.rules import SHORT_PACK_WHIST
from oddtrick.match import start

# mypy: allow-subclassing-any


PREFIX = "oddtrick_"


def spiel_name(game: Game) -> str:
    """The name by which OpenSpiel loads a game.

    >>> from oddtrick.games import find_game
    >>> spiel_name(find_game("knockout-whist"))
    'oddtrick_knockout_whist'
    """
    return PREFIX + game.id.replace("-", "_")


def game_type(game: Game, setup: EpisodeSetup) -> Any:
    """OpenSpiel's description of a game with some setup."""
    kinds, players = pyspiel.GameType, _player_range(game)
    zero_sum = setup.reward != "points"
    return kinds(
        short_name=spiel_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters_of(game),
    )


def _player_range(game: Game) -> tuple[int, int]:
    """The fewest and the most players; the number is an option, or always the same."""
    for option in options_of(game.options):
        if option.name == "players" and option.least is not None and option.most is not None:
            return option.least, option.most
    players = game.rules().players
    return players, players


class OddtrickGame(pyspiel.Game):
    """A game for OpenSpiel; seat 0 deals first. Made by :func:`spiel_class` for each game.

    Args:
        params: the parameters; what is left out has its default.

    Raises:
        OddtrickError: a parameter is unknown or out of its bounds.
    """

    family: ClassVar[Game]
    """The game of the family that it is."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = self.family
        self.setup = setup = read_parameters(game, params or {})
        rules = setup.rules
        lowest, highest = setup.utility_bounds()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setup.actions),
            max_chance_outcomes=max(count_cells(rules), rules.players),
            num_players=rules.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=None if setup.reward == "points" else 0.0,
            max_game_length=setup.max_actions(),
        )
        super().__init__(game_type(game, setup), info, dict(params or {}))
        self.opening = Moment(setup, start(rules, dealer=0))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """Pickles a game as the text that loads it."""
        return _load_game, (str(self),)

    def new_initial_state(self) -> OddtrickState:
        """Returns the state before the first card is dealt."""
        return OddtrickState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the most chance nodes that an episode can have."""
        return self.setup.max_chance_nodes()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer.

        Args:
            iig_obs_type: the kind of observation; None: what the player sees now.
            params: none are known.

        Raises:
            OddtrickError: there are parameters, or the cards of all players are asked for.
        """
        now = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setup, iig_obs_type or now, params)


def _load_game(text: str) -> Any:
    return pyspiel.load_game(text)


def spiel_class(game: Game) -> type[OddtrickGame]:
    """Makes the class of a game, as OpenSpiel registers it.

    OpenSpiel keeps what it is given beyond the end of Python, where only a class is not freed.
    """
    return type(OddtrickGame.__name__, (OddtrickGame,), {"family": game})


def _playable_games() -> tuple[Game, ...]:
    """The games that OpenSpiel can play.

    Its players draw no cards from a stock. Calls may not lead to contracts, in whose auctions
    cards are put down and away in secret, and whose longest history no rule bounds.
    """
    rules = {game: game.rules() for game in list_games()}
    return tuple(
        game for game, each in rules.items() if each.plan.stock is None and each.terms is None
    )


def register_openspiel() -> tuple[str, ...]:
    """Registers all games that the environments play, where OpenSpiel does not know them yet.

    ``import oddtrick.envs.openspiel`` calls it; call it again after ``register_game``.

    Returns:
        The names of the games for ``pyspiel.load_game``.
    """
    games = {spiel_name(game): game for game in (*_playable_games(), SHORT_PACK_WHIST)}
    known = set(pyspiel.registered_names())
    for name, game in games.items():
        if name not in known:
            description = game_type(game, read_parameters(game, {}))
            pyspiel.register_game(description, spiel_class(game))
    return tuple(games)
