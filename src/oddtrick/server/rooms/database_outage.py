"""The state of the database as one worker sees it: reachable, or failing since a known error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.server.protocol import Notice
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.store.database_errors import StoreUnavailable

RECOVERED = "the server is back, and nothing was lost"


class OutageMonitor:
    """Remembers whether the database can be written, and tells clients when that changes.

    Args:
        broadcast: sends a notice to every client of this worker.
    """

    def __init__(self, broadcast: Callable[[Notice], None]) -> None:
        self._broadcast = broadcast
        self.error: StoreUnavailable | None = None
        """The last error of the database while it is unavailable."""

    def report(self, error: StoreUnavailable) -> None:
        """Records a failure; notifies clients of the first one only."""
        if self.error is None:
            log.warning("database unavailable", reason=error.why)
            self._broadcast(Notice("store-unavailable", str(error)))
        self.error = error

    def clear(self) -> None:
        """Records that the database works."""
        if self.error is not None:
            self.error = None
            log.info("database available again")
            self._broadcast(Notice("store-recovered", RECOVERED))
