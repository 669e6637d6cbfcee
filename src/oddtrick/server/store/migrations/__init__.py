"""The steps that brought the schema where it is, one module each, in a chain for both databases."""
