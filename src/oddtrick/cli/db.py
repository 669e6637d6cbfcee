"""``oddtrick db``: create, check and move the server's database."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cli.errors import UsageError, checking_arguments, file_name, needing, path
from oddtrick.cli.output import one_line
from oddtrick.errors import OddtrickError
from oddtrick.plurals import count_noun

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import TextIO

    from sqlalchemy import Engine

    from oddtrick.cli.parser import Parser, Verbs

SHOWN = 100
"""The maximum number of faults that are printed."""


_EXAMPLES = {
    "upgrade": ("oddtrick db upgrade --data /var/lib/oddtrick", "before a new version serves"),
    "check": ("oddtrick db check --data /var/lib/oddtrick", "look for damage"),
    "export": ("oddtrick db export history.jsonl.zst", "a backup that any database can import"),
    "import": (
        "oddtrick db import history.jsonl.zst --database postgresql:///oddtrick",
        "move to PostgreSQL",
    ),
}


def add_parser(verbs: Verbs) -> None:
    """Adds the ``db`` command and its actions."""
    parser = verbs.add_parser(
        "db",
        help="create, check and move the server's database",
        description="Manage the database of oddtrick serve: PostgreSQL if --database or the "
        "variable DATABASE_URL is set, otherwise a SQLite file in the data folder.",
    )
    parser.examples = (_EXAMPLES["check"], _EXAMPLES["export"])
    parser.when_parsed(lambda _: _add_actions(parser))


def _add_actions(parser: Parser) -> None:
    actions = parser.add_verbs("actions", "ACTION")
    for name, act, summary in (
        ("upgrade", _upgrade, "create the tables, or migrate them to this version"),
        ("check", _check, "check for damage; print one line per fault and exit with 1 if any"),
        ("export", _export, "write the whole history to a file, one row per line"),
        ("import", _import, "import an exported file into an empty database, all or nothing"),
    ):
        action = actions.add_parser(
            name, help=summary, description=summary[0].upper() + summary[1:] + "."
        )
        action.examples = (_EXAMPLES[name],)
        if name in {"export", "import"}:
            action.add_argument(
                "file", type=file_name, metavar="FILE", help=".jsonl, also .gz and .zst; or -"
            )
        action.add_argument("--data", type=path, metavar="DIR", help="the data folder")
        action.add_argument("--database", metavar="URL", help="postgresql://… or sqlite:///FILE")
        action.add_argument("--json", action="store_true", help="print one JSON object")
        action.set_defaults(run=run, act=act)


def run(args: argparse.Namespace) -> int:
    """Runs an action; reports database failures with the details for operators."""
    with needing("the server", "server"):
        import alembic  # noqa: F401  the last of the server's parts that is needed here

        from oddtrick.server.store.database_errors import StoreUnavailable
    try:
        status: int = args.act(args)
    except StoreUnavailable as error:
        raise OddtrickError(error.why) from None
    return status


_NO_DATABASE = "{}: no such database; create it with oddtrick db upgrade"


@contextmanager
def _database(
    args: argparse.Namespace, *, new: bool = False, restores: bool = False
) -> Iterator[Engine]:
    """Opens the configured database; the command line takes precedence over the environment.

    Args:
        args: the arguments of the command.
        new: the database may be created.
        restores: the database may have been lost: its history is about to be read again.
    """
    from oddtrick.server.settings import read_settings
    from oddtrick.server.store.engine import database_url, make_engine
    from oddtrick.server.store.startup_checks import check_not_lost

    if args.data and args.database:
        raise UsageError("give --data or --database, not both")
    environ = dict(os.environ)
    if args.data:
        environ.pop("DATABASE_URL", None)
    with checking_arguments():
        settings = read_settings({"data": args.data, "database": args.database}, environ)
        url = database_url(settings.database, settings.data)
    file = Path(url.database or "")
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite and not new and not file.parent.is_dir():
        raise OddtrickError(_NO_DATABASE.format(file))
    engine = make_engine(url)
    try:
        if not restores:
            check_not_lost(engine)
        if sqlite and not new and not file.is_file():
            raise OddtrickError(_NO_DATABASE.format(file))
        yield engine
    finally:
        engine.dispose()


def _upgrade(args: argparse.Namespace) -> int:
    from oddtrick.server.store.engine import name_of, sole_writer
    from oddtrick.server.store.startup_checks import mark_created
    from oddtrick.server.store.tools.migrate import head, upgrade

    with _database(args, new=True) as engine, sole_writer(engine):
        done = upgrade(engine)
        mark_created(engine)
        if args.json:
            _print_json(engine, step=head(), upgraded=bool(done))
        else:
            state = "upgraded to" if done else "already at"
            print(f"{one_line(name_of(engine))}: {state} schema version {head()}")
    return 0


def _check(args: argparse.Namespace) -> int:
    from oddtrick.server.store.engine import name_of
    from oddtrick.server.store.tools.integrity_check import faults
    from oddtrick.tables import decode_facts

    with _database(args) as engine:
        found = faults(engine, decode_facts)
        shown = list(islice(found, SHOWN))
        more = next(found, None) is not None
        if args.json:
            _print_json(engine, faults=shown, more=more)
            return 1 if shown else 0
        for fault in shown:
            print(one_line(fault))
        if more:
            print(f"only the first {SHOWN} faults are shown")
        if not shown:
            print(f"{one_line(name_of(engine))}: no faults found")
    return 1 if shown else 0


_SECRETS_STAY = (
    "warning: the secrets that an older version kept in this database are left out; they move to "
    "secrets.json in the data folder when the server next starts: keep that file, too"
)


def _export(args: argparse.Namespace) -> int:
    from oddtrick.server.store.engine import name_of
    from oddtrick.server.store.secrets_file import stored_secrets
    from oddtrick.server.store.tools.history_export_import import export_history, history_out
    from oddtrick.server.store.tools.migrate import check_current

    with _database(args) as engine:
        check_current(engine)
        with history_out(args.file) as stream:
            count = export_history(engine, stream)
        if stored_secrets(engine):
            print(_SECRETS_STAY, file=sys.stderr)
        if args.json:
            _print_json(engine, sys.stderr if args.file == "-" else None, rows=count)
        else:
            print(
                f"{one_line(name_of(engine))}: {count_noun(count, 'row')} written", file=sys.stderr
            )
    return 0


def _import(args: argparse.Namespace) -> int:
    from oddtrick.server.store.engine import name_of, sole_writer
    from oddtrick.server.store.startup_checks import mark_created
    from oddtrick.server.store.tools.history_export_import import history_in, import_history
    from oddtrick.server.store.tools.migrate import upgrade

    with (
        history_in(args.file) as stream,
        _database(args, new=True, restores=True) as engine,
        sole_writer(engine),
    ):
        upgrade(engine)
        count = import_history(engine, stream, args.file)
        mark_created(engine)
        if args.json:
            _print_json(engine, rows=count)
        else:
            print(f"{one_line(name_of(engine))}: {count_noun(count, 'row')} read", file=sys.stderr)
    return 0


def _print_json(engine: Engine, stream: TextIO | None = None, **told: object) -> None:
    """Prints one JSON object with the name of the database first."""
    from oddtrick.server.store.engine import name_of

    print(json.dumps({"database": name_of(engine), **told}), file=stream)
