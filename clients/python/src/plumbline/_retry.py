from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx2

from .errors import APIConnectionError, APIError, PlumblineError

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0
# A service that asks for more than this is better left to the caller.
LONGEST_RETRY_AFTER_S = 60.0

_STATUSES = {408, 429, 500, 502, 503, 504}


def is_worth_repeating(error: PlumblineError) -> bool:
    """Every call of the contract is safe to repeat: frames count once, other writes carry an Idempotency-Key."""
    if isinstance(error, APIConnectionError):
        return True
    if not isinstance(error, APIError) or (error.retry_after_s or 0) > LONGEST_RETRY_AFTER_S:
        return False
    return error.status in _STATUSES or error.code == "idempotency_in_progress"


def wait_before_retry_s(
    retries_made: int, error: PlumblineError, chance: Callable[[], float] = random.random
) -> float:
    """
    Half a second, doubling to eight, less up to a quarter by chance. What the service asks for is never undercut: a
    little is added instead, so that many clients do not come back at once.
    """
    base = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(retries_made, 16))
    asked = error.retry_after_s if isinstance(error, APIError) else None
    return base * (1 - 0.25 * chance()) if asked is None else asked + base * 0.25 * chance()


def retry_after_s(headers: httpx2.Headers) -> float | None:
    """Digits or an HTTP date. A date counts from the answer's own `Date`: this machine's clock may be off."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch("[0-9]{1,9}", text):
        return float(text)
    due = http_date(text)
    if due is None:
        return None
    now = http_date(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0.0, (due - now).total_seconds())


def http_date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
