from __future__ import annotations

import logging
import threading
from collections.abc import Callable

import httpx2
import pytest

import plumbline
from plumbline import AsyncPlumbline, Plumbline

KEY = "plumb_test_secretsecret"


def answering(answer: Callable[[httpx2.Request], httpx2.Response], **settings: object) -> Plumbline:
    http = httpx2.Client(transport=httpx2.MockTransport(answer))
    return Plumbline(api_key=KEY, base_url="http://service", http_client=http, **settings)  # type: ignore[arg-type]


def limits(_: httpx2.Request) -> httpx2.Response:
    return httpx2.Response(200, json={"limits": []}, headers={"x-request-id": "req_1", "etag": '"a"'})


def test_key_and_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NADIR_API_KEY", "plumb_test_env")
    monkeypatch.setenv("NADIR_BASE_URL", "https://plumbline.example.org/fleet/")
    seen: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        seen.append(request)
        return limits(request)

    with httpx2.Client(transport=httpx2.MockTransport(answer)) as http:
        Plumbline(http_client=http).limits.get()
        Plumbline(http_client=http, api_key="plumb_test_arg", base_url="http://here").limits.get()

    assert [str(one.url) for one in seen] == [
        "https://plumbline.example.org/fleet/v1/limits",
        "http://here/v1/limits",
    ]
    assert [one.headers["authorization"] for one in seen] == [
        "Bearer plumb_test_env",
        "Bearer plumb_test_arg",
    ]


@pytest.mark.parametrize(
    "address", ["plumbline.example.org", "ftp://a", "http://", "http://a?b", "http://a#b"]
)
def test_what_is_no_address_is_refused_at_once(address: str) -> None:
    with pytest.raises(plumbline.PlumblineError, match="address of a service"):
        Plumbline(base_url=address)


def test_a_key_that_was_copied_badly_is_refused_without_being_shown() -> None:
    with pytest.raises(plumbline.PlumblineError) as caught:
        Plumbline(api_key="plumb_test_a b")
    assert "plumb_test_a" not in str(caught.value)


def test_a_raw_response_has_status_headers_and_bytes_beside_the_value() -> None:
    client = answering(limits)

    answer = client.limits.with_raw_response.get()

    assert (answer.status, answer.request_id, answer.headers["etag"]) == (200, "req_1", '"a"')
    assert answer.content == b'{"limits":[]}'
    assert answer.parse().to_dict() == {"limits": []}
    assert isinstance(client.limits.get(), plumbline.models.Limits)


def test_not_modified_is_an_answer_to_those_who_asked_for_the_raw_response() -> None:
    client = answering(lambda _: httpx2.Response(304))

    answer = client.limits.with_raw_response.get(extra_headers={"If-None-Match": '"a"'})

    assert answer.status == 304
    with pytest.raises(plumbline.UnexpectedAnswerError):
        client.limits.get(extra_headers={"If-None-Match": '"a"'})


@pytest.mark.parametrize("key", ["", "ä", "a b", "x" * 256])
def test_an_idempotency_key_that_no_service_takes_is_refused_before_anything_is_sent(key: str) -> None:
    client = answering(lambda _: pytest.fail("a request went out"))
    with pytest.raises(plumbline.PlumblineError, match="idempotency key"):
        client.risk.scenario_feed(idempotency_key=key)


def test_an_empty_id_is_refused_because_it_would_name_another_operation() -> None:
    client = answering(lambda _: pytest.fail("a request went out"))
    with pytest.raises(plumbline.PlumblineError, match="vehicle_id is empty"):
        client.vehicles.get("")


def test_nothing_secret_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = answering(limits)

    client.risk.with_raw_response.scenario_feed(extra_headers={"Cookie": "session=secretsecret"})

    assert "POST http://service/v1/risk/scenario-feed" in caplog.text
    assert "req_1" in caplog.text
    assert "secretsecret" not in caplog.text


def test_a_client_that_is_closed_says_so() -> None:
    client = answering(limits)
    client.close()
    with pytest.raises(plumbline.PlumblineError, match="closed"):
        client.limits.get()


def test_closing_ends_the_wait_of_a_call_in_another_thread() -> None:
    asked = threading.Event()

    def answer(_: httpx2.Request) -> httpx2.Response:
        asked.set()
        return httpx2.Response(503, headers={"retry-after": "59"})

    client = answering(answer)
    raised: list[BaseException] = []

    def call() -> None:
        try:
            client.limits.get()
        except plumbline.PlumblineError as error:
            raised.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    asked.wait()
    client.close()
    thread.join(30)

    assert not thread.is_alive()
    assert [type(error) for error in raised] == [plumbline.RequestCancelledError]


async def test_a_cancelled_task_is_cancelled_and_nothing_else() -> None:
    import anyio

    async def answer(_: httpx2.Request) -> httpx2.Response:
        await anyio.sleep_forever()
        raise AssertionError

    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as http:
        client = AsyncPlumbline(api_key=KEY, base_url="http://service", http_client=http)
        with anyio.move_on_after(0.05) as scope:
            await client.limits.get()
        assert scope.cancelled_caught


def test_an_http_client_that_was_given_stays_open() -> None:
    with httpx2.Client(transport=httpx2.MockTransport(limits)) as http:
        with Plumbline(base_url="http://service", http_client=http) as client:
            client.limits.get()
        assert not http.is_closed


def test_an_answer_that_fits_only_in_part_is_kept_as_far_as_it_does() -> None:
    client = answering(
        lambda _: httpx2.Response(
            200, json={"total_vehicles": "many", "worst": [{"vehicle_id": "a", "tier": 7}]}
        )
    )

    summary = client.fleet.health_summary()

    assert summary.total_vehicles == "many"  # type: ignore[comparison-overlap]
    assert summary.worst[0].vehicle_id == "a"
    assert summary.to_dict() == {"total_vehicles": "many", "worst": [{"vehicle_id": "a", "tier": 7}]}
