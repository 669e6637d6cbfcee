"""Push messages: the key of this server, and the browsers that a person wants messages in."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import Annotated, TypeAlias

import msgspec
from litestar import delete, get, put
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, Language
from oddtrick.server.access.authentication import find_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people.authenticator import authenticator_of
from oddtrick.server.people.principal import CredentialKind
from oddtrick.server.people.push_subscriptions import (
    Subscription,
    subscribe,
    subscriptions_of,
    unsubscribe,
)
from oddtrick.server.push.push_client import MAX_ENDPOINT, parse_endpoint
from oddtrick.server.push.push_service import PushService
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.routes.accounts import require_person, require_personal_credential
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.settings import origin_of

POINT_BYTES = 65
AUTH_BYTES = 16

SubscriptionId: TypeAlias = Annotated[
    str,
    PathParameter(description="The SHA-256 of a subscription's endpoint, in hexadecimal."),
]


class PushState(msgspec.Struct, frozen=True):
    """The state of push messages for a person.

    Args:
        key: the ``applicationServerKey`` of this server; None: it sends no messages.
        subscriptions: the ids of your subscriptions, the newest first: the SHA-256 of the
            endpoint, in hexadecimal.
    """

    key: str | None
    subscriptions: tuple[str, ...] = ()


class PushKeys(msgspec.Struct, frozen=True):
    """The keys of a subscription, in Base64 for URLs.

    Args:
        p256dh: the public key of the browser, an uncompressed point of P-256.
        auth: the authentication secret, 16 bytes.
    """

    p256dh: Annotated[str, Meta(max_length=88)]
    auth: Annotated[str, Meta(max_length=24)]


class NewSubscription(msgspec.Struct, frozen=True):
    """A subscription, as ``PushSubscription.toJSON()`` of a browser gives it.

    Args:
        endpoint: the address of the push service.
        keys: the keys for the encryption of messages.
        language: the language of the messages.
    """

    endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT)]
    keys: PushKeys
    language: Language = DEFAULT_LANGUAGE


@get(
    "/api/me/push",
    summary="Get the key for push messages",
    description="Without credentials there are no subscriptions.",
    responses=error_responses(401, 403, 429, 503),
)
async def get_push(request: AnyRequest) -> PushState:
    """Returns the public key of this server, and the subscriptions of the principal."""
    push = _push(request)
    if not push.enabled:
        return PushState(None)
    principal, key = await find_principal(request), (await push.key()).public
    if principal is None:
        return PushState(key)
    require_personal_credential(principal)
    authenticator = authenticator_of(request)
    now = authenticator.clock()
    found = await authenticator.read(subscriptions_of, principal.person_id, now)
    return PushState(key, tuple(each.id for each in found))


@put(
    "/api/me/push",
    status_code=204,
    operation_id="subscribe",
    summary="Get push messages in this browser",
    description=(
        "One encrypted message when it is your turn at a table without time limits, others wait, "
        "and you have no connection to it. At most 5 browsers per person: a new one replaces the "
        "oldest. A subscription ends with the session that made it."
    ),
    responses=error_responses(400, 401, 403, 404, 413, 429, 503),
)
async def put_subscription(request: AnyRequest, data: JSONBody[NewSubscription]) -> None:
    """Stores a subscription of the principal."""
    push, principal = _push(request), await require_person(request)
    if not push.enabled:
        raise ApiError(404, "not-found", "this server sends no push messages")
    part_of(request, RateLimiter).take(messages_by_person=principal.person_id)
    parse_endpoint(data.endpoint, local=push.accepts_local)
    point = _decode("p256dh", data.keys.p256dh, POINT_BYTES)
    auth = _decode("auth", data.keys.auth, AUTH_BYTES)
    await push.run_in_thread(lambda: _check_point(point))
    is_session = principal.via is CredentialKind.SESSION
    wanted = Subscription(
        person_id=principal.person_id,
        session=principal.proof if is_session else None,
        endpoint=data.endpoint,
        p256dh=point,
        auth=auth,
        language=data.language,
        # The middleware has checked it: a cookie comes with the header.
        origin=origin_of("Origin", request.headers.get("origin", "")),
    )
    authenticator = authenticator_of(request)
    await authenticator.write(subscribe, wanted, authenticator.clock())


@delete(
    "/api/me/push/{subscription:str}",
    operation_id="unsubscribe",
    summary="Stop push messages in a browser",
    responses=error_responses(401, 403, 429, 503),
)
async def delete_subscription(request: AnyRequest, subscription: SubscriptionId) -> None:
    """Deletes a subscription of the principal; an unknown one changes nothing."""
    principal = await require_person(request)
    await authenticator_of(request).write(unsubscribe, principal.person_id, subscription)


def _decode(name: str, text: str, length: int) -> bytes:
    """Decodes a key.

    Raises:
        ApiError: 400, it is not Base64 for URLs, or has another length.
    """
    try:
        found = urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except ValueError:
        found = b""
    if len(found) != length:
        raise ApiError(400, "invalid", f"{name}: give {length} bytes in Base64 for URLs")
    return found


def _check_point(point: bytes) -> None:
    """Checks a public key.

    Raises:
        OddtrickError: it is no point of the curve.
    """
    from oddtrick.server.push.crypto import receiver_key  # noqa: PLC0415  # seldom needed

    receiver_key(point)


def _push(request: AnyRequest) -> PushService:
    return part_of(request, PushService)


PUSH = (get_push, put_subscription, delete_subscription)
"""For ``Litestar(route_handlers=…)``."""
