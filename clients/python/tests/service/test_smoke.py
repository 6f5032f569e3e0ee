"""Both halves of the client against the service itself."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

import plumbline
from plumbline import AsyncPlumbline, Plumbline

from .real_service import RealService

pytestmark = pytest.mark.system

LEVEL = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]
START = datetime(2026, 1, 5, 8, 0, tzinfo=timezone.utc)


def frame(minute: int, *, vehicle: str = "veh-1") -> dict[str, Any]:
    # A radar that jumps by 0.6 m after the 60th minute, over noise that repeats.
    noise = ((minute * 7919) % 101 - 50) / 5000
    return {
        "vehicle_id": vehicle,
        "timestamp": START + timedelta(minutes=minute),
        "sensors": {
            "camera_rotation_matrix": LEVEL,
            "radar_range_bias_m": noise + (0.6 if minute >= 60 else 0.0),
            "lidar_registration_error_m": 0.03 + noise / 10,
            "lidar_confidence": 0.94,
        },
        "metadata": {"fleet_id": "vans", "region": "eu"},
    }


def test_from_the_first_frame_to_evidence(service: RealService) -> None:
    with Plumbline(api_key=service.key, base_url=service.url) as client:
        assert client.health.get().status == "ok"
        first = client.telemetry.ingest(frame(0))
        assert (first.status, first.frames_ingested) == ("accepted", 1)
        batch = client.telemetry.ingest_batch([frame(minute) for minute in range(70)])
        assert (batch.frames_ingested, batch.frames_duplicate) == (69, 1)
        progress = client.telemetry.ingest_stream(frame(minute) for minute in range(70, 200))
        assert (progress.lines, progress.ingested) == (130, 130)
        score = client.score.residual(frame(200))
        assert score.evidence_id is not None
        assert score.probable_fault_source == "radar"

        assert client.fleet.health_summary(fleet_id="vans").total_vehicles == 1
        assert [vehicle.vehicle_id for vehicle in client.vehicles.list(limit=1)] == ["veh-1"]
        assert client.vehicles.get("veh-1").vehicle_id == "veh-1"
        assert client.vehicles.series("veh-1", from_=START, points=50).frames == 201
        assert client.fleet.queue(limit=5).data[0].vehicle_id == "veh-1"
        assert client.limits.get().to_dict()

        listed = list(client.evidence.list(vehicle_id="veh-1"))
        assert listed[0].event_id == score.evidence_id
        assert [one.supersedes for one in listed] == [*(one.event_id for one in listed[1:]), None]
        bundle, frames = (
            client.evidence.bundle_bytes(score.evidence_id),
            client.evidence.frames(score.evidence_id),
        )
        assert b'"signature"' in bundle
        assert frames.count(b"\n") > 0
        assert client.evidence.report_pdf(score.evidence_id).startswith(b"%PDF")
        assert client.evidence.archive(score.evidence_id).startswith(b"PK")
        assert client.log.checkpoint().count("\n") >= 4
        assert client.risk.scenario_feed({"vehicle_id": "veh-1"}).parameters
        assert client.keys.own().to_dict()

        etag = client.vehicles.with_raw_response.get("veh-1").headers["etag"]
        again = client.vehicles.with_raw_response.get("veh-1", extra_headers={"If-None-Match": etag})
        assert again.status == 304


def test_what_the_service_refuses_comes_in_its_class(service: RealService) -> None:
    with Plumbline(api_key=service.key, base_url=service.url) as client:
        with pytest.raises(plumbline.NotFoundError) as missing:
            client.vehicles.get("veh-9")
        assert missing.value.request_id
        with pytest.raises(plumbline.UnprocessableEntityError) as faulty:
            client.score.residual({**frame(0), "sensors": {"lidar_confidence": 1.4}})
        assert faulty.value.code == "out_of_range"
        assert [fault.code for fault in faulty.value.errors] == ["out_of_range"]
        client.score.residual(frame(0), idempotency_key="once")
        with pytest.raises(plumbline.UnprocessableEntityError) as reused:
            client.score.residual(frame(1), idempotency_key="once")
        assert reused.value.code is not None and "idempotency" in reused.value.code
    with (
        Plumbline(api_key="plumb_live_nobody", base_url=service.url) as stranger,
        pytest.raises(plumbline.AuthenticationError),
    ):
        stranger.limits.get()


def test_events_go_on_over_the_death_of_the_service(service: RealService) -> None:
    with Plumbline(api_key=service.key, base_url=service.url) as client:
        client.telemetry.ingest_batch([frame(minute) for minute in range(60)])
        with client.events.stream(start="oldest", type=["breach.opened", "evidence.issued"]) as events:
            client.telemetry.ingest_batch([frame(minute) for minute in range(60, 120)])
            seen = [next(events_of := iter(events))]
            service.kill()
            service.start()
            client.telemetry.ingest_batch([frame(minute, vehicle="veh-2") for minute in range(120)])
            seen += [next(events_of) for _ in range(3)]
        listed = list(client.events.list(type=["breach.opened", "evidence.issued"], limit=1))
    assert [event.id for event in seen] == [event.id for event in listed]
    assert sorted(event.type for event in seen) == ["breach.opened"] * 2 + ["evidence.issued"] * 2
    assert isinstance(seen[0], plumbline.models.BreachOpenedEvent | plumbline.models.EvidenceIssuedEvent)


def test_a_webhook_of_the_service_is_unwrapped_with_its_secret(service: RealService) -> None:
    events: list[plumbline.Event] = []
    secrets: list[str] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            events.append(plumbline.unwrap_webhook(body, dict(self.headers), secrets))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with (
        HTTPServer(("127.0.0.1", 0), Receiver) as server,
        Plumbline(api_key=service.key, base_url=service.url) as client,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        webhook = client.webhooks.create({"url": f"http://127.0.0.1:{server.server_port}/hook"})
        secrets.append(webhook.secret)
        delivery = client.webhooks.test(webhook.id)
        secrets[:] = [client.webhooks.rotate_secret(webhook.id).secret]
        again = client.webhooks.test(webhook.id)
        server.shutdown()

    assert [delivery.status, again.status] == ["delivered", "delivered"]
    assert [event.id for event in events] == [delivery.event_id, again.event_id]
    assert all(isinstance(event, plumbline.models.WebhookTestEvent) for event in events)


async def test_the_asynchronous_half(service: RealService) -> None:
    async with AsyncPlumbline(api_key=service.key, base_url=service.url) as client:
        async with client.telemetry.writer() as writer:
            for minute in range(30):
                for vehicle in ("veh-a", "veh-b", "veh-c"):
                    await writer.write(frame(minute, vehicle=vehicle))
        assert writer.stats.accepted == 90
        page = await client.vehicles.list(limit=2, sort="vehicle_id")
        assert [vehicle.vehicle_id async for vehicle in page] == ["veh-a", "veh-b", "veh-c"]
        assert (await client.fleet.health_summary()).total_vehicles == 3
