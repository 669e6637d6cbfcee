"""Who one is: a guest's name, an account, log-in and log-out."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.params import JSONBody
from msgspec import Meta

from oddtrick.server.access.authenticator import Porter, porter_of
from oddtrick.server.access.principal import Kind, Via, Visitor, visitor_of
from oddtrick.server.errors import Problem, refusals
from oddtrick.server.people import accounts, guest_cookie
from oddtrick.server.people.guest_cookie import Guest, new_guest
from oddtrick.server.people.name_validation import clean_nickname, find_login, fold_login
from oddtrick.server.people.passwords import check_password
from oddtrick.server.people.sessions import begin_session, end_session
from oddtrick.server.security.cookies import LONGEST, make_cookie
from oddtrick.server.security.tokens import new_person_id
from oddtrick.server.security.trusted_proxies import address_of

AnyRequest: TypeAlias = Request[Any, Any, Any]

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
    kind: Kind | None = None
    name: str | None = None
    via: Via | None = None
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
    responses=refusals(401, 429, 503),
)
async def get_me(request: AnyRequest) -> Me:
    """Who asks."""
    visitor = await visitor_of(request)
    return await told_to(porter_of(request), visitor) if visitor else Me()


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
    responses=refusals(400, 401, 403, 413, 429, 503),
)
async def name_me(request: AnyRequest, data: JSONBody[Name]) -> Response[Me]:
    """Takes a name."""
    porter, visitor = porter_of(request), await visitor_of(request)
    name = clean_nickname(data.name)
    if visitor is None:
        guest = new_guest(name)
        named = Visitor(guest.person_id, Kind.GUEST, name, Via.GUEST)
    else:
        check_in_person(visitor)
        porter.limiter.take(messages_by_person=visitor.person_id)
        await porter.write(accounts.rename, visitor.person_id, name, porter.clock())
        named = msgspec.structs.replace(visitor, name=name)
    told = Response(await told_to(porter, named))
    if named.via is Via.GUEST:
        value = porter.signer.sign(Guest(named.person_id, name))
        told.cookies.append(make_cookie(guest_cookie.COOKIE, value, LONGEST, request.scope))
    return told


@post(
    "/api/accounts",
    tags=TAGS,
    operation_id="register",
    summary="Make an account",
    description="A guest becomes the account and keeps id, seats and games. One is logged in then.",
    responses=refusals(400, 401, 403, 409, 413, 429, 503),
)
async def register(request: AnyRequest, data: JSONBody[Registration]) -> Response[Me]:
    """Makes an account."""
    porter, visitor = porter_of(request), await visitor_of(request)
    if visitor is not None:
        check_in_person(visitor)
        if visitor.kind is Kind.ACCOUNT:
            raise Problem(409, "registered", "you have an account already: log out first")
    login = fold_login(data.login)
    password = check_password(data.password, login)
    name = clean_nickname(data.name or (visitor.name if visitor else login[:24]))
    porter.limiter.take(registrations_by_address=address_of(request.scope))
    person_id = visitor.person_id if visitor else new_person_id()
    account = (login, name, await porter.passwords.hash(password))
    await porter.write(accounts.register, person_id, account, porter.clock())
    await begin_session(request, person_id)
    me = Me(person_id, Kind.ACCOUNT, name, Via.SESSION, login=login)
    return without_guest(request, Response(me))


@post(
    "/api/session",
    tags=TAGS,
    operation_id="logIn",
    summary="Log in",
    description="Gives a cookie. A guest who logs in is a guest again after log-out.",
    responses=refusals(400, 401, 403, 413, 429, 503),
)
async def log_in(request: AnyRequest, data: JSONBody[Login]) -> Me:
    """Logs in; for a login that nobody has the work is the same."""
    porter, login = porter_of(request), find_login(data.login)
    porter.limiter.take(
        logins_by_address=address_of(request.scope), logins_by_login=login or data.login[:40]
    )
    account = await porter.read(accounts.find_account, login) if login else None
    right = await porter.passwords.verify(data.password, account.password if account else None)
    if account is None or not right:
        raise Problem(401, "login", "there is no account of this login and password")
    if porter.passwords.is_old(account.password):
        renewed = await porter.passwords.hash(data.password)
        await porter.write(accounts.set_password, account, renewed, porter.clock())
    await begin_session(request, account.id)
    return Me(account.id, Kind.ACCOUNT, account.name, Via.SESSION, login=account.login)


@delete(
    "/api/session",
    tags=TAGS,
    operation_id="logOut",
    summary="Log out",
    responses=refusals(403, 429, 503),
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
    responses=refusals(401, 403, 429, 503),
)
async def log_out_others(request: AnyRequest) -> Ended:
    """Logs out everywhere else."""
    porter, visitor = porter_of(request), await logged_in(request)
    now = porter.clock()
    return Ended(await porter.write(accounts.shut_out, visitor.person_id, visitor.proof, now))


@delete(
    "/api/sessions",
    status_code=200,
    tags=TAGS,
    operation_id="logOutEverywhere",
    summary="Log out everywhere",
    responses=refusals(401, 403, 429, 503),
)
async def log_out_everywhere(request: AnyRequest) -> Ended:
    """Logs out everywhere, here too."""
    porter, visitor = porter_of(request), await logged_in(request)
    ended = await porter.write(accounts.shut_out, visitor.person_id, None, porter.clock())
    await end_session(request)
    return Ended(ended)


@put(
    "/api/me/password",
    status_code=204,
    tags=TAGS,
    operation_id="changePassword",
    summary="Change the password",
    description="Ends all other log-ins, and revokes the tokens by which devices took one's seats.",
    responses=refusals(400, 401, 403, 409, 413, 429, 503),
)
async def change_password(request: AnyRequest, data: JSONBody[NewPassword]) -> None:
    """Changes the password."""
    porter, visitor = porter_of(request), await logged_in(request)
    account = await porter.read(accounts.account_of, visitor.person_id)
    if account is None:
        raise Problem(401, "nobody", "this account is gone")
    new = check_password(data.new, account.login)
    porter.limiter.take(logins_by_address=address_of(request.scope), logins_by_login=account.login)
    if not await porter.passwords.verify(data.old, account.password):
        raise Problem(403, "password", "old: this is not the password so far")
    hashed, now = await porter.passwords.hash(new), porter.clock()
    if not await porter.write(accounts.set_password, account, hashed, now):
        raise Problem(409, "changed", "the password was changed elsewhere just now")
    await porter.write(accounts.shut_out, visitor.person_id, visitor.proof, now)
    await begin_session(request, visitor.person_id)


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
    responses=refusals(401, 403, 429, 503),
)
async def delete_me(request: AnyRequest) -> Response[None]:
    """Deletes the account, or what there is of a guest."""
    porter, visitor = porter_of(request), await visitor_of(request)
    if visitor is None:
        raise Problem(401, "nobody", "there is nobody to delete")
    check_in_person(visitor)
    await porter.write(accounts.forget, visitor.person_id, porter.clock())
    await end_session(request)
    return without_guest(request, Response(None, status_code=204))


def check_in_person(visitor: Visitor) -> None:
    """Makes sure that somebody comes by cookie or log-in.

    Raises:
        Problem: 403, it is a token's holder.
    """
    if visitor.via not in (Via.GUEST, Via.SESSION):
        raise Problem(403, "token", "a token is for playing: this needs its owner in person")


async def logged_in(request: AnyRequest) -> Visitor:
    """Who asks, where an account is needed.

    Raises:
        Problem: 401, nobody is logged in; 403, it is a token's holder.
    """
    visitor = await visitor_of(request)
    if visitor is not None:
        check_in_person(visitor)
    if visitor is None or visitor.via is not Via.SESSION:
        raise Problem(401, "login", "log in first: POST /api/session")
    return visitor


def without_guest(request: AnyRequest, told: Response[Any]) -> Response[Any]:
    """The answer, which takes the guest's cookie away."""
    told.cookies.append(make_cookie(guest_cookie.COOKIE, "", 0, request.scope))
    return told


async def told_to(porter: Porter, visitor: Visitor) -> Me:
    """What somebody is told about themselves."""
    login = None
    if visitor.via is Via.SESSION:
        account = await porter.read(accounts.account_of, visitor.person_id)
        login = account.login if account else None
    return Me(visitor.person_id, visitor.kind, visitor.name, visitor.via, visitor.table, login)


PEOPLE = (
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
