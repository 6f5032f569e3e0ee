"""A service whose storage is full while a writer sends, and has room again later."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from time import sleep

import pytest

from plumbline import Drop, Plumbline, ServerError

from .real_service import RealService, temporary_folder
from .test_smoke import frame

pytestmark = pytest.mark.system

FRAMES = 2_500
QUOTA = "PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION"


def test_all_that_was_written_is_counted_once_when_the_quota_is_raised(service: RealService) -> None:
    service.kill()
    service.start(**{QUOTA: "1"})
    dropped: list[Drop] = []
    with temporary_folder() as spool, Plumbline(api_key=service.key, base_url=service.url) as client:
        with client.telemetry.writer(
            spool=Path(spool), flush_frames=500, close_timeout=1, on_drop=dropped.append
        ) as writer:
            for number in range(FRAMES):
                # Unlike any other, so that it is stored whole.
                note = sha256(str(number).encode()).hexdigest() * 6
                one = frame(number // 10, vehicle=f"veh-{number % 10}")
                writer.write({**one, "metadata": {**one["metadata"], "note": note}})
            while writer.stats.accepted == 0:
                sleep(0.05)
        assert 0 < writer.stats.waiting < FRAMES
        assert writer.stats.rejected == 0

        with pytest.raises(ServerError) as refused:
            client.telemetry.ingest(frame(9_999))
        assert (refused.value.status, refused.value.code) == (507, "stored_bytes_limit_reached")
        assert refused.value.retry_after_s == 60

        service.kill()
        service.start(**{QUOTA: "100"})
        with client.telemetry.writer(spool=Path(spool), on_drop=dropped.append) as again:
            pass
        assert (again.stats.waiting, again.stats.rejected, dropped) == (0, 0, [])
        frames = [client.vehicles.series(f"veh-{number}").frames for number in range(10)]
        assert frames == [FRAMES // 10] * 10
