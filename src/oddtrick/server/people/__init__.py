"""Who is who: guests, accounts, bots, sessions, tokens, ratings."""
