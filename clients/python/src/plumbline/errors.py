"""Everything this client raises. The classes and their statuses are those of every Plumbline client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import httpx2

from . import models
from .problem_codes import ProblemCode

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "GoneError",
    "InternalServerError",
    "InvalidArgumentError",
    "MethodNotAllowedError",
    "NotAcceptableError",
    "NotFoundError",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "PlumblineError",
    "PreconditionFailedError",
    "RateLimitError",
    "RequestCancelledError",
    "ServerError",
    "ServiceUnavailableError",
    "UnexpectedAnswerError",
    "UnprocessableEntityError",
    "UnsupportedMediaTypeError",
    "WebhookVerificationError",
    "WriterError",
]


class PlumblineError(Exception):
    """The base of all."""


class InvalidArgumentError(PlumblineError, ValueError, TypeError):
    """What a call was given cannot be sent: a number that JSON does not know, an empty name. Nothing was sent."""


class APIConnectionError(PlumblineError):
    """No whole answer came. Whether the service acted is unknown; sending again is safe."""


class APITimeoutError(APIConnectionError):
    """No whole answer came within the time allowed."""


class RequestCancelledError(PlumblineError):
    """The client was closed while the call waited for its next attempt."""


class UnexpectedAnswerError(PlumblineError):
    """An answer below 400 that is not of the contract: most likely something else listens at that address."""

    def __init__(self, message: str, *, status: int, headers: httpx2.Headers) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers
        self.request_id: str | None = headers.get("x-request-id")


class WebhookVerificationError(PlumblineError):
    """The body was not signed with this secret, or too long ago. Answer 400 and do nothing with it."""


class WriterError(PlumblineError):
    """The writer takes no more frames: it was closed, it is full, or the service refuses its key."""


class APIError(PlumblineError):
    """The service refused, and said why (RFC 9457). Branch on `code`; it is stable."""

    def __init__(
        self,
        problem: Mapping[str, Any],
        *,
        status: int,
        headers: httpx2.Headers,
        retry_after_s: float | None = None,
    ) -> None:
        self.status = status
        """The HTTP status."""
        self.headers = headers
        self.problem = dict(problem)
        """The whole document; empty when the refusal was none of the service's."""
        self.code: ProblemCode | str | None = text_of(problem, "code")
        """None when the refusal came from something else on the way: a proxy, a firewall."""
        self.title = text_of(problem, "title")
        self.detail = text_of(problem, "detail")
        self.request_id = text_of(problem, "request_id") or headers.get("x-request-id")
        """Quote it when you ask for help."""
        self.retry_after_s = retry_after_s
        """Seconds after which the service asks to be tried again."""
        self.errors = faults_of(problem)
        """What is wrong with single members, or with single frames of a batch."""
        super().__init__(self._message())

    def _message(self) -> str:
        said = ": ".join(part for part in (self.title, self.detail) if part)
        marks = [f"status {self.status}"]
        marks += [f"code {self.code}"] if self.code else []
        marks += [f"request {self.request_id}"] if self.request_id else []
        return f"{said or 'The request was refused'} ({', '.join(marks)})"


class BadRequestError(APIError):
    """400: the request or its JSON is malformed."""


class AuthenticationError(APIError):
    """401: no key, a damaged one, or one that the service does not take."""


class PermissionDeniedError(APIError):
    """403: the key is good, but not for this."""


class NotFoundError(APIError):
    """404: not there, or not this organisation's; the answer does not distinguish the two."""


class MethodNotAllowedError(APIError):
    """405"""


class NotAcceptableError(APIError):
    """406"""


class ConflictError(APIError):
    """409: it contradicts what is there, or the same request is still being worked on."""


class GoneError(APIError):
    """410: it existed and does not come back."""


class PreconditionFailedError(APIError):
    """412"""


class PayloadTooLargeError(APIError):
    """413: send less at once."""


class UnsupportedMediaTypeError(APIError):
    """415"""


class UnprocessableEntityError(APIError):
    """422: the request does not fit the contract; `errors` points at the members."""


class RateLimitError(APIError):
    """429: more than this key may ask for; `retry_after_s` says when to come back."""


class ServerError(APIError):
    """Any other status of 500 and above."""


class InternalServerError(ServerError):
    """500"""


class ServiceUnavailableError(ServerError):
    """503: the service cannot take it now."""


_CLASSES: dict[int, type[APIError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    406: NotAcceptableError,
    409: ConflictError,
    410: GoneError,
    412: PreconditionFailedError,
    413: PayloadTooLargeError,
    415: UnsupportedMediaTypeError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    500: InternalServerError,
    503: ServiceUnavailableError,
}


def class_for_status(status: int) -> type[APIError]:
    return _CLASSES.get(status, ServerError if status >= 500 else APIError)


def text_of(problem: Mapping[str, Any], name: str) -> str | None:
    value = problem.get(name)
    return value if isinstance(value, str) else None


def faults_of(problem: Mapping[str, Any]) -> list[models.ProblemFault | models.FrameFault]:
    faults: object = problem.get("errors")
    if not isinstance(faults, list):
        return []
    return [
        fault_of(cast("dict[str, Any]", fault))
        for fault in cast("list[object]", faults)
        if isinstance(fault, dict)
    ]


def fault_of(fault: dict[str, Any]) -> models.ProblemFault | models.FrameFault:
    kind = models.FrameFault if "index" in fault else models.ProblemFault
    # As it came: a refusal must not fail because its own form is not the one this client knows.
    return kind.model_construct(_fields_set=set(fault), **fault)
