"""Card tables in one worker: commands, their commit, the cache of rooms, hints to other workers."""
