import { loadavg } from "node:os";
import { parseArgs } from "node:util";

import { foldOwned } from "../../core/scoring/fold.ts";
import { FrameTester } from "../../core/scoring/frame/frame-tester.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";
import type { JournalEntry } from "../../core/scoring/model/journal-entry.ts";
import { packState, unpackState } from "../../core/scoring/model/codec/state-codec.ts";
import { median } from "../../core/scoring/numeric/robust.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import type { VehicleState } from "../../core/scoring/model/state.ts";
import { readingOf } from "../detection/vehicles/reading-of.ts";
import { runStamp } from "../run-stamp.ts";
import { calmFleet } from "./load-frames.ts";

/**
 * What it gives a fold that a state is made anew from its bytes every 64 entries, as a commit does when it keeps a snapshot: two
 * fleets of the same vehicles in one process, folded frame by frame in turn, one with its states as folds leave them. Only frames
 * between snapshots count, and of those from the second snapshot on. Time on the clock, because a step is too short for the count
 * of processor time.
 *
 *     npm run bench:gathered -- [--vehicles 100,400,1000]
 */
const { values } = parseArgs({ options: { vehicles: { type: "string", default: "100,400,1000" } } });
const snapshotEvery = 64;
const steps = 4 * snapshotEvery;
const tester = new FrameTester();

const results = values.vehicles.split(",").map((count) => measure(Number(count)));
console.log(JSON.stringify({ ...runStamp(), loadAverage: loadavg()[0], results }, null, 2));

function measure(count: number) {
  const fleet = calmFleet(count);
  const asFolded: VehicleState[] = fleet.map(() => initialState());
  const gathered: VehicleState[] = fleet.map(() => initialState());
  const took: { readonly asFolded: number; readonly gathered: number }[] = [];
  for (let step = 0; step < steps; step += 1) {
    const entries = fleet.map((vehicle): JournalEntry | null => {
      const frame = vehicle.frameAt(step);
      return frame === null ? null : { kind: "frame", reading: readingOf(frame) };
    });
    const isSnapshot = step > 0 && step % snapshotEvery === 0;
    if (isSnapshot) gathered.forEach((state, at) => (gathered[at] = unpackState(packState(state))));
    const pair = { asFolded: 0, gathered: 0 };
    const takeFolded = () => (pair.asFolded = foldAll(asFolded, entries));
    const takeGathered = () => (pair.gathered = foldAll(gathered, entries));
    // In turn: whoever comes second finds less of its own in fast memory.
    const sides = [takeFolded, takeGathered];
    if (step % 2 === 1) sides.reverse();
    for (const take of sides) take();
    if (step > snapshotEvery && !isSnapshot) took.push(pair);
  }
  return {
    vehicles: count,
    asFoldedUs: rounded(median(took.map((pair) => pair.asFolded))),
    gatheredUs: rounded(median(took.map((pair) => pair.gathered))),
    ratio: rounded(median(took.map((pair) => pair.gathered / pair.asFolded))),
  };
}

/** µs a frame. */
function foldAll(states: VehicleState[], entries: readonly (JournalEntry | null)[]): number {
  const began = performance.now();
  for (const [at, entry] of entries.entries()) {
    if (entry !== null) states[at] = foldOwned(states[at]!, entry, defaultSettings, tester).state;
  }
  return ((performance.now() - began) * 1_000) / entries.length;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
