"""The daily deal: one deal of whist for everybody each day, played once, compared as duplicate."""
