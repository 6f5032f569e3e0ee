from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence

from ._events import Event, build_event
from ._json import object_of
from .errors import InvalidArgumentError, WebhookVerificationError

TOLERANCE_S = 300


def unwrap_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> Event:
    """
    The event of a delivery, once its signature is checked (Standard Webhooks 1.0). `body` is what came, byte for byte:
    parsed and written again it has another signature. While a secret is being changed, give both.

    The same event may come more than once, with the same `id`.
    """
    content = body.encode() if isinstance(body, str) else bytes(body)
    named = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at, signatures = (
        _header(named, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    _check_time(sent_at, tolerance_s, time.time() if now is None else now)
    signed = b".".join((message_id.encode(), sent_at.encode(), content))
    secrets = [secret] if isinstance(secret, str) else secret
    if not any(_is_signed(signed, signatures, key_of(one)) for one in secrets):
        raise WebhookVerificationError("No signature of the delivery is by this secret.")
    return build_event(_event_of(content))


def key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.strip().removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        # Never the secret itself: messages end up in logs.
        raise InvalidArgumentError(
            "A webhook secret is `whsec_` and base64: copy it again, whole."
        ) from error
    if not key:
        raise InvalidArgumentError("The webhook secret is empty.")
    return key


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    if not value:
        raise WebhookVerificationError(f"The header {name} is missing.")
    return value


def _check_time(text: str, tolerance_s: float, now: float) -> None:
    if not (text.isascii() and text.isdecimal() and len(text) <= 12):
        raise WebhookVerificationError("webhook-timestamp is no time.")
    if abs(now - int(text)) > tolerance_s:
        raise WebhookVerificationError(
            "The delivery was signed too long ago, or ahead of this machine's clock."
        )


def _is_signed(signed: bytes, signatures: str, key: bytes) -> bool:
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    versioned = (one.partition(",") for one in signatures.split(" "))
    return any(
        hmac.compare_digest(signature.encode(), expected)
        for version, _, signature in versioned
        if version == "v1"
    )


def _event_of(content: bytes) -> Mapping[str, object]:
    try:
        event = object_of(json.loads(content))
    except ValueError as error:
        raise WebhookVerificationError("The body is signed, and is not JSON.") from error
    if event is None:
        raise WebhookVerificationError("The body is signed, and is not an event.")
    return event
