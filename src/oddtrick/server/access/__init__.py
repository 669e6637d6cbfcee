"""Access to tables: authentication of a request or socket, and what a principal may do."""
