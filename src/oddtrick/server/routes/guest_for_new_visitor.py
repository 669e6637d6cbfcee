"""Guests made on the way: a visitor who opens a table needs no name before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.server.access.authentication import find_principal
from oddtrick.server.errors import ApiError
from oddtrick.server.people import guest_cookie
from oddtrick.server.people.authenticator import authenticator_of
from oddtrick.server.people.guest_cookie import Guest, new_guest
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.security.cookies import MAX_COOKIE_AGE, make_cookie

if TYPE_CHECKING:
    from litestar import Response

    from oddtrick.server.request_body import AnyRequest

GUEST = "Guest"
"""The name of a guest who opens a table before choosing a name."""


async def find_table_opener(request: AnyRequest) -> Principal | None:
    """Returns the principal of a request that opens a table; None if it is anonymous.

    Raises:
        ApiError: 401, the token is invalid; 403, the token is for one seat only.
    """
    principal = await find_principal(request)
    if principal is not None and principal.table is not None:
        raise ApiError(403, "other-table", "this token is for a seat at another table")
    return principal


def make_guest() -> Principal:
    """Returns a new guest."""
    guest = new_guest(GUEST)
    return Principal(guest.person_id, PersonKind.GUEST, guest.name, CredentialKind.GUEST)


def keep_guest(request: AnyRequest, response: Response[Any], guest: Principal) -> None:
    """Sets the cookie of a new guest."""
    value = authenticator_of(request).signer.sign(Guest(guest.person_id, guest.name))
    response.cookies.append(make_cookie(guest_cookie.COOKIE, value, MAX_COOKIE_AGE, request.scope))
