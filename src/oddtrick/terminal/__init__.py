"""The terminal game: a drawn table with Textual, or plain text line by line."""
