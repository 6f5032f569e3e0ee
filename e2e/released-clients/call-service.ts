// Drives a service with the TypeScript client of another commit: node call-service.ts CLIENT_FOLDER URL KEY. Prints what
// it was told, as JSON; call_service.py does the same in Python. Written for the clients as they were first released, so
// it changes only together with a new major version of them.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type * as Client from "../../clients/typescript/index.ts";

const [folder = "", baseUrl = "", apiKey = ""] = process.argv.slice(2);
const released = (await import(pathToFileURL(join(folder, "index.ts")).href)) as typeof Client;
const client = new released.Plumbline({ baseUrl, apiKey });

const startMs = Date.UTC(2026, 0, 5, 8);
const vehicleId = "veh-released-typescript";
const frames = Array.from({ length: 200 }, (_, minute) => ({
  vehicle_id: vehicleId,
  timestamp: new Date(startMs + minute * 60_000).toISOString(),
  // A radar that jumps by half a metre after an hour, over noise that repeats.
  sensors: { radar_range_bias_m: (((minute * 7919) % 101) - 50) / 5000 + (minute >= 60 ? 0.5 : 0) },
}));

const batch = await client.telemetry.ingestBatch(frames.slice(0, -1));
const score = await client.score.residual(frames.at(-1)!);
const evidence = score.evidence_id ?? "none";
const events = client.events.stream({ start: "oldest" });
let firstEvent = "none";
for await (const event of events) {
  firstEvent = event.type;
  break;
}
const refused = await client.vehicles.get("nobody").then(
  () => "nothing",
  (error: unknown) => (error instanceof released.NotFoundError ? `${error.status}` : String(error)),
);
const series = await client.vehicles.series(vehicleId, { points: 50 });
const bundle = await client.evidence.bundle(evidence);
process.stdout.write(
  JSON.stringify({
    ingested: batch.frames_ingested,
    tier: score.tier,
    source: score.probable_fault_source,
    vehicles: (await client.fleet.healthSummary()).total_vehicles,
    listed: (await client.vehicles.get(vehicleId)).vehicle_id,
    frames: series.frames,
    signed: bundle.signature.slice(0, 7),
    firstEvent,
    refused,
  }),
);
