"""Minnesota whist, as a folder: its rules, and its pages."""
