import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { freesWasmCodeTwice } from "./keep-wasm-code.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-wasm-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/**
 * Loaded first by the program, and at its end lets WebAssembly that calls back become garbage, of which V8 then says
 * whether it collects its code: (module (import "m" "f" (func $f)) (func (export "r") call $f)).
 */
const probe = `process.on("exit", () => {
  const module = new WebAssembly.Module(Buffer.from("0061736d01000000010401600000020701016d016600000302010007050101720001\
0a0601040010000b", "hex"));
  for (let round = 0; round < 3; round++) {
    (() => {
      const { r } = new WebAssembly.Instance(module, { m: { f() {} } }).exports;
      for (let call = 0; call < 5; call++) r();
    })();
    gc();
  }
  console.log("probed");
})`;
/** One compiled wrapper at once, one collection for each that may be dead, and a line for each collection. */
const eager = [
  "--expose-gc",
  "--wasm-wrapper-tiering-budget=1",
  "--stress-wasm-code-gc",
  "--trace-wasm-code-gc",
];
const node = [...eager, "--import", `data:text/javascript,${encodeURIComponent(probe)}`];

/** What a program wrote that was started with these words, and told to stop where it is a service. */
async function outputOf(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...node, ...words], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: { ...process.env, PLUMBLINE_PORT: "0", PLUMBLINE_DATA_DIR: mkdtempSync(join(parent, "data-")) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  const ended = once(child, "close");
  await expect.poll(() => out).toMatch(/listening on|Ctrl-C|probed/);
  child.kill("SIGTERM");
  await ended;
  expect(out).toContain("probed");
  return out;
}

test("a program that does not ask for it collects compiled WebAssembly", async () => {
  expect(await outputOf(["--eval", ""])).toContain("[wasm-gc] Starting GC");
});

test.each([[["server/main.ts"]], [["cli/main.ts", "serve"]], [["cli/main.ts", "demo"]]])(
  "a service keeps compiled WebAssembly where its V8 may free it twice: %s",
  async (words) => {
    const out = await outputOf(words);
    const afterStart = out.slice(out.search(/listening on|Ctrl-C/));
    expect(afterStart.includes("[wasm-gc] Starting GC")).toBe(!freesWasmCodeTwice(process.versions.v8));
  },
);
