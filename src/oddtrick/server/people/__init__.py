"""People: guests, accounts, bots, sessions, tokens, ratings."""
