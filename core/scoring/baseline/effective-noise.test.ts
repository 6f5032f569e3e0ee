import { expect, test } from "vitest";
import { effectiveNoise } from "./effective-noise.ts";
import { initialTrack } from "../model/initial-state.ts";
import { trackNames } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";

test("before any block each sensor has the noise and the floor of the settings, in its own unit", () => {
  const noise = trackNames.map((name) => effectiveNoise({ name, track: initialTrack(name, null), settings }));
  const { prior, floors } = settings;
  expect(noise.map((found) => [...found.prior])).toEqual([
    [prior.cameraDeg, prior.cameraDeg, prior.cameraDeg],
    [prior.radarM],
    [prior.lidarLog],
    [prior.confidenceLogit],
  ]);
  expect(noise.map(({ floor }) => floor)).toEqual([
    floors.cameraDeg,
    floors.radarM,
    floors.lidarLog,
    floors.confidenceLogit,
  ]);
  expect(noise.every(({ degrees }) => degrees === prior.degrees)).toBe(true);
});

test("a camera has the coarse floor once more than half of its frames are coarsely rounded", () => {
  const floorAt = (coarseFrames: number, frames: number) =>
    effectiveNoise({
      name: "camera",
      track: { ...initialTrack("camera", null), coarseFrames, frames },
      settings,
    }).floor;
  const { cameraDeg, coarseCameraDeg } = settings.floors;
  expect([floorAt(0, 0), floorAt(5, 10), floorAt(6, 10)]).toEqual([cameraDeg, cameraDeg, coarseCameraDeg]);
});

test("what an earlier baseline measured goes before the settings, with its own weight", () => {
  const inherited = {
    scale: [0.011],
    correlation: [0.2],
    degrees: 33,
    pose: null,
    centre: [0.4],
    curves: null,
  };
  const noise = effectiveNoise({ name: "radar", track: initialTrack("radar", inherited), settings });
  expect(noise).toEqual({ prior: inherited.scale, floor: settings.floors.radarM, degrees: 33 });
});
