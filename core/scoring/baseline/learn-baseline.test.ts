import { describe, expect, test } from "vitest";
import { calibrate } from "./calibrate.ts";
import { learnBaseline } from "./learn-baseline.ts";
import type { Learning, Suspicion } from "./learn-baseline.ts";
import { initialTrack } from "../model/initial-state.ts";
import type { TrackName } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Block, SensorTrack } from "../model/state.ts";
import { testNoise } from "../vehicle-journal.ts";

const unsuspected: Suspicion = { held: false, early: false, change: null };
const noise = Array.from({ length: 60 }, (_, at) => 0.05 * testNoise(17, 0, at));
const stepAt = (first: number, size: number) => noise.map((value, at) => value + (at < first ? 0 : size));

describe("a sensor that stands still", () => {
  const learnings = learnAll(noise.slice(0, 50));

  test("has a provisional baseline with its 20th block, and an established one with its 50th", () => {
    const completed = learnings.flatMap(({ kind }, at) => (kind === "calibrated" ? [at + 1] : []));
    expect(completed).toEqual([20, 50]);
    expect(learnings[19]!.track.calibration).toMatchObject({ blocks: 20, established: false });
    expect(learnings[49]!.track.calibration).toMatchObject({ blocks: 50, established: true });
  });

  test("keeps its blocks until the baseline is established", () => {
    expect(learnings.map(({ track }) => track.learnt.length)).toEqual([
      ...Array.from({ length: 49 }, (_, at) => at + 1),
      0,
    ]);
  });

  test("has the noise it showed, within the weight of the prior", () => {
    const scale = learnings[49]!.track.calibration!.scale[0]!;
    expect(scale).toBeGreaterThan(0.035);
    expect(scale).toBeLessThan(0.07);
  });
});

test("blocks that resemble their neighbours are joined until they do not", () => {
  const slow = Array.from({ length: 20 }, (_, at) => Math.sin(at / 3));
  const [joined] = learnAll(slow).slice(-1);
  expect(joined).toMatchObject({ kind: "waiting", track: { calibration: null, level: 1 } });
  expect(joined!.track.learnt).toHaveLength(10);
  expect(joined!.track.learnt[0]!.values[0]).toBeCloseTo((slow[0]! + slow[1]!) / 2, 6);
});

test("a sensor whose blocks cannot grow any longer is given its baseline as it is", () => {
  const slow = Array.from({ length: 20 }, (_, at) => 0.05 * Math.sin(at / 3));
  const track = { ...initialTrack("radar", null), level: settings.baseline.maximumBlockLevel };
  const kinds = learnAll(slow, { track }).map(({ kind, track: { level } }) => [kind, level]);
  expect(kinds.at(-1)).toEqual(["calibrated", settings.baseline.maximumBlockLevel]);
});

test("twenty blocks may resemble their neighbours more than fifty, by as many standard errors as are allowed", () => {
  let latest = 0;
  const slightly = Array.from(
    { length: 20 },
    (_, at) => (latest = 0.3 * latest + 0.05 * testNoise(5, 0, at)),
  );
  const blocks = slightly.map((value, at) => blockAt(at + 1, value));
  const { correlation } = calibrate({ name: "radar", track: initialTrack("radar", null), settings }, blocks);
  const beyond = correlation - settings.baseline.maximumBlockCorrelation;
  expect(beyond).toBeGreaterThan(0);
  const errors = beyond / (20 ** -0.5 - 50 ** -0.5);
  const lastAllowing = (correlationAllowance: number) =>
    learnAll(slightly, {
      settings: { ...settings, baseline: { ...settings.baseline, correlationAllowance } },
    }).at(-1);
  expect(lastAllowing(1.01 * errors)).toMatchObject({ kind: "calibrated", track: { level: 0 } });
  expect(lastAllowing(0.99 * errors)).toMatchObject({ kind: "waiting", track: { level: 1 } });
  expect(lastAllowing(0)).toMatchObject({ kind: "waiting", track: { level: 1 } });
});

describe("a sensor that moves while it is learnt", () => {
  test("far beyond its limit after ten blocks has those for its baseline, and the rest are watched", () => {
    const learning = learnAll(stepAt(12, 3).slice(0, 20)).at(-1)!;
    if (learning.kind !== "calibrated") throw new Error(learning.kind);
    expect(learning.track.calibration).toMatchObject({ blocks: 12, established: false });
    expect(learning.reference).toHaveLength(12);
    expect(learning.watched.map(({ seq }) => seq)).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  });

  test("before it had ten blocks begins again with what came after", () => {
    const learning = learnAll(stepAt(8, 3).slice(0, 20)).at(-1)!;
    expect(learning).toMatchObject({ kind: "waiting", track: { calibration: null } });
    expect(learning.track.learnt.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 9),
    );
  });

  test("within its limit begins again too, however surely it moved", () => {
    const quiet = noise.slice(0, 20).map((value, at) => 0.1 * value + (at < 13 ? 0 : 0.12));
    const learning = learnAll(quiet).at(-1)!;
    expect(learning).toMatchObject({ kind: "waiting", track: { calibration: null } });
    expect(learning.track.learnt).toHaveLength(7);
  });

  test("only in its latest four blocks is waited for", () => {
    const learning = learnAll(stepAt(17, 3).slice(0, 20)).at(-1)!;
    expect(learning).toMatchObject({ kind: "waiting", track: { calibration: null } });
    expect(learning.track.learnt).toHaveLength(20);
  });

  test("begins again when it is but a lidar's confidence: that accuses nobody", () => {
    const fallen = stepAt(12, -8)
      .map((value) => 3 + value)
      .slice(0, 20);
    const learning = learnAll(fallen, { track: initialTrack("confidence", null), name: "confidence" }).at(
      -1,
    )!;
    expect(learning).toMatchObject({ kind: "waiting", track: { calibration: null } });
    expect(learning.track.learnt).toHaveLength(8);
  });
});

describe("with its 50th block a provisional baseline", () => {
  const { track } = learnAll(noise.slice(0, 49)).at(-1)!;
  const settled = { kind: "waiting", track: { learnt: [], calibration: { blocks: 20, established: true } } };

  test("is left as it is while another sensor is suspected", () => {
    const suspicion: Suspicion = { held: false, early: false, change: { seq: 30, axis: null } };
    const block = blockAt(50, noise[49]!);
    expect(learnBaseline({ name: "radar", track, settings }, block, suspicion)).toMatchObject(settled);
  });

  test("is left as it is when the sensor has moved since: the evidence judges that", () => {
    expect(learnAll(stepAt(35, 3).slice(0, 50)).at(-1)).toMatchObject(settled);
  });
});

describe("a provisional baseline", () => {
  const { track } = learnAll(noise.slice(0, 20)).at(-1)!;
  const next = blockAt(21, noise[20]!);
  const learn = (before: SensorTrack, suspicion: Suspicion) =>
    learnBaseline({ name: "radar", track: before, settings }, next, suspicion);
  const suspected = (axis: number | null): Suspicion => ({
    held: false,
    early: false,
    change: { seq: 15, axis },
  });

  test("stays what it is while a breach is open or it is frozen", () => {
    const held = learn(track, { held: true, early: false, change: null });
    expect(held.kind).toBe("waiting");
    expect(held.track).toBe(track);
  });

  test("is looked for even then, as long as there is none", () => {
    const frozen = learnAll(noise.slice(0, 20), { suspicion: { held: true, early: false, change: null } });
    expect(frozen.at(-1)!.kind).toBe("calibrated");
  });

  test("holds up under the suspicion of a change, if its blocks do not resemble their neighbours", () => {
    const learning = learn(track, suspected(0));
    expect(learning.kind).toBe("waiting");
    expect(learning.track.calibration).toBe(track.calibration);
  });

  test("is doubted when the change may be correlation in disguise, and stays all the same", () => {
    const slow = track.learnt.map((block, at) => ({ ...block, values: [0.2 * Math.sin(at / 2)] }));
    const wandering = { ...track, learnt: slow };
    const doubted = learn(wandering, suspected(0));
    expect(doubted.kind).toBe("waiting");
    const { leastCorrelation, ...rest } = doubted.track.calibration!;
    expect(leastCorrelation[0]).toBeGreaterThan(0.5);
    expect({ ...rest, leastCorrelation: [0] }).toEqual(track.calibration);
    expect(doubted.track.learnt).toHaveLength(21);
    // The suspicion is of another sensor.
    expect(learn(wandering, suspected(null)).track.calibration).toBe(track.calibration);
  });

  test("is not doubted for a step or a ramp, which leave no correlation beside themselves", () => {
    const step = learnAll(stepAt(24, 0.5).slice(0, 40)).at(-1)!.track;
    const ramp = learnAll(noise.slice(0, 40).map((value, at) => value + 0.02 * Math.max(0, at - 20)));
    for (const moved of [step, ramp.at(-1)!.track]) {
      const next = blockAt(41, moved.learnt.at(-1)!.values[0]!);
      const learning = learnBaseline({ name: "radar", track: moved, settings }, next, suspected(0));
      expect(learning.track.calibration!.leastCorrelation[0]).toBe(0);
    }
  });

  test("once doubted is never doubted less, and never taken to be wholly predictable", () => {
    const slowly = (period: number) => ({
      ...track,
      learnt: track.learnt.map((block, at) => ({ ...block, values: [0.2 * Math.sin(at / period)] })),
    });
    const { calibration } = learn(slowly(2), suspected(0)).track;
    const [before] = calibration!.leastCorrelation;
    expect(before).toBeLessThanOrEqual(0.95);
    const again = learn({ ...slowly(1), calibration }, suspected(0)).track.calibration!;
    expect(again.leastCorrelation[0]).toBe(before);
  });
});

describe("with its 50th block a baseline of blocks that resemble their neighbours", () => {
  const { track } = learnAll(noise.slice(0, 20)).at(-1)!;
  const slow = (at: number) => 0.2 * Math.sin(at / 2);
  const refined = (values: readonly number[]) => {
    const learnt = values.map((value, at) => blockAt(at + 1, value));
    const { track: after, ...learning } = learnBaseline(
      { name: "radar", track: { ...track, learnt: learnt.slice(0, -1) }, settings },
      learnt.at(-1)!,
      unsuspected,
    );
    return { after, ...learning };
  };

  test("is built again from blocks twice as long", () => {
    const { kind, after } = refined(Array.from({ length: 50 }, (_, at) => slow(at)));
    expect(kind).toBe("calibrated");
    expect(after).toMatchObject({ level: 1, calibration: { blocks: 25, established: false } });
  });
});

interface Given {
  readonly name?: TrackName;
  readonly track?: SensorTrack;
  readonly suspicion?: Suspicion;
  readonly settings?: ScoringSettings;
}

/** What each of the blocks did, one a minute. */
function learnAll(values: readonly number[], given: Given = {}): readonly Learning[] {
  const { name = "radar", suspicion = unsuspected, settings: judgedBy = settings } = given;
  let track = given.track ?? initialTrack(name, null);
  return values.map((value, at) => {
    const learning = learnBaseline({ name, track, settings: judgedBy }, blockAt(at + 1, value), suspicion);
    track = learning.track;
    return learning;
  });
}

function blockAt(seq: number, value: number): Block {
  return { seq, atUs: 60_000_000 * seq, weight: 1, values: [Math.fround(value)] };
}
