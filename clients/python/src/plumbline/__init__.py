"""Client for Plumbline: drift scoring and evidence for the sensors of vehicle fleets."""

from . import models
from ._answers import APIResponse
from ._async.client import AsyncPlumbline
from ._async.event_stream import AsyncEventStream
from ._async.pages import AsyncPage
from ._async.writer import AsyncTelemetryWriter
from ._events import Event, UnknownEvent
from ._ingest_groups import IngestProgress
from ._options import RequestOptions, WriteOptions
from ._sync.client import Plumbline
from ._sync.event_stream import EventStream
from ._sync.pages import Page
from ._sync.writer import TelemetryWriter
from ._version import __version__
from ._webhooks import unwrap_webhook
from ._writer.policy import Drop, WriterStats
from .errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    GoneError,
    InternalServerError,
    InvalidArgumentError,
    MethodNotAllowedError,
    NotAcceptableError,
    NotFoundError,
    PayloadTooLargeError,
    PermissionDeniedError,
    PlumblineError,
    PreconditionFailedError,
    RateLimitError,
    RequestCancelledError,
    ServerError,
    ServiceUnavailableError,
    UnexpectedAnswerError,
    UnprocessableEntityError,
    UnsupportedMediaTypeError,
    WebhookVerificationError,
    WriterError,
)
from .models import TelemetryFrame

__all__ = [
    "APIConnectionError",
    "APIError",
    "APIResponse",
    "APITimeoutError",
    "AsyncEventStream",
    "AsyncPage",
    "AsyncPlumbline",
    "AsyncTelemetryWriter",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "Drop",
    "Event",
    "EventStream",
    "GoneError",
    "IngestProgress",
    "InternalServerError",
    "InvalidArgumentError",
    "MethodNotAllowedError",
    "NotAcceptableError",
    "NotFoundError",
    "Page",
    "PayloadTooLargeError",
    "PermissionDeniedError",
    "Plumbline",
    "PlumblineError",
    "PreconditionFailedError",
    "RateLimitError",
    "RequestCancelledError",
    "RequestOptions",
    "ServerError",
    "ServiceUnavailableError",
    "TelemetryFrame",
    "TelemetryWriter",
    "UnexpectedAnswerError",
    "UnknownEvent",
    "UnprocessableEntityError",
    "UnsupportedMediaTypeError",
    "WebhookVerificationError",
    "WriteOptions",
    "WriterError",
    "WriterStats",
    "__version__",
    "models",
    "unwrap_webhook",
]
