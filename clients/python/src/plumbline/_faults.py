from __future__ import annotations

import httpx2

from .errors import APIConnectionError, APITimeoutError, PlumblineError


def fault_of(error: httpx2.RequestError, where: str) -> PlumblineError:
    """What the HTTP library raised, as an error of this client."""
    if isinstance(error, httpx2.TimeoutException):
        return out_of_time(where)
    if isinstance(error, httpx2.UnsupportedProtocol | httpx2.TooManyRedirects):
        return PlumblineError(f"{where}: {error}")
    reason = str(error) or type(error).__name__
    return APIConnectionError(f"{where}: no whole answer came: {reason}")


def out_of_time(where: str) -> APITimeoutError:
    return APITimeoutError(f"{where}: no whole answer within the time allowed.")
