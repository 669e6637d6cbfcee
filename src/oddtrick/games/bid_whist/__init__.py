"""Bid Whist, as a folder: its rules, and its pages."""
