import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";

import type { RejectedFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type FrameLine, parseFrameLine, readFrameLines } from "../read-frames.ts";
import {
  newVehicle,
  type PlacedFrame,
  type ReplayedVehicle,
  setLastAside,
  takeFrame,
} from "../replayed-vehicle.ts";

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

/** A frame that was read, and its vehicle. */
interface ReadFrame {
  readonly vehicle: ReplayedVehicle;
  readonly placed: PlacedFrame;
}

/** So many frames of a file are one request where `ingest` sends it. */
const framesAtOnce = 1000;

/** Folds lines into their vehicles, as many at once as one request has, in the order of their times. */
export class LineFolder {
  readonly #settings: ScoringSettings;
  readonly #vehicles = new Map<string, FoldedLines["vehicles"][number]>();
  readonly #skipped: FoldedLines["skipped"][number][] = [];
  #group = "";
  #read: ReadFrame[] = [];

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
    const group = `${Math.floor(place.index / framesAtOnce)} ${file}`;
    if (group !== this.#group) this.#foldRead();
    this.#group = group;
    const placed = { frame, file, line: place.line ?? 0 };
    found.vehicle.lastRead = placed;
    this.#read.push({ vehicle: found.vehicle, placed });
  }

  #foldRead(): void {
    const read = this.#read.splice(0);
    read.sort((one, other) => one.placed.frame.timestampUs - other.placed.frame.timestampUs);
    for (const { vehicle, placed } of read) takeFrame(vehicle, placed, this.#settings);
  }

  end(): FoldedLines {
    this.#foldRead();
    for (const { vehicle } of this.#vehicles.values()) setLastAside(vehicle);
    return { vehicles: [...this.#vehicles.values()], skipped: this.#skipped };
  }
}
