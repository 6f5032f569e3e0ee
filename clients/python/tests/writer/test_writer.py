from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest

import plumbline
from plumbline import Drop, WriterError

from .counting_service import CountingService, frame, problem

FRAMES = [frame(number) for number in range(25)]
# Tests do not wait for the clock: frames go out when they are a group, or when the writer is flushed or left.
NEVER = 3600.0


def test_all_that_was_written_is_acknowledged_in_order_when_the_writer_is_left() -> None:
    service = CountingService()

    with service.client().telemetry.writer(flush_frames=10, flush_interval=NEVER) as writer:
        for one in FRAMES:
            writer.write(one)

    assert service.counted == FRAMES
    assert (writer.stats.written, writer.stats.accepted, writer.stats.waiting) == (25, 25, 0)


async def test_the_asynchronous_writer_does_the_same() -> None:
    service = CountingService()

    async with service.asynchronous_client().telemetry.writer(
        flush_frames=10, flush_interval=NEVER
    ) as writer:
        for one in FRAMES:
            await writer.write(one)
        await writer.flush()
        assert service.counted == FRAMES

    assert (writer.stats.written, writer.stats.accepted, writer.stats.waiting) == (25, 25, 0)


def test_a_frame_alone_goes_out_after_the_interval() -> None:
    seen = threading.Event()
    service = CountingService(lambda _number, _frames: seen.set())

    with service.client().telemetry.writer(flush_interval=0.01) as writer:
        writer.write(FRAMES[0])
        assert seen.wait(30)


def test_flush_comes_back_when_everything_is_acknowledged() -> None:
    service = CountingService()

    with service.client().telemetry.writer(flush_interval=NEVER) as writer:
        for one in FRAMES:
            writer.write(one)
        writer.flush()
        assert service.counted == FRAMES
        writer.flush()


@pytest.mark.parametrize(
    "refusal",
    [
        problem(503, "overloaded"),
        problem(429, "rate_limited"),
        problem(500, "internal"),
        httpx2.ConnectError("refused"),
        httpx2.ReadError("cut"),
        httpx2.Response(200, text="<html>log in to the hotel's network</html>"),
        httpx2.Response(403, text="<html>blocked</html>"),
    ],
    ids=repr,
)
@pytest.mark.usefixtures("no_pauses")
def test_what_passes_is_waited_out_and_sent_again(refusal: Any) -> None:
    service = CountingService(lambda number, _: refusal if number <= 3 else None)

    with service.client().telemetry.writer(flush_interval=NEVER) as writer:
        writer.write(FRAMES[0])

    assert service.counted == FRAMES[:1]
    assert len(service.requests) == 4
    assert writer.stats.accepted == 1


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    for half in ("_sync", "_async"):
        monkeypatch.setattr(f"plumbline.{half}.writer._FIRST_PAUSE_S", 0.0)
        monkeypatch.setattr(f"plumbline.{half}.writer._LONGEST_PAUSE_S", 0.0)


def test_a_refusal_of_the_key_stops_the_writer_and_says_so() -> None:
    service = CountingService(lambda *_: problem(401, "api_key_invalid"))
    dropped: list[Drop] = []

    with (
        pytest.raises(WriterError, match="not sent") as caught,
        service.client().telemetry.writer(flush_interval=NEVER, on_drop=dropped.append) as writer,
    ):
        writer.write(FRAMES[0])
        with pytest.raises(WriterError, match="does not take frames"):
            writer.flush()
        with pytest.raises(WriterError, match="does not take frames"):
            writer.write(FRAMES[1])

    assert isinstance(caught.value.__cause__, plumbline.AuthenticationError)
    assert [(drop.reason, drop.fault) for drop in dropped] == [("closed", None)]


def test_rejected_frames_are_dropped_with_their_faults_and_the_others_count() -> None:
    service = CountingService()
    dropped: list[Drop] = []
    bad = frame(7, lidar_confidence=1.4)

    with service.client().telemetry.writer(flush_interval=NEVER, on_drop=dropped.append) as writer:
        for one in [FRAMES[0], bad, FRAMES[1]]:
            writer.write(one)

    assert service.counted == FRAMES[:2]
    assert [(drop.reason, drop.fault and drop.fault.code) for drop in dropped] == [
        ("rejected", "out_of_range")
    ]
    assert b'"veh-7"' in dropped[0].line
    assert (writer.stats.accepted, writer.stats.rejected) == (2, 1)


def test_every_rejected_frame_is_named_although_the_service_names_a_hundred() -> None:
    service = CountingService()
    dropped: list[Drop] = []
    frames = [frame(number, lidar_confidence=2 if number % 2 else 0.5) for number in range(500)]

    with service.client().telemetry.writer(flush_interval=NEVER, on_drop=dropped.append) as writer:
        for one in frames:
            writer.write(one)

    assert len(dropped) == 250
    assert all(drop.fault is not None for drop in dropped)
    assert (writer.stats.accepted, writer.stats.duplicate, writer.stats.rejected) == (250, 0, 250)


@pytest.mark.usefixtures("no_pauses")
def test_full_storage_is_waited_out_and_drops_nothing() -> None:
    counts = {"frames_ingested": 0, "frames_duplicate": 0, "frames_rejected": 1, "errors": []}
    full = problem(507, "stored_bytes_limit_reached", **counts)
    service = CountingService(lambda number, _: full if number <= 2 else None)
    dropped: list[Drop] = []

    with service.client().telemetry.writer(flush_interval=NEVER, on_drop=dropped.append) as writer:
        writer.write(FRAMES[0])

    assert (len(service.requests), service.counted, dropped) == (3, FRAMES[:1], [])
    assert (writer.stats.accepted, writer.stats.rejected) == (1, 0)


def test_a_group_that_is_too_large_goes_out_in_parts() -> None:
    service = CountingService(lambda _, frames: problem(413, "too_large") if len(frames) > 4 else None)

    with service.client().telemetry.writer(flush_interval=NEVER) as writer:
        for one in FRAMES:
            writer.write(one)

    assert service.counted == FRAMES
    assert writer.stats.accepted == 25


def test_a_full_buffer_makes_the_writer_of_frames_wait() -> None:
    goes_on = threading.Event()

    def hold(*_: object) -> None:
        goes_on.wait(30)

    service = CountingService(hold)
    written: list[int] = []

    def write_all() -> None:
        with service.client().telemetry.writer(max_frames=5, flush_frames=5, flush_interval=NEVER) as writer:
            for number, one in enumerate(FRAMES):
                writer.write(one)
                written.append(number)

    thread = threading.Thread(target=write_all)
    thread.start()
    while len(service.requests) == 0:
        thread.join(0.01)
    assert len(written) == 5
    goes_on.set()
    thread.join(30)

    assert service.counted == FRAMES


def test_a_full_buffer_may_raise_instead() -> None:
    service = CountingService(lambda *_: problem(503, "overloaded"))

    with (
        pytest.raises(WriterError, match="of which 3 are lost"),
        service.client().telemetry.writer(
            when_full="raise", max_frames=3, flush_interval=NEVER, close_timeout=0.01
        ) as writer,
    ):
        for one in FRAMES[:3]:
            writer.write(one)
        with pytest.raises(WriterError, match="full"):
            writer.write(FRAMES[3])


@pytest.mark.parametrize(("when_full", "lost"), [("drop_oldest", [0, 1]), ("drop_newest", [3, 4])])
def test_a_full_buffer_may_drop_the_oldest_or_the_newest(when_full: Any, lost: list[int]) -> None:
    service = CountingService()
    dropped: list[Drop] = []

    with service.client().telemetry.writer(
        when_full=when_full, max_frames=3, flush_frames=4, flush_interval=NEVER, on_drop=dropped.append
    ) as writer:
        writer._policy = plumbline._writer.policy.WriterPolicy(  # type: ignore[attr-defined]
            **{**vars(writer._policy), "flush_frames": 100}
        )
        for one in FRAMES[:5]:
            writer.write(one)

    assert [drop.reason for drop in dropped] == ["full", "full"]
    assert [b'"veh-%d"' % number in drop.line for number, drop in zip(lost, dropped, strict=True)] == [
        True,
        True,
    ]
    assert service.counted == [one for number, one in enumerate(FRAMES[:5]) if number not in lost]
    assert (writer.stats.written, writer.stats.dropped, writer.stats.waiting) == (5, 2, 0)


def test_a_drop_callback_that_fails_stops_nothing() -> None:
    service = CountingService()

    def fail(_: Drop) -> None:
        raise RuntimeError("the callback's own fault")

    with service.client().telemetry.writer(flush_interval=NEVER, on_drop=fail) as writer:
        writer.write(frame(1, lidar_confidence=2))
        writer.write(FRAMES[0])

    assert service.counted == FRAMES[:1]


def test_a_frame_that_no_service_takes_is_refused_where_it_is_written() -> None:
    with CountingService().client().telemetry.writer(flush_interval=NEVER) as writer:
        with pytest.raises(WriterError, match="at most 65536"):
            writer.write({**frame(1), "metadata": {"note": "x" * 70_000}})
        with pytest.raises(ValueError):
            writer.write(frame(1, radar_range_bias_m=float("nan")))
    assert writer.stats.written == 0


def test_a_writer_is_used_in_a_with_statement_and_once() -> None:
    writer = CountingService().client().telemetry.writer()
    with pytest.raises(WriterError, match="with"):
        writer.write(FRAMES[0])
    with writer:
        pass
    with pytest.raises(WriterError, match="closed"):
        writer.write(FRAMES[0])
    with pytest.raises(WriterError, match="make another"), writer:
        pass


def test_what_a_spool_holds_is_sent_by_the_next_writer(tmp_path: Path) -> None:
    unreachable = CountingService(lambda *_: httpx2.ConnectError("no network"))
    with unreachable.client().telemetry.writer(
        spool=tmp_path, flush_interval=NEVER, close_timeout=0.01
    ) as first:
        for one in FRAMES:
            first.write(one)
    assert first.stats.waiting == 25

    service = CountingService()
    with service.client().telemetry.writer(spool=tmp_path, flush_interval=NEVER) as second:
        second.write(frame(99))

    assert service.counted == [*FRAMES, frame(99)]
    assert (second.stats.recovered, second.stats.written, second.stats.accepted) == (25, 1, 26)
    assert list(tmp_path.glob("*.ndjson")) == []


def test_with_a_spool_a_refused_key_loses_nothing(tmp_path: Path) -> None:
    refusing = CountingService(lambda *_: problem(401, "api_key_invalid"))
    with (
        pytest.raises(WriterError, match="1 frames were not sent, of which 0 are lost"),
        refusing.client().telemetry.writer(spool=tmp_path, flush_interval=NEVER) as writer,
    ):
        writer.write(FRAMES[0])

    service = CountingService()
    with service.client().telemetry.writer(spool=tmp_path):
        pass
    assert service.counted == FRAMES[:1]


async def test_a_cancelled_task_leaves_its_frames_in_the_spool(tmp_path: Path) -> None:
    import anyio

    service = CountingService(lambda *_: httpx2.ConnectError("no network"))
    with anyio.move_on_after(0.2) as scope:
        async with service.asynchronous_client().telemetry.writer(spool=tmp_path, sync_spool=True) as writer:
            for one in FRAMES:
                await writer.write(one)
            await anyio.sleep_forever()
    assert scope.cancelled_caught

    working = CountingService()
    async with working.asynchronous_client().telemetry.writer(spool=tmp_path):
        pass
    assert working.counted == FRAMES


def test_the_asynchronous_writer_runs_under_trio_as_well() -> None:
    import anyio

    service = CountingService(lambda number, _: httpx2.ConnectError("no network") if number == 1 else None)

    async def write_all() -> None:
        async with (
            service.asynchronous_client() as client,
            client.telemetry.writer(flush_frames=10) as writer,
        ):
            for one in FRAMES:
                await writer.write(one)
            await writer.flush()

    anyio.run(write_all, backend="trio")

    assert service.counted == FRAMES
