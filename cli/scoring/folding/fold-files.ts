import { availableParallelism } from "node:os";

import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { FoldingThreads } from "./folding-threads.ts";
import { type FoldedLines, LineFolder, placedLines, type PlacedLine, type Skipped } from "./line-folder.ts";
import type { ReplayedVehicle } from "../replayed-vehicle.ts";

/** More threads than this wait for the one that reads. */
const mostThreads = 8;
/** Less than this is folded sooner than a thread has loaded its modules. */
const manyBytes = 4 * 1024 * 1024;

export interface FoldedFiles {
  readonly vehicles: ReadonlyMap<string, ReplayedVehicle>;
  readonly skipped: readonly Skipped[];
}

/**
 * Folds the frames of files, one file after another, into their vehicles; `-` is standard input. Long files are folded by
 * several threads, each with vehicles of its own, so that a vehicle's frames keep their order; what comes out is the same.
 */
export async function foldFiles(
  files: readonly string[],
  given: { readonly settings: ScoringSettings; readonly terminal: Terminal },
  { threads = Math.min(mostThreads, availableParallelism()), worthThreads = manyBytes } = {},
): Promise<FoldedFiles> {
  const lines = placedLines(files, given.terminal);
  if (threads < 2) return inOrder([await foldHere(lines, given.settings)]);
  const { first, isAll } = await readFirst(lines, worthThreads);
  if (isAll) return inOrder([await foldHere(first, given.settings)]);
  const folding = new FoldingThreads(threads, given.settings);
  try {
    for (const line of first.splice(0)) await folding.take(line);
    for await (const line of lines) await folding.take(line);
    return inOrder(await folding.end());
  } finally {
    await folding.close();
  }
}

/** Lines of at least so many bytes, or all there are. */
async function readFirst(lines: AsyncGenerator<PlacedLine, void>, bytes: number) {
  const first: PlacedLine[] = [];
  for (let read = 0; read < bytes;) {
    // oxlint-disable-next-line no-await-in-loop -- lines come one after another
    const next = await lines.next();
    if (next.done === true) return { first, isAll: true };
    first.push(next.value);
    read += next.value.bytes.length;
  }
  return { first, isAll: false };
}

async function foldHere(
  lines: AsyncIterable<PlacedLine> | Iterable<PlacedLine>,
  settings: ScoringSettings,
): Promise<FoldedLines> {
  const folder = new LineFolder(settings);
  for await (const line of lines) folder.take(line);
  return folder.end();
}

/** As one thread would have met them. */
function inOrder(parts: readonly FoldedLines[]): FoldedFiles {
  const vehicles = parts.flatMap((part) => part.vehicles).toSorted((one, other) => one.order - other.order);
  const skipped = parts.flatMap((part) => part.skipped).toSorted((one, other) => one.order - other.order);
  return {
    vehicles: new Map(vehicles.map(({ vehicle }) => [vehicle.vehicleId, vehicle])),
    skipped: skipped.map((one) => one.skipped),
  };
}
