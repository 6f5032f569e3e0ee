import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type TestContext, expect, test } from "vitest";

import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { driveOf } from "../../core/scenario/streets/drive-of.ts";
import { pathLengthM } from "../../core/scenario/streets/path.ts";
import type { Leg } from "../../core/scenario/streets/plan-drive.ts";
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

const sumoEnvironment = { ...process.env, SUMO_HOME: process.env["SUMO_HOME"] ?? "/usr/share/sumo" };

/** SUMO's converter reads the file and builds a network of its own; standard output counts the network's connections. */
function convert(xml: string): Promise<Ended> {
  return inFolder(async (folder) => {
    const { net, ...ended } = await convertIn(folder, xml);
    if (ended.status !== 0) return ended;
    return { ...ended, stdout: String((await readFile(net, "utf8")).match(/<connection /g)!.length) };
  });
}

async function convertIn(folder: string, xml: string): Promise<Ended & { readonly net: string }> {
  const [streets, net] = [join(folder, "streets.xodr"), join(folder, "net.xml")];
  await writeFile(streets, xml);
  const words = ["--opendrive-files", streets, "--output-file", net];
  return { ...(await runProgram("netconvert", words, { env: sumoEnvironment })), net };
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

/** A car of SUMO's drives these streets, named as its converter names them: −ID along the street, ID against it. */
function driveInSumo(xml: string, legs: readonly Leg[]): Promise<Ended> {
  return inFolder(async (folder) => {
    const { net } = await convertIn(folder, xml);
    const edges = legs.map(({ street, lane }) => (lane < 0 ? `-${street}` : String(street))).join(" ");
    const [routes, trips] = [join(folder, "drive.rou.xml"), join(folder, "trips.xml")];
    const vehicle = `<vehicle id="ego" depart="0"><route edges="${edges}"/></vehicle>`;
    await writeFile(routes, `<routes>${vehicle}</routes>`);
    const words = ["--net-file", net, "--route-files", routes, "--tripinfo-output", trips, "--no-step-log"];
    const ended = await runProgram("sumo", words, { env: sumoEnvironment });
    return ended.status === 0 ? { ...ended, stdout: await readFile(trips, "utf8") } : ended;
  });
}

test("a car in SUMO drives the planned way to its end, as far as the plan says", async (context) => {
  await needConverter(context);
  for (const seed of seeds) {
    const feed = feedForTests({ seed, durationS: 120 });
    const { legs, path } = driveOf(feed);
    const { status, stderr, stdout } = await driveInSumo(await exportedText(feed, "opendrive/1.7"), legs);
    expect([status, stderr]).toEqual([0, ""]);
    const drivenM = Number(/routeLength="([\d.]+)"/.exec(stdout)![1]);
    // It starts with its rear on the first street, and the plan goes on through the last junction.
    expect(Math.abs(drivenM - pathLengthM(path))).toBeLessThan(60);
  }
});

test("a way that jumps to a street elsewhere is refused", async (context) => {
  await needConverter(context);
  const feed = feedForTests({ durationS: 120 });
  const { legs } = driveOf(feed);
  const jumping = [legs[0]!, legs[3]!];
  expect((await driveInSumo(await exportedText(feed, "opendrive/1.7"), jumping)).stderr).toContain(
    "No connection",
  );
});
