"""The solver page as a folder of static files that needs no server of ours.

``python -m oddtrick.web.standalone_solver_page FOLDER`` writes it. Any web server can serve the
folder, at any address; opened from the disk, browsers refuse to load its modules.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import LANGUAGES
from oddtrick.web.static_files import BASE, PAGE, SOLVER, SOLVER_WORKER, files, page_for

ENTRY = "solve/standalone.js"
"""The entry module of the page without a server."""

PARTS = ("common", "calls", "replay", "solve")
"""The parts of the catalogue that the page needs."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy, in the page itself: a folder of files sets no headers."""

_VERSIONED = re.compile(rf"{BASE}[0-9a-f]+/")


def bundle() -> dict[str, bytes]:
    """Returns the files by path; ``index.html`` is the page.

    Raises:
        OddtrickError: the solver was not built.
    """
    named = files().named
    if SOLVER not in named:
        raise OddtrickError(
            "the solver for the page was not built: pip install ziglang, and install oddtrick again"
        )
    # Catalogues are loaded by language and are not among the static imports.
    texts = [f"i18n/{language}/{part}.js" for language in LANGUAGES for part in PARTS]
    modules = files().needed(ENTRY, SOLVER_WORKER, *texts)
    html = _page()
    linked = re.findall(r'(?:href|src)="\./([^"]+)"', html)
    wanted = sorted({*modules, *linked, SOLVER})
    return {PAGE: html.encode(), **{name: named[name].body for name in wanted}}


def _page() -> str:
    """The page with relative addresses and a policy of its own."""
    html = _VERSIONED.sub("./", page_for("solve/solve-page.js", ENTRY).body.decode())
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return html.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n    {policy}')


def write_bundle(folder: Path) -> int:
    """Writes the files into a folder, which is created if needed; returns their number.

    Raises:
        OddtrickError: the solver was not built.
    """
    found = bundle()
    for name, body in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    return len(found)


def main(arguments: list[str]) -> int:
    """Writes the folder named by the only argument; returns the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m oddtrick.web.standalone_solver_page FOLDER\n")
        return 2
    try:
        number = write_bundle(Path(arguments[0]))
    except (OddtrickError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{number} files in {arguments[0]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
