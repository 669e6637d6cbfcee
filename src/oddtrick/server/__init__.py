"""Tables over the wire: the event log, sockets, routes, people; ``oddtrick serve`` starts it."""
