"""Card tables in one worker: the room cache, the command pipeline, hints between workers."""
