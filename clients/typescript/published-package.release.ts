import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { browserPath, openBrowser } from "../../e2e/open-browser.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { startServiceProcess, type ServiceProcess } from "../../e2e/service-process.ts";
import { trustText } from "../conformance/evidence/examples/example-evidence.ts";
import { fromStart } from "../conformance/evidence/examples/scored-evidence.ts";
import { Plumbline } from "./plumbline.ts";
import { readmeSamples } from "./readme-samples.ts";

/** The package as its users get it: packed, installed in an empty folder, and used by other programs than this repository's. */
const here = import.meta.dirname;
const run = promisify(execFile);

let folder = "";
let tarball = "";
let service: ServiceProcess;
const scoredFiles = {
  "scored.bundle.json": fromStart.issued.bytes,
  "scored.frames.ndjson": fromStart.frames.bytes,
  "trust.json": Buffer.from(trustText),
};
/** Of another origin than the service: what its pages may do, the service has to permit. */
let site: Server;
const origin = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-package-"));
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: here,
    encoding: "utf8",
  });
  tarball = join(folder, packed.trim().split("\n").at(-1)!);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder });
  site = createServer((request, response) => void sendFile(request.url ?? "/", response));
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  service = await startServiceProcess({
    dataDir: join(folder, "data"),
    port: 0,
    env: { PLUMBLINE_CORS_ORIGINS: origin() },
  });
  await somethingHappens();
});
afterAll(async () => {
  site.close();
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A vehicle whose radar is moved, so that there are events for who looks. */
async function somethingHappens(): Promise<void> {
  const client = new Plumbline({ baseUrl: service.url, apiKey: "plumb_dev_local" });
  const fleet = generateFleet({
    seed: 5,
    vehicles: 1,
    startUs: Date.UTC(2026, 0, 5) * 1000,
    periodS: 60,
    scenario: "bumper_repair_radar",
    onsetsWithinS: [3600, 3660],
  });
  await client.telemetry.ingestBatch([...fleetFrames(fleet, 0, 100)]);
}

const installed = () => join(folder, "node_modules", "@plumbline", "client");
const settings = () => ({
  ...process.env,
  NADIR_BASE_URL: service.url,
  NADIR_API_KEY: "plumb_dev_local",
});

test("the package is small, depends on nothing, and holds nothing but what it needs", () => {
  const manifest = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8")) as object;
  expect(manifest).not.toHaveProperty("dependencies");
  expect(readdirSync(join(folder, "node_modules"))).toEqual([".package-lock.json", "@plumbline"]);
  expect(readdirSync(installed()).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  const sizes = ["index.js", "spool.js", "verify.js"].map(
    (name) => `${name} ${kib(join(installed(), "dist", name))}`,
  );
  process.stdout.write(`  @plumbline/client: package ${kib(tarball)}; ${sizes.join(", ")}\n`);
  // Each scoring that issued evidence leaves a frozen scorer, of some 100 KiB packed.
  expect(statSync(tarball).size).toBeLessThan(1280 * 1024);
  expect(statSync(join(installed(), "dist", "index.js")).size).toBeLessThan(100 * 1024);
});

test.each(["index.js", "verify.js"])("%s asks for nothing that only Node has", (name) => {
  const code = readFileSync(join(installed(), "dist", name), "utf8");
  const imported = code.matchAll(/^(?:import|export) .*from "([^"]+)";$|\bimport\("([^"]+)"\)/gmu);
  expect(
    Array.from(imported, ([, from, load]) => from ?? load).filter((name) => !name!.startsWith("./")),
  ).toEqual([]);
  expect(code).not.toMatch(/\brequire\(|["']node:/u);
});

/** What a program of a user's might do with each entry; it says in the end what it saw. */
const program = `
import { Plumbline, NotFoundError } from "@plumbline/client";
import { verifyEvidence } from "@plumbline/client/verify";
const client = new Plumbline();
const frame = { vehicle_id: "veh-" + HOST, timestamp: "2026-01-05T08:00:00Z", sensors: { radar_range_bias_m: 0.31 } };
const score = await client.score.residual(frame);
const again = await client.telemetry.ingest(frame);
const writer = client.telemetry.writer({ flushMs: 10 });
await writer.write({ ...frame, timestamp: "2026-01-05T08:01:00Z" });
const tally = await writer.close();
const missing = await client.vehicles.get("nobody").catch((error) => error instanceof NotFoundError && error.code);
const ids = [];
for await (const vehicle of client.vehicles.list()) ids.push(vehicle.vehicle_id);
const read = (name) => readFile(new URL("./evidence/" + name, import.meta.url));
const verdict = await verifyEvidence(await read("scored.bundle.json"), await read("scored.frames.ndjson"), {
  trust: await read("trust.json"),
  now: "2026-11-24T00:00:00Z",
});
console.log(JSON.stringify({
  tier: score.tier, again: again.status, tally, missing,
  isListed: ids.includes(frame.vehicle_id), verdict: verdict.verdict, code: verdict.code,
}));
`;
const reading = 'import { readFile } from "node:fs/promises";\n';
const seen = {
  tier: "UNKNOWN",
  again: "duplicate",
  tally: { written: 1, ingested: 1, duplicate: 0, rejected: 0, dropped: 0, kept: 0 },
  missing: "vehicle_not_found",
  isListed: true,
  verdict: "valid",
  code: null,
};

const oldNode = executable("node", (version) => version.startsWith("v20."));
const hosts = [
  { name: "Node, as this repository has it", command: process.execPath, words: [] },
  { name: "Node 20", command: oldNode, words: [] },
  { name: "Deno", command: executable("deno"), words: ["run", "--allow-all", "--no-prompt"] },
  { name: "Bun", command: executable("bun"), words: ["run"] },
];

for (const { name, command, words } of hosts) {
  test.skipIf(command === null)(
    `it runs in ${name}${command === null ? ": not installed here" : ""}`,
    async () => {
      const evidence = join(folder, "evidence");
      mkdirSync(evidence, { recursive: true });
      for (const [name, bytes] of Object.entries(scoredFiles)) writeFileSync(join(evidence, name), bytes);
      const file = join(folder, "program.mjs");
      writeFileSync(file, reading + program.replace("HOST", JSON.stringify(name.replaceAll(/\W/gu, ""))));
      const { stdout } = await run(command!, [...words, file], { cwd: folder, env: settings() });
      expect(JSON.parse(stdout)).toEqual(seen);
    },
  );
}

/** The site has one empty page, and beside it the files of the package. */
async function sendFile(url: string, response: ServerResponse): Promise<void> {
  const type = url.endsWith(".js") ? "text/javascript" : "text/html";
  response.setHeader("content-type", type);
  response.end(
    type === "text/html" ? "<!doctype html>" : readFileSync(join(installed(), "dist", url.slice(1))),
  );
}

const noBrowser = browserPath === null ? ": no Chromium here" : "";
test.skipIf(browserPath === null)(
  `it runs in a page of another origin: a POST, an event and a bundle verified${noBrowser}`,
  async () => {
    const browser = await openBrowser(browserPath!);
    try {
      const page = await browser.newPage();
      await page.goto(origin());
      const files = Object.values(scoredFiles).map((bytes) => Buffer.from(bytes).toString());
      expect(await page.evaluate(pageProgram([service.url, ...files]))).toEqual({
        tier: "UNKNOWN",
        type: "breach.opened",
        verdict: "valid",
        refused: "TypeError",
      });
    } finally {
      await browser.close();
    }
  },
);

/** What the page does: text, for nothing may touch it on its way there. */
function pageProgram(given: readonly string[]): string {
  return `(async ([baseUrl, bundle, frames, trust]) => {
    const { Plumbline } = await import("/index.js");
    const { verifyEvidence } = await import("/verify.js");
    const client = new Plumbline({ baseUrl, apiKey: "plumb_dev_local" });
    const score = await client.score.residual({
      vehicle_id: "veh-page",
      timestamp: "2026-01-05T08:00:00Z",
      sensors: { radar_range_bias_m: 0.31 },
    });
    const event = await client.events.stream({ start: "oldest", type: ["breach.opened"] }).next();
    const { verdict } = await verifyEvidence(bundle, frames, { trust, now: "2026-11-24T00:00:00Z" });
    let refused = "";
    try {
      new Plumbline({ apiKey: "plumb_live_AAAAAAAAAA_secret" });
    } catch (error) {
      refused = error.name;
    }
    return { tier: score.tier, type: event.value.type, verdict, refused };
  })(${JSON.stringify(given)})`;
}

test.each([
  ["TypeScript 7, node16", "node_modules/typescript", "node16", "node16"],
  ["TypeScript 7, bundler", "node_modules/typescript", "esnext", "bundler"],
  ["TypeScript 5.9, node16", "clients/typescript/node_modules/typescript", "node16", "node16"],
  ["TypeScript 5.9, bundler", "clients/typescript/node_modules/typescript", "esnext", "bundler"],
])("its types are what %s takes, and what it refuses", async (_, compiler, module, moduleResolution) => {
  const consumer = join(folder, "consumer.ts");
  writeFileSync(consumer, typedProgram);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { module, moduleResolution, target: "es2022", ...strict },
      files: ["consumer.ts"],
    }),
  );
  const tsc = join(here, "../..", compiler, "bin/tsc");
  const outcome = await run(process.execPath, [tsc, "--project", folder], { cwd: folder }).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(outcome.stdout).toBe("");
});

const strict = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // The package's own declarations are checked, too.
  skipLibCheck: false,
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
};

const typedProgram = `
import { Plumbline, APIError, type TelemetryFrame, type Tier, type Event } from "@plumbline/client";
import { FileSpool } from "@plumbline/client/spool";
import { verifyEvidence } from "@plumbline/client/verify";
const client = new Plumbline({ apiKey: "plumb_test_x", logLevel: "off" });
const frame: TelemetryFrame = { vehicle_id: "v", timestamp: "t", sensors: { lidar_confidence: 1 } };
export const tier: Promise<Tier> = client.score.residual(frame).then((score) => score.tier);
// @ts-expect-error a sensor that there is none of
export const wrong = client.score.residual({ ...frame, sensors: { sonar: 1 } });
// @ts-expect-error a tier that there is none of
export const none = client.vehicles.list({ tier: ["GOOD"] });
export async function all(): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { vehicle_id } of client.vehicles.list({ tier: ["CAUTION"] })) ids.push(vehicle_id);
  const { data, response, requestId } = await client.fleet.queue().withResponse();
  ids.push(String(data.data.length), String(response.status), requestId ?? "");
  await using writer = client.telemetry.writer({ spool: await FileSpool.open("x"), whenFull: "drop" });
  await writer.write(frame);
  const { verdict } = await verifyEvidence("", null, { trust: "", require: ["frames"] });
  return [...ids, verdict];
}
export const code = (error: unknown): string | null => (error instanceof APIError ? error.code : null);
export const ofEvent = (event: Event): string => event.type;
`;

test("publint and attw find nothing wrong with it", async () => {
  const bin = join(here, "../../node_modules/.bin");
  const environment = { ...process.env, NO_COLOR: "1" };
  const publint = await run(join(bin, "publint"), ["run", tarball, "--strict"], { env: environment });
  expect(publint.stdout).toMatch(/All good!/u);
  const words = [tarball, "--profile", "esm-only", "--format", "ascii", "--no-color"];
  const attw = await run(join(bin, "attw"), words, { env: environment });
  // It ends with an error for what the profile does not leave out: there is no CommonJS in here.
  expect(attw.stdout.match(/node16 \(from ESM\): 🟢|bundler: 🟢/gu)).toHaveLength(8);
});

test("every sample of the README runs", async () => {
  const [first = "", ...others] = readmeSamples();
  expect(others.length).toBeGreaterThan(6);
  await placeSampleFiles();
  for (const sample of [first, ...others.map((other) => `${first}\n${other}`)]) await runSample(sample);
});

/** What a recipient of the service's own evidence has: the trust file of its data folder, and what it serves. */
async function placeSampleFiles(): Promise<void> {
  const { evidence } = new Plumbline({ baseUrl: service.url, apiKey: "plumb_dev_local" });
  const [issued] = (await evidence.list({ limit: 1 })).data;
  writeFileSync(join(folder, "bundle.json"), await evidence.bundle(issued!.event_id).asBytes());
  writeFileSync(join(folder, "frames.ndjson"), await evidence.frames(issued!.event_id));
  writeFileSync(join(folder, "keyring.json"), await evidence.keyringHistory().asBytes());
  cpSync(join(folder, "data", "keys", "trust.json"), join(folder, "trust.json"));
}

async function runSample(sample: string): Promise<void> {
  const file = join(folder, "sample.mjs");
  const isReceiver = sample.includes("server.listen(8080);");
  const code = sample
    .replaceAll("http://127.0.0.1:8000", service.url)
    .replace("server.listen(8080);", "server.listen(0, '127.0.0.1');");
  writeFileSync(file, isReceiver ? code + delivery : code);
  const env = { ...settings(), WEBHOOK_SECRET: secret };
  const { stdout } = await run(oldNode ?? process.execPath, [file], { cwd: folder, env });
  if (sample.includes("verifyEvidence(")) expect(stdout).toMatch(/^valid null\nsame \[\]$/mu);
  if (isReceiver) expect(stdout).toMatch(/breach\.opened evt_1\n204 400\n$/u);
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
/** What the service would send to the receiver, signed by the reference library; and the same again, damaged. */
const delivery = `
import { once } from "node:events";
import { Webhook } from ${JSON.stringify(import.meta.resolve("standardwebhooks"))};
await once(server, "listening");
const address = "http://127.0.0.1:" + server.address().port;
const body = JSON.stringify({ id: "evt_1", type: "breach.opened" });
const now = new Date();
const headers = {
  "webhook-id": "msg_1",
  "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
  "webhook-signature": new Webhook(process.env.WEBHOOK_SECRET).sign("msg_1", now, body),
};
const taken = await fetch(address, { method: "POST", headers, body });
const refused = await fetch(address, { method: "POST", headers, body: body + " " });
console.log(taken.status, refused.status);
server.close();
`;

function kib(path: string): string {
  return `${(statSync(path).size / 1024).toFixed(0)} KiB`;
}

/** The program of this name on the path; null where there is none that is fit. */
function executable(name: string, isFit: (version: string) => boolean = () => true): string | null {
  const folders = (process.env["PATH"] ?? "").split(":");
  const found = folders
    .map((path) => join(path, name))
    .find((path) => existsSync(path) && isFit(versionOf(path)));
  return found ?? null;
}

function versionOf(path: string): string {
  return execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
}
