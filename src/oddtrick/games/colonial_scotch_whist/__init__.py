"""Colonial Scotch whist, as a folder: its rules, and its pages."""
