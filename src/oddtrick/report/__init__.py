"""A review as people read it: words and figures, and one HTML file with pictures of the cards."""

from __future__ import annotations

from oddtrick.report.narrowed import narrowed
from oddtrick.report.page import Around, in_a_file, no_page, on_a_server, whole_page, whose_links

__all__ = ["Around", "in_a_file", "narrowed", "no_page", "on_a_server", "whole_page", "whose_links"]
