"""The WebSockets of a table, of the lobby and of a whist drive."""
