import { fold } from "../../../core/scoring/fold.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import { journalOf } from "../../../core/scoring/vehicle-journal.ts";
import { generateFleet } from "../../../simulator/generate-fleet.ts";
import type { Bench, Part } from "../bench.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { readingOf } from "./reading-of.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { packState, unpackState } from "../../../core/scoring/model/codec/state-codec.ts";


/** What a frame costs and what a vehicle weighs, on vehicles whose baselines are learnt and whose histograms are full. */
export const speedPart: Part = {
  name: "detection-speed",
  title: "Processor time a frame and size of the state",
  steps: () => 4,
  run(bench) {
    const measured = streamsOf(bench).map((stream) => {
      bench.step(stream.name);
      return measure(stream, bench);
    });
    bench.step("packing");
    const [fleet] = measured;
    const { states } = fleet!;
    const sizes = states.map((state) => packState(state).length).toSorted((a, b) => a - b);
    const calm = states.filter(({ breach }) => breach === null).map((state) => packState(state).length);
    const medianBytes = middle(sizes);
    const largestBytes = sizes.at(-1)!;
    const largestCalmBytes = Math.max(...calm);
    const packings = states
      .concat(states, states, states, states)
      .map((state) => timeOf(() => unpackState(packState(state))));
    const packing = middle(packings);
    const markdown = [
      `Time on the clock, one thread. Each vehicle's last frames are folded again and again from the same state; the table gives the fastest and the middle round of all, because other work on the machine only ever adds.`,
      "",
      ...markdownTable(
        [
          "stream, camera, radar, lidar and confidence in every frame",
          "frames to a block",
          "fastest",
          "middle",
        ],
        measured.map(({ name, framesPerBlock, fastest, usual }) => [
          name,
          framesPerBlock,
          `${figure(fastest, 1)} µs`,
          `${figure(usual, 1)} µs`,
        ]),
      ),
      "",
      ...markdownTable(
        ["what", "figure"],
        [
          ["state of a vehicle, packed: median", `${medianBytes} bytes`],
          ["state of a vehicle, packed: largest without a breach", `${largestCalmBytes} bytes`],
          ["state of a vehicle, packed: largest", `${largestBytes} bytes`],
          ["packing and unpacking a state, middle", `${figure(packing, 0)} µs`],
        ],
      ),
      "",
    ];
    const streams = measured.map(({ name, framesPerBlock, fastest, usual }) => ({
      name,
      framesPerBlock,
      fastest,
      usual,
    }));
    return {
      markdown,
      json: {
        microseconds: fleet!.fastest,
        streams,
        medianBytes,
        largestCalmBytes,
        largestBytes,
        packing,
      },
      figures: [],
    };
  },
};

interface Stream {
  readonly name: string;
  readonly journals: readonly (readonly JournalEntry[])[];
  /** Frames before the measured ones. */
  readonly warm: number;
}

function streamsOf({ seed, full }: Bench): readonly Stream[] {
  const sensors = ["camera", "radar", "lidar", "confidence"] as const;
  const measured = full ? 1000 : 300;
  const warm = full ? 4000 : 2500;
  const fleet = generateFleet({
    seed,
    vehicles: 20,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [300 * 60, 600 * 60],
  });
  const frames = { frames: warm + measured, sensors };
  return [
    {
      name: "a mixed fleet of 20, one frame a minute, faults included",
      warm,
      journals: fleet.map((vehicle) =>
        Array.from({ length: warm + measured }, (_, step) => vehicle.frameAt(step))
          .filter((frame) => frame !== null)
          .map((frame): JournalEntry => ({ kind: "frame", reading: readingOf(frame) })),
      ),
    },
    {
      name: "1 Hz, lag-1 correlation 0.5",
      warm,
      journals: [1, 2, 3].map((at) =>
        journalOf({ ...frames, seed: seed + at, correlation: 0.5, periodS: 1 }),
      ),
    },
    {
      name: "20 Hz, lag-1 correlation 0.97",
      warm,
      journals: [1, 2, 3].map((at) =>
        journalOf({ ...frames, seed: seed + at, correlation: 0.97, periodS: 0.05 }),
      ),
    },
  ];
}

function measure({ name, journals, warm }: Stream, { full }: Bench) {
  const before = journals.map((journal) => play(initialState(), journal.slice(0, warm)));
  const rest = journals.map((journal) => journal.slice(warm));
  const times: number[] = [];
  for (let round = 0; round < (full ? 10 : 3); round += 1) {
    before.forEach((state, at) => {
      times.push(timeOf(() => play(state, rest[at]!)) / rest[at]!.length);
    });
  }
  const states = before.map((state, at) => play(state, rest[at]!));
  const levels = states.flatMap(({ tracks }) => Object.values(tracks).map(({ level }) => level));
  const [fewest, most] = [2 ** Math.min(...levels), 2 ** Math.max(...levels)];
  const framesPerBlock = fewest === most ? String(fewest) : `${fewest} to ${most}`;
  return { name, framesPerBlock, states, fastest: Math.min(...times), usual: middle(times) };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Microseconds. */
function timeOf(work: () => void): number {
  const start = performance.now();
  work();
  return 1000 * (performance.now() - start);
}

function play(state: VehicleState, journal: readonly JournalEntry[]): VehicleState {
  let now = state;
  for (const entry of journal) now = fold(now, entry, defaultSettings).state;
  return now;
}
