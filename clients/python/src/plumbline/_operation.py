from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """One operation of the contract."""

    name: str
    method: str
    path: str
    """With names in braces where values go."""
    media_types: tuple[str, ...]
    """Of the answers below 300."""
    public: bool
    """Needs no key."""
