import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type TestContext, expect, test } from "vitest";

import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { type Ended, runProgram } from "../run-program.ts";
import { checkQuality, exportedText, inFolder, needValidators, packageFile } from "./validators.ts";
import { schemaChecker } from "./xml-schema.ts";

const seeds = [0, 42, 4_294_967_295];
const streetsOf = (seed: number) => exportedText(feedForTests({ seed }), "opendrive/1.7");
const schema = () => schemaChecker(packageFile("qc_opendrive", "schema", "1.7.0", "opendrive_17_core.xsd"));

test("the schema of OpenDRIVE 1.7 has nothing against the streets, and something against a mutated file", async (context) => {
  needValidators(context);
  const check = schema();
  for (const seed of seeds) expect(check(await streetsOf(seed))).toEqual([]);
  const streets = await streetsOf(42);
  expect(check(streets.replace('type="driving"', 'type="flying"'))).toEqual([
    expect.stringContaining("flying"),
  ]);
  expect(check(streets.replace(/<planView>.*?<\/planView>/, ""))).not.toEqual([]);
});

test.for(seeds)("ASAM's quality checker finds no fault in the streets of seed %d", async (seed, context) => {
  needValidators(context);
  const { completed, issues } = await checkQuality("opendrive", await streetsOf(seed));
  expect(issues).toEqual([]);
  expect(completed).toBeGreaterThan(15);
});

test("ASAM's quality checker finds a street that does not meet its junction", async (context) => {
  needValidators(context);
  const streets = await streetsOf(42);
  const moved = streets.replace(
    /(<geometry s="0" x=")(-?[\d.]+)"/,
    (_, before: string, x: string) => `${before}${Number(x) + 1}"`,
  );
  expect((await checkQuality("opendrive", moved)).issues.join("\n")).toMatch(/gap|contact/);
});

async function needConverter(context: TestContext): Promise<void> {
  const version = await runProgram("netconvert", ["--version"]);
  if (version.status !== 0) context.skip("netconvert is not installed (Debian: sumo, sumo-tools)");
}

/** SUMO's converter reads the file and builds a network of its own. */
function convert(xml: string): Promise<Ended> {
  return inFolder(async (folder) => {
    await writeFile(join(folder, "streets.xodr"), xml);
    const words = [
      "--opendrive-files",
      join(folder, "streets.xodr"),
      "--output-file",
      join(folder, "net.xml"),
    ];
    const env = { ...process.env, SUMO_HOME: process.env["SUMO_HOME"] ?? "/usr/share/sumo" };
    const ended = await runProgram("netconvert", words, { env });
    if (ended.status !== 0) return ended;
    const { stdout } = await runProgram("grep", ["-c", "<connection ", join(folder, "net.xml")]);
    return { ...ended, stdout };
  });
}

test("SUMO converts the streets without a warning, with a connection for every turn", async (context) => {
  await needConverter(context);
  for (const seed of seeds) {
    const xml = await streetsOf(seed);
    const { status, stderr, stdout } = await convert(xml);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const turns = xml.match(/<laneLink /g)!.length;
    expect(Number(stdout)).toBeGreaterThanOrEqual(turns);
  }
});

test("SUMO refuses a street that heads nowhere and warns of a turn that leads nowhere", async (context) => {
  await needConverter(context);
  const streets = await streetsOf(42);
  const astray = await convert(streets.replace(/hdg="[^"]*"/, 'hdg="north"'));
  expect([astray.status, astray.stderr]).toEqual([1, expect.stringContaining("hdg")]);
  const cut = await convert(streets.replace('connectingRoad="', 'connectingRoad="9'));
  expect(cut.stderr).toContain("is not known");
});
