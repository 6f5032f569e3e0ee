import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { scenarioTypes } from "../../contract/scenario-types.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { type ExportFormat, exportFormatNames } from "./export-formats.ts";
import { exportScenario } from "./export-scenario.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Streets depend on the seed alone; a table of poses does not say why a sensor is where it is. */
const sameForSome: ReadonlySet<ExportFormat> = new Set(["opendrive/1.7", "csv"]);

test.each(exportFormatNames)("%s: every scenario type is written", async (format) => {
  const digests = new Set<string>();
  for (const type of scenarioTypes) {
    const { bytes, fileName, mediaType } = await exportScenario(feedForTests({ type, durationS: 4 }), format);
    expect(fileName).toMatch(/^scn_8d0c5c1f2a7b4e90\.[a-z.]+$/);
    expect(mediaType).toMatch(/^(application|text)\//);
    digests.add(digest(bytes));
  }
  if (!sameForSome.has(format)) expect(digests.size).toBe(scenarioTypes.length);
});

test.each(exportFormatNames)("%s: the same feed gives the same bytes", async (format) => {
  const feed = feedForTests();
  const once = await exportScenario(feed, format);
  expect(digest((await exportScenario(structuredClone(feed), format)).bytes)).toBe(digest(once.bytes));
});

test.each(exportFormatNames)("%s: another seed is another file", async (format) => {
  const [one, other] = [
    await exportScenario(feedForTests(), format),
    await exportScenario(feedForTests({ seed: 43 }), format),
  ];
  expect(digest(one.bytes)).not.toBe(digest(other.bytes));
});

test.each(exportFormatNames)(
  "%s: one second, a place at the pole and a vehicle named strangely are written, too",
  async (format) => {
    const feed = feedForTests({ durationS: 1, mapCenter: [-90, 180] });
    feed.parameters.visualizer.highlight_vehicle_id = "a:b.c-d_1";
    expect((await exportScenario(feed, format)).bytes.byteLength).toBeGreaterThan(100);
  },
);
