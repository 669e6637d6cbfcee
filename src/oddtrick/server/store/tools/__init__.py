"""Database tools: integrity check, migration, export and import of the history."""
