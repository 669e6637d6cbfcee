"""The HTTP routes, one file a subject."""

from oddtrick.server.routes.bots import BOTS
from oddtrick.server.routes.figures import FIGURES
from oddtrick.server.routes.health import HEALTH
from oddtrick.server.routes.people import PEOPLE

ROUTES = (*HEALTH, *PEOPLE, *BOTS, *FIGURES)
"""For ``Litestar(route_handlers=…)``."""

__all__ = ["ROUTES"]
