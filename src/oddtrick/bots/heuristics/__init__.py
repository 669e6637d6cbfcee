"""The levels that play without search: heuristics asked in order, on what a player remembers."""
