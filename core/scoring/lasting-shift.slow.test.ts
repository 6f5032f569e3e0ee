import { describe, expect, test } from "vitest";
import { framesPerBlock } from "./blocks/block-average.ts";
import { replayEntries } from "./replay.ts";
import { defaultSettings } from "./settings/settings.ts";
import { journalOf } from "./vehicle-journal.ts";
import type { Displacement, TestVehicle } from "./vehicle-journal.ts";

describe("one lasting shift is one breach", () => {
  const quietRadar = (seed: number, radarM: number) =>
    replayOf({
      frames: 2800,
      seed,
      sensors: ["radar"],
      noise: { radarM: 0.02 },
      displacement: (frame) => (frame >= 200 ? { radarM } : {}),
    });

  test.each([81, 83, 85])("of a quiet radar, past its zone, in 2,800 frames (seed %i)", (seed) => {
    const { breaches, lastScore } = quietRadar(seed, 0.075);
    expect(breaches.map(({ closedSeq }) => closedSeq)).toEqual([null]);
    expect(lastScore).toMatchObject({ tier: "NOMINAL", cusumTriggered: true });
  });

  test("at most, of a quiet radar at the edge of its zone: what takes long to tell may pass for wander", () => {
    const told = [81, 82, 83, 84, 85, 86].map((seed) => quietRadar(seed, 0.07).breaches);
    for (const breaches of told) expect(breaches.filter(({ closedSeq }) => closedSeq !== null)).toEqual([]);
    for (const breaches of told) expect(breaches.length).toBeLessThanOrEqual(1);
    expect(told.flat().length).toBeGreaterThanOrEqual(3);
  });

  test("of a camera that hardly varies, just past its zone", () => {
    const { breaches } = replayOf({
      frames: 460,
      seed: 62,
      sensors: ["camera"],
      noise: { cameraDeg: 0.0005 },
      displacement: (frame) => (frame >= 100 ? { cameraDeg: [0, 0.07, 0] } : {}),
    });
    expect(breaches.map(({ closedSeq }) => closedSeq)).toEqual([null]);
  });

  test.each([0.06, 0.075, 0.09, 0.12, 0.2, 0.6])(
    "of %f m on radars from still to noisy, whose tier does not go to and fro",
    (radarM) => {
      for (const noise of [0, 0.01, 0.03, 0.06, 0.15]) {
        const { breaches, tierPath } = replayOf({
          frames: 1200,
          seed: 63,
          sensors: ["radar"],
          noise: { radarM: noise },
          displacement: (frame) => (frame >= 200 ? { radarM } : {}),
        });
        expect(breaches.length).toBeLessThanOrEqual(1);
        expect(breaches.map(({ closedSeq }) => closedSeq)).toEqual(breaches.map(() => null));
        expect(tierPath.length).toBeLessThanOrEqual(5);
      }
    },
  );

  test.each([
    [0.08, 5],
    [0.11, 6],
    [0.22, 9],
    [0.25, 7],
  ])("a shift of %f m near a limit does not take the tier to and fro with the noise", (radarM, most) => {
    const paths = [71, 72, 73].map(
      (seed) =>
        replayOf({
          frames: 3000,
          seed,
          sensors: ["radar"],
          noise: { radarM: 0.05 },
          displacement: (frame) => (frame >= 300 ? { radarM } : {}),
        }).tierPath.length,
    );
    expect(Math.max(...paths)).toBeLessThanOrEqual(most);
  });
});

describe("another change ends it", () => {
  test("one that leads back, also of a shift that was harmless", () => {
    for (const radarM of [0.08, 0.15, 0.7]) {
      const { breaches, lastScore } = replayOf({
        frames: 600,
        seed: 64,
        sensors: ["radar"],
        noise: { radarM: 0.02 },
        displacement: (frame) => (frame >= 150 && frame < 400 ? { radarM } : {}),
      });
      expect(breaches).toHaveLength(1);
      expect(breaches[0]!.closedSeq).toBeGreaterThan(430);
      expect(breaches[0]!.closedSeq).toBeLessThan(480);
      expect(lastScore).toMatchObject({ tier: "NOMINAL", reason: "in_control", cusumTriggered: false });
    }
  });

  test("one that leads back slowly", () => {
    const { breaches, lastScore } = replayOf({
      frames: 1100,
      seed: 65,
      sensors: ["radar"],
      displacement: (frame) => (frame < 150 ? {} : { radarM: Math.max(0, 0.4 - (frame - 150) / 1250) }),
    });
    expect(breaches).toHaveLength(1);
    expect(breaches[0]!.closedSeq).not.toBeNull();
    expect(lastScore!.tier).toBe("NOMINAL");
  });

  // The radar of 66 is judged by blocks of two frames.
  test.each([64, 66, 67, 68, 69])(
    "one that leads further: the shift that had come to rest is over, and the new one a breach of its own (seed %i)",
    (seed) => {
      const { breaches, tierPath, state } = replayOf({
        frames: 500,
        seed,
        sensors: ["radar"],
        noise: { radarM: 0.015 },
        displacement: (frame) => (frame < 150 ? {} : { radarM: frame < 400 ? 0.07 : 0.6 }),
      });
      const frames = framesPerBlock(state.tracks.radar);
      expect(breaches).toHaveLength(2);
      const [first, second] = breaches;
      expect(first!.closedSeq).toBe(second!.openedSeq);
      expect(second!.openedSeq - 400).toBeLessThanOrEqual(3 * frames);
      expect(Math.abs(second!.changePointSeq - 401)).toBeLessThanOrEqual(frames);
      expect(second!.closedSeq).toBeNull();
      expect(tierPath.at(-1)!.to).toBe("CRITICAL");
    },
  );

  test("a ramp is one breach until it becomes CRITICAL", () => {
    const { breaches, lastScore } = replayOf({
      frames: 1200,
      seed: 67,
      sensors: ["radar"],
      noise: { radarM: 0.03 },
      displacement: (frame) => ({ radarM: Math.max(0, frame - 200) * 0.0006 }),
    });
    expect(breaches).toHaveLength(1);
    expect(lastScore!.tier).toBe("CRITICAL");
  });

  test("a false alarm ends when its frames speak no more of a change", () => {
    const { breaches, lastScore } = replayOf({
      frames: 600,
      seed: 68,
      sensors: ["radar"],
      displacement: (frame) => (frame >= 150 && frame < 154 ? { radarM: 0.5 } : {}),
    });
    expect(breaches).toHaveLength(1);
    expect(breaches[0]!.closedSeq).not.toBeNull();
    expect(lastScore).toMatchObject({ tier: "NOMINAL", cusumTriggered: false });
  });
});

describe("a small drift of one sensor does not hide a large one of another", () => {
  const small: Displacement = { cameraDeg: [0, 0, 0.15] };

  test.each<Displacement>([{ radarM: 0.6 }, { radarM: -0.6 }, { lidarM: 0.4 }])(
    "that comes later: %j beside 0.15° of the camera",
    (large) => {
      const { breaches, tierPath, lastScore } = replayOf({
        frames: 800,
        seed: 69,
        displacement: (frame) => (frame < 200 ? {} : frame < 500 ? small : { ...small, ...large }),
      });
      expect(breaches).toHaveLength(1);
      expect(tierPath.at(-2)).toMatchObject({ to: "CAUTION" });
      expect(tierPath.at(-1)).toMatchObject({ to: "CRITICAL" });
      expect(tierPath.at(-1)!.seq - 500).toBeLessThanOrEqual(16);
      expect(lastScore).toMatchObject({ tier: "CRITICAL", probableFaultSource: "multi_modal" });
    },
  );

  test("and a healthy sensor is not drawn in", () => {
    const { breaches, lastScore } = replayOf({
      frames: 2000,
      seed: 91,
      noise: { radarM: 0.15 },
      tails: "student",
      displacement: (frame) => (frame < 200 ? {} : { cameraDeg: [0, 0, 0.3] }),
    });
    expect(breaches).toHaveLength(1);
    expect(lastScore!.probableFaultSource).toBe("camera");
  });
});

function replayOf(vehicle: TestVehicle) {
  return replayEntries(journalOf(vehicle), defaultSettings);
}
