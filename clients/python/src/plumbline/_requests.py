from __future__ import annotations

import gzip
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote, urlencode

from ._json import encode_json, text_of_time
from ._operation import Operation
from ._options import WriteOptions
from ._settings import Settings
from .errors import InvalidArgumentError

QueryValue = str | int | float | bool | datetime | Sequence[str] | None

_GZIP_FROM_BYTES = 4096
_LINES_MEDIA_TYPE = "application/x-ndjson"


@dataclass(frozen=True)
class Body:
    content: bytes
    media_type: str
    coding: str | None = None


@dataclass(frozen=True)
class OutgoingRequest:
    """What every attempt of a call sends."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None


def json_body(value: object) -> Body:
    return packed(Body(encode_json(value), "application/json"))


def lines_body(ndjson: bytes) -> Body:
    return packed(Body(ndjson, _LINES_MEDIA_TYPE))


def packed(body: Body) -> Body:
    """Long bodies go out gzipped: telemetry shrinks to about a fifth."""
    if len(body.content) < _GZIP_FROM_BYTES:
        return body
    return Body(gzip.compress(body.content, compresslevel=6, mtime=0), body.media_type, "gzip")


def outgoing_request(
    operation: Operation,
    settings: Settings,
    *,
    path: Mapping[str, str],
    query: Mapping[str, QueryValue],
    body: Body | None,
    options: WriteOptions,
) -> OutgoingRequest:
    headers = {"Accept": ", ".join((*operation.media_types, "application/problem+json"))}
    headers.update(settings.headers)
    if settings.api_key is not None:
        headers["Authorization"] = f"Bearer {settings.api_key}"
    if body is not None:
        headers["Content-Type"] = body.media_type
        if body.coding is not None:
            headers["Content-Encoding"] = body.coding
    key = idempotency_key(operation, body, options.get("idempotency_key"))
    if key is not None:
        headers["Idempotency-Key"] = key
    headers = merged(headers, options.get("extra_headers", {}))
    search = urlencode(list(pairs_of(query)))
    url = settings.base_url + filled(operation.path, path) + (f"?{search}" if search else "")
    return OutgoingRequest(operation.method, url, headers, body.content if body else None)


def idempotency_key(operation: Operation, body: Body | None, given: str | None) -> str | None:
    """
    One for each POST. Lines of frames bear none but the caller's: frames count once, and a service keeps only so many
    answers for repeats, which a key for each group of each vehicle would use up.
    """
    if operation.method != "POST":
        return None
    if given is not None:
        return checked_idempotency_key(given)
    counts_once = body is not None and body.media_type == _LINES_MEDIA_TYPE
    return None if counts_once else uuid.uuid4().hex


def checked_idempotency_key(key: str) -> str:
    if not re.fullmatch("[!-~]{1,255}", key):
        raise InvalidArgumentError(
            "An idempotency key has 1 to 255 visible ASCII characters, for example a UUID."
        )
    return key


def merged(headers: Mapping[str, str], extra: Mapping[str, str]) -> dict[str, str]:
    """The caller's go before the client's own, however either spells their names."""
    named = {name.lower() for name in extra}
    return {**{name: value for name, value in headers.items() if name.lower() not in named}, **extra}


def filled(path: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        if value == "":
            raise InvalidArgumentError(f"{name} is empty.")
        # A tile's number and the name of a format have slashes in them.
        slashes = name in ("tile_index", "export_format")
        path = path.replace(f"{{{name}}}", quote(value, safe="/" if slashes else ""))
    return path


def pairs_of(query: Mapping[str, QueryValue]) -> Sequence[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        pairs += [(name, text_of_query(one)) for one in values]
    return pairs


def text_of_query(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_of_time(value) if isinstance(value, datetime) else str(value)
