import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { plainHeart } from "../../../core/heart/plain/plain-heart.ts";
import { refusedModules } from "../../../core/heart/heart-for-tests.ts";
import { browserPath } from "../../../e2e/open-browser.ts";
import { foldStream, type StreamDigest } from "./fold-stream.ts";
import { foldInNode, hosts, inPage, python } from "./hosts.ts";

/** A million blocks, and Go: engine-hosts.release.ts. */
const blocks = 20_000;

describe("one engine, the same bits in every host", () => {
  let inNode: StreamDigest;
  beforeAll(async () => {
    inNode = await foldInNode(blocks);
  });

  test("of a stream that is not calm", () => {
    expect(inNode.greatest).toBeGreaterThan(9);
  });

  test.for(hosts.filter(({ isInEveryCheck }) => isInEveryCheck))("$name", async ({ fold }, context) => {
    const digest = await fold(blocks);
    if ("absent" in digest) return context.skip(digest.absent);
    expect(digest).toMatchObject({ states: inNode.states, statistics: inNode.statistics });
  });

  test("Node, as plain JavaScript", async () => {
    expect(await foldStream(plainHeart, 600)).toEqual(await foldInNode(600));
  });
});

describe("a module that nobody vouches for does not hang", () => {
  test("a page", async (context) => {
    if (browserPath === null) return context.skip("no Chromium on this machine (apt-get install chromium)");
    // The one of a mebibyte would take seconds on its way into the page.
    const sent = refusedModules.filter(({ reason }) => reason !== "too-large");
    const modules = sent.map(({ bytes }) => [...bytes]);
    const reasons = await inPage((engine) =>
      engine.evaluate(async ({ openBoundedHeart }, modules) => {
        const reasonOf = async (bytes: readonly number[]) => {
          const limits = { mebibytes: 16, steps: 10_000_000 };
          try {
            const heart = await openBoundedHeart(Uint8Array.from(bytes), limits);
            (heart as unknown as { readonly run: () => void }).run();
            return null;
          } catch (fault) {
            return (fault as { readonly reason: string }).reason;
          }
        };
        return Promise.all(modules.map(reasonOf));
      }, modules),
    );
    expect(reasons).toEqual(sent.map(({ reason }) => reason));
  });

  describe("Python", () => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-modules-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    // wasmtime has bounds of its own: memory does not grow beyond them, and what asks for more for ever runs out of fuel.
    test.for([
      ["no module", "not-a-module"],
      ["a loop for ever", "steps"],
      ["a loop for ever as it opens", "steps"],
      ["calls that double", "steps"],
      ["a call of itself without end", "trap"],
      ["memory without end", "steps"],
      ["1,000 pages at once", "memory"],
      ["a function of the host", "imports"],
      ["a product whose bits depend on the machine", "not-a-module"],
    ] as const)("%s: %s", ([name, reason], context) => {
      if (!existsSync(python)) {
        return context.skip("no clients/python/.venv: clients/python/install.sh makes it");
      }
      const file = join(folder, "module.wasm");
      writeFileSync(file, refusedModules.find((module) => module.name === name)!.bytes);
      const printed = execFileSync(python, [join(import.meta.dirname, "fold_stream.py"), file]);
      expect(JSON.parse(printed.toString())).toEqual({ refused: reason });
    });
  });
});
