"""A service, and a program that writes to it, which are killed in the middle of a writer's run."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from plumbline import Plumbline

from .real_service import RealService, temporary_folder
from .test_smoke import frame

pytestmark = pytest.mark.system

FRAMES = 3_000
KILL_AT = (500, 1_250, 2_000)


def test_nothing_is_lost_and_nothing_counted_twice_when_the_service_is_killed(service: RealService) -> None:
    def kill_and_start() -> None:
        service.kill()
        service.start()

    with temporary_folder() as spool, Plumbline(api_key=service.key, base_url=service.url) as client:
        kills: list[threading.Thread] = []
        with client.telemetry.writer(
            spool=Path(spool), flush_frames=100, flush_interval=0.05, close_timeout=120
        ) as writer:
            for number in range(FRAMES):
                if number in KILL_AT:
                    for kill in kills:
                        kill.join()
                    kills.append(threading.Thread(target=kill_and_start))
                    kills[-1].start()
                writer.write(frame(number % 300, vehicle=f"veh-{number // 300}"))
            kills[-1].join()

        assert writer.stats.waiting == 0
        assert writer.stats.accepted + writer.stats.duplicate == FRAMES
        assert [client.vehicles.series(f"veh-{number}").frames for number in range(10)] == [300] * 10
        print(f"{FRAMES} frames, {len(kills)} kills: {writer.stats}")  # noqa: T201


def test_frames_outlive_the_writer_while_the_service_is_away(service: RealService) -> None:
    with temporary_folder() as spool:
        service.kill()
        with (
            Plumbline(api_key=service.key, base_url=service.url) as client,
            client.telemetry.writer(spool=Path(spool), close_timeout=0) as first,
        ):
            for number in range(500):
                first.write(frame(number))
        assert first.stats.waiting == 500
        service.start()
        with (
            Plumbline(api_key=service.key, base_url=service.url) as client,
            client.telemetry.writer(spool=Path(spool)) as second,
        ):
            second.flush(timeout=120)
            assert client.vehicles.series("veh-1").frames == 500
        assert (second.stats.recovered, second.stats.accepted) == (500, 500)


WRITES_WITHOUT_END = """
import itertools, sys
from plumbline import Plumbline
from tests.service.test_smoke import frame

url, key, spool = sys.argv[1:]
with Plumbline(base_url=url, api_key=key).telemetry.writer(spool=spool, flush_frames=50, flush_interval=0.02) as writer:
    for number in itertools.count():
        writer.write(frame(number))
        print(number, flush=True)
"""


def test_every_frame_that_was_taken_arrives_when_the_program_is_killed(service: RealService) -> None:
    with temporary_folder() as spool:
        program = subprocess.Popen(
            [sys.executable, "-c", WRITES_WITHOUT_END, service.url, service.key, spool],
            cwd=Path(__file__).parent.parent.parent,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert program.stdout is not None
        with program.stdout:
            while (line := program.stdout.readline()) and int(line) < 777:
                pass
            program.kill()
            taken = [int(rest) for rest in program.stdout.read().splitlines()]
        program.wait()
        last = taken[-1] if taken else 777

        with Plumbline(api_key=service.key, base_url=service.url) as client:
            with client.telemetry.writer(spool=Path(spool)) as writer:
                pass
            assert writer.stats.rejected == 0
            # One more may be in the spool: written, and the program killed before it could say so.
            assert client.vehicles.series("veh-1").frames - 1 in (last, last + 1)
