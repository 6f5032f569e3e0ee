import { parentPort, workerData } from "node:worker_threads";

import { settingsFromJson } from "../../../core/scoring/settings/settings.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { type LineBlock, linesIn } from "./line-block.ts";
import { type FoldedLines, LineFolder } from "./line-folder.ts";
import type { ReplayedVehicle } from "../replayed-vehicle.ts";

/** After each block that it is folded, and at the end what came out. */
export type ThreadSays = "folded" | FoldedByThread;

export interface FoldedByThread extends Pick<FoldedLines, "skipped"> {
  readonly vehicles: readonly {
    readonly order: number;
    readonly vehicle: Omit<ReplayedVehicle, "replay"> & {
      readonly replay: Omit<ReplayedVehicle["replay"], "state">;
    };
    /** packState bytes. */
    readonly state: Uint8Array;
  }[];
}

const port = parentPort;
if (port === null) throw new Error("this file runs in a worker thread");
const folder = new LineFolder(settingsFromJson(workerData));
const say = (said: ThreadSays): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.postMessage(said);
};
port.on("message", (block: LineBlock | "end") => {
  if (block === "end") return say(result());
  for (const line of linesIn(block)) folder.take(line);
  say("folded");
});

function result(): FoldedByThread {
  const { vehicles, skipped } = folder.end();
  return {
    skipped,
    vehicles: vehicles.map(({ order, vehicle }) => {
      const { replay, ...others } = vehicle;
      const { state, ...kept } = replay;
      // Nobody asks for the identities once all is folded, and they are most of what would be copied.
      return { order, vehicle: { ...others, identities: new Set(), replay: kept }, state: packState(state) };
    }),
  };
}
