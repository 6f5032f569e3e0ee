import { createHash } from "node:crypto";

import { readFrameText } from "../../core/contract/requests/read-ingest-body.ts";
import { replayEntry, emptyReplay, type Replay } from "../../core/scoring/replay.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";

/** A vehicle whose frames were folded, as `replay` and the service fold them. */
export interface FoldedVehicle {
  replay: Replay;
  readonly timesUs: number[];
  readonly seen: Set<string>;
}

const framesOfRequest = 1000;
const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * Folds a body of lines into its vehicles: the frames of a request in the order of their times, one that was sent before
 * not again. What the contract refuses is left out.
 */
export function foldLines(lines: readonly string[], vehicles: Map<string, FoldedVehicle>): void {
  for (let from = 0; from < lines.length; from += framesOfRequest) {
    const frames = lines
      .slice(from, from + framesOfRequest)
      .map((line) => readFrameText(line, { nowUs: Infinity, sha256Hex }))
      .flatMap((parsed) => (parsed.kind === "rejected" ? [] : [parsed.frame]))
      .toSorted((one, other) => one.timestampUs - other.timestampUs);
    for (const { vehicleId, reading, sensorsSha256 } of frames) {
      const vehicle = vehicles.get(vehicleId) ?? { replay: emptyReplay(), timesUs: [], seen: new Set() };
      vehicles.set(vehicleId, vehicle);
      const identity = `${reading.timestampUs} ${sensorsSha256}`;
      if (vehicle.seen.has(identity)) continue;
      vehicle.seen.add(identity);
      vehicle.replay = replayEntry(vehicle.replay, { kind: "frame", reading }, defaultSettings);
      vehicle.timesUs.push(reading.timestampUs);
    }
  }
}

/** Times at which it was accused: of a tier of CAUTION or worse. */
export function accusationsOf({ replay }: FoldedVehicle): readonly number[] {
  return replay.tierPath.filter(({ to }) => to === "CAUTION" || to === "CRITICAL").map(({ atUs }) => atUs);
}
/** Times at which a change was proved, however large. */
export function changesOf({ replay }: FoldedVehicle): readonly number[] {
  return replay.breaches.map(({ openedUs }) => openedUs);
}

/** Frames from a fault to the first accusation or proved change since, both included; Infinity where there is none. */
export function delayOf(vehicle: FoldedVehicle, faultUs: number): number {
  const found = Math.min(
    ...[...accusationsOf(vehicle), ...changesOf(vehicle)].filter((atUs) => atUs >= faultUs),
  );
  if (found === Infinity) return Infinity;
  return vehicle.timesUs.filter((timeUs) => timeUs >= faultUs && timeUs <= found).length;
}
