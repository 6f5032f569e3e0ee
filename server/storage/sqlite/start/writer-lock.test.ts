import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { takeWriterLock } from "./writer-lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-lock-"));
  path = join(folder, "writer.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a lock is taken once, and again after it was released", () => {
  const lock = takeWriterLock(path);
  expect(() => takeWriterLock(path)).toThrow(`in use by process ${process.pid} (since `);
  lock.release();
  takeWriterLock(path).release();
});

test("another process is kept out and named, and its lock ends with it, however it ends", async () => {
  const script = `
    const { takeWriterLock } = await import(${JSON.stringify(new URL("writer-lock.ts", import.meta.url).href)});
    takeWriterLock(${JSON.stringify(path)});
    console.log("taken");
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const ended = new Promise((resolve) => other.once("exit", resolve));
  await new Promise((resolve) => other.stdout.once("data", resolve));
  expect(() => takeWriterLock(path)).toThrow(`in use by process ${other.pid} (since `);
  other.kill("SIGKILL");
  await ended;
  takeWriterLock(path).release();
});
