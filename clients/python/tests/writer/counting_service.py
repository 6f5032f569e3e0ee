from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from typing import Any

import httpx2

from plumbline import AsyncPlumbline, Plumbline

Frame = dict[str, Any]
Refuse = Callable[[int, list[Frame]], httpx2.Response | Exception | None]


def frame(number: int, **sensors: float) -> Frame:
    return {
        "vehicle_id": f"veh-{number}",
        "timestamp": "2026-01-05T08:00:00Z",
        "sensors": sensors or {"radar_range_bias_m": 0.01},
    }


def problem(status: int, code: str, **members: object) -> httpx2.Response:
    return httpx2.Response(
        status,
        json={"title": "t", "detail": "d", "status": status, "code": code, **members},
        headers={"content-type": "application/problem+json"},
    )


class CountingService:
    """Counts a frame once, as the service does, and refuses what it is told to."""

    def __init__(self, refuse: Refuse | None = None) -> None:
        self.requests: list[list[Frame]] = []
        self.counted: list[Frame] = []
        self._refuse = refuse or (lambda _number, _frames: None)
        self._lock = threading.Lock()

    def client(self) -> Plumbline:
        http = httpx2.Client(transport=httpx2.MockTransport(self.answer))
        return Plumbline(api_key="plumb_test_k", base_url="http://service", http_client=http)

    def asynchronous_client(self) -> AsyncPlumbline:
        http = httpx2.AsyncClient(transport=httpx2.MockTransport(self.answer))
        return AsyncPlumbline(api_key="plumb_test_k", base_url="http://service", http_client=http)

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        content = request.read()
        lines = gzip.decompress(content) if request.headers.get("content-encoding") == "gzip" else content
        frames = [json.loads(line) for line in lines.splitlines()]
        with self._lock:
            self.requests.append(frames)
            # A key for each group would use up the answers a service keeps for repeats.
            assert "idempotency-key" not in request.headers
            refusal = self._refuse(len(self.requests), frames)
            if isinstance(refusal, Exception):
                raise refusal
            return refusal or self._count(frames)

    def _count(self, frames: list[Frame]) -> httpx2.Response:
        faults = [
            {"index": at, "code": "out_of_range", "detail": "d"}
            for at, one in enumerate(frames)
            if one["sensors"].get("lidar_confidence", 0) > 1
        ]
        rejected = {fault["index"] for fault in faults}
        good = [one for at, one in enumerate(frames) if at not in rejected]
        fresh = [one for one in good if one not in self.counted]
        self.counted += fresh
        counts = {
            "frames_ingested": len(fresh),
            "frames_duplicate": len(good) - len(fresh),
            "frames_rejected": len(faults),
            "errors": faults[:100],
            "errors_truncated": len(faults) > 100,
        }
        if good or not faults:
            return httpx2.Response(207 if faults else 200, json={"status": "accepted", **counts})
        return problem(422, "batch_rejected", **counts)
