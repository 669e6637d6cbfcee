"""Deals that may end before their last trick, because nothing can change their points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.solver.settled import is_settled
from oddtrick.tables.state import Stage

if TYPE_CHECKING:
    from oddtrick.tables.state import Table


def may_end(table: Table) -> bool:
    """True if the player to act may end the deal: it is settled, and everybody else is a bot.

    Where tricks are compared beyond the points of the deal, in whist drives and in deals that are
    played once, every trick is played.
    """
    match, turn = table.match, table.turn
    if match is None or turn is None or table.stage is not Stage.PLAYING:
        return False
    alone = all(chair.kind == "bot" or at == turn for at, chair in enumerate(table.chairs))
    if not alone or table.chairs[turn].kind != "person" or table.drive or table.played_once:
        return False
    return is_settled(match)
