"""Guests and accounts: names, registration, log-in and log-out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from msgspec import Meta

from oddtrick.server.access.authentication import (
    find_principal,
    keep_guest,
    make_guest,
    named,
)
from oddtrick.server.access.charged_work import asker_of
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.people import accounts, guest_cookie
from oddtrick.server.people.accounts import Account
from oddtrick.server.people.authenticator import Authenticator, authenticator_of
from oddtrick.server.people.name_validation import clean_nickname, normalize_login, parse_login
from oddtrick.server.people.passwords import validate_password
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.people.sessions import begin_session, end_session
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.security.cookies import make_cookie
from oddtrick.server.security.tokens import new_person_id
from oddtrick.server.security.trusted_proxies import client_address

Typed = Annotated[str, Meta(max_length=1000)]


class Name(msgspec.Struct, frozen=True):
    """A name as typed: 1 to 24 visible characters."""

    name: Typed


class Login(msgspec.Struct, frozen=True):
    """Credentials of an account."""

    login: Typed
    password: Typed


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """A new account; the name defaults to the guest's name, or to the login."""

    login: Typed
    password: Typed
    name: Typed | None = None


class NewPassword(msgspec.Struct, frozen=True):
    """The old and the new password."""

    old: Typed
    new: Typed


class Me(msgspec.Struct, frozen=True):
    """The principal of the request.

    Args:
        id: None without credentials.
        kind: guest, account or bot.
        name: the name shown to others; plain text, never HTML.
        via: the credential: a guest cookie, a session, a bot token or a seat token.
        table: the only table that a seat token is valid for.
        login: the login of an account; only with a session.
        recoverable: whether the account has a recovery code; only with a session.
    """

    id: str | None = None
    kind: PersonKind | None = None
    name: str | None = None
    via: CredentialKind | None = None
    table: str | None = None
    login: str | None = None
    recoverable: bool | None = None


class Ended(msgspec.Struct, frozen=True):
    """The number of sessions that were ended."""

    ended: int


@get(
    "/api/me",
    summary="Get the current principal",
    description="Without credentials all fields are null; that is not an error.",
    responses=error_responses(401, 429, 503),
)
async def get_me(request: AnyRequest) -> Me:
    """Returns the current principal."""
    principal = await find_principal(request)
    return await describe_me(authenticator_of(request), principal) if principal else Me()


@post(
    "/api/me",
    status_code=200,
    summary="Set my name",
    description=(
        "Creates a guest and sets the cookie if there are no credentials; otherwise renames the "
        "guest or the account. Not available with a bot token or a seat token."
    ),
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def name_me(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """Sets the principal's name; creates a guest if there is none."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    name = clean_nickname(data.name)
    if principal is None:
        renamed = make_guest(name)
    else:
        require_personal_credential(principal)
        authenticator.limiter.take(messages_by_person=principal.person_id)
        await authenticator.write(accounts.rename, principal.person_id, name, authenticator.clock())
        renamed = msgspec.structs.replace(principal, name=name)
    response = Response(await describe_me(authenticator, renamed))
    if renamed.via is CredentialKind.GUEST:
        keep_guest(request, response, renamed)
    return response


@post(
    "/api/accounts",
    summary="Create an account",
    description="A guest keeps the id, seats and games. Logs in at the same time.",
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def register(request: AnyRequest, data: JSONBody[Registration]) -> Response[Me]:
    """Creates an account and logs in."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    if principal is not None:
        require_personal_credential(principal)
        if principal.kind is PersonKind.ACCOUNT:
            raise ApiError(409, "registered", "you already have an account: log out first")
    login = normalize_login(data.login)
    password = validate_password(data.password, login)
    name = clean_nickname(data.name or (principal.name if principal else login[:24]))
    authenticator.limiter.take(registrations_by_address=client_address(request.scope))
    person_id = principal.person_id if principal else new_person_id()
    hashed = await authenticator.passwords.hash_new(password, asker_of(request, principal))
    account = (login, name, hashed)
    await authenticator.write(accounts.create_account, person_id, account, authenticator.clock())
    await begin_session(request, person_id, hashed)
    me = _account_me(Account(person_id, name, login, hashed, recovery_code=None))
    return clear_guest_cookie(request, Response(me))


@post(
    "/api/session",
    summary="Log in",
    description="Sets a session cookie. A guest who logs in is the same guest again after log-out.",
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def log_in(request: AnyRequest, data: JSONBody[Login]) -> Me:
    """Logs in; takes the same time for unknown logins."""
    authenticator, login = authenticator_of(request), parse_login(data.login)
    authenticator.limiter.take(
        logins_by_address=client_address(request.scope), logins_by_login=login or data.login[:40]
    )
    account = await authenticator.read(accounts.find_account_by_login, login) if login else None
    asker = asker_of(request, None)
    right = await authenticator.passwords.verify(
        data.password, account.password if account else None, asker
    )
    if account is None or not right:
        raise ApiError(401, "login", "wrong login or password")
    stored = account.password
    if authenticator.passwords.is_old(stored):
        stored = await authenticator.passwords.hash(data.password, asker)
        await authenticator.write(accounts.set_password, account, stored, authenticator.clock())
    await begin_session(request, account.id, stored)
    return _account_me(account)


def _account_me(account: Account) -> Me:
    """Describes the principal of a session of an account."""
    return Me(
        account.id,
        PersonKind.ACCOUNT,
        account.name,
        CredentialKind.SESSION,
        login=account.login,
        recoverable=account.recovery_code is not None,
    )


@delete(
    "/api/session",
    summary="Log out",
    responses=error_responses(403, 429, 503),
)
async def log_out(request: AnyRequest) -> None:
    """Logs out; succeeds even without a session."""
    await end_session(request)


@delete(
    "/api/session/others",
    status_code=200,
    summary="Log out everywhere else",
    description="Ends all other sessions and revokes all seat tokens.",
    responses=error_responses(401, 403, 429, 503),
)
async def log_out_others(request: AnyRequest) -> Ended:
    """Ends all other sessions and revokes all seat tokens."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    now = authenticator.clock()
    return Ended(
        await authenticator.write(accounts.end_access, principal.person_id, principal.proof, now)
    )


@delete(
    "/api/sessions",
    status_code=200,
    summary="Log out everywhere",
    responses=error_responses(401, 403, 429, 503),
)
async def log_out_everywhere(request: AnyRequest) -> Ended:
    """Ends all sessions, including this one, and revokes all seat tokens."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    ended = await authenticator.write(
        accounts.end_access, principal.person_id, None, authenticator.clock()
    )
    await end_session(request)
    return Ended(ended)


@put(
    "/api/me/password",
    status_code=204,
    summary="Change the password",
    description=(
        "Ends all other sessions, revokes all seat tokens, and makes the recovery code void: "
        "`makeRecoveryCode` makes another."
    ),
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Changes the password."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    account = await find_own_account(authenticator, principal)
    new = validate_password(data.new, account.login)
    await check_own_password(request, account, "old", data.old)
    hashed = await authenticator.passwords.hash_new(new, asker_of(request, principal))
    now = authenticator.clock()
    change = accounts.change_password
    if not await authenticator.write(change, account, hashed, principal.proof, now):
        raise password_changed()
    await begin_session(request, principal.person_id, hashed)


async def find_own_account(authenticator: Authenticator, principal: Principal) -> Account:
    """Returns the account of a principal.

    Raises:
        ApiError: 401, it has been deleted.
    """
    account = await authenticator.read(accounts.find_account_by_id, principal.person_id)
    if account is None:
        raise ApiError(401, "unauthenticated", "this account has been deleted")
    return account


async def check_own_password(request: AnyRequest, account: Account, field: str, typed: str) -> None:
    """Checks the password of an account; counts as an attempt to log in.

    Args:
        request: the request.
        account: the account.
        field: the field of the body that holds the password.
        typed: the password.

    Raises:
        ApiError: 403, it is wrong; 429, too many attempts; 503, the queue is full.
    """
    authenticator = authenticator_of(request)
    authenticator.limiter.take(
        logins_by_address=client_address(request.scope), logins_by_login=account.login
    )
    asker = asker_of(request, None)
    if not await authenticator.passwords.verify(typed, account.password, asker):
        raise ApiError(403, "password", f"{field}: wrong password")


def password_changed() -> ApiError:
    """The error for what was begun with a password that is another by now."""
    return ApiError(
        409, "changed", "the password was just changed elsewhere: log in with the new one"
    )


@delete(
    "/api/me",
    status_code=204,
    summary="Delete the account",
    description=(
        "Deletes sessions, tokens, bots, ratings, imported records, push subscriptions, and what "
        "is known of meetings and invitations. Matches stay for the other players, with *gone* in "
        "place of the name. This cannot be undone."
    ),
    responses=error_responses(401, 403, 429, 503),
)
async def delete_me(request: AnyRequest) -> Response[None]:
    """Deletes an account or a guest."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    if principal is None:
        raise ApiError(401, "unauthenticated", "no credentials: there is nothing to delete")
    require_personal_credential(principal)
    await authenticator.write(accounts.delete_person, principal.person_id, authenticator.clock())
    await end_session(request)
    return clear_guest_cookie(request, Response(None, status_code=204))


def require_personal_credential(principal: Principal) -> None:
    """Checks that the credential is a cookie or a session.

    Raises:
        ApiError: 403, the credential is a token.
    """
    if principal.via not in (CredentialKind.GUEST, CredentialKind.SESSION):
        raise ApiError(403, "token", "a token is for playing only: log in for this")


async def require_person(request: AnyRequest) -> Principal:
    """Returns the principal of a cookie or session.

    Raises:
        ApiError: 401, the request is not authenticated; 403, the credential is a token.
    """
    return in_person(await find_principal(request))


def in_person(principal: Principal | None) -> Principal:
    """Returns a principal who is present with a cookie or a session.

    Raises:
        ApiError: 401, there are no credentials; 403, the credential is a token.
    """
    principal = named(principal)
    require_personal_credential(principal)
    return principal


async def require_login(request: AnyRequest) -> Principal:
    """Returns the principal of a session.

    Raises:
        ApiError: 401, there is no session; 403, the credential is a token.
    """
    principal = await find_principal(request)
    if principal is not None:
        require_personal_credential(principal)
    if principal is None or principal.via is not CredentialKind.SESSION:
        raise ApiError(401, "login", "log in first: POST /api/session")
    return principal


def clear_guest_cookie(request: AnyRequest, response: Response[Any]) -> Response[Any]:
    """Deletes the guest cookie in a response."""
    response.cookies.append(make_cookie(guest_cookie.COOKIE, "", 0, request.scope))
    return response


async def describe_me(authenticator: Authenticator, principal: Principal) -> Me:
    """Describes a principal, with what its account says if it has a session."""
    account = None
    if principal.via is CredentialKind.SESSION:
        account = await authenticator.read(accounts.find_account_by_id, principal.person_id)
    return Me(
        principal.person_id,
        principal.kind,
        principal.name,
        principal.via,
        principal.table,
        account.login if account else None,
        account.recovery_code is not None if account else None,
    )


ACCOUNTS = (
    get_me,
    name_me,
    register,
    log_in,
    log_out,
    log_out_others,
    log_out_everywhere,
    change_password,
    delete_me,
)
"""For ``Litestar(route_handlers=…)``."""
