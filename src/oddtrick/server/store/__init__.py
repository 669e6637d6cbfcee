"""Persistence: the event log and the tables derived from it, in SQLite or PostgreSQL."""
