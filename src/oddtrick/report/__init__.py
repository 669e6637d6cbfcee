"""A review as people read it: words and figures, and one HTML file with pictures of the cards."""

from __future__ import annotations

from oddtrick.report.html_page import (
    PageFrame,
    error_page,
    for_seat,
    player_links,
    report_page,
    server_frame,
    standalone_frame,
)

__all__ = [
    "PageFrame",
    "error_page",
    "for_seat",
    "player_links",
    "report_page",
    "server_frame",
    "standalone_frame",
]
