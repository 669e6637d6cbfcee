"""``oddtrick serve``: tables for people and bots, in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse

EXTRA = "the server is not installed: pip install 'oddtrick[server]'"


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the ``serve`` command."""
    parser = verbs.add_parser(
        "serve",
        help="serve tables for people and bots in the browser",
        description="Serves tables over HTTP and WebSockets. By default all data is stored in a "
        "SQLite database in the user's data folder. Set DATABASE_URL to use PostgreSQL, and "
        "REDIS_URL to connect workers through Redis. See docs/operate.md for all settings.",
    )
    parser.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", help="the port; 0 takes a free one (default: 8000)")
    parser.add_argument("--data", metavar="DIR", help="the folder of the database", type=Path)
    parser.add_argument("--workers", metavar="N", help="processes (default: 1)")
    parser.add_argument(
        "--no-browser", dest="browser", action="store_const", const="off", help="open no browser"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serves until interrupted."""
    try:
        from oddtrick.server.operations.serve import serve
        from oddtrick.server.settings import read_settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("oddtrick"):
            raise
        raise OddtrickError(EXTRA) from None
    serve(read_settings(vars(args), os.environ))
    return 0
