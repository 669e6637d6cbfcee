"""The HTTP routes, one file a subject."""

from oddtrick.server.routes.health import healthz, readyz

ROUTES = (healthz, readyz)

__all__ = ["ROUTES"]
