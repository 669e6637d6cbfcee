"""The page: its files, and how a browser keeps them."""
