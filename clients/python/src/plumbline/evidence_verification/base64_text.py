"""Base64 (RFC 4648) in which every byte string has exactly one spelling."""

from __future__ import annotations

import base64
import binascii

from .fault import Fault


def from_base64(text: str, what: str) -> bytes:
    """Standard alphabet, padded; whoever writes the bytes again gets this very text. Raises `Fault`, naming
    `what`."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Fault(f"{what} is not canonical base64") from None
    if to_base64(data) != text:
        raise Fault(f"{what} is not canonical base64")
    return data


def from_base64url(text: str, what: str) -> bytes:
    """URL-safe alphabet, no padding, otherwise as `from_base64`."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Fault(f"{what} is not base64url") from None
    if base64.urlsafe_b64encode(data).decode("ascii").rstrip("=") != text:
        raise Fault(f"{what} is not base64url")
    return data


def to_base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
