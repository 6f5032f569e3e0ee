/** Thread that tries its share of the chunks. */
import { parentPort, workerData } from "node:worker_threads";

import { openBench } from "../bench.ts";
import { tryChunk, type ChunkOutcome, type ChunkPlan } from "./try-chunk.ts";

export interface OutlierMessage {
  readonly outcome: ChunkOutcome;
}

const madeBy = [
  "core/scoring",
  "bench/detection/outliers/calm-vehicle.ts",
  "bench/detection/outliers/try-chunk.ts",
  "bench/detection/outliers/try-outlier.ts",
  "bench/detection/outliers/outlier-reading.ts",
  "bench/detection/simulated/random-stream.ts",
];

const { full, share, chunks } = workerData as { full: boolean; share: number; chunks: readonly ChunkPlan[] };
const parent = parentPort!;
const bench = openBench({ full, share }, () => {});
for (const chunk of chunks) print({ outcome: bench.kept("outlier", chunk, madeBy, () => tryChunk(chunk)) });

function print(message: OutlierMessage): void {
  // A thread's port has no origin, unlike a window's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parent.postMessage(message);
}
