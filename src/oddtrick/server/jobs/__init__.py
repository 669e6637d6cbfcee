"""Background jobs of the server: bots and clocks, archiving, reviews, lost workers."""
