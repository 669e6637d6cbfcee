"""Scheduler that the server does by itself: bots and clocks, archiving, reviews, lost workers."""
