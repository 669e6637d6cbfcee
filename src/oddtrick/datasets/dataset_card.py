"""The card of a data set: a README that says what is in it and how it was made."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from oddtrick.datasets.croissant import name_of_table, tables_of_games
from oddtrick.datasets.plan import SHARD, folder_of_game, rules_of_game
from oddtrick.datasets.solved_deals import trumps_of
from oddtrick.datasets.table_schemas import MEANINGS, TABLES
from oddtrick.games import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from oddtrick.datasets.croissant import FileFacts
    from oddtrick.datasets.plan import DatasetPlan

FILE = "README.md"


def card_text(plan: DatasetPlan, files: Mapping[str, FileFacts]) -> str:
    """Returns the card in Markdown, with the fields that data hubs read at its head.

    Args:
        plan: the plan of the data set.
        files: its files by path.
    """
    return "\n".join((*_head(plan), *_body(plan, files))) + "\n"


def _head(plan: DatasetPlan) -> Iterator[str]:
    yield "---"
    yield "pretty_name: Oddtrick deals"
    yield f"license_link: {plan.license}"
    yield "tags: [card-games, whist, trick-taking, double-dummy]"
    yield "configs:"
    for table, game in tables_of_games(plan):
        yield f"- config_name: {name_of_table(plan, table, game)}"
        yield f"  data_files: {table}/{folder_of_game(plan, game)}/*.parquet"
    yield "---"


def _body(plan: DatasetPlan, files: Mapping[str, FileFacts]) -> Iterator[str]:
    yield "# Oddtrick deals"
    yield ""
    yield "Deals of the Whist family of card games. For each game:"
    yield f"{plan.solved:,} deals solved double dummy, {plan.played:,} matches played by bots."
    yield "Cards are drawn uniformly from a seed. Nothing comes from people; no deal was left out."
    yield ""
    yield "## Tables"
    yield ""
    yield "| table | rows | bytes | solved for |"
    yield "| --- | ---: | ---: | --- |"
    for table, game in tables_of_games(plan):
        prefix = f"{table}/{folder_of_game(plan, game)}/"
        own = [facts for path, facts in files.items() if path.startswith(prefix)]
        rows, size = sum(facts.rows for facts in own), sum(facts.size for facts in own)
        unit = _unit(plan, game) if table == "solved" else ""
        yield f"| `{prefix}*.parquet` | {rows:,} | {size:,} | {unit} |"
    for table in dict.fromkeys(table for table, _ in tables_of_games(plan)):
        yield ""
        yield f"### {table}"
        yield ""
        yield MEANINGS[table]
        yield ""
        yield "| column | type | meaning |"
        yield "| --- | --- | --- |"
        yield from (
            f"| `{name}` | {kind} | {text} |" for name, (kind, text) in TABLES[table].items()
        )
    yield ""
    yield from _making(plan)


def _unit(plan: DatasetPlan, game: int) -> str:
    """The unit of double-dummy values and the trumps that a game is solved for."""
    rules = rules_of_game(plan.games[game])
    trumps = "every suit" + (" and no trumps" if None in trumps_of(rules) else "")
    worth = "tricks" if not rules.profile.card else "points of tricks and cards"
    return f"{worth}; {trumps}"


def _making(plan: DatasetPlan) -> Iterator[str]:
    yield "## How it was made"
    yield ""
    yield f"By Oddtrick {plan.version}, which makes the same bytes again with the same pyarrow:"
    yield ""
    yield "```console"
    yield f"$ {command_of(plan)}"
    yield "$ oddtrick data check FOLDER"
    yield "```"
    yield ""
    yield "The second command verifies hashes, columns and a sample of values."
    yield ""
    yield "Seats count clockwise from 0. Dealers take turns. A value is what the side of the leader"
    yield "takes if all seats know all cards and play for it; with more than two sides, all others"
    yield "play together against it. Such values are bounds for people, who do not see the cards."
    if plan.played:
        yield ""
        yield f"Matches were played by {', '.join(plan.bots)}. In match m seat s had bot"
        yield "(m + side of s) modulo their number. They are programs, no models of good players."
    yield ""
    yield "## Games"
    yield ""
    for game in plan.games:
        options = ", ".join(
            f"{name} {value}"
            for name, value in game.items()
            if name != "game" and value is not None
        )
        yield ""
        yield f"- {find_game(str(game['game'])).title}: {options}"
    yield ""
    yield "## License"
    yield ""
    yield plan.license


def command_of(plan: DatasetPlan) -> str:
    """Returns the command that generates the data set."""
    words = ["oddtrick", "data", "generate", "FOLDER"]
    for game in plan.games:
        text = ",".join(f"{name}={value}" for name, value in _options(game))
        words += ["--game", f"{game['game']}:{text}" if text else str(game["game"])]
    words += ["--solved", str(plan.solved), "--played", str(plan.played), "--seed", str(plan.seed)]
    words += ["--bots", ",".join(plan.bots)] if plan.played else []
    words += ["--shard", str(plan.shard)] if plan.shard != SHARD else []
    return shlex.join(words)


def _options(game: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yields the options of a game that are set, as the command line writes them."""
    for name, value in game.items():
        if name != "game" and value is not None:
            yield name, {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
