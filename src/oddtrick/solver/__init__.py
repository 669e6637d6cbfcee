"""Open cards: whether a claim stands."""

from oddtrick.solver.claims import claim

__all__ = ["claim"]
