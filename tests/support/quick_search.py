"""Searching players that think so little that a test may let them play whole matches."""

from __future__ import annotations

from oddtrick.bots.search import Effort, Searcher

QUICK = Searcher("quick", Effort(candidates=30, worlds=10, ending=4, solved=4))
"""Does everything that the others do, with a handful of worlds."""
