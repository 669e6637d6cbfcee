"""Bots that play by heuristics: one rule of thumb a function, one list of them a level."""
