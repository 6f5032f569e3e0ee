"""What every client does with requests, refusals, retries and faults: clients/conformance/http, case by case."""

from __future__ import annotations

import asyncio
import base64
import inspect
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import plumbline
from plumbline import AsyncPlumbline, Plumbline
from plumbline.errors import PlumblineError

from ..scripted_service import CONFORMANCE, ScriptedService, Session, conformance

Case = Mapping[str, Any]

FILES = sorted(path.stem for path in (CONFORMANCE / "http").glob("*.json"))
CASES = [case for file in FILES for case in conformance(f"http/{file}.json")["cases"]]
METHODS: Mapping[str, str] = conformance("operations.json")
NOBODY = "http://127.0.0.1:1"


@pytest.mark.parametrize("ask", ["blocking", "asynchronous"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_http_case(case: Case, ask: str, scripted_service: ScriptedService) -> None:
    session = scripted_service.opened(case["answers"])
    waits: list[float] = []
    settings = {
        "api_key": "plumb_test_conformance",
        "base_url": NOBODY if case.get("unreachable") else session.base_url,
        **settings_of(case),
    }

    outcome = (
        blocking_outcome(case, settings, waits)
        if ask == "blocking"
        else asyncio.run(asynchronous_outcome(case, settings, waits))
    )

    compare_outcome(outcome, case["expected"]["outcome"])
    compare_requests(session, case)
    compare_waits(waits, case["expected"])


def settings_of(case: Case) -> dict[str, Any]:
    names = {"max_retries": "max_retries", "timeout_s": "timeout", "total_timeout_s": "total_timeout"}
    return {names[name]: value for name, value in case.get("client", {}).items()}


def blocking_outcome(case: Case, settings: Mapping[str, Any], waits: list[float]) -> object:
    with Plumbline(**settings) as client:
        client._transport.sleep = waits.append  # type: ignore[assignment]
        try:
            answer = method_of(client, case)(*arguments(client, case), **options(case))
            return list(answer) if case["call"].get("every_page") else answer
        except PlumblineError as error:
            return error


async def asynchronous_outcome(case: Case, settings: Mapping[str, Any], waits: list[float]) -> object:
    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async with AsyncPlumbline(**settings) as client:
        client._transport.sleep = wait
        try:
            answer = await method_of(client, case)(*arguments(client, case), **options(case))
            return [item async for item in answer] if case["call"].get("every_page") else answer
        except PlumblineError as error:
            return error


def method_of(client: Plumbline | AsyncPlumbline, case: Case) -> Callable[..., Any]:
    is_lines = "ndjson" in case["call"]
    resource, name = (
        ("telemetry", "ingest_lines") if is_lines else METHODS[case["call"]["operation"]].split(".")
    )
    method: Callable[..., Any] = getattr(getattr(client, resource), name)
    return method


def arguments(client: Plumbline | AsyncPlumbline, case: Case) -> Sequence[object]:
    """The values of the path in their order, then the body."""
    call = case["call"]
    if "ndjson" in call:
        return [call["ndjson"].encode()]
    named = [
        call["path"][name]
        for name in inspect.signature(method_of(client, case)).parameters
        if name in call.get("path", {})
    ]
    return [*named, call["body"]] if "body" in call else named


def options(case: Case) -> Mapping[str, Any]:
    call = case["call"]
    given = {f"{name}_" if name == "from" else name: value for name, value in call.get("query", {}).items()}
    if "headers" in call:
        given["extra_headers"] = call["headers"]
    if "idempotency_key" in call:
        given["idempotency_key"] = call["idempotency_key"]
    return given


def compare_outcome(outcome: Any, expected: Mapping[str, Any]) -> None:
    if "error" in expected:
        compare_error(outcome, expected["error"])
    elif "base64" in expected:
        assert base64.b64encode(outcome).decode() == expected["base64"]
    elif "items" in expected:
        assert [item.to_dict() for item in outcome] == expected["items"]
    else:
        assert outcome.to_dict() == expected["value"]


def compare_error(error: object, expected: Mapping[str, Any]) -> None:
    assert type(error) is getattr(plumbline, expected["class"]), repr(error)
    for name, value in expected.items():
        if name == "errors":
            assert isinstance(error, plumbline.APIError)
            assert [fault.to_dict() for fault in error.errors] == value
        elif name != "class":
            assert getattr(error, name) == value, name


def compare_requests(session: Session, case: Case) -> None:
    expected = case["expected"]
    seen = session.requests(expected["attempts"])
    assert len(seen) == expected["attempts"]
    described = expected.get("requests", [])
    for at, request in enumerate(seen if described else []):
        compare_request(request, described[at if len(described) > 1 else 0])
    keys = {request["headers"].get("idempotency-key") for request in seen}
    match expected.get("idempotency_key"):
        case "made":
            assert len(keys) == 1
            assert re.fullmatch("[!-~]{16,255}", str(*keys))
        case "given":
            assert keys == {case["call"]["idempotency_key"]}
        case "none":
            assert keys == {None}


def compare_request(request: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    for name in ("method", "path", "query"):
        if name in expected:
            assert request[name] == expected[name]
    for name, pattern in expected.get("headers", {}).items():
        value = request["headers"].get(name)
        assert (value is None) if pattern is None else re.search(pattern, value or ""), f"{name}: {value}"
    if "json" in expected:
        assert json.loads(request["body"]) == expected["json"]


def compare_waits(waits: Sequence[float], expected: Mapping[str, Any]) -> None:
    if "waits_s" not in expected:
        return
    assert len(waits) == len(expected["waits_s"])
    for wait, (least, most) in zip(waits, expected["waits_s"], strict=True):
        assert least <= wait <= most
