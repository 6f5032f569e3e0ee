import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { scenarioTypes } from "../../contract/scenario-types.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { exportFormatValues } from "../../contract/schemas/scenarios/scenario-exports.ts";
import { distributionsOf } from "../logical/distributions-of.ts";
import { type ExportFormat, exportFormatNames, formatsOfLevel } from "./export-formats.ts";
import { exportScenario } from "./export-scenario.ts";

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Streets depend on the seed alone; a table of poses does not say why a sensor is where it is. */
const sameForSome: ReadonlySet<ExportFormat> = new Set(["opendrive/1.7", "csv"]);

test.each(formatsOfLevel("concrete"))("%s: every scenario type is written", async (format) => {
  const digests = new Set<string>();
  for (const type of scenarioTypes) {
    const { bytes, fileName, mediaType } = await exportScenario(feedForTests({ type, durationS: 4 }), format);
    expect(fileName).toMatch(/^scn_8d0c5c1f2a7b4e90\.[a-z.]+$/);
    expect(mediaType).toMatch(/^(application|text)\//);
    digests.add(digest(bytes));
  }
  if (!sameForSome.has(format)) expect(digests.size).toBe(scenarioTypes.length);
});

test.each(formatsOfLevel("concrete"))("%s: the same feed gives the same bytes", async (format) => {
  const feed = feedForTests();
  const once = await exportScenario(feed, format);
  expect(digest((await exportScenario(structuredClone(feed), format)).bytes)).toBe(digest(once.bytes));
});

test.each(formatsOfLevel("concrete"))("%s: another seed is another file", async (format) => {
  const [one, other] = [
    await exportScenario(feedForTests(), format),
    await exportScenario(feedForTests({ seed: 43 }), format),
  ];
  expect(digest(one.bytes)).not.toBe(digest(other.bytes));
});

test.each(formatsOfLevel("concrete"))(
  "%s: one second, a place at the pole and a vehicle named strangely are written, too",
  async (format) => {
    const feed = feedForTests({ durationS: 1, mapCenter: [-90, 180] });
    feed.parameters.visualizer.highlight_vehicle_id = "a:b.c-d_1";
    expect((await exportScenario(feed, format)).bytes.byteLength).toBeGreaterThan(100);
  },
);

test("the formats are those of the contract, in its order", () => {
  expect(exportFormatNames).toEqual(exportFormatValues);
});

const logicalOf = (changes: Parameters<typeof feedForTests>[0] = {}) => {
  const feed = feedForTests(changes);
  feed.parameters.drift_model.distributions = distributionsOf(feed.parameters, feed.provenance, {});
  return { ...feed, level: "logical" as const };
};

test.each(formatsOfLevel("logical"))(
  "%s: a logical scenario is written, and says no course of it",
  async (format) => {
    const { bytes } = await exportScenario(logicalOf(), format);
    const text = new TextDecoder().decode(bytes);
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toContain('variableRef="drift_deg"');
  },
);

test("a logical scenario declares each parameter with its limits, and what it is drawn from", async () => {
  const textOf = async (format: ExportFormat) =>
    new TextDecoder().decode((await exportScenario(logicalOf({ type: "pothole_impact" }), format)).bytes);
  expect(await textOf("openscenario-xml/1.3")).toContain(
    '<ParameterDeclaration name="drift_keep" parameterType="double" value="0.2"><ConstraintGroup>' +
      '<ValueConstraint rule="greaterOrEqual" value="0"/><ValueConstraint rule="lessOrEqual" value="0.6"/></ConstraintGroup>',
  );
  const drawn = await textOf("openscenario-parameters/1.3");
  expect(drawn).toContain('<ScenarioFile filepath="scn_8d0c5c1f2a7b4e90.xosc"/>');
  expect(drawn).toContain(
    '<StochasticDistribution parameterName="drift_A"><UniformDistribution><Range lowerLimit="0.05" upperLimit="0.6"/>',
  );
  expect(drawn.match(/<Element value="\d+" weight="1"\/>/g)).toHaveLength(12);
});
