"""Pages in tests draw from the seed of the test, and are waited for with one patience."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.web.browser import PATIENCE
from tests.support.web.browser_user import BrowserUsers

DRAWN = """() => [
  Math.random(),
  ...[4, 8, 12, 32].map((size) => crypto.getRandomValues(new Uint8Array(size)).join()),
]"""


def test_pages_draw_what_the_test_seeds_and_never_the_same_twice(users: BrowserUsers) -> None:
    def drawn(times: int) -> list[list[object]]:
        user = users.open()
        found = []
        for _ in range(times):
            user.go("/rules")
            found.append(user.page.evaluate(DRAWN))
        return found

    first, second = drawn(2)
    assert len({*map(str, first), *map(str, second)}) == len(first) + len(second)
    users._contexts.clear()  # the next is the first again
    assert drawn(1) == [first]


def test_no_wait_for_a_page_is_shorter_than_the_others() -> None:
    waits = [
        int(wait)
        for file in Path(__file__).parent.rglob("test_*.py")
        for wait in re.findall(r"timeout=(\d+_000)", file.read_text(encoding="utf-8"))
    ]
    assert waits
    assert min(waits) >= PATIENCE
