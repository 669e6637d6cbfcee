"""A drive run by several people at once: commands, reports from the tables, clock, roles, views.

Everything here is a value. The server keeps the log of commands and folds it by these functions.
"""
