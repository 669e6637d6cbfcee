"""``oddtrick serve``: tables for people and bots, in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse

EXTRA = "the server needs more than the library: pip install 'oddtrick[server]'"


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "serve",
        help="open tables for people and bots in the browser",
        description="Serves tables over HTTP and WebSockets. Without any settings it keeps "
        "everything in one SQLite database in a folder of your own; DATABASE_URL names a "
        "PostgreSQL instead, REDIS_URL a Redis for hints between workers. docs/operate.md has all "
        "the settings.",
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
    """Serves until told to stop."""
    try:
        from oddtrick.server.operations.serve import serve
        from oddtrick.server.settings import read_settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("oddtrick"):
            raise
        raise OddtrickError(EXTRA) from None
    serve(read_settings(vars(args), os.environ))
    return 0
