"""Whist drives on the server: their logs, roles, live views, and the hall."""
