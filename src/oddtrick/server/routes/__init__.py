"""The HTTP routes, one file a subject."""

from oddtrick.server.routes.bots import BOTS
from oddtrick.server.routes.games import GAME_ROUTES
from oddtrick.server.routes.health import HEALTH
from oddtrick.server.routes.hints import HINTS
from oddtrick.server.routes.match_history import HISTORIES
from oddtrick.server.routes.metrics import METRICS
from oddtrick.server.routes.page import PAGES
from oddtrick.server.routes.people import PEOPLE
from oddtrick.server.routes.player_stats import FIGURES
from oddtrick.server.routes.qr import get_qr
from oddtrick.server.routes.records import RECORDS
from oddtrick.server.routes.replays import REPLAYS
from oddtrick.server.routes.reviews import REVIEW_PAGES, REVIEWS
from oddtrick.server.routes.schema import schema_routes
from oddtrick.server.routes.seats import SEATS
from oddtrick.server.routes.tables import TABLES

DOCUMENTED = (
    *HEALTH,
    *GAME_ROUTES,
    *TABLES,
    *HINTS,
    *SEATS,
    *HISTORIES,
    *RECORDS,
    *REPLAYS,
    *REVIEWS,
    *PEOPLE,
    *BOTS,
    *FIGURES,
)
"""What ``/api/openapi.json`` tells of."""

ROUTES = (*DOCUMENTED, *METRICS, *schema_routes(DOCUMENTED), *PAGES, *REVIEW_PAGES, get_qr)
"""For ``Litestar(route_handlers=…)``."""

__all__ = ["DOCUMENTED", "ROUTES"]
