"""Alembic revisions of the schema, one module each, in one chain for both databases."""
