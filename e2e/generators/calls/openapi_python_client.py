"""The six operations through what openapi-python-client made of the document."""

import os

from plumbline_client import AuthenticatedClient
from plumbline_client.api.evidence import get_evidence_bundle, get_evidence_sigstore, get_key_set, get_trusted_root
from plumbline_client.api.fleet import get_fleet_health_summary
from plumbline_client.api.risk import create_scenario_feed
from plumbline_client.api.scoring import score_residual
from plumbline_client.api.service import get_health
from plumbline_client.api.telemetry import ingest_telemetry
from plumbline_client.models import BatchIngestResult, IngestStatus, ScenarioFeedRequest, ScenarioType, Sensors
from plumbline_client.models import TelemetryBatch, TelemetryFrame, Tier

vehicle, event_id = "made-by-openapi-python-client", os.environ["EVENT_ID"]
client = AuthenticatedClient(base_url=os.environ["SERVICE_URL"], token=os.environ["API_KEY"], raise_on_unexpected_status=True)


def frame(minute):
    sensors = Sensors(
        radar_range_bias_m=0.0123456789012345, lidar_registration_error_m=0.03, camera_rotation_matrix=[1, 0, 0, 0, 1, 0, 0, 0, 1]
    )
    return TelemetryFrame(vehicle_id=vehicle, timestamp=f"2025-03-01T08:{minute:02}:00Z", sensors=sensors)


one = ingest_telemetry.sync(client=client, body=frame(0))
assert one.status == IngestStatus.INGEST_STATUS_ACCEPTED and one.frames_ingested == 1, one
batch = ingest_telemetry.sync(client=client, body=TelemetryBatch(frames=[frame(1), frame(2)]))
assert isinstance(batch, BatchIngestResult) and batch.frames_ingested == 2, batch
assert ingest_telemetry.sync(client=client, body=[frame(1), frame(3)]).frames_duplicate == 1

score = score_residual.sync(client=client, body=frame(4))
assert score.vehicle_id == vehicle and score.tier == Tier.TIER_UNKNOWN and score.frame_seq == 5, score

bundle = get_evidence_bundle.sync(event_id, client=client)
assert bundle.event_id == event_id and bundle.frames.bytes_ > 0, bundle

summary = get_fleet_health_summary.sync(client=client)
assert summary.total_vehicles >= 2, summary

wanted = ScenarioFeedRequest(
    scenario_type=ScenarioType.SCENARIO_TYPE_POST_COLLISION, map_center=[37.7749, -122.4194], duration_s=20, seed=4294967295
)
feed = create_scenario_feed.sync(client=client, body=wanted)
assert feed.parameters.visualizer.map_center == [37.7749, -122.4194] and feed.seed == 4294967295, feed

assert get_health.sync(client=client).status.value == "ok"

assert get_key_set.sync(client=client).keys[0].kid == bundle.proof.envelope.signatures[0].keyid
assert get_trusted_root.sync(client=client).tlogs[0].hash_algorithm == "SHA2_256"
assert get_evidence_sigstore.sync(event_id, client=client).dsse_envelope.payload == bundle.proof.envelope.payload
print("ok")
