"""Tools of the database: integrity check, migration, export and import of the history."""
