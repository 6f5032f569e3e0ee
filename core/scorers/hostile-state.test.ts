import { expect, test } from "vitest";

import { packState, unpackState } from "../scoring/model/codec/state-codec.ts";
import { initialState } from "../scoring/model/initial-state.ts";
import type { JournalEntry } from "../scoring/model/journal-entry.ts";
import { defaultSettings } from "../scoring/settings/settings.ts";
import { journalOf } from "../scoring/vehicle-journal.ts";
import { presentScoring as scoring } from "./present-scoring.ts";

const journal = journalOf({
  frames: 130,
  seed: 61,
  sensors: ["camera", "radar", "lidar", "confidence"],
  displacement: (at) => (at >= 90 ? { radarM: 0.6, cameraDeg: [0.3, 0, 0] } : {}),
});

interface Given {
  readonly packed: Uint8Array;
  readonly rest: readonly JournalEntry[];
}
/** While it learns, as its bank begins, with a change that is open. */
const sound: readonly Given[] = [30, 45, 110].map((seq) => {
  let state = initialState();
  for (const entry of journal.slice(0, seq)) ({ state } = scoring.fold(state, entry, defaultSettings));
  return { packed: packState(state), rest: journal.slice(seq, seq + 10) };
});

/** Everything that a verifier computes, or why it refuses. */
function outcomeOf({ packed, rest }: Given): string {
  try {
    let state = scoring.unpackState(packed);
    const outputs = rest.map((entry) => {
      const step = scoring.fold(state, entry, defaultSettings);
      ({ state } = step);
      return [scoring.outputs(step.score!), scoring.openBreach(state, defaultSettings)];
    });
    return JSON.stringify([outputs, Buffer.from(packState(state)).toString("base64")]);
  } catch (fault) {
    return `refused: ${(fault as Error).message}`;
  }
}

type Draw = (below: number) => number;
/** Mulberry32. */
function draws(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const words = [0, 1, -1, 17, 64, 0x7fffffff, -0x80000000, 0x7ff80000, 0x7ff00000, -0x3e000000];
const numbers = [0, 1e308, -1e308, 5e-324, 1e-160, 86_400, -1];

const mutations: readonly ((given: Given, draw: Draw) => Given)[] = [
  ({ packed, rest }, draw) => ({ packed: packed.slice(0, draw(packed.length)), rest }),
  ({ packed, rest }, draw) => {
    const bytes = packed.slice();
    bytes[draw(bytes.length)]! ^= 1 << draw(8);
    return { packed: bytes, rest };
  },
  // A word of the vehicle, half of them among the first, which say how the rest is read.
  ({ packed, rest }, draw) => {
    const state = unpackState(packed);
    const region = state.region.slice();
    const count = draw(2) === 0 ? 600 : region.length / 4;
    const word = draw(2) === 0 ? words[draw(words.length)]! : draw(2 ** 32) | 0;
    new DataView(region.buffer).setInt32(4 * draw(count), word, true);
    return { packed: packState({ ...state, region }), rest };
  },
  ({ packed, rest }, draw) => {
    const bent = JSON.stringify(rest).replaceAll(/-?[0-9.]+(?:e-?\d+)?/g, (number) =>
      draw(20) === 0 ? String(numbers[draw(numbers.length)]) : number,
    );
    return { packed, rest: JSON.parse(bent) as readonly JournalEntry[] };
  },
];

test("a thousand states and frames that nobody sent are refused or fold to an end, and harm no other vehicle", () => {
  const due = sound.map(outcomeOf);
  expect(due.filter((outcome) => outcome.startsWith("refused"))).toEqual([]);
  const draw = draws(34);
  const refused = [0, 0, 0, 0];
  for (let round = 0; round < 1000; round += 1) {
    const outcome = outcomeOf(mutations[round % 4]!(sound[round % 3]!, draw));
    if (outcome.startsWith("refused")) refused[round % 4]! += 1;
    if (round % 40 === 39) expect(sound.map(outcomeOf)).toEqual(due);
  }
  expect(refused[0]).toBe(250);
  for (const count of refused.slice(1, 3)) expect(count).toBeGreaterThan(5);
});

test.each([-1, 0.5, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY])(
  "a state of %d entries is refused",
  (entries) => {
    const state = unpackState(sound[0]!.packed);
    const region = state.region.slice();
    new DataView(region.buffer).setFloat64(0, entries, true);
    expect(() => unpackState(packState({ ...state, region }))).toThrow(RangeError);
  },
);
