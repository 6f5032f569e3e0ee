import { expect, test } from "vitest";

import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { checkQuality, everyFeed, exportedText, needValidators, packageFile } from "./validators.ts";
import { schemaChecker } from "./xml-schema.ts";

const format = "openscenario-xml/1.3";
const schema = () => schemaChecker(packageFile("qc_openscenario", "schema", "1.3.0", "OpenSCENARIO.xsd"));

test("the schema of OpenSCENARIO 1.3 has nothing against any scenario type", async (context) => {
  needValidators(context);
  const check = schema();
  for (const [type, feed] of everyFeed) {
    expect([type, check(await exportedText(feed, format))]).toEqual([type, []]);
  }
});

test("an hour is as valid as a second", async (context) => {
  needValidators(context);
  const check = schema();
  for (const durationS of [1, 3600]) {
    expect(check(await exportedText(feedForTests({ durationS }), format))).toEqual([]);
  }
});

test("a replay is dated by its measurements", async (context) => {
  needValidators(context);
  const feed = feedForTests();
  const window = { from: "2025-03-01T08:00:00.000Z", to: "2025-03-02T08:00:00.000Z", frames: 100 };
  const replay = { ...feed, provenance: { ...feed.provenance, kind: "replay" as const, window } };
  const xml = await exportedText(replay, format);
  expect(xml).toContain('date="2025-03-01T08:00:00.000Z"');
  expect(schema()(xml)).toEqual([]);
});

test("the schema finds a value that OpenSCENARIO does not know, and an act that is missing", async (context) => {
  needValidators(context);
  const xml = await exportedText(feedForTests(), format);
  const check = schema();
  expect(check(xml.replace('vehicleCategory="car"', 'vehicleCategory="boat"'))).toEqual([
    expect.stringContaining("boat"),
  ]);
  expect(check(xml.replace(/<Act .*<\/Act>/, ""))).not.toEqual([]);
});

test("ASAM's quality checker finds no fault in any scenario type", async (context) => {
  needValidators(context);
  for (const [type, feed] of everyFeed) {
    const { issues, completed } = await checkQuality("openscenario", await exportedText(feed, format));
    expect([type, issues]).toEqual([type, []]);
    expect(completed).toBeGreaterThan(10);
  }
});

test("ASAM's quality checker finds a reference to nobody", async (context) => {
  needValidators(context);
  const xml = await exportedText(feedForTests(), format);
  const { issues } = await checkQuality("openscenario", xml.replace('entityRef="ego"', 'entityRef="nobody"'));
  expect(issues).not.toEqual([]);
});
