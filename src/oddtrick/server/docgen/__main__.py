"""Regenerates the schema of the protocol: ``python -m oddtrick.server.docgen --write docs``."""

from __future__ import annotations

import argparse
from pathlib import Path

from oddtrick.server.docgen.schemas import frames_schema_json


def main() -> None:
    """Writes the schema of all frames into a folder."""
    parser = argparse.ArgumentParser(prog="oddtrick.server.docgen", description=main.__doc__)
    parser.add_argument("--write", metavar="FOLDER", type=Path, required=True)
    folder = parser.parse_args().write
    (folder / "protocol.schema.json").write_text(frames_schema_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
