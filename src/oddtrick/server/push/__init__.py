"""Web push: a message to a browser that no page of ours is open in."""
