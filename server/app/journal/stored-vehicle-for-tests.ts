import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import { newlyEstimatedNoise, noiseStages } from "../../../core/scoring/fleet/fleet-prior.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { secondUs, startUs } from "../../storage/frames-for-tests.ts";
import type { EstimatedNoiseRecord } from "../ports/changes.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import type { StoredEntry, StoredVehicle } from "./rebuild-vehicle.ts";
import { storedDigest } from "./sensors-digest.ts";
import { summaryAfterFrame } from "./summary-after.ts";

export const scoringForStoredVehicle = "tests-1";

/** What a vehicle in memory has, its entries listed. */
export type StoredVehicleForTests = StoredVehicle & { readonly entries: readonly StoredEntry[] };

/** A vehicle as the commit path leaves it in a store: every frame folded once, and a state kept of the last. */
export function storedVehicleOf(frames: readonly IncomingFrame[]): StoredVehicleForTests {
  const entries: StoredEntry[] = [];
  const estimatedNoise: EstimatedNoiseRecord[] = [];
  let state = initialState();
  let summary = vehicleForTests({ tierSinceUs: startUs, firstTimestampUs: frames[0]?.timestampUs ?? null });
  for (const frame of frames) {
    const before = state;
    const receivedAtUs = startUs + entries.length * secondUs;
    const entry = { kind: "frame", reading: frame.reading } as const;
    const { score, events, ...folded } = fold(before, entry, defaultSettings);
    if (score === null) throw new Error("a frame without a score");
    state = folded.state;
    summary = summaryAfterFrame(summary, { frame, receivedAtUs, score, events, state }, null);
    const { raw, sensorsSha256 } = frame;
    const row = {
      raw,
      score: packScore(score),
      tier: score.tier,
      sensorsDigest: storedDigest(sensorsSha256),
    };
    entries.push({ seq: score.seq, receivedAtUs, entry, frame: row });
    const { organisation, fleetId, vehicleKey } = summary;
    const learnt = newlyEstimatedNoise(noiseStages(before), state);
    estimatedNoise.push(...learnt.map((noise) => ({ organisation, fleetId, vehicleKey, noise })));
  }
  const { vehicleKey, entries: seq } = summary;
  const states = [{ vehicleKey, seq, state: packState(state), scoring: scoringForStoredVehicle }];
  return {
    summary,
    odometerAtBreaches: new Map(),
    states: seq === 0 ? [] : states,
    estimatedNoise,
    ...listing(entries),
  };
}

/** The same vehicle with these entries in its journal. */
export function listing(entries: readonly StoredEntry[]) {
  const entriesAfter = (afterSeq: number, limit: number) =>
    entries.filter(({ seq }) => seq > afterSeq).slice(0, limit);
  return { entries, entriesAfter };
}
