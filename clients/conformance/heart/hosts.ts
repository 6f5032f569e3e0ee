import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { JSHandle } from "playwright-core";

import type { openBoundedHeart } from "../../../core/heart/bounded-heart.ts";
import { browserPath, sharedBrowser } from "../../../e2e/open-browser.ts";
import { buildGoTools } from "../evidence/third-parties/build-go-tools.ts";
import type { foldStream, StreamDigest } from "./fold-stream.ts";

const root = join(import.meta.dirname, "../../..");
const heartFile = join(root, "core/heart/heart.wasm");
export const python = join(root, "clients/python/.venv/bin/python");
const run = promisify(execFile);

/** Where the engine runs: folds so many blocks of the stream, or a reason why it cannot on this machine. */
interface Host {
  readonly name: string;
  readonly isInEveryCheck: boolean;
  readonly fold: (blocks: number) => Promise<Omit<StreamDigest, "greatest"> | { readonly absent: string }>;
}
export const hosts: readonly Host[] = [
  { name: "Chromium", isInEveryCheck: true, fold: foldInChromium },
  { name: "Python (wasmtime)", isInEveryCheck: true, fold: foldInPython },
  { name: "Go (wazero)", isInEveryCheck: false, fold: foldInGo },
];

/** By a thread of Node with an engine of its own, as services have; the others are compared with it. */
export async function foldInNode(blocks: number): Promise<StreamDigest> {
  const compiled = new WebAssembly.Module(readFileSync(heartFile));
  const workerData = { root, compiled, blocks };
  const worker = new Worker(threadText, { eval: true, workerData });
  const [digest] = (await once(worker, "message")) as [StreamDigest];
  return digest;
}
const threadText = `
  const { parentPort, workerData: { root, compiled, blocks } } = require("node:worker_threads");
  const load = (path) => import(require("node:path").join(root, path));
  (async () => {
    const { openHeart } = await load("core/heart/open-heart.ts");
    const { foldStream } = await load("clients/conformance/heart/fold-stream.ts");
    parentPort.postMessage(await foldStream(openHeart(compiled), blocks));
  })();`;

async function foldInChromium(blocks: number) {
  if (browserPath === null) return { absent: "no Chromium on this machine (apt-get install chromium)" };
  return inPage((engine) =>
    engine.evaluate(async ({ foldStream, openBoundedHeart }, blocks) => {
      const bytes = new Uint8Array(await (await fetch("/core/heart/heart.wasm")).arrayBuffer());
      return foldStream(await openBoundedHeart(bytes, { mebibytes: 16, steps: 10_000_000 }), blocks);
    }, blocks),
  );
}

async function foldInPython(blocks: number) {
  if (!existsSync(python)) return { absent: "no clients/python/.venv: clients/python/install.sh makes it" };
  const program = join(import.meta.dirname, "fold_stream.py");
  return digestIn(await run(python, [program, heartFile, String(blocks)]));
}

async function foldInGo(blocks: number) {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-heart-"));
  try {
    const built = buildGoTools(folder, "./heart");
    if (built.kind === "absent") return { absent: built.reason };
    return digestIn(await run(built.program, [heartFile, String(blocks)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function digestIn({ stdout }: { readonly stdout: string }) {
  return JSON.parse(stdout) as Omit<StreamDigest, "greatest">;
}

interface InPage {
  readonly foldStream: typeof foldStream;
  readonly openBoundedHeart: typeof openBoundedHeart;
}
/** A page that has this repository's files, as JavaScript, and may compile WebAssembly but nothing of texts. */
export async function inPage<Result>(use: (engine: JSHandle<InPage>) => Promise<Result>): Promise<Result> {
  const context = await (await sharedBrowser()).newContext();
  try {
    const page = await context.newPage();
    await page.route("https://plumbline.example/**", async (route) => {
      const path = new URL(route.request().url()).pathname;
      await route.fulfill(path === "/" ? emptyPage : fileAt(path));
    });
    await page.goto("https://plumbline.example/");
    // As a text: the test runner would put its own import into a function.
    const imports = ["clients/conformance/heart/fold-stream.ts", "core/heart/bounded-heart.ts"]
      .map((path) => `import("/${path}")`)
      .join();
    const engine = await page.evaluateHandle<InPage>(
      `Promise.all([${imports}]).then(([stream, bounded]) => ({ ...stream, ...bounded }))`,
    );
    return await use(engine);
  } finally {
    await context.close();
  }
}
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const emptyPage = {
  contentType: "text/html",
  headers: { "content-security-policy": policy },
  body: "<!doctype html>",
};
function fileAt(path: string) {
  const bytes = readFileSync(join(root, path));
  if (path.endsWith(".wasm")) return { contentType: "application/wasm", body: bytes };
  return { contentType: "text/javascript", body: stripTypeScriptTypes(bytes.toString()) };
}
