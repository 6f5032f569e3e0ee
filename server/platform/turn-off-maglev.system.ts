import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { hasUnsafeMaglev } from "./turn-off-maglev.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-maglev-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Loaded first by the program and by each of its threads: says at its end, or as a thread at once, if Maglev is on. */
const probe = `import { isMainThread } from "node:worker_threads";
const say = (thread) => console.error(thread + " maglev " + new Function("return %IsMaglevEnabled()")());
if (isMainThread) process.on("exit", () => say("main")); else say("thread");`;

/** What the probe said in a service that was started with these words and told to stop. */
async function askService(words: readonly string[]): Promise<ReadonlySet<string>> {
  const node = ["--allow-natives-syntax", "--import", `data:text/javascript,${encodeURIComponent(probe)}`];
  const child = spawn(process.execPath, [...node, ...words], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: { ...process.env, PLUMBLINE_PORT: "0", PLUMBLINE_DATA_DIR: mkdtempSync(join(parent, "data-")) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  const ended = once(child, "close");
  await expect.poll(() => out).toMatch(/listening on|Ctrl-C/);
  child.kill("SIGTERM");
  await ended;
  return new Set(err.match(/^(main|thread) maglev (true|false)$/gm));
}

const isOn = !hasUnsafeMaglev(process.versions.v8);

test.each([[["server/main.ts"]], [["cli/main.ts", "serve"]], [["cli/main.ts", "demo"]]])(
  "Maglev is off in a service and its threads where its V8 is unsafe: %s",
  async (words) => {
    expect(await askService(words)).toEqual(new Set([`main maglev ${isOn}`, `thread maglev ${isOn}`]));
  },
);
