"""Who one is: a guest's name, an account, log-in and log-out."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from msgspec import Meta

from oddtrick.server.access.authentication import find_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.people import accounts, guest_cookie
from oddtrick.server.people.authenticator import Authenticator, authenticator_of
from oddtrick.server.people.guest_cookie import Guest, new_guest
from oddtrick.server.people.name_validation import clean_nickname, normalize_login, parse_login
from oddtrick.server.people.passwords import validate_password
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.people.sessions import begin_session, end_session
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.security.cookies import MAX_COOKIE_AGE, make_cookie
from oddtrick.server.security.tokens import new_person_id
from oddtrick.server.security.trusted_proxies import client_address

TAGS = ("people",)
Typed = Annotated[str, Meta(max_length=1000)]


class Name(msgspec.Struct, frozen=True):
    """A name as somebody typed it: 1 to 24 signs that show."""

    name: Typed


class Login(msgspec.Struct, frozen=True):
    """A log-in."""

    login: Typed
    password: Typed


class Registration(msgspec.Struct, frozen=True, kw_only=True):
    """A new account; without a name a guest keeps the old one, and others are called by login."""

    login: Typed
    password: Typed
    name: Typed | None = None


class NewPassword(msgspec.Struct, frozen=True):
    """The password so far, and the one from now on."""

    old: Typed
    new: Typed


class Me(msgspec.Struct, frozen=True):
    """Who asks.

    Args:
        id: None for somebody who has no name yet.
        kind: guest, account or bot.
        name: as others see it; text, never HTML.
        via: by what they are known: a guest's cookie, a session, the token of a bot or of a seat.
        table: with a seat's token the only table that it is for.
        login: of an account, where its owner has logged in.
    """

    id: str | None = None
    kind: PersonKind | None = None
    name: str | None = None
    via: CredentialKind | None = None
    table: str | None = None
    login: str | None = None


class Ended(msgspec.Struct, frozen=True):
    """How many other log-ins were ended."""

    ended: int


@get(
    "/api/me",
    tags=TAGS,
    operation_id="getMe",
    summary="Who am I?",
    description="Whoever has no name yet is told so by nulls; that is no error.",
    responses=error_responses(401, 429, 503),
)
async def get_me(request: AnyRequest) -> Me:
    """Who asks."""
    principal = await find_principal(request)
    return await describe_me(authenticator_of(request), principal) if principal else Me()


@post(
    "/api/me",
    status_code=200,
    tags=TAGS,
    operation_id="nameMe",
    summary="Take a name, or another one",
    description=(
        "Makes a guest of somebody who was nobody, by a cookie; an account or a guest is renamed. "
        "With the token of a bot or of a seat there is no renaming."
    ),
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def name_me(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """Takes a name."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    name = clean_nickname(data.name)
    if principal is None:
        guest = new_guest(name)
        named = Principal(guest.person_id, PersonKind.GUEST, name, CredentialKind.GUEST)
    else:
        require_personal_credential(principal)
        authenticator.limiter.take(messages_by_person=principal.person_id)
        await authenticator.write(accounts.rename, principal.person_id, name, authenticator.clock())
        named = msgspec.structs.replace(principal, name=name)
    told = Response(await describe_me(authenticator, named))
    if named.via is CredentialKind.GUEST:
        value = authenticator.signer.sign(Guest(named.person_id, name))
        told.cookies.append(make_cookie(guest_cookie.COOKIE, value, MAX_COOKIE_AGE, request.scope))
    return told


@post(
    "/api/accounts",
    tags=TAGS,
    operation_id="register",
    summary="Make an account",
    description="A guest becomes the account and keeps id, seats and games. One is logged in then.",
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def register(request: AnyRequest, data: JSONBody[Registration]) -> Response[Me]:
    """Makes an account."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    if principal is not None:
        require_personal_credential(principal)
        if principal.kind is PersonKind.ACCOUNT:
            raise ApiError(409, "registered", "you have an account already: log out first")
    login = normalize_login(data.login)
    password = validate_password(data.password, login)
    name = clean_nickname(data.name or (principal.name if principal else login[:24]))
    authenticator.limiter.take(registrations_by_address=client_address(request.scope))
    person_id = principal.person_id if principal else new_person_id()
    account = (login, name, await authenticator.passwords.hash(password))
    await authenticator.write(accounts.create_account, person_id, account, authenticator.clock())
    await begin_session(request, person_id)
    me = Me(person_id, PersonKind.ACCOUNT, name, CredentialKind.SESSION, login=login)
    return clear_guest_cookie(request, Response(me))


@post(
    "/api/session",
    tags=TAGS,
    operation_id="logIn",
    summary="Log in",
    description="Gives a cookie. A guest who logs in is a guest again after log-out.",
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def log_in(request: AnyRequest, data: JSONBody[Login]) -> Me:
    """Logs in; for a login that nobody has the work is the same."""
    authenticator, login = authenticator_of(request), parse_login(data.login)
    authenticator.limiter.take(
        logins_by_address=client_address(request.scope), logins_by_login=login or data.login[:40]
    )
    account = await authenticator.read(accounts.find_account_by_login, login) if login else None
    right = await authenticator.passwords.verify(
        data.password, account.password if account else None
    )
    if account is None or not right:
        raise ApiError(401, "login", "there is no account of this login and password")
    if authenticator.passwords.is_old(account.password):
        renewed = await authenticator.passwords.hash(data.password)
        await authenticator.write(accounts.set_password, account, renewed, authenticator.clock())
    await begin_session(request, account.id)
    return Me(
        account.id, PersonKind.ACCOUNT, account.name, CredentialKind.SESSION, login=account.login
    )


@delete(
    "/api/session",
    tags=TAGS,
    operation_id="logOut",
    summary="Log out",
    responses=error_responses(403, 429, 503),
)
async def log_out(request: AnyRequest) -> None:
    """Logs out; whoever is not logged in is not told off for it."""
    await end_session(request)


@delete(
    "/api/session/others",
    status_code=200,
    tags=TAGS,
    operation_id="logOutOthers",
    summary="Log out everywhere else",
    description="Ends the other log-ins, and revokes the tokens by which devices took one's seats.",
    responses=error_responses(401, 403, 429, 503),
)
async def log_out_others(request: AnyRequest) -> Ended:
    """Logs out everywhere else."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    now = authenticator.clock()
    return Ended(
        await authenticator.write(accounts.end_access, principal.person_id, principal.proof, now)
    )


@delete(
    "/api/sessions",
    status_code=200,
    tags=TAGS,
    operation_id="logOutEverywhere",
    summary="Log out everywhere",
    responses=error_responses(401, 403, 429, 503),
)
async def log_out_everywhere(request: AnyRequest) -> Ended:
    """Logs out everywhere, here too."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    ended = await authenticator.write(
        accounts.end_access, principal.person_id, None, authenticator.clock()
    )
    await end_session(request)
    return Ended(ended)


@put(
    "/api/me/password",
    status_code=204,
    tags=TAGS,
    operation_id="changePassword",
    summary="Change the password",
    description="Ends all other log-ins, and revokes the tokens by which devices took one's seats.",
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Changes the password."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    account = await authenticator.read(accounts.find_account_by_id, principal.person_id)
    if account is None:
        raise ApiError(401, "unauthenticated", "this account is gone")
    new = validate_password(data.new, account.login)
    authenticator.limiter.take(
        logins_by_address=client_address(request.scope), logins_by_login=account.login
    )
    if not await authenticator.passwords.verify(data.old, account.password):
        raise ApiError(403, "password", "old: this is not the password so far")
    hashed, now = await authenticator.passwords.hash(new), authenticator.clock()
    if not await authenticator.write(accounts.set_password, account, hashed, now):
        raise ApiError(409, "changed", "the password was changed elsewhere just now")
    await authenticator.write(accounts.end_access, principal.person_id, principal.proof, now)
    await begin_session(request, principal.person_id)


@delete(
    "/api/me",
    status_code=204,
    tags=TAGS,
    operation_id="deleteMe",
    summary="Delete the account",
    description=(
        "Log-ins, tokens, bots, ratings and records brought in go. Matches stay for those who "
        "played in them, with *gone* in place of the name. There is no way back."
    ),
    responses=error_responses(401, 403, 429, 503),
)
async def delete_me(request: AnyRequest) -> Response[None]:
    """Deletes the account, or what there is of a guest."""
    authenticator, principal = authenticator_of(request), await find_principal(request)
    if principal is None:
        raise ApiError(401, "unauthenticated", "there is nobody to delete")
    require_personal_credential(principal)
    await authenticator.write(accounts.delete_person, principal.person_id, authenticator.clock())
    await end_session(request)
    return clear_guest_cookie(request, Response(None, status_code=204))


def require_personal_credential(principal: Principal) -> None:
    """Makes sure that somebody comes by cookie or log-in.

    Raises:
        ApiError: 403, it is a token's holder.
    """
    if principal.via not in (CredentialKind.GUEST, CredentialKind.SESSION):
        raise ApiError(403, "token", "a token is for playing: this needs its owner in person")


async def require_login(request: AnyRequest) -> Principal:
    """Who asks, where an account is needed.

    Raises:
        ApiError: 401, nobody is logged in; 403, it is a token's holder.
    """
    principal = await find_principal(request)
    if principal is not None:
        require_personal_credential(principal)
    if principal is None or principal.via is not CredentialKind.SESSION:
        raise ApiError(401, "login", "log in first: POST /api/session")
    return principal


def clear_guest_cookie(request: AnyRequest, told: Response[Any]) -> Response[Any]:
    """The answer, which takes the guest's cookie away."""
    told.cookies.append(make_cookie(guest_cookie.COOKIE, "", 0, request.scope))
    return told


async def describe_me(authenticator: Authenticator, principal: Principal) -> Me:
    """What somebody is told about themselves."""
    login = None
    if principal.via is CredentialKind.SESSION:
        account = await authenticator.read(accounts.find_account_by_id, principal.person_id)
        login = account.login if account else None
    return Me(
        principal.person_id, principal.kind, principal.name, principal.via, principal.table, login
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
