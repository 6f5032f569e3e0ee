"""The six operations through what openapi-generator made of the document for Python."""

import os

import plumbline
from plumbline.models import IngestTelemetryRequest, ScenarioFeedRequest, ScenarioType, Sensors, TelemetryBatch, TelemetryFrame, Tier

vehicle, event_id = "made-by-openapi-generator-python", os.environ["EVENT_ID"]
client = plumbline.ApiClient(plumbline.Configuration(host=os.environ["SERVICE_URL"], access_token=os.environ["API_KEY"]))


def frame(minute):
    sensors = Sensors(
        radar_range_bias_m=0.0123456789012345, lidar_registration_error_m=0.03, camera_rotation_matrix=[1, 0, 0, 0, 1, 0, 0, 0, 1]
    )
    return TelemetryFrame(vehicle_id=vehicle, timestamp=f"2025-03-01T08:{minute:02}:00Z", sensors=sensors)


telemetry = plumbline.TelemetryApi(client)
one = telemetry.ingest_telemetry(IngestTelemetryRequest(frame(0))).actual_instance
assert one.status == "accepted" and one.frames_ingested == 1, one
batch = telemetry.ingest_telemetry(IngestTelemetryRequest(TelemetryBatch(frames=[frame(1), frame(2)]))).actual_instance
assert batch.frames_ingested == 2 and batch.vehicles == 1, batch

score = plumbline.ScoringApi(client).score_residual(frame(4))
assert score.vehicle_id == vehicle and score.tier == Tier.TIER_UNKNOWN and score.frame_seq == 4, score

evidence = plumbline.EvidenceApi(client)
bundle = evidence.get_evidence_bundle(event_id)
assert bundle.event_id == event_id and bundle.frames.bytes > 0, bundle

assert plumbline.FleetApi(client).get_fleet_health_summary().total_vehicles >= 2

wanted = ScenarioFeedRequest(
    scenario_type=ScenarioType.SCENARIO_TYPE_POST_COLLISION, map_center=[37.7749, -122.4194], duration_s=20, seed=4294967295
)
feed = plumbline.RiskApi(client).create_scenario_feed(scenario_feed_request=wanted)
assert feed.parameters.visualizer.map_center == [37.7749, -122.4194] and feed.seed == 4294967295, feed

assert plumbline.ServiceApi(client).get_health().status == "ok"

assert evidence.get_key_set().keys[0].kid == bundle.proof.envelope.signatures[0].keyid
assert evidence.get_trusted_root().tlogs[0].hash_algorithm == "SHA2_256"
assert evidence.get_evidence_sigstore(event_id).dsse_envelope.payload == bundle.proof.envelope.payload
print("ok")
