import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";

import type { RejectedFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type FrameLine, parseFrameLine, readFrameLines } from "../read-frames.ts";
import { newVehicle, type ReplayedVehicle, takeFrame } from "../replayed-vehicle.ts";

/** A line that could not be read as a frame. */
export interface Skipped extends RejectedFrame {
  readonly file: string;
}

/** A line and where it stands among all lines of all files. */
export interface PlacedLine extends FrameLine {
  readonly file: string;
  readonly order: number;
}

/** The lines of files, one file after another; `-` is standard input. */
export async function* placedLines(
  files: readonly string[],
  terminal: Terminal,
): AsyncGenerator<PlacedLine, void> {
  let order = 0;
  for (const file of files) {
    for await (const line of readFrameLines(openFile(file, terminal))) {
      terminal.stop.throwIfAborted();
      order += 1;
      yield { ...line, file, order };
    }
  }
}

function openFile(file: string, terminal: Terminal): Readable {
  return file === "-" ? terminal.stdin : createReadStream(file, { highWaterMark: 1 << 20 });
}

/** What became of lines: the vehicles with the line that first spoke of each, and what was skipped. */
export interface FoldedLines {
  readonly vehicles: readonly { readonly order: number; readonly vehicle: ReplayedVehicle }[];
  readonly skipped: readonly { readonly order: number; readonly skipped: Skipped }[];
}

/** Folds lines into their vehicles as they come. */
export class LineFolder {
  readonly #settings: ScoringSettings;
  readonly #vehicles = new Map<string, FoldedLines["vehicles"][number]>();
  readonly #skipped: FoldedLines["skipped"][number][] = [];

  constructor(settings: ScoringSettings) {
    this.#settings = settings;
  }

  take(line: PlacedLine): void {
    const { file, order } = line;
    const entry = parseFrameLine(line);
    if (entry.kind === "rejected") {
      this.#skipped.push({ order, skipped: { file, ...entry.rejected } });
      return;
    }
    const { frame, place } = entry;
    const found = this.#vehicles.get(frame.vehicleId) ?? { order, vehicle: newVehicle(frame.vehicleId) };
    this.#vehicles.set(frame.vehicleId, found);
    takeFrame(found.vehicle, { frame, file, line: place.line ?? 0 }, this.#settings);
  }

  end(): FoldedLines {
    return { vehicles: [...this.#vehicles.values()], skipped: this.#skipped };
  }
}
