"""``oddtrick drive serve``: a drive for a hall, from a laptop to everybody's phones."""

from __future__ import annotations

import argparse
import os

from oddtrick.cli.drive_storage import change_drive
from oddtrick.cli.errors import checking_arguments, located, needing, path, report_file_errors
from oddtrick.cli.parser import Parser
from oddtrick.drive.wifi import Wifi, check_wifi
from oddtrick.errors import OddtrickError

EXAMPLES = (
    ("oddtrick drive serve hall.drive --hall", "for all phones in the hall's network"),
    (
        "oddtrick drive serve --hall --wifi Hall:secret123 --copy /media/stick",
        "with a QR code for the network, and a copy after each round",
    ),
)


def _add_serve(parser: Parser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        type=path,
        metavar="DRIVE",
        help="the file of a drive, which it keeps up to date",
    )
    parser.add_argument(
        "--hall", action="store_true", help="serve all phones in the network, not only this laptop"
    )
    parser.add_argument("--port", default="8000", help="the port (default: 8000)")
    parser.add_argument(
        "--wifi", metavar="NAME:PASSWORD", help="the hall's wireless network, for a QR code"
    )
    parser.add_argument(
        "--copy", type=path, metavar="DIR", help="a folder that gets a copy after each round"
    )
    parser.add_argument("--data", metavar="DIR", help="the folder of the database", type=path)
    parser.add_argument(
        "--no-browser", dest="browser", action="store_const", const="off", help="open no browser"
    )


def _serve(args: argparse.Namespace) -> int:
    """Serves the drive until interrupted."""
    with needing("the server", "server"):
        from msgspec.structs import replace
        from platformdirs import user_data_path

        from oddtrick.server.operations.hall_mode import hall_settings
        from oddtrick.server.operations.serve import serve
        from oddtrick.server.settings import HallSettings, read_settings
        from oddtrick.server.work.drives import read_drive_file
    wifi = read_wifi_argument(args.wifi)
    if args.file is not None:  # refused before any start: no server can run it, or one runs it
        change_drive(args.file, lambda drive: drive)
        with report_file_errors(str(args.file)), located(str(args.file)):
            read_drive_file(args.file.read_bytes())
    given = {
        "host": "0.0.0.0" if args.hall else "127.0.0.1",  # noqa: S104  # the whole network
        "port": args.port,
        "data": args.data or user_data_path("oddtrick", appauthor=False) / "hall",
        "workers": "1",
        "browser": args.browser,
    }
    # A hall has its own database, whatever the environment names for other servers.
    environ = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    with checking_arguments():
        settings = read_settings(given, environ)
    hall = HallSettings(file=args.file, copies=args.copy, wifi=wifi)
    settings = hall_settings(
        replace(settings, hall=hall), default_limits="ODDTRICK_LIMITS" not in environ
    )
    serve(settings)
    return 0


def read_wifi_argument(text: str | None) -> Wifi | None:
    """Reads a wireless network given as ``NAME:PASSWORD``, or as ``NAME`` if it is open.

    Raises:
        UsageError: there can be no such network.
    """
    if text is None:
        return None
    name, _, password = text.partition(":")
    with checking_arguments():
        if not name:
            raise OddtrickError("--wifi: give the name of the network, as in Hall:secret123")
        with located("--wifi"):
            return check_wifi(Wifi(name, password))


ACTION = ("serve", _add_serve, _serve, "run it by phone")
"""Its name, arguments, function and summary."""
