from __future__ import annotations

from collections.abc import Mapping

from typing_extensions import TypedDict


class RequestOptions(TypedDict, total=False):
    """What any call takes beside its own arguments."""

    extra_headers: Mapping[str, str]
    """Sent as well; they replace the client's own of the same name."""
    timeout: float | None
    """Seconds one attempt may take, up to the last byte of its answer; None for no limit."""
    total_timeout: float | None
    """Seconds the whole call may take, with all attempts and the waits between them; None for no limit."""
    max_retries: int
    """Further attempts after the first."""


class WriteOptions(RequestOptions, total=False):
    """What a call that writes takes as well."""

    idempotency_key: str
    """1 to 255 visible ASCII characters. Made anew for each call unless given; kept over its attempts."""
