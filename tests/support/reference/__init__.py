"""The slow reference of the Whist family: the rulebook read literally, on lists and strings.

It shares no code with the package under test, so that the two can be compared.
"""
