// The six operations through openapi-fetch, typed by what openapi-typescript made of the document.
import assert from "node:assert/strict";

import createClient from "openapi-fetch";

import type { components, paths } from "./schema.ts";

const vehicle = "made-by-openapi-typescript";
const eventId = process.env["EVENT_ID"]!;
const client = createClient<paths>({
  baseUrl: process.env["SERVICE_URL"]!,
  headers: { Authorization: `Bearer ${process.env["API_KEY"]}` },
});

function frame(minute: number): components["schemas"]["TelemetryFrame"] {
  return {
    vehicle_id: vehicle,
    timestamp: `2025-03-01T08:0${minute}:00Z`,
    sensors: {
      radar_range_bias_m: 0.0123456789012345,
      lidar_registration_error_m: 0.03,
      camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    },
  };
}

const one = await client.POST("/v1/telemetry/ingest", { body: frame(0) });
assert.equal(one.data?.status satisfies "accepted" | "duplicate" | "partial" | undefined, "accepted");
const batch = await client.POST("/v1/telemetry/ingest", { body: { frames: [frame(1), frame(2)] } });
assert.equal(batch.data?.frames_ingested, 2);
const score = await client.POST("/v1/score/residual", { body: frame(4) });
assert.equal(score.data?.tier satisfies components["schemas"]["Tier"] | undefined, "UNKNOWN");
assert.equal(score.data?.frame_seq, 4);

const event = { params: { path: { event_id: eventId } } };
const bundle = await client.GET("/v1/evidence/{event_id}/bundle", event);
assert.equal(bundle.data?.event_id, eventId);
const summary = await client.GET("/v1/fleet/health-summary");
assert.ok((summary.data?.total_vehicles ?? 0) >= 2);
const feed = await client.POST("/v1/risk/scenario-feed", {
  body: {
    scenario_type: "post_collision",
    map_center: [37.7749, -122.4194],
    duration_s: 20,
    seed: 4294967295,
  },
});
assert.deepEqual(feed.data?.parameters.visualizer.map_center, [37.7749, -122.4194]);
const health = await client.GET("/health");
assert.equal(health.data?.status, "ok");

const refused = await client.GET("/v1/vehicles/{vehicle_id}", { params: { path: { vehicle_id: "nobody" } } });
assert.equal(refused.error?.code, "vehicle_not_found");

const keys = await client.GET("/.well-known/jwks.json");
assert.equal(keys.data?.keys[0]?.kid, bundle.data?.proof.envelope.signatures[0]?.keyid);
const root = await client.GET("/v1/evidence/trusted-root");
assert.equal(root.data?.tlogs[0]?.hashAlgorithm, "SHA2_256");
const sigstore = await client.GET("/v1/evidence/{event_id}/sigstore", event);
assert.equal(sigstore.data?.dsseEnvelope.payload, bundle.data?.proof.envelope.payload);
console.log("ok");
