import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { readSoftware } from "../server/software.ts";
import { type Ended, runProgram } from "./run-program.ts";

/**
 * The packed program as a stranger meets it: installed from its file into an empty folder, with an empty home, by the npm
 * and under the Node of the machine, which may be as old as 20.19.
 */
const repository = join(import.meta.dirname, "..");
let folder = "";
let app = "";
let otherUsers: NodeJS.ProcessEnv = {};
let installed: Ended;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-packed-"));
  app = join(folder, "app");
  const home = join(folder, "home");
  await mkdir(app);
  await mkdir(home);
  // Neither the pinned Node nor npm's own variables of the run that started this test.
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((place) => !place.includes("node_modules"));
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^NODE|^VITEST|^INIT_CWD|^PLUMBLINE|^NADIR/iu.test(name) || /registry/iu.test(name),
  );
  otherUsers = { ...Object.fromEntries(kept), PATH: path.join(delimiter), HOME: home, NO_COLOR: "1" };
  const packed = await runProgram("npm", ["run", "--silent", "pack"], { cwd: repository });
  expect(packed.status, packed.stderr).toBe(0);
  const file = join(repository, packed.stdout.trim().split("\n").at(-1)!);
  installed = await stranger("npm", "install", "--fetch-retries=0", file);
});

beforeEach((context) => {
  if (installed.status !== 0 && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/u.test(installed.stderr)) {
    context.skip(`the registry cannot be reached: ${installed.stderr.slice(0, 300)}`);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function stranger(program: string, ...words: readonly string[]): Promise<Ended> {
  return runProgram(program, words, { cwd: app, env: otherUsers });
}

const plumbline = (...words: readonly string[]) => stranger("npx", "plumbline", ...words);

test("it installs without a warning, and runs nothing at installation", async () => {
  expect(installed.status, installed.stderr).toBe(0);
  expect(installed.stdout + installed.stderr).not.toMatch(/EBADENGINE|install-scripts|deprecated/u);
  const lock = JSON.parse(await readFile(join(app, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>;
  };
  expect(Object.values(lock.packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});

test("it knows its version, under whatever Node calls it", async () => {
  const { version } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly version: string;
  };
  expect(await plumbline("--version")).toMatchObject({ status: 0, stdout: `${version}\n` });
});

test("it replays what it simulated, and ends with the program's exit code", async () => {
  expect(
    await plumbline("simulate", "--vehicles", "2", "--hours", "3", "--out", "frames.ndjson"),
  ).toMatchObject({ status: 0 });
  const replay = await plumbline("replay", "frames.ndjson");
  expect(replay).toMatchObject({ status: 0 });
  expect(replay.stdout).toContain("sim-0001  180 frames");
  expect(await plumbline("flet")).toMatchObject({ status: 2 });
});

test("it serves, issues evidence that it verifies itself, shows the console, and stops on a signal", async () => {
  const child = spawn("npx", ["plumbline", "serve", "--dev", "--port", "0", "--data-dir", "data"], {
    cwd: app,
    env: otherUsers,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  try {
    const url = await addressOf(child);
    const key = { Authorization: "Bearer plumb_dev_local" };
    await fetch(`${url}/v1/telemetry/ingest`, {
      method: "POST",
      headers: { ...key, "Content-Type": "application/json" },
      body: JSON.stringify(driftingFrames()),
    });
    const listed = await fetch(`${url}/v1/evidence`, { headers: key });
    const { data } = (await listed.json()) as { readonly data: readonly { readonly event_id: string }[] };
    const eventId = data[0]!.event_id;
    expect(await plumbline("evidence", "get", eventId, "--out", ".", "--url", url)).toMatchObject({
      status: 0,
    });
    const bundle = JSON.parse(await readFile(join(app, `${eventId}.json`), "utf8")) as {
      readonly issuer: { readonly software: object };
    };
    expect(bundle.issuer.software).toMatchObject({ build_sha256: readSoftware().buildSha256 });
    const frames = ["--frames", `${eventId}.frames.ndjson`, "--trust", join("data", "keys", "trust.json")];
    const verdict = await plumbline("evidence", "verify", `${eventId}.json`, ...frames);
    expect(verdict).toMatchObject({ status: 0, stdout: expect.stringContaining("VALID") });

    for (const page of [
      "/",
      "/docs",
      "/verify.html",
      "/player.html",
      "/openapi.json",
      `/v1/evidence/${eventId}/report.pdf`,
    ]) {
      expect([page, (await fetch(`${url}${page}`, { headers: key })).status]).toEqual([page, 200]);
    }
    const archive = await fetch(`${url}/v1/evidence/${eventId}/archive`, { headers: key });
    expect(archive.status).toBe(200);
  } finally {
    process.kill(-child.pid!, "SIGTERM");
    await once(child, "close");
  }
  expect(await plumbline("doctor", "--data-dir", "data", "--rebuild")).toMatchObject({ status: 0 });
});

test.each([
  ["SIGTERM to npx, which npm's shell does not hand on", "npx", ["plumbline"], "SIGTERM"],
  ["SIGKILL to the program, which nobody can hand on", "node_modules/.bin/plumbline", [], "SIGKILL"],
] as const)(
  "the service stops in order by %s",
  async (_, program, words, signal) => {
    const child = spawn(program, [...words, "serve", "--port", "0", "--data-dir", `stopped-by-${signal}`], {
      cwd: app,
      env: otherUsers,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    child.stderr.on("data", (bytes) => (log += String(bytes)));
    const url = await addressOf(child);
    child.kill(signal);
    // Its output is open for as long as any process of it lives.
    await once(child, "close");
    expect(log).toContain('"msg":"stopped"');
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  },
  60_000,
);

test("the demo tells where it is and leaves with the terminal's signal", async () => {
  const child = spawn("npx", ["plumbline", "demo", "--vehicles", "2", "--port", "0"], {
    cwd: app,
    env: otherUsers,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const [, url] = await lineOf(child, /console +(http:\S+)/u);
  expect((await fetch(`${url}health`)).status).toBe(200);
  process.kill(-child.pid!, "SIGINT");
  await once(child, "close");
  await expect(fetch(`${url}health`)).rejects.toThrow();
});

test("without a Node it can use, it says which one it needs", async () => {
  const alone = join(folder, "alone");
  await mkdir(alone);
  const program = await readFile(join(app, "node_modules", "plumbline", "cli", "plumbline.js"));
  await writeFile(join(alone, "plumbline.mjs"), program);
  await writeFile(join(alone, "main.js"), "");
  const { status, stderr, stdout } = await runProgram("node", ["plumbline.mjs"], {
    cwd: alone,
    env: otherUsers,
  });
  const { stdout: version } = await stranger("node", "--version");
  if (Number.parseInt(version.slice(1), 10) >= 24)
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  else
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining("needs Node 24") });
});

test("npm ci in a checkout shows a newcomer nothing but what it did", async () => {
  const checkout = join(folder, "checkout");
  const files = [".npmrc", "package.json", "package-lock.json"];
  const workspaces = ["core", "clients/typescript", "console", "cli"].map((name) => `${name}/package.json`);
  for (const file of [...files, ...workspaces]) {
    await cp(join(repository, file), join(checkout, file), { recursive: true });
  }
  const ended = await runProgram("npm", ["ci", "--dry-run"], { cwd: checkout, env: otherUsers });
  expect(ended).toMatchObject({ status: 0, stderr: "" });
  // What is hidden from newcomers is there for who asks.
  const asked = await runProgram("npm", ["ci", "--dry-run", "--loglevel=warn"], {
    cwd: checkout,
    env: otherUsers,
  });
  expect(asked.status).toBe(0);
});

async function addressOf(child: ChildProcess): Promise<string> {
  const [, url] = await lineOf(child, /listening on (http:\S+)/u);
  return url!;
}

/** The first line that fits; the rest is read on, so that the program never waits for its reader. */
async function lineOf(child: ChildProcess, form: RegExp): Promise<RegExpExecArray> {
  const lines = createInterface(child.stdout!);
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      const found = form.exec(line);
      if (found !== null) resolve(found);
    });
    child.once("close", () => reject(new Error(`it ended without a line like ${form}`)));
  });
}

function driftingFrames(): readonly object[] {
  return Array.from({ length: 260 }, (_, at) => ({
    vehicle_id: "veh-drifting",
    timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1) + (at < 160 ? 0 : 0.5),
      lidar_registration_error_m: 0.03 + 0.004 * Math.sin(at * 3.7),
    },
  }));
}
