from __future__ import annotations

import logging
import os
from collections.abc import Mapping

logger = logging.getLogger("plumbline")

_SECRET_HEADERS = {
    "authorization",
    "cookie",
    "idempotency-key",
    "proxy-authorization",
    "set-cookie",
    "webhook-signature",
}


def follow_environment() -> None:
    """`NADIR_LOG=debug` or `info` shows the log of the client on standard error."""
    level = os.environ.get("NADIR_LOG", "").upper()
    if level in ("DEBUG", "INFO") and not logger.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
        logger.addHandler(handler)
        logger.setLevel(level)


def redacted(headers: Mapping[str, str]) -> dict[str, str]:
    """Fit for a log: no keys. Bodies are never logged."""
    return {
        name: "(redacted)" if name.lower() in _SECRET_HEADERS else value for name, value in headers.items()
    }
