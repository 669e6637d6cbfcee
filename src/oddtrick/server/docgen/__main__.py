"""Regenerates the documentation: ``python -m oddtrick.server.docgen --write docs``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from oddtrick.server.docgen.protocol_page import fill_page
from oddtrick.server.docgen.schemas import frames_schema_json


def main() -> None:
    """Updates the generated parts of the documents in a folder."""
    parser = argparse.ArgumentParser(prog="oddtrick.server.docgen", description=main.__doc__)
    parser.add_argument("--write", metavar="FOLDER", type=Path, required=True)
    folder = parser.parse_args().write
    page = folder / "protocol.md"
    _write(page, fill_page(page.read_text(encoding="utf-8")))
    _write(folder / "protocol.schema.json", frames_schema_json())


def _write(file: Path, new: str) -> None:
    if not file.is_file() or file.read_text(encoding="utf-8") != new:
        file.write_text(new, encoding="utf-8")
        sys.stdout.write(f"{file}: written\n")


if __name__ == "__main__":
    main()
