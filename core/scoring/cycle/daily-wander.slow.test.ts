import { describe, expect, test } from "vitest";
import { fold } from "../fold.ts";
import { FrameTester } from "../frame/frame-tester.ts";
import type { SensorReading } from "../model/journal-entry.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { expDeg, toMatrix } from "../numeric/quaternion.ts";
import { initialState } from "../model/initial-state.ts";
import { testNoise, testStartUs } from "../vehicle-journal.ts";

const tester = new FrameTester();
const hours = (minutes: number) => minutes / 60;

/** A radar and a camera that wander with the sun, a frame every few minutes; a step of both from an hour on. */
interface Wander {
  readonly seed: number;
  readonly days: number;
  readonly cameraDeg: number;
  readonly radarM: number;
  readonly everyMinutes?: number;
  /** Hour of the day at which the wave is highest. */
  readonly peak: number;
  readonly step?: { readonly fromHour: number; readonly radarM: number };
  readonly isHeard?: (sinceHour: number) => boolean;
}

interface Told {
  readonly state: VehicleState;
  /** Hours at which breaches opened. */
  readonly opened: readonly number[];
  readonly worst: string;
}

function drive(wander: Wander): Told {
  let state = initialState();
  const opened: number[] = [];
  let worst = "NOMINAL";
  const every = wander.everyMinutes ?? 2;
  for (let minute = 0; minute < wander.days * 1440; minute += every) {
    const hour = hours(minute);
    if (wander.isHeard?.(hour) === false) continue;
    const before = state.breach;
    state = fold(state, { kind: "frame", reading: readingAt(wander, minute) }, defaultSettings, tester).state;
    if (before === null && state.breach !== null) opened.push(hour);
    if (state.tier.tier === "CRITICAL") worst = "CRITICAL";
  }
  return { state, opened, worst };
}

function readingAt({ seed, cameraDeg, radarM, peak, step }: Wander, minute: number): SensorReading {
  const wave = Math.cos((2 * Math.PI * (hours(minute) - peak)) / 24);
  const noise = (stream: number) => testNoise(seed, stream, minute);
  const moved = step !== undefined && hours(minute) >= step.fromHour ? step.radarM : 0;
  return {
    timestampUs: testStartUs + minute * 60_000_000,
    cameraRotation: toMatrix(expDeg([0.05 * noise(0), cameraDeg * wave + 0.05 * noise(1), 0.05 * noise(2)])),
    radarRangeBiasM: radarM * wave + 0.05 * noise(3) + moved,
  };
}

describe("a wander that comes back every day", () => {
  test.each([0, 5, 11, 17])("of half the CAUTION limits, highest at %i o'clock, breaches nothing", (peak) => {
    const { state, opened, worst } = drive({ seed: 31 + peak, days: 5, cameraDeg: 0.1, radarM: 0.1, peak });
    expect(opened).toEqual([]);
    expect(worst).toBe("NOMINAL");
    const [, , cos, sin] = state.tracks.radar.cycle!.wave;
    expect(Math.abs(Math.hypot(cos!, sin!) - 0.1)).toBeLessThan(0.01);
  });

  test("that is heard two hours a day, now here, now there, breaches nothing either", () => {
    const isHeard = (hour: number) => {
      const day = Math.floor(hour / 24);
      const first = (7 * day) % 22;
      return hour % 24 >= first && hour % 24 < first + 2;
    };
    const { opened } = drive({
      seed: 5,
      days: 10,
      cameraDeg: 0.08,
      radarM: 0.08,
      peak: 3,
      everyMinutes: 1,
      isHeard,
    });
    expect(opened).toEqual([]);
  });

  test.each([6, 20, 30, 75, 82, 88, 94])(
    "does not hide a step of 0.3 m that comes at hour %i",
    (fromHour) => {
      const { opened } = drive({
        seed: 77,
        days: (fromHour + 4) / 24,
        cameraDeg: 0.06,
        radarM: 0.06,
        peak: 9,
        step: { fromHour, radarM: 0.3 },
      });
      expect(opened).toHaveLength(1);
      expect(opened[0]! - fromHour).toBeLessThan(1.5);
    },
  );

  test("of more than half the limits is a fault, and is found", () => {
    const { opened } = drive({ seed: 8, days: 2, cameraDeg: 0, radarM: 0.4, peak: 12 });
    expect(opened.length).toBeGreaterThan(0);
  });
});

test("without a zone there is no wave to be taken out, and every number of the state stays finite", () => {
  const settings = {
    ...defaultSettings,
    evidence: { ...defaultSettings.evidence, indifferenceShare: 0 },
  };
  let state = initialState();
  for (let minute = 0; minute < 3 * 1440; minute += 10) {
    const reading = readingAt({ seed: 2, days: 3, cameraDeg: 0.06, radarM: 0.06, peak: 0 }, minute);
    state = fold(state, { kind: "frame", reading }, settings, tester).state;
  }
  const { days, today, wave, unsure, heard } = state.tracks.radar.cycle!;
  expect([...days, ...today, ...wave, ...unsure, ...heard].every(Number.isFinite)).toBe(true);
  expect(wave.every((coefficient) => coefficient === 0)).toBe(true);
});

test("without a wander nothing is taken out, and after two days the zones are the usual ones", () => {
  const { state, opened } = drive({ seed: 4, days: 3, cameraDeg: 0, radarM: 0, peak: 0 });
  expect(opened).toEqual([]);
  for (const { cycle } of [state.tracks.camera, state.tracks.radar]) {
    expect(cycle!.wave.slice(2).every((coefficient) => coefficient === 0)).toBe(true);
    expect(cycle!.unsure.every((shift) => shift === 0)).toBe(true);
  }
});
