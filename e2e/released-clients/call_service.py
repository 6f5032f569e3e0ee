"""Drives a service with the Python client of another commit: python call_service.py URL KEY, the client by PYTHONPATH.

Prints what it was told, as JSON; call-service.ts does the same in TypeScript.
"""

import json
import sys
from datetime import datetime, timedelta, timezone

import plumbline

url, key = sys.argv[1:]
start = datetime(2026, 1, 5, 8, tzinfo=timezone.utc)
vehicle_id = "veh-released-python"
frames = [
    {
        "vehicle_id": vehicle_id,
        "timestamp": start + timedelta(minutes=minute),
        "sensors": {"radar_range_bias_m": (minute * 7919 % 101 - 50) / 5000 + (0.5 if minute >= 60 else 0.0)},
    }
    for minute in range(200)
]

with plumbline.Plumbline(base_url=url, api_key=key) as client:
    batch = client.telemetry.ingest_batch(frames[:-1])
    score = client.score.residual(frames[-1])
    first_event = next(iter(client.events.stream(start="oldest")))
    try:
        client.vehicles.get("nobody")
        refused = "nothing"
    except plumbline.NotFoundError as error:
        refused = str(error.status)
    told = {
        "ingested": batch.frames_ingested,
        "tier": score.tier,
        "source": score.probable_fault_source,
        "vehicles": client.fleet.health_summary().total_vehicles,
        "listed": client.vehicles.get(vehicle_id).vehicle_id,
        "frames": client.vehicles.series(vehicle_id, points=50).frames,
        "signed": client.evidence.bundle(score.evidence_id).signature[:7],
        "firstEvent": first_event.type,
        "refused": refused,
    }
print(json.dumps(told))
