import { fold } from "../../../core/scoring/fold.ts";
import type { JournalEntry } from "../../../core/scoring/model/journal-entry.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import { journalOf, type Displacement, type TestVehicle } from "../../../core/scoring/vehicle-journal.ts";
import { RandomStream } from "../simulated/random-stream.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** A vehicle's stream without any outlier frame, folded once: what every trial on it is compared with. */
export interface CalmVehicle {
  readonly plan: TestVehicle;
  readonly story: Story;
  readonly journal: readonly JournalEntry[];
  /** State before each frame; one more than there are frames. */
  readonly states: readonly VehicleState[];
  /** Tier after each frame. */
  readonly tiers: readonly Tier[];
  /** Whether each frame is an outlier by its own p-value. */
  readonly outliers: readonly boolean[];
}

export const stories = [
  "calm",
  "near the CAUTION limit",
  "near the CRITICAL limit",
  "after a breach",
] as const;
export type Story = (typeof stories)[number];

const frames = 400;
const onset = 70;
const end = 120;
/** How long a vehicle is left alone with what has happened to it before it counts as calm again. */
const settling = 50;

/** Whether nothing happens to the vehicle from a frame to another, and what happened before has settled. */
export function isCalm({ story, tiers }: CalmVehicle, from: number, to: number): boolean {
  const last = story === "after a breach" ? end : onset;
  const undisturbed = story === "calm" || to <= onset || from >= last + settling;
  const tier = tiers[Math.max(0, from - 1)]!;
  // Learning may end meanwhile.
  const isQuiet = (one: Tier) => one === "UNKNOWN" || one === "NOMINAL";
  return undisturbed && tiers.slice(from, to).every((one) => one === tier || (isQuiet(one) && isQuiet(tier)));
}

/** One of endlessly many vehicles: noise, tails, correlation, sensors, rate and what it has been through are drawn. */
export function drawVehicle(seed: number): CalmVehicle {
  const random = new RandomStream(seed);
  const draw = <T>(of: readonly T[]): T => of[Math.floor(random.uniform() * of.length)]!;
  const story = draw(stories);
  const noise = draw([
    { cameraDeg: 0.01, radarM: 0.01, lidarLog: 0.1 },
    { cameraDeg: 0.06, radarM: 0.05, lidarLog: 0.25 },
    { cameraDeg: 0.3, radarM: 0.15, lidarLog: 0.5 },
  ]);
  const plan: TestVehicle = {
    frames,
    seed,
    noise,
    tails: draw(["normal", "normal", "student", "outliers"] as const),
    correlation: draw([0, 0, 0.3, 0.8]),
    periodS: draw([0.05, 1, 60, 3_600]),
    sensors: draw([
      ["camera", "radar", "lidar"],
      ["camera", "radar", "lidar", "confidence"],
      ["camera", "radar", "lidar", "confidence"],
      ["camera"],
      ["radar", "lidar"],
      ["lidar", "confidence"],
    ] as const),
    displacement: displacementOf(story, random),
  };
  return foldVehicle(plan, story);
}

function foldVehicle(plan: TestVehicle, story: Story): CalmVehicle {
  const journal = journalOf(plan);
  const states = [initialState()];
  const tiers: Tier[] = [];
  const outliers: boolean[] = [];
  for (const entry of journal) {
    const { state, score } = fold(states.at(-1)!, entry, defaultSettings);
    states.push(state);
    tiers.push(score!.tier);
    outliers.push(score!.outlier);
  }
  return { plan, story, journal, states, tiers, outliers };
}

/** The vehicle's tiers after the end of its stream, had it driven on. */
export function laterTiers({ plan, states }: CalmVehicle): Tier[] {
  const tiers: Tier[] = [];
  let state = states.at(-1)!;
  for (const entry of journalOf({ ...plan, frames: plan.frames + driveOn }).slice(plan.frames)) {
    const folded = fold(state, entry, defaultSettings);
    state = folded.state;
    tiers.push(folded.score!.tier);
  }
  return tiers;
}

const driveOn = 300;

/** A sensor that stands just under a limit from `onset` on, or was beyond it until `end`. */
function displacementOf(story: Story, random: RandomStream): (frame: number) => Displacement {
  const { cameraDeg, radarM, lidarM } = defaultSettings.limits;
  const level = story === "near the CAUTION limit" ? "caution" : "critical";
  const share = story === "after a breach" ? 1 + random.uniform() : 0.8 + 0.2 * random.uniform();
  const until = story === "after a breach" ? end : Number.POSITIVE_INFINITY;
  const which = random.uniform();
  const moved: Displacement =
    which < 0.4
      ? { cameraDeg: [0, share * cameraDeg[level], 0] }
      : which < 0.8
        ? { radarM: share * radarM[level] }
        : { lidarM: share * lidarM[level] };
  return (frame) => (story !== "calm" && frame >= onset && frame < until ? moved : {});
}
