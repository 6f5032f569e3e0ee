"""Base64 in which every byte string has exactly one spelling."""

from __future__ import annotations

import base64
import binascii


def from_base64(text: str) -> bytes | None:
    """None for any other spelling, so that a changed text is a changed value."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None
