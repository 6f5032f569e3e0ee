from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from ._version import __version__
from .errors import PlumblineError

DEFAULT_BASE_URL = "http://127.0.0.1:8000"
DEFAULT_TIMEOUT_S = 30.0
DEFAULT_TOTAL_TIMEOUT_S = 300.0
DEFAULT_MAX_RETRIES = 2


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | None
    timeout_s: float | None
    total_timeout_s: float | None
    max_retries: int
    headers: Mapping[str, str]


def read_settings(
    *,
    api_key: str | None,
    base_url: str | None,
    timeout: float | None,
    total_timeout: float | None,
    max_retries: int,
    default_headers: Mapping[str, str] | None,
) -> Settings:
    """Arguments first, then `NADIR_API_KEY` and `NADIR_BASE_URL`; an empty variable is none."""
    address = base_url or os.environ.get("NADIR_BASE_URL") or DEFAULT_BASE_URL
    return Settings(
        base_url=checked_address(address.strip()),
        api_key=checked_key((api_key or os.environ.get("NADIR_API_KEY") or "").strip()),
        timeout_s=timeout,
        total_timeout_s=total_timeout,
        max_retries=max_retries,
        headers={**client_headers(), **(default_headers or {})},
    )


def checked_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise PlumblineError(
            f"{address!r} is no address of a service: it looks like https://plumbline.example.org, "
            "given by base_url or NADIR_BASE_URL."
        )
    return address.rstrip("/")


def checked_key(key: str) -> str | None:
    if not all("!" <= character <= "~" for character in key):
        # Never the key itself: messages end up in logs.
        raise PlumblineError(
            "The API key holds spaces or characters beyond ASCII: copy it again, whole and without quotes."
        )
    return key or None


def client_headers() -> dict[str, str]:
    runtime = f"{platform.python_implementation()}/{platform.python_version()}"
    return {
        "User-Agent": f"plumbline-client-python/{__version__} {runtime}",
        "X-Plumbline-Client": f"python/{__version__}",
    }
