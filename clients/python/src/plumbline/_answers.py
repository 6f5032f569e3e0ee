from __future__ import annotations

import json
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeGuard, TypeVar, Union, cast, get_args, get_origin

import httpx2
from pydantic import BaseModel, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from ._json import object_of
from ._operation import Operation
from ._retry import retry_after_s
from .errors import APIError, UnexpectedAnswerError, class_for_status

T = TypeVar("T")

# An evidence archive with its reports has a few megabytes.
MAX_ANSWER_BYTES = 1 << 30


@dataclass(frozen=True)
class Answer:
    """A whole answer, its content codings undone."""

    operation: Operation
    status: int
    headers: httpx2.Headers
    content: bytes


Decode = Callable[[Answer], T]


class APIResponse(Generic[T]):
    """The answer itself, beside what it says; see `with_raw_response`."""

    def __init__(self, answer: Answer, decode: Decode[T]) -> None:
        self._answer = answer
        self._decode = decode

    @property
    def status(self) -> int:
        return self._answer.status

    @property
    def headers(self) -> httpx2.Headers:
        return self._answer.headers

    @property
    def content(self) -> bytes:
        return self._answer.content

    @property
    def request_id(self) -> str | None:
        return self._answer.headers.get("x-request-id")

    def parse(self) -> T:
        """What the call without `with_raw_response` would have given."""
        return self._decode(self._answer)

    def __repr__(self) -> str:
        return f"<APIResponse {self._answer.operation.name} {self.status}>"


def refusal_of(answer: Answer) -> APIError:
    """The error of an answer of 400 and above, whoever gave it."""
    return class_for_status(answer.status)(
        problem_of(answer),
        status=answer.status,
        headers=answer.headers,
        retry_after_s=retry_after_s(answer.headers),
    )


def problem_of(answer: Answer) -> dict[str, Any]:
    if not media_type_of(answer).endswith("+json"):
        return {}
    try:
        return object_of(json.loads(answer.content)) or {}
    except ValueError:
        return {}


def media_type_of(answer: Answer) -> str:
    return answer.headers.get("content-type", "").partition(";")[0].strip().lower()


def as_bytes(answer: Answer) -> bytes:
    """Byte for byte: what a verifier wants."""
    _expect_media_type(answer, answer.operation.media_types)
    return answer.content


def as_text(answer: Answer) -> str:
    return as_bytes(answer).decode("utf-8", "strict")


def as_model(kind: type[T]) -> Decode[T]:
    """
    The answer as this model. What does not fit it is kept as it came: a later service may answer more than this client
    knows.
    """
    return lambda answer: build(kind, json_of(answer))


def json_of(answer: Answer) -> Any:
    json_types = [name for name in answer.operation.media_types if name.endswith("json")]
    _expect_media_type(answer, json_types or ["application/json"])
    try:
        value = object_of(json.loads(answer.content))
    except ValueError as error:
        raise unexpected(answer, f"says that it is JSON, and is not: {error}") from error
    if value is None:
        raise unexpected(answer, "is not a JSON object")
    return value


def _expect_media_type(answer: Answer, expected: Any) -> None:
    media_type = media_type_of(answer)
    if media_type not in expected:
        described = f"is {media_type or 'of no media type'}, status {answer.status}"
        raise unexpected(answer, f"{described}, instead of {' or '.join(expected)}")


def unexpected(answer: Answer, reason: str) -> UnexpectedAnswerError:
    operation = answer.operation
    return UnexpectedAnswerError(
        f"The answer to {operation.method} {operation.path} {reason}. Is base_url the address of the service?",
        status=answer.status,
        headers=answer.headers,
    )


def build(kind: Any, value: Any) -> Any:
    """Validated where it fits; else as much of it as does."""
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError:
        return _build_leniently(kind, value)


def _build_leniently(kind: Any, value: Any) -> Any:
    if isinstance(kind, TypeAliasType):
        return _build_leniently(kind.__value__, value)
    if get_origin(kind) is list and isinstance(value, list):
        (item,) = get_args(kind)
        return [build(item, one) for one in cast("list[object]", value)]
    members = object_of(value)
    if members is None:
        return value
    if get_origin(kind) in (Union, types.UnionType):
        return _build_variant(get_args(kind), members)
    return _build_model(kind, members) if is_model(kind) else value


def _build_variant(variants: tuple[Any, ...], members: dict[str, Any]) -> Any:
    """The one of whose members most came."""
    kinds: list[type[BaseModel]] = [variant for variant in variants if is_model(variant)]
    if not kinds:
        return members
    return build(max(kinds, key=lambda kind: len(set(kind.model_fields) & set(members))), members)


def is_model(kind: Any) -> TypeGuard[type[BaseModel]]:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _build_model(kind: type[BaseModel], members: dict[str, Any]) -> BaseModel:
    fields = {field.alias or name: (name, field.annotation) for name, field in kind.model_fields.items()}
    built: dict[str, Any] = {}
    for key, member in members.items():
        name, annotation = fields.get(key, (key, None))
        built[name] = member if annotation is None else build(annotation, member)
    return kind.model_construct(_fields_set=set(built), **built)
