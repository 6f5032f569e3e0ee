"""The six operations over plain HTTP, every body through a model datamodel-code-generator made of the document."""

import json
import os
import urllib.request

import models

vehicle, event_id = "made-by-datamodel-code-generator", os.environ["EVENT_ID"]


def call(method, path, answer, body=None):
    data = None if body is None else body.model_dump_json(exclude_none=True).encode()
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json"}
    request = urllib.request.Request(os.environ["SERVICE_URL"] + path, data, headers, method=method)
    return answer.model_validate_json(urllib.request.urlopen(request, timeout=30).read())


def frame(minute):
    sensors = models.Sensors(
        radar_range_bias_m=0.0123456789012345, lidar_registration_error_m=0.03, camera_rotation_matrix=[1, 0, 0, 0, 1, 0, 0, 0, 1]
    )
    return models.TelemetryFrame(vehicle_id=vehicle, timestamp=f"2025-03-01T08:{minute:02}:00Z", sensors=sensors)


one = call("POST", "/v1/telemetry/ingest", models.IngestResult, frame(0))
assert one.status.value == "accepted" and one.frames_ingested == 1, one
batch = call("POST", "/v1/telemetry/ingest", models.BatchIngestResult, models.TelemetryBatch(frames=[frame(1), frame(2)]))
assert batch.frames_ingested == 2, batch
score = call("POST", "/v1/score/residual", models.ResidualScore, frame(4))
assert score.tier == models.Tier.TIER_UNKNOWN and score.frame_seq == 4, score
bundle = call("GET", f"/v1/evidence/{event_id}/bundle", models.EvidenceBundle)
assert bundle.frames.bytes > 0, bundle
assert call("GET", "/v1/fleet/health-summary", models.FleetHealthSummary).total_vehicles >= 2
wanted = models.ScenarioFeedRequest(scenario_type="post_collision", map_center=[37.7749, -122.4194], duration_s=20, seed=4294967295)
feed = call("POST", "/v1/risk/scenario-feed", models.ScenarioFeed, wanted)
assert list(feed.parameters.visualizer.map_center) == [37.7749, -122.4194] and feed.seed == 4294967295, feed
assert call("GET", "/health", models.Health).status.value == "ok"
assert call("GET", "/.well-known/jwks.json", models.JsonWebKeySet).keys[0].kid == bundle.proof.envelope.signatures[0].keyid
assert call("GET", "/v1/evidence/trusted-root", models.TrustedRoot).tlogs[0].hashAlgorithm == "SHA2_256"
sigstore = call("GET", f"/v1/evidence/{event_id}/sigstore", models.SigstoreBundle)
assert sigstore.dsseEnvelope.payload == bundle.proof.envelope.payload
print("ok")
