"""A review as people read it: words and figures, and one HTML file with pictures of the cards."""

from __future__ import annotations

from oddtrick.report.html_page import (
    Around,
    in_a_file,
    no_page,
    on_a_server,
    whole_page,
    whose_links,
)
from oddtrick.report.player_filter import for_seat

__all__ = ["Around", "for_seat", "in_a_file", "no_page", "on_a_server", "whole_page", "whose_links"]
