"""Slow work for one request, as it is done in processes of their own.

A process imports what its job needs, so these modules import neither the framework nor the
database: that would take it longer than most of its jobs.
"""
