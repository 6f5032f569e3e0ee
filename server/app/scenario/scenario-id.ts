import { createHash } from "node:crypto";

import type { ScenarioFeed } from "../../../core/contract/types.ts";

/**
 * A scenario's id: a digest of its seed, of what it is about or drawn from, and of all its parameters but the addresses and
 * digests of files, which hold the id themselves. Whoever holds a feed can work it out again.
 */
export function scenarioIdOf(
  feed: Pick<ScenarioFeed, "seed" | "sampled_from" | "parameters" | "provenance">,
): string {
  const inputs = [feed.seed, feed.sampled_from ?? nameOf(feed.provenance), withoutFiles(feed.parameters)];
  return `scn_${sha256(inputs).toString("hex").slice(0, 16)}`;
}

/** The first four bytes of a digest, as a seed: the same thing gives the same one. */
export function seedOfName(name: unknown): number {
  return sha256(name).readUInt32BE(0);
}

function nameOf({ vehicle_id, evidence_event_id }: ScenarioFeed["provenance"]) {
  if (vehicle_id === undefined) return null;
  return { vehicle_id, ...(evidence_event_id !== undefined && { evidence_event_id }) };
}

/** Members keep their places: an id does not change with the version of the service. */
function withoutFiles(parameters: ScenarioFeed["parameters"]): unknown {
  const { url: _, sha256: __, ...samples } = parameters.drift_samples;
  const { opendrive_url: ___, sha256: ____, ...streets } = parameters.road;
  return { ...parameters, drift_samples: samples, road: streets };
}

function sha256(value: unknown): Buffer {
  return createHash("sha256").update(JSON.stringify(value)).digest();
}
