"""The HTTP routes, one module per subject."""

from oddtrick.server.routes.accounts import ACCOUNTS
from oddtrick.server.routes.api_schemas import schema_routes
from oddtrick.server.routes.bot_accounts import BOT_ACCOUNTS
from oddtrick.server.routes.contacts import CONTACTS
from oddtrick.server.routes.daily import DAILY
from oddtrick.server.routes.decision_practice import PRACTICE
from oddtrick.server.routes.drive_boards import DRIVE_BOARDS
from oddtrick.server.routes.drive_desk import DRIVE_DESK, get_drive_qr
from oddtrick.server.routes.drive_keys import DRIVE_KEYS
from oddtrick.server.routes.drive_roles import DRIVE_ROLES
from oddtrick.server.routes.drive_season import SEASON
from oddtrick.server.routes.drives import DRIVES
from oddtrick.server.routes.games import GAME_ROUTES
from oddtrick.server.routes.hall_mode import HALL, get_wifi_qr, go_to_drive
from oddtrick.server.routes.health import HEALTH
from oddtrick.server.routes.hints import HINTS
from oddtrick.server.routes.metrics import METRICS
from oddtrick.server.routes.player_stats import PLAYER_STATS
from oddtrick.server.routes.push import PUSH
from oddtrick.server.routes.qr_code import get_qr
from oddtrick.server.routes.record_list import RECORD_LIST
from oddtrick.server.routes.records import RECORDS
from oddtrick.server.routes.replays import REPLAYS
from oddtrick.server.routes.reviews import REVIEW_PAGES, REVIEWS
from oddtrick.server.routes.seat_tokens import SEAT_TOKENS
from oddtrick.server.routes.table_records import TABLE_RECORDS
from oddtrick.server.routes.tables import TABLES
from oddtrick.server.routes.web_page import PAGES

DOCUMENTED = (
    *HEALTH,
    *GAME_ROUTES,
    *TABLES,
    *HINTS,
    *SEAT_TOKENS,
    *TABLE_RECORDS,
    *RECORD_LIST,
    *RECORDS,
    *REPLAYS,
    *REVIEWS,
    *PRACTICE,
    *ACCOUNTS,
    *CONTACTS,
    *PUSH,
    *BOT_ACCOUNTS,
    *PLAYER_STATS,
    *DAILY,
    *DRIVES,
    *DRIVE_ROLES,
    *DRIVE_KEYS,
    *DRIVE_DESK,
    *DRIVE_BOARDS,
    *SEASON,
    *HALL,
)
"""The routes in ``/api/openapi.json``."""

ROUTES = (
    *DOCUMENTED,
    *METRICS,
    *schema_routes(DOCUMENTED),
    *PAGES,
    *REVIEW_PAGES,
    get_qr,
    get_drive_qr,
    get_wifi_qr,
    go_to_drive,
)
"""For ``Litestar(route_handlers=…)``."""

__all__ = ["DOCUMENTED", "ROUTES"]
