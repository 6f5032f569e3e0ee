import { fold } from "../../../core/scoring/fold.ts";
import type { SensorReading } from "../../../core/scoring/journal-entry.ts";
import { defaultSettings } from "../../../core/scoring/settings.ts";
import { initialState, packState, unpackState, type VehicleState } from "../../../core/scoring/state.ts";
import { generateFleet } from "../../../simulator/generate-fleet.ts";
import type { Part } from "../bench.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { readingOf } from "../scenarios/reading-of.ts";

/** What a frame costs and what a vehicle weighs, on vehicles whose baselines are established and whose histograms are full. */
export const speedPart: Part = {
  name: "detection-speed",
  title: "Processor time a frame and size of the state",
  steps: () => 2,
  run(bench) {
    const fleet = generateFleet({
      seed: bench.seed,
      vehicles: 20,
      startUs: Date.UTC(2026, 0, 5) * 1000,
      periodS: 60,
      scenario: "mixed",
      onsetsWithinS: [300 * 60, 600 * 60],
    });
    const warm = bench.full ? 1_500 : 600;
    const measured = bench.full ? 1_500 : 300;
    const journals = fleet.map((vehicle) =>
      Array.from({ length: warm + measured }, (_, step) => vehicle.frameAt(step))
        .filter((frame) => frame !== null)
        .map(readingOf),
    );
    bench.step("warming up");
    const states = journals.map((journal) => play(initialState(), journal.slice(0, warm)));
    bench.step("measuring");
    const rest = journals.map((journal) => journal.slice(warm));
    const frames = rest.reduce((total, journal) => total + journal.length, 0);
    const before = process.cpuUsage().user;
    const after = states.map((state, at) => play(state, rest[at]!));
    const microseconds = (process.cpuUsage().user - before) / frames;
    const sizes = after.map((state) => packState(state).length).toSorted((a, b) => a - b);
    const beforePacking = process.cpuUsage().user;
    for (const state of after) unpackState(packState(state));
    const packing = (process.cpuUsage().user - beforePacking) / after.length;
    const markdown = [
      `${fleet.length} vehicles of a mixed fleet, ${warm} frames to warm up, ${frames} frames measured, one thread; processor time, not the clock on the wall.`,
      "",
      ...markdownTable(
        ["what", "figure"],
        [
          ["one frame through `fold`", `${figure(microseconds, 1)} µs`],
          ["state of a vehicle, packed: median", `${sizes[sizes.length >> 1]} bytes`],
          ["state of a vehicle, packed: largest", `${sizes.at(-1)} bytes`],
          ["packing and unpacking a state", `${figure(packing, 0)} µs`],
        ],
      ),
      "",
    ];
    return {
      markdown,
      json: {
        microseconds,
        frames,
        medianBytes: sizes[sizes.length >> 1],
        largestBytes: sizes.at(-1),
        packing,
      },
      figures: [],
    };
  },
};

function play(state: VehicleState, journal: readonly SensorReading[]): VehicleState {
  let now = state;
  for (const reading of journal) now = fold(now, { kind: "frame", reading }, defaultSettings).state;
  return now;
}
