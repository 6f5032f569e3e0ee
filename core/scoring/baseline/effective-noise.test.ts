import { expect, test } from "vitest";
import { initialTrack } from "../model/initial-state.ts";
import { defaultSettings } from "../model/settings.ts";
import { effectiveNoise } from "./effective-noise.ts";

const { prior, floors } = defaultSettings;

test("without an earlier baseline it is the prior of the settings", () => {
  const track = initialTrack("camera", null);
  expect(effectiveNoise({ name: "camera", track, settings: defaultSettings })).toEqual({
    prior: Float64Array.of(prior.cameraDeg, prior.cameraDeg, prior.cameraDeg),
    floor: floors.cameraDeg,
    degrees: prior.degrees,
  });
});

test("rotations that are mostly rounded to three decimals raise the floor", () => {
  const track = { ...initialTrack("camera", null), frames: 10, coarseFrames: 6 };
  expect(effectiveNoise({ name: "camera", track, settings: defaultSettings }).floor).toBe(
    floors.coarseCameraDeg,
  );
});

test("after a repair it is what the baseline before it had", () => {
  const scale = Float64Array.of(0.07);
  const inherited = { scale, correlation: Float64Array.of(0), degrees: 31, pose: null, centre: [0] };
  const track = initialTrack("radar", inherited);
  expect(effectiveNoise({ name: "radar", track, settings: defaultSettings })).toMatchObject({
    prior: scale,
    degrees: 31,
  });
});
