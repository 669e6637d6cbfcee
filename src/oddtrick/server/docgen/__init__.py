"""Generates the protocol's and the API's documentation from the server's types."""
