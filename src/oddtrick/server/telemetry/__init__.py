"""Logs, counters and Prometheus metrics of one worker."""
