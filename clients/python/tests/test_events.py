from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx2
import pytest

import plumbline
from plumbline import AsyncPlumbline, Plumbline, UnknownEvent

from .test_webhooks import EXAMPLES

Connection = httpx2.Response | Exception


def event(number: int, **members: object) -> dict[str, Any]:
    return {**EXAMPLES[0], "id": f"evt_{number:026d}", **members}


def written(*events: Mapping[str, Any]) -> str:
    return "".join(f"id: {one['id']}\nevent: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)


def opening(number: int, text: str = "") -> str:
    return f"retry: 2000\nid: evt_{number:026d}\n\n{text}"


class Pieces(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """A body that ends, or breaks off."""

    def __init__(self, text: str, fault: Exception | None) -> None:
        self._text = text
        self._fault = fault

    def __iter__(self) -> Iterator[bytes]:
        # Bytes alone: events come in whatever pieces the network likes.
        yield from (bytes([byte]) for byte in self._text.encode())
        if self._fault is not None:
            raise self._fault

    async def __aiter__(self) -> Any:
        for piece in iter(self):
            yield piece


def stream(text: str, fault: Exception | None = None) -> httpx2.Response:
    return httpx2.Response(200, headers={"content-type": "text/event-stream"}, stream=Pieces(text, fault))


class StreamingService:
    """Gives its connections in turn; one more request than there are is 401, which ends a stream."""

    def __init__(self, *connections: Connection) -> None:
        self.requests: list[httpx2.Request] = []
        self.waits: list[float] = []
        self._connections = iter(connections)

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        connection = next(self._connections, httpx2.Response(401))
        if isinstance(connection, Exception):
            raise connection
        return connection

    def client(self, **settings: Any) -> Plumbline:
        http = httpx2.Client(transport=httpx2.MockTransport(self.answer))
        client = Plumbline(api_key="k", base_url="http://service", http_client=http, **settings)
        client._transport.sleep = self.waits.append  # type: ignore[assignment]
        return client

    @property
    def positions(self) -> Sequence[str | None]:
        return [request.headers.get("last-event-id") for request in self.requests]


def all_of(stream: plumbline.EventStream) -> list[plumbline.Event]:
    """What comes before the service refuses the key."""
    events: list[plumbline.Event] = []
    with pytest.raises(plumbline.AuthenticationError):
        for one in stream:
            events.append(one)
    return events


def ids(events: Sequence[plumbline.Event]) -> list[int]:
    return [int(one.id.removeprefix("evt_")) for one in events]


def test_a_stream_goes_on_where_its_connection_was_lost() -> None:
    service = StreamingService(
        stream(opening(0, written(event(1), event(2)) + "id: evt_3"), httpx2.ReadError("cut")),
        httpx2.ConnectError("away"),
        stream(opening(2, written(event(3)))),
        stream(opening(3, ": quiet\n\nid: evt_00000000000000000000000009\n\n")),
        stream(opening(9, written(event(10)))),
    )

    events = all_of(service.client().events.stream(after=f"evt_{0:026d}"))

    assert ids(events) == [1, 2, 3, 10]
    assert service.positions == [None, *(f"evt_{number:026d}" for number in (2, 2, 3, 9, 10))]
    assert service.requests[0].url.params["after"] == f"evt_{0:026d}"
    assert service.requests[0].headers["accept"] == "text/event-stream, application/problem+json"


def test_an_event_of_which_half_came_is_none() -> None:
    half = written(event(2))[:-1]
    service = StreamingService(stream(opening(0, written(event(1)) + half)), stream(written(event(2))))
    assert ids(all_of(service.client().events.stream())) == [1, 2]


def test_waits_between_connections_are_those_the_service_names_and_grow_while_it_is_away() -> None:
    away = [httpx2.ConnectError("away")] * 6
    service = StreamingService(stream("retry: 1000\n\n" + written(event(1))), *away)

    all_of(service.client().events.stream())

    for wait, longest in zip(service.waits, [1, 1, 2, 4, 8, 16, 30], strict=True):
        assert 0.75 * longest <= wait <= longest


def test_before_it_was_ever_connected_a_stream_gives_up_as_any_call_does() -> None:
    service = StreamingService(*[httpx2.ConnectError("away")] * 9)
    with pytest.raises(plumbline.APIConnectionError):
        list(service.client().events.stream())
    assert len(service.requests) == 3


@pytest.mark.parametrize(
    ("status", "kind"),
    [(410, plumbline.GoneError), (400, plumbline.BadRequestError), (403, plumbline.PermissionDeniedError)],
)
def test_what_the_service_refuses_is_raised_at_once(status: int, kind: type[Exception]) -> None:
    service = StreamingService(stream(written(event(1))), httpx2.Response(status, json={}))
    with pytest.raises(kind):
        list(service.client().events.stream())
    assert len(service.requests) == 2


def test_too_many_streams_are_waited_for_as_long_as_the_service_asks() -> None:
    service = StreamingService(
        stream(written(event(1))),
        httpx2.Response(429, headers={"retry-after": "45"}),
        stream(written(event(2))),
    )
    assert ids(all_of(service.client().events.stream())) == [1, 2]
    assert service.waits[1] == 45


def test_a_gap_is_told_and_what_comes_after_it_goes_on() -> None:
    gap = {"after": f"evt_{1:026d}", "resume_after": f"evt_{7:026d}", "detail": "Gone."}
    told = f"id: evt_{7:026d}\nevent: gap\ndata: {json.dumps(gap)}\n\n"
    service = StreamingService(stream(written(event(1)) + told + written(event(8))))
    gaps: list[plumbline.models.EventGap] = []

    events = all_of(service.client().events.stream(on_gap=gaps.append))

    assert ids(events) == [1, 8]
    assert [one.to_dict() for one in gaps] == [gap]


def test_the_last_event_of_a_service_that_stops_is_no_event() -> None:
    end = 'event: end\ndata: {"reason": "server_stopping", "detail": "Soon."}\n\n'
    service = StreamingService(stream(written(event(1)) + end), stream(written(event(2))))
    assert ids(all_of(service.client().events.stream())) == [1, 2]


def test_events_of_unknown_types_come_through() -> None:
    service = StreamingService(stream(written(event(1, type="wheel.lost", data={"n": 1}))))
    (only,) = all_of(service.client().events.stream())
    assert isinstance(only, UnknownEvent)
    assert only.data == {"n": 1}


@pytest.mark.parametrize("data", ["{", "[]", "7"])
def test_what_is_no_event_ends_the_stream(data: str) -> None:
    service = StreamingService(stream(f"data: {data}\n\n"))
    with pytest.raises(plumbline.UnexpectedAnswerError):
        list(service.client().events.stream())


def test_an_answer_that_is_no_stream_is_not_taken_for_one() -> None:
    service = StreamingService(httpx2.Response(200, json={}))
    with pytest.raises(plumbline.UnexpectedAnswerError, match="no stream"):
        list(service.client().events.stream())


def test_position_is_that_of_the_event_given_out_and_a_with_statement_closes_the_connection() -> None:
    connection = stream(opening(0, written(event(1), event(2))))
    service = StreamingService(connection)

    with service.client().events.stream() as events:
        for _ in events:
            break
        assert events.position == f"evt_{1:026d}"

    assert connection.is_closed


def test_filters_go_out_as_the_contract_has_them() -> None:
    service = StreamingService()
    client = service.client()
    all_of(client.events.stream(type=["breach.opened", "vehicle.silent"], tier="CRITICAL", start="oldest"))
    assert (
        service.requests[0].url.query == b"type=breach.opened&type=vehicle.silent&tier=CRITICAL&start=oldest"
    )


def test_pages_of_events_go_on_by_position_and_end_although_there_is_always_a_next_one() -> None:
    def page(has_more: bool, *numbers: int) -> httpx2.Response:
        events = [event(number) for number in numbers]
        cursor = f"evt_{max(numbers, default=5):026d}"
        return httpx2.Response(200, json={"data": events, "has_more": has_more, "next_cursor": cursor})

    service = StreamingService(page(True, 1, 2), page(False, 3))

    page_of_two = service.client().events.list(start="oldest", limit=2)

    assert ids(list(page_of_two)) == [1, 2, 3]
    assert [request.url.params.get("after") for request in service.requests] == [None, f"evt_{2:026d}"]
    assert service.requests[0].headers["accept"] == "application/json, application/problem+json"


async def test_the_asynchronous_stream_does_the_same() -> None:
    service = StreamingService(
        stream(opening(0, written(event(1))), httpx2.ReadError("cut")), stream(written(event(2)))
    )

    async def wait(seconds: float) -> None:
        service.waits.append(seconds)

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(service.answer))
    async with AsyncPlumbline(api_key="k", base_url="http://service", http_client=http) as client:
        client._transport.sleep = wait
        events: list[plumbline.Event] = []
        with pytest.raises(plumbline.AuthenticationError):
            async with client.events.stream() as stream_of_events:
                async for one in stream_of_events:
                    events.append(one)

    assert ids(events) == [1, 2]
    assert service.positions == [None, f"evt_{1:026d}", f"evt_{2:026d}"]
    assert len(service.waits) == 2
