"""The HTTP routes, one module per subject."""

from litestar import Router
from litestar.handlers import HTTPRouteHandler

from oddtrick.server.routes.accounts import ACCOUNTS
from oddtrick.server.routes.api_schemas import schema_routes
from oddtrick.server.routes.bot_tokens import BOT_TOKENS, SEAT_TOKENS
from oddtrick.server.routes.contacts import CONTACTS, INVITATIONS, INVITE
from oddtrick.server.routes.daily import DAILY
from oddtrick.server.routes.decision_practice import PRACTICE
from oddtrick.server.routes.drive_desk import DRIVE_DESK, get_drive_qr
from oddtrick.server.routes.drive_roles import DRIVE_ROLES
from oddtrick.server.routes.drive_season import SEASON
from oddtrick.server.routes.drives import DRIVES
from oddtrick.server.routes.games import GAME_ROUTES
from oddtrick.server.routes.hall_mode import HALL, get_wifi_qr, go_to_drive
from oddtrick.server.routes.hints import HINTS
from oddtrick.server.routes.monitoring import HEALTH, METRICS
from oddtrick.server.routes.player_stats import PLAYER_STATS
from oddtrick.server.routes.push import PUSH
from oddtrick.server.routes.qr_code import get_qr
from oddtrick.server.routes.records import RECORDS
from oddtrick.server.routes.recovery import RECOVERY
from oddtrick.server.routes.replays import REPLAYS
from oddtrick.server.routes.reviews import REVIEWS
from oddtrick.server.routes.table_records import TABLE_RECORDS
from oddtrick.server.routes.tables import TABLES
from oddtrick.server.routes.web_page import PAGES

DOCUMENTED = tuple(
    Router("/", route_handlers=routes, tags=tags)
    for tags, routes in (
        ((), HEALTH),
        (("games",), GAME_ROUTES),
        (("tables",), (*TABLES, *HINTS, *SEAT_TOKENS)),
        (("bots",), BOT_TOKENS),
        (("records",), (*TABLE_RECORDS, *RECORDS, *REPLAYS, *REVIEWS, *PRACTICE)),
        (("people",), (*ACCOUNTS, *RECOVERY, *CONTACTS)),
        (("tables",), INVITE),
        (("people",), (*INVITATIONS, *PUSH)),
        (("figures",), PLAYER_STATS),
        (("daily",), DAILY),
        (("drives",), (*DRIVES, *DRIVE_ROLES, *DRIVE_DESK, *SEASON, *HALL)),
    )
)
"""The routes in ``/api/openapi.json``, by their tag there."""

ROUTES: tuple[Router | HTTPRouteHandler, ...] = (
    *DOCUMENTED,
    *METRICS,
    *schema_routes(DOCUMENTED),
    *PAGES,
    get_qr,
    get_drive_qr,
    get_wifi_qr,
    go_to_drive,
)
"""For ``Litestar(route_handlers=…)``."""

__all__ = ["DOCUMENTED", "ROUTES"]
