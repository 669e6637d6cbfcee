"""The budget of the reviews by test servers: that of users, or less in `make test`."""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.review import BUDGET as BUDGET_OF_USERS
from tests.support.extent import WHOLE

BUDGET = BUDGET_OF_USERS if WHOLE else replace(BUDGET_OF_USERS, candidates=400, worlds=60)
"""A review with the budget of users takes a dozen seconds of processor time a deal."""
