"""``oddtrick serve``: tables for people and bots, in the browser."""

from __future__ import annotations

import argparse
import gc
import os

from oddtrick.cli.errors import checking_arguments, needing, path
from oddtrick.cli.parser import Verbs


def add_parser(verbs: Verbs) -> None:
    """Adds the ``serve`` command."""
    parser = verbs.add_parser(
        "serve",
        help="serve tables for people and bots in the browser",
        description="Serves tables over HTTP and WebSockets. By default all data is stored in a "
        "SQLite database in the user's data folder. Set DATABASE_URL to use PostgreSQL, and "
        "REDIS_URL to connect workers through Redis. See docs/operate.md for all settings.",
    )
    parser.examples = (
        ("oddtrick serve", "tables at http://127.0.0.1:8000, and a browser that shows them"),
        ("oddtrick serve --host 0.0.0.0 --port 80 --no-browser", "for everybody in the network"),
    )
    parser.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", help="the port; 0 takes a free one (default: 8000)")
    parser.add_argument("--data", metavar="DIR", help="the folder of the database", type=path)
    parser.add_argument("--workers", metavar="N", help="processes (default: 1)")
    parser.add_argument(
        "--no-browser", dest="browser", action="store_const", const="off", help="open no browser"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serves until interrupted."""
    gc.disable()  # until everything is imported; a worker turns it on again
    try:
        return _serve(args)
    finally:
        gc.enable()


def _serve(args: argparse.Namespace) -> int:
    with needing("the server", "server"):
        from oddtrick.server.operations.serve import serve
        from oddtrick.server.settings import read_settings
    with checking_arguments():
        settings = read_settings(vars(args), os.environ)
    serve(settings)
    return 0
