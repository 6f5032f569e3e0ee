import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { verifyEvidence } from "../../clients/typescript/verify.ts";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromStart } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { browserPath, builtPages, openBrowser, whyNoPage } from "../open-browser.ts";

/** Files of 200 MiB, as large as the largest that is let in: an answer, and no page holds more of it than it must. */
const skipReason = whyNoPage("verify.html");
if (skipReason !== null) console.warn(`e2e/evidence/large-files.release.ts is skipped: ${skipReason}`);

const good = {
  bundle: fromStart.issued.bytes,
  frames: fromStart.frames.bytes,
  trust: new TextEncoder().encode(trustText),
};

/** With what it should be at its beginning. */
function padded(bytes: Uint8Array): Uint8Array {
  const large = new Uint8Array(200 * 2 ** 20).fill(0x20);
  large.set(bytes);
  return large;
}

/** What a page may hold of 200 MiB, with the browser's own share. */
const mostPageBytes = 2 * 2 ** 30;

describe.skipIf(skipReason !== null)("200 MiB", () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const at = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumbline-large-"));
    browser = await openBrowser(browserPath!);
    page = await (await browser.newContext({ offline: true })).newPage();
    page.setDefaultTimeout(120_000);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ["bundle", "E_FORM"],
    ["frames", "E_FRAMES"],
  ] as const)("of %s are %s to the page, the command line and the client", async (part, word) => {
    const given = { ...good, [part]: padded(good[part]) };
    for (const name of ["bundle", "frames", "trust"] as const) await writeFile(at(name), given[name]);

    await page.goto(pathToFileURL(new URL("verify.html", builtPages).pathname).href);
    await page.locator("#verifier[data-verdict=waiting]").waitFor();
    await page.locator("#files").setInputFiles([at("bundle"), at("frames"), at("trust")]);
    await page.locator("#verifier:not([data-verdict=reading]):not([data-verdict=waiting])").waitFor();
    expect(await page.locator(".verdict-code").innerText()).toContain(word);
    expect(await largestPageBytes(browser)).toBeLessThan(mostPageBytes);

    const words = [
      "evidence",
      "verify",
      at("bundle"),
      "--frames",
      at("frames"),
      "--trust",
      at("trust"),
      "--json",
    ];
    expect(JSON.parse((await runRecorded(words)).out)).toMatchObject({ code: word });
    expect(await verifyEvidence(given.bundle, given.frames, { trust: given.trust })).toMatchObject({
      code: word,
    });
  });
});

/** The most that any process of a page ever had in memory, as Linux counts it. */
async function largestPageBytes(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  const peaks = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? "0");
  expect(peaks.length).toBeGreaterThan(0);
  return Math.max(...peaks.map(Number)) * 1024;
}
