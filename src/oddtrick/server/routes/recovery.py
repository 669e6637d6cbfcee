"""Recovery codes, by which an account gets a new password without the old one."""

from __future__ import annotations

import msgspec
from litestar import post
from litestar.params import JSONBody

from oddtrick.server.access.charged_work import asker_of
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.people import accounts
from oddtrick.server.people.authenticator import authenticator_of
from oddtrick.server.people.name_validation import parse_login
from oddtrick.server.people.passwords import validate_password
from oddtrick.server.people.sessions import begin_session
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.routes.accounts import (
    Typed,
    check_own_password,
    find_own_account,
    password_changed,
    require_login,
)
from oddtrick.server.security.tokens import (
    RECOVERY_LENGTH,
    group_code,
    new_recovery_code,
    parse_code,
)
from oddtrick.server.security.trusted_proxies import client_address


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code, shown this once.

    Args:
        code: 16 letters and digits in groups of four; only a hash of it is stored.
    """

    code: str


class CurrentPassword(msgspec.Struct, frozen=True):
    """The password of the account."""

    password: Typed


class Recovery(msgspec.Struct, frozen=True):
    """A login with its recovery code, and the new password."""

    login: Typed
    code: Typed
    new: Typed


@post(
    "/api/me/recovery-code",
    summary="Make a recovery code",
    description=(
        "With it, `useRecoveryCode` sets a new password without the old one. An account has one "
        "code: an earlier one is void. It is shown this once."
    ),
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def make_recovery_code(request: AnyRequest, data: JSONBody[CurrentPassword]) -> RecoveryCode:
    """Makes a recovery code; asks for the password, so that a borrowed browser is not enough."""
    authenticator, principal = authenticator_of(request), await require_login(request)
    account = await find_own_account(authenticator, principal)
    await check_own_password(request, account, "password", data.password)
    code = new_recovery_code()
    hashed = await authenticator.passwords.hash(code, asker_of(request, principal))
    now = authenticator.clock()
    if not await authenticator.write(accounts.set_recovery_code, account, hashed, now):
        raise password_changed()
    return RecoveryCode(group_code(code))


@post(
    "/api/recovery",
    summary="Set a new password with a recovery code",
    description=(
        "Ends all sessions, revokes all seat tokens, logs in, and replaces the code: the response "
        "has the next one."
    ),
    responses=error_responses(400, 401, 403, 413, 429, 503),
)
async def use_recovery_code(request: AnyRequest, data: JSONBody[Recovery]) -> RecoveryCode:
    """Sets a new password; takes the same time for unknown logins and accounts without a code."""
    authenticator, login = authenticator_of(request), parse_login(data.login)
    new = validate_password(data.new, login or "")
    authenticator.limiter.take(
        logins_by_address=client_address(request.scope), logins_by_login=login or data.login[:40]
    )
    account = await authenticator.read(accounts.find_account_by_login, login) if login else None
    typed = parse_code(data.code, RECOVERY_LENGTH) or ""
    stored = account.recovery_code if account else None
    asker = asker_of(request, None)
    right = await authenticator.passwords.verify(typed, stored, asker)
    if account is None or not right:
        raise _wrong()
    password, code = await authenticator.passwords.hash_new(new, asker), new_recovery_code()
    hashed, now = await authenticator.passwords.hash(code, asker), authenticator.clock()
    if not await authenticator.write(accounts.recover, account, password, hashed, now):
        raise _wrong()  # used a moment ago, in another window
    await begin_session(request, account.id, password)
    return RecoveryCode(group_code(code))


def _wrong() -> ApiError:
    return ApiError(401, "recovery", "wrong login or recovery code")


RECOVERY = (make_recovery_code, use_recovery_code)
"""For ``Litestar(route_handlers=…)``."""
