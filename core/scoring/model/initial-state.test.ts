import { expect, test } from "vitest";
import { initialState, initialTrack } from "./initial-state.ts";
import { channels, firstChannel, limitedSensors, trackNames, trackWidths } from "./sensors.ts";

test("a vehicle that was never heard: every sensor as wide as its values, and nothing counted", () => {
  const { tracks, tier, evidence, confidenceEvidence, moments } = initialState();
  for (const name of trackNames) {
    expect(tracks[name]).toEqual(initialTrack(name, null));
    expect(tracks[name].centre).toHaveLength(trackWidths[name]);
  }
  expect(tier).toMatchObject({ tier: "UNKNOWN", reason: "learning" });
  expect([evidence.channels, confidenceEvidence.channels]).toEqual([5, 1]);
  // Weight and Σu a channel; weight, Σuv and Σ(uv)² a pair.
  expect([moments.first.length, moments.second.length]).toEqual([10, 45]);
});

test("the sensors' channels follow each other, and together are all of them", () => {
  const listed = limitedSensors.flatMap((sensor) =>
    channels.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]),
  );
  expect(listed).toEqual([...channels]);
});
