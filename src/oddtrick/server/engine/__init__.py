"""The engine of what is decided by commands and kept as entries: rooms, and one way to submit."""
