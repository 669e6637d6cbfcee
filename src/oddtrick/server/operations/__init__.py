"""Starting, running and stopping server processes."""
