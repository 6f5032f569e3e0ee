/** Thread in which the detectors in Python are asked, so that they never wait for the scoring's long computations. */
import { parentPort, workerData } from "node:worker_threads";

import { openBench } from "../bench.ts";
import { measurePeers } from "./measure-peers.ts";
import type { DetectorRow } from "./simulated-results.ts";

/** What the thread says: the step it is at, or at the end what it found. */
export type PeersMessage = { readonly step: string } | { readonly rows: readonly DetectorRow[] };

const parent = parentPort!;
const bench = openBench(workerData as { full: boolean; share: number }, (step) => tell({ step }));
tell({ rows: await measurePeers(bench) });

function tell(message: PeersMessage): void {
  // A thread's port has no origin, unlike a window's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parent.postMessage(message);
}
