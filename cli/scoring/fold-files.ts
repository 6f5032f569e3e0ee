import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { RejectedFrame } from "../../core/contract/requests/parse-frame.ts";
import type { ScoringSettings } from "../../core/scoring/model/settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readFrames } from "./read-frames.ts";
import { foldHeld, newVehicle, type ReplayedVehicle, takeFrame } from "./replayed-vehicle.ts";

/** A line that could not be read as a frame. */
export interface Skipped extends RejectedFrame {
  readonly file: string;
}

/** Folds the frames of files, one file after another, into their vehicles; `-` is standard input. */
export async function foldFiles(
  files: readonly string[],
  given: { readonly settings: ScoringSettings; readonly terminal: Terminal },
): Promise<{
  readonly vehicles: ReadonlyMap<string, ReplayedVehicle>;
  readonly skipped: readonly Skipped[];
}> {
  const vehicles = new Map<string, ReplayedVehicle>();
  const skipped: Skipped[] = [];
  for (const file of files) {
    for await (const entry of readFrames(openFile(file, given.terminal))) {
      given.terminal.stop.throwIfAborted();
      if (entry.kind === "rejected") {
        skipped.push({ file, ...entry.rejected });
        continue;
      }
      const { frame, place } = entry;
      const vehicle = vehicles.get(frame.vehicleId) ?? newVehicle(frame.vehicleId);
      vehicles.set(frame.vehicleId, vehicle);
      takeFrame(vehicle, { frame, file, line: place.line ?? 0 }, given.settings);
    }
  }
  for (const vehicle of vehicles.values()) foldHeld(vehicle, given.settings);
  return { vehicles, skipped };
}

function openFile(file: string, terminal: Terminal): Readable {
  return file === "-" ? terminal.stdin : createReadStream(file, { highWaterMark: 1 << 20 });
}
