import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { formatsOfLevel } from "../../core/scenario/exports/export-formats.ts";
import { distributionsOf } from "../../core/scenario/logical/distributions-of.ts";
import type { Ended } from "../run-program.ts";
import {
  checkQuality,
  everyFeed,
  exportedText,
  inFolder,
  needValidators,
  packageFile,
  runInPython,
} from "./validators.ts";
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

test("a logical scenario is as valid: its declarations, and what its parameters are drawn from", async (context) => {
  needValidators(context);
  const check = schema();
  for (const [type, feed] of everyFeed) {
    const distributions = distributionsOf(feed.parameters, feed.provenance, {});
    if (Object.keys(distributions).length === 0) continue;
    const model = { ...feed.parameters.drift_model, distributions };
    const logical = {
      ...feed,
      level: "logical" as const,
      parameters: { ...feed.parameters, drift_model: model },
    };
    for (const written of formatsOfLevel("logical").filter((name) => name.startsWith("openscenario"))) {
      const xml = await exportedText(logical, written);
      expect([type, written, check(xml)]).toEqual([type, written, []]);
      const { issues } = await checkQuality("openscenario", xml);
      expect([type, written, issues]).toEqual([type, written, []]);
    }
  }
});

test("the schema finds a distribution that OpenSCENARIO does not know", async (context) => {
  needValidators(context);
  const feed = feedForTests({ type: "curb_strike" });
  const normal = { kind: "normal", low: 0.2, high: 2, mean: 1, sd: 0.2, from: "fit" } as const;
  const model = { ...feed.parameters.drift_model, distributions: { A: normal } };
  const logical = {
    ...feed,
    level: "logical" as const,
    parameters: { ...feed.parameters, drift_model: model },
  };
  const xml = await exportedText(logical, "openscenario-parameters/1.3");
  const check = schema();
  expect(check(xml)).toEqual([]);
  expect(check(xml.replaceAll("NormalDistribution", "CauchyDistribution"))).not.toEqual([]);
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

const readScenario = `
import json, sys
import xml.etree.ElementTree as tree
from scenariogeneration import xosc
scenario = xosc.Scenario.parse(tree.parse(sys.argv[1]).getroot())
written = scenario.get_element()
print(json.dumps({name: sum(1 for _ in written.iter(name)) for name in sys.argv[2:]}))
`;

/** Another implementation of the standard reads the file and writes it again; what is in both is counted. */
function countRewritten(xml: string, names: readonly string[]): Promise<Ended> {
  return inFolder(async (folder) => {
    const file = join(folder, "scenario.xosc");
    await writeFile(file, xml);
    return runInPython("python", ["-c", readScenario, file, ...names]);
  });
}

test("another implementation reads every event, waypoint, speed, property and parameter", async (context) => {
  needValidators(context);
  const names = [
    "Event",
    "Waypoint",
    "SpeedProfileEntry",
    "Property",
    "ParameterDeclaration",
    "VariableDeclaration",
  ];
  const xml = await exportedText(feedForTests(), format);
  const { stdout, stderr } = await countRewritten(xml, names);
  expect(stderr).toBe("");
  const counts = names.map((name) => [name, xml.match(new RegExp(`<${name}[ >/]`, "g"))!.length]);
  expect(JSON.parse(stdout)).toEqual(Object.fromEntries(counts));
});

test("the other implementation refuses a file whose waypoint lies nowhere", async (context) => {
  needValidators(context);
  const xml = await exportedText(feedForTests(), format);
  expect((await countRewritten(xml.replace(/ roadId="\d+"/, ""), [])).status).toBe(1);
});
