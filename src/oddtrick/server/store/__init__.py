"""What is kept: the event log and all that is told from it, in SQLite or PostgreSQL."""
