"""A review as people read it: words and figures, and one HTML file with pictures of the cards."""

from __future__ import annotations

from oddtrick.report.page import Around, whole_page

__all__ = ["Around", "whole_page"]
