"""Every operation, problem code and type of event of the contract is within reach of both halves of the client."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

import httpx2
import pytest

import plumbline
from plumbline import AsyncPlumbline, Plumbline
from plumbline._answers import refusal_of
from plumbline._events import KINDS, build_event
from plumbline._operation import Operation
from plumbline.problem_codes import ProblemCode

from .scripted_service import conformance, contract

DOCUMENT = contract()
METHODS: Mapping[str, str] = conformance("operations.json")


class Described:
    """An operation as the document has it."""

    def __init__(self, method: str, path: str, document: Mapping[str, Any]) -> None:
        self.name: str = document["operationId"]
        self.method = method
        self.path = path
        self.takes_body = "requestBody" in document
        self.statuses = [int(status) for status in document["responses"] if status >= "400"]
        named = [self._resolved(parameter) for parameter in document.get("parameters", [])]
        self.path_names = [one["name"] for one in named if one["in"] == "path"]
        self.query_names = [one["name"] for one in named if one["in"] == "query"]
        self.has_key = document.get("security") != []

    @staticmethod
    def _resolved(parameter: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" not in parameter:
            return parameter
        resolved: Mapping[str, Any] = DOCUMENT["components"]["parameters"][
            parameter["$ref"].rpartition("/")[2]
        ]
        return resolved


def described() -> Iterator[Described]:
    for path, item in DOCUMENT["paths"].items():
        for method, document in item.items():
            if "operationId" in document:
                yield Described(method.upper(), path, document)


OPERATIONS = list(described())


@pytest.mark.parametrize("half", ["blocking", "asynchronous"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_an_operation_goes_out_with_all_that_it_takes(operation: Described, half: str) -> None:
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return httpx2.Response(418)

    with pytest.raises(plumbline.APIError):
        if half == "blocking":
            with httpx2.Client(transport=httpx2.MockTransport(answer)) as http:
                call_blocking(Plumbline(api_key="k", base_url="http://service", http_client=http), operation)
        else:
            asyncio.run(call_asynchronously(answer, operation))

    (request,) = seen
    assert request.method == operation.method
    assert request.url.path == filled(operation)
    assert sorted(request.url.params.keys()) == sorted(query_names(operation))
    assert (request.read() != b"") == operation.takes_body
    assert ("idempotency-key" in request.headers) == (operation.method == "POST")


def call_blocking(client: Plumbline, operation: Described) -> None:
    result = call(client, operation)
    if operation.name == "streamEvents":
        next(iter(result))


async def call_asynchronously(answer: Callable[..., httpx2.Response], operation: Described) -> None:
    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
        result = call(AsyncPlumbline(api_key="k", base_url="http://service", http_client=http), operation)
        if operation.name == "streamEvents":
            await anext(aiter(result))
        await result


# Parameters of an operation that another method of the same resource takes: batches, and pages.
ELSEWHERE = {"ingestTelemetry": {"on_error"}, "streamEvents": {"limit"}}


def call(client: Plumbline | AsyncPlumbline, operation: Described) -> Any:
    resource, name = METHODS[operation.name].split(".")
    method = getattr(getattr(client, resource), name)
    names = {f"{name}_" if name == "from" else name: "7" for name in query_names(operation)}
    body: list[object] = [{}] if operation.takes_body else []
    return method(*(path_value(name) for name in operation.path_names), *body, **names)


def query_names(operation: Described) -> Sequence[str]:
    return [name for name in operation.query_names if name not in ELSEWHERE.get(operation.name, ())]


def path_value(name: str) -> str:
    return "x001/067" if name == "tile_index" else "1"


def filled(operation: Described) -> str:
    path = operation.path
    for name in operation.path_names:
        path = path.replace(f"{{{name}}}", path_value(name))
    return path


def test_the_table_of_methods_names_every_operation_and_no_other() -> None:
    assert sorted(METHODS) == sorted(operation.name for operation in OPERATIONS)


# These make more than one request, or none.
NO_SINGLE_ANSWER = {
    "telemetry.ingest_stream",
    "telemetry.writer",
    "events.stream",
    "webhooks.unwrap",
    "evidence.verify",
    "evidence.rescore",
}


def raw_pairs() -> Sequence[tuple[str, Any]]:
    client = Plumbline(base_url="http://service")
    names = {place.split(".")[0] for place in METHODS.values()}
    return [(name, getattr(client, name)) for name in sorted(names)]


@pytest.mark.parametrize(
    ("name", "resource"), raw_pairs(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_call_of_a_resource_has_its_raw_response(name: str, resource: Any) -> None:
    methods = {one for one, _ in inspect.getmembers(type(resource)) if not one.startswith("_")}
    calls = {one for one in methods - {"with_raw_response"} if f"{name}.{one}" not in NO_SINGLE_ANSWER}
    assert {one for one in vars(resource.with_raw_response) if not one.startswith("_")} == calls, name


STATUSES = sorted({status for operation in OPERATIONS for status in operation.statuses})


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_of_the_document_has_a_class_of_its_own(status: int) -> None:
    error = refusal_of(answer_of(status, {}))
    # 417 answers an `Expect` header, which this client never sends.
    assert (type(error) is plumbline.APIError) == (status == 417)


@pytest.mark.parametrize("code", get_args(ProblemCode))
def test_a_code_of_the_contract_arrives_in_the_error(code: str) -> None:
    assert refusal_of(answer_of(422, {"code": code})).code == code


def answer_of(status: int, problem: Mapping[str, object]) -> Any:
    from plumbline._answers import Answer

    headers = httpx2.Headers({"content-type": "application/problem+json"})
    return Answer(Operation("x", "GET", "/", (), public=True), status, headers, json.dumps(problem).encode())


def test_every_event_that_a_webhook_may_carry_has_its_model() -> None:
    types = set(DOCUMENT["webhooks"])
    assert set(KINDS) == types
    for name in types:
        assert type(build_event({"type": name})) is KINDS[name]
