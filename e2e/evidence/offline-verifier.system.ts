import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  trust as exampleTrust,
  trustText,
} from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { trustWith } from "../../clients/conformance/evidence/tamperings/policy-cases.ts";
import {
  falseScores,
  fromStart,
  presentScorer,
  realRescore,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { carryInPage } from "../../core/reports/archive/carry-in-page.ts";
import { htmlReport } from "../../core/reports/html-report.ts";
import { keptFile, newestScorer } from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { knownScorers } from "../../core/scorers/known-scorers.ts";
import { nodePrimitives } from "../../server/platform/node-primitives.ts";
import { accessibilityFaults, layoutFaults } from "../console/accessibility-faults.ts";
import { builtPages, sharedBrowser, whyNoPage } from "../open-browser.ts";

const built = new URL("verify.html", builtPages);
const skipReason = whyNoPage("verify.html");
if (skipReason !== null) console.warn(`e2e/evidence/offline-verifier.system.ts is skipped: ${skipReason}`);

const bundle = Buffer.from(fromStart.issued.bytes);
const frames = Buffer.from(fromStart.frames.bytes);
const trust = Buffer.from(trustText);
const changed = (bytes: Buffer, from: string, to: string) => {
  const text = bytes.toString();
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to));
};

describe.skipIf(skipReason !== null)("the offline verifier, opened from a file", () => {
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plumbline-verifier-"));
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  let pages = 0;
  /** Opens a page from disk, offline, and counts everything it asks for besides itself. */
  async function open(html: string, view: { readonly width?: number; readonly dark?: true } = {}) {
    pages += 1;
    const path = join(folder, `page-${pages}.html`);
    await writeFile(path, html);
    const context = await browser.newContext({
      viewport: { width: view.width ?? 1000, height: 900 },
      colorScheme: view.dark ? "dark" : "light",
      offline: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (fault) => complaints.push(fault.message));
    const address = pathToFileURL(path).href;
    await page.goto(address);
    await page.locator('#verifier:not([data-verdict="reading"])[data-verdict], header').first().waitFor();
    return {
      page,
      close: async () => {
        // The scorers it carries become modules inside the page; that is no connection.
        expect(requests.filter((asked) => !asked.startsWith("blob:"))).toEqual([address]);
        expect(complaints).toEqual([]);
        await context.close();
      },
    };
  }

  const carrying = (files: Readonly<Record<string, Uint8Array>>) =>
    carryInPage(
      readFileSync(built, "utf8"),
      Object.entries(files).map(([name, bytes]) => ({ name, bytes })),
    );
  const all = { "bundle.json": bundle, "frames.ndjson": frames, "trust.json": trust };
  const verdictOf = (page: Page) => page.locator("#verifier").getAttribute("data-verdict");
  const headOf = (page: Page) => page.locator(".verdict-word span:not(.mark)").first().innerText();
  const resultsOf = async (page: Page) =>
    Object.fromEntries(
      await page
        .locator("tr[data-step]")
        .evaluateAll((rows) =>
          rows.map((row) => [row.getAttribute("data-step")!, row.getAttribute("data-result")!]),
        ),
    );

  test("fresh evidence is valid, step by step, and the trust fingerprint is there to compare", async () => {
    const { page, close } = await open(carrying(all));
    expect(await verdictOf(page)).toBe("valid");
    const results = await resultsOf(page);
    expect(Object.keys(results)).toEqual(Array.from({ length: 17 }, (_, step) => `V${step}`));
    const unchecked = ["V11", "V12", "V16"];
    for (const [step, result] of Object.entries(results)) {
      expect(result, step).toBe(unchecked.includes(step) ? "not checked" : "pass");
    }

    const fingerprint = Buffer.from(nodePrimitives.sha256(trust)).toString("hex");
    const shown = page.locator("#trust-fingerprint");
    expect((await shown.innerText()).replaceAll(/\s/g, "")).toBe(fingerprint);
    expect(
      await shown.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(20);
    await page.getByText("This trust file came inside this page").waitFor();
    expect(await headOf(page)).toBe("Unchanged. Issuer not confirmed");
    expect(await page.getByText("Valid", { exact: true }).count()).toBe(0);
    await page.getByLabel("Compare").fill(fingerprint.toUpperCase());
    await page.getByText("✔ the same").waitFor();
    expect(await headOf(page)).toBe("Valid");
    // Another day is asked for, and what was compared stays compared.
    await page.getByLabel("Judge as of").fill("2099-01-01");
    await page.getByText("Judged as of the end of the chosen day").waitFor();
    expect(await headOf(page)).toBe("Valid");
    await page.getByLabel("Compare").fill(fingerprint.replace(/^./, "x"));
    await page.getByText("✖ not the same").waitFor();
    expect(await headOf(page)).toBe("Unchanged. Issuer not confirmed");
    await close();
  });

  test("the issuer is confirmed by a trust file dropped by itself, not by one dropped with the evidence", async () => {
    const { page, close } = await open(readFileSync(built, "utf8"));
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/json", buffer });
    const evidence = [file("bundle.json", bundle), file("frames.ndjson", frames)];
    await page.locator("#files").setInputFiles([...evidence, file("trust.json", trust)]);
    await page.locator("#verifier[data-verdict=valid]").waitFor();
    expect(await headOf(page)).toBe("Unchanged. Issuer not confirmed");
    await page.getByText("This trust file came together with the evidence").waitFor();
    await page.locator("#files").setInputFiles([file("trust.json", trust)]);
    await page.locator('#verifier[data-issuer="confirmed"]').waitFor();
    expect(await headOf(page)).toBe("Valid");
    // Whose word the reader takes stays theirs to say, whatever evidence comes next.
    await page.locator("#files").setInputFiles(evidence);
    await page.locator("#verifier[data-verdict=valid]").waitFor();
    expect(await headOf(page)).toBe("Valid");
    await close();
  });

  test("a measured value that was changed is invalid, the code says why, and nothing it says is believed", async () => {
    const { page, close } = await open(
      carrying({ ...all, "bundle.json": changed(bundle, '"radar_drift_mm":7', '"radar_drift_mm":8') }),
    );
    expect(await verdictOf(page)).toBe("invalid");
    expect(await page.locator(".verdict-code").innerText()).toContain("E_DIGEST");
    expect(await page.locator(".says:not(.not-trusted)").count()).toBe(0);
    await close();
  });

  test("what a bundle says twice is shown as said, in the words of the command line", async () => {
    const { input } = falseScores.find(({ name }) => name === "T-46 /scoring/outputs/tier alone")!;
    const { page, close } = await open(carrying({ ...all, "bundle.json": input.bundle! }));
    const given = { bundle: input.bundle!, frames, trust: exampleTrust };
    const { scoring } = verifyBundle(given, nodePrimitives, { rescore: realRescore }).findings;
    const detail = scoring.kind === "fail" ? scoring.detail : "";
    expect(detail).toMatch(/^given here \/tier .*\/scoring\/outputs\/tier: recorded .* recomputed /);
    expect(await page.locator('tr[data-step="V15"]').innerText()).toContain(`E_RESCORE: ${detail}`);
    await close();
  });

  test("files dropped or chosen are judged, in any order, and a better trust file replaces the carried one", async () => {
    const { page, close } = await open(readFileSync(built, "utf8"));
    expect(await verdictOf(page)).toBe("waiting");
    const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: "application/json", buffer });
    const give = (...files: readonly ReturnType<typeof chosen>[]) =>
      page.locator("#files").setInputFiles([...files]);
    await give(chosen("any name", frames), chosen("b", bundle));
    await page.getByText("A trust file is needed").waitFor();
    await give(chosen("trust", trust));
    await page.getByText("Valid", { exact: true }).waitFor();
    await give(chosen("photo.jpg", Buffer.of(0xff, 0xd8)));
    await page
      .getByText("photo.jpg: it is neither a bundle or statement, nor frames, a trust file or a keyring")
      .waitFor();
    expect(await verdictOf(page)).toBe("refused");
    await give(chosen("trust", Buffer.from('{"version":2,"logs":[]}')));
    await page.getByText("This trust file cannot be used").waitFor();
    await give(chosen("b", bundle), chosen("f", frames));
    await page.getByText("This trust file cannot be used").waitFor();
    const dropped = await page.evaluateHandle((text) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], "trust.json"));
      return carried;
    }, trustText);
    await page.locator("body").dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByText("Valid", { exact: true }).waitFor();
    await close();
  });

  const kept = () => ({
    "bundle.json": readFileSync(keptFile("scored.bundle.json")),
    "frames.ndjson": readFileSync(keptFile("scored.frames.ndjson")),
    "trust.json": readFileSync(keptFile("trust.json")),
  });

  test("evidence of a frozen scoring is recomputed by the scorer the page carries", async () => {
    const { page, close } = await open(carrying(kept()));
    expect(await resultsOf(page)).toMatchObject({ V14: "pass", V15: "pass" });
    expect(await verdictOf(page)).toBe("valid");
    await close();
  });

  test("a scorer changed inside the page never runs: the page itself does not start", async () => {
    const html = readFileSync(built, "utf8");
    const within = "Plumbline frozen scorer.";
    expect(html.split(within).length).toBeGreaterThan(1);
    await writeFile(join(folder, "changed.html"), html.replace(within, "Plumbline frozen Scorer."));
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(pathToFileURL(join(folder, "changed.html")).href);
    expect(complaints.join("\n")).toContain("Content Security Policy");
    expect(await verdictOf(page)).toBe(null);
    await context.close();
  });

  test("a scorer changed by whoever changed the page's policy, too, is found by its digest and not run", async () => {
    const html = carrying(kept());
    const scriptOf = (text: string) => /<script type="module">([\s\S]*?)<\/script>/.exec(text)![1]!;
    const hashOf = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
    const script = scriptOf(html);
    const altered = script.replace("Plumbline frozen scorer.", "Plumbline frozen Scorer.");
    const { page, close } = await open(
      html.replace(script, () => altered).replace(hashOf(script), hashOf(altered)),
    );
    expect(await resultsOf(page)).toMatchObject({ V14: "pass", V15: "not checked" });
    await page.getByText(`${newestScorer.file} was changed: it has sha256:`).waitFor();
    expect(await verdictOf(page)).toBe("incomplete");
    await close();
  });

  test("the page stays small enough to mail, with every scorer in it", () => {
    // 450 kB for the verifier and the engine, and a frozen scorer each.
    const scorers = knownScorers.map(
      ({ file }) => statSync(new URL(`../../core/scorers/${file}`, import.meta.url)).size,
    );
    const budget = 450_000 + scorers.reduce((sum, bytes) => sum + 1.1 * bytes, 0);
    expect(statSync(built).size).toBeLessThan(budget);
  });

  test("a trust file that is too old leaves the verdict open, until an earlier day is chosen", async () => {
    const old = trustWith({ refresh_after: "2020-06-30T00:00:00.000Z" });
    const { page, close } = await open(carrying({ ...all, "trust.json": old }));
    expect(await verdictOf(page)).toBe("incomplete");
    await page.getByText("the trust file was to be fetched again after 2020-06-30").waitFor();
    await page.getByLabel("Judge as of").fill("2020-06-29");
    await page.getByText("Judged as of the end of the chosen day").waitFor();
    expect(await verdictOf(page)).toBe("valid");
    await page.getByLabel("Judge as of").fill("");
    await page.getByText("Judged as of now").waitFor();
    expect(await verdictOf(page)).toBe("incomplete");
    await close();
  });

  test("without the frames the verdict is incomplete, not valid", async () => {
    const { page, close } = await open(carrying({ "bundle.json": bundle, "trust.json": trust }));
    expect(await verdictOf(page)).toBe("incomplete");
    expect(await resultsOf(page)).toMatchObject({ V14: "not checked", V15: "not checked" });
    await close();
  });

  test("it can be read by everybody, and at 320 pixels nothing is cut off", async () => {
    // The checker is a script of its own, which the page's policy rightly refuses: it looks at a copy without one.
    const copy = carrying(all).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
    const { page, close } = await open(copy);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });

  test("it prints on paper, verdict first, all steps on it", async () => {
    const { page, close } = await open(carrying(all));
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".drop").isVisible()).toBe(false);
    expect(await page.locator("tr[data-step]").last().isVisible()).toBe(true);
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(5_000);
    await close();
  });

  test("the HTML report is read without a script, asks for nothing, and fits every width", async () => {
    const given = { sha256: nodePrimitives.sha256, trustSha256: "ab".repeat(32), scorerOf: presentScorer };
    const report = htmlReport({ bundle, frames }, given);
    for (const width of [1000, 320]) {
      const { page, close } = await open(report, { width });
      await page.getByRole("heading", { name: "What this does not prove" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // Letters cut off by their box would be lost on paper.
      const clipped = await page
        .locator("main *")
        .evaluateAll((found) =>
          found
            .filter(
              (each) =>
                each.scrollWidth > each.clientWidth + 1 &&
                each.clientWidth > 0 &&
                getComputedStyle(each).display !== "inline",
            )
            .map((each) => each.className),
        );
      expect(clipped).toEqual([]);
      await close();
    }
  });
});
