"""Makes terminal.svg, the picture of the terminal game: ``python docs/images/make_terminal.py``.

The game is real and, with its seed, the same each time; the hints choose the person's cards.
"""

# ruff: noqa: INP001 (a script, no package)

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.games import rules_of
from oddtrick.terminal.app import TerminalApp
from oddtrick.terminal.bot_pace import BotPace
from oddtrick.terminal.game_session import new_session
from oddtrick.terminal.table_screen import TableScreen

if TYPE_CHECKING:
    from oddtrick.views import View

SIZE = (108, 30)
SEED = 1863
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def is_worth_a_picture(view: View) -> bool:
    """The middle of a later deal, all but the person have played, and there is a choice."""
    return bool(view.past and len(view.tricks) > 2 and len(view.table) == 3 and len(view.legal) > 2)


async def picture() -> str:
    """Plays to such a moment and takes the picture."""
    session = new_session(rules_of("whist"), seed=SEED, keep=False)
    app = TerminalApp(session, pace=BotPace.INSTANT)
    async with app.run_test(size=SIZE) as pilot:
        while True:
            await pilot.pause(0.2)
            at_table = isinstance(app.screen, TableScreen)
            await pilot.press(*(["h"] if at_table else []))
            if at_table and session.is_own_turn and is_worth_a_picture(session.view):
                break
            await pilot.press("enter")
        await pilot.pause(0.2)
        drawn = app.export_screenshot(title="oddtrick play whist")
    return FONTS.sub("", drawn)  # in the reader's own fonts: nothing is fetched from elsewhere


if __name__ == "__main__":
    (Path(__file__).parent / "terminal.svg").write_text(asyncio.run(picture()), encoding="utf-8")
