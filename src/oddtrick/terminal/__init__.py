"""The game in a terminal: with a drawn table (Textual), or line by line."""
