import { spawnSync } from "node:child_process";
import { unzipSync, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, cutOff, layoutFaults } from "./accessibility-faults.ts";
import { openSeededConsole, type OpenedConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/evidence.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("the pages of evidence", () => {
  let opened: OpenedConsole;
  let eventId: string;

  beforeAll(async () => {
    opened = await openSeededConsole();
    eventId = (await opened.client.evidence.list({ limit: 1 })).data[0]!.event_id;
  });
  afterAll(() => opened?.close());

  const open = (path: string) => opened.open(path);
  const pageOf = (id: string): string => `/evidence/${id}`;

  test("evidence is checked in the browser: digest, signature, log and scoring hold; the poses at the breach are drawn from three sides and told", async () => {
    const { page, close } = await open(pageOf(eventId));
    await page.locator("[data-verdict]").waitFor();
    await page.getByRole("heading", { name: "Unchanged. Issuer not confirmed" }).waitFor();
    const published = page.getByLabel("Published SHA-256 of the trust file");
    const [, fingerprint] = /SHA-256 ([0-9a-f]{64})/u.exec(await page.locator(".verdict").innerText())!;
    await published.fill("0".repeat(64));
    await page.getByText("Not the same", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Unchanged. Issuer not confirmed" }).waitFor();
    await published.fill(`sha256:${fingerprint} `);
    await page.getByRole("heading", { name: "Intact: signed by the issuer and unchanged" }).waitFor();
    const lines = await page.locator(".check-line").allInnerTexts();
    expect(lines.filter((line) => line.startsWith("Holds")).length).toBeGreaterThanOrEqual(5);
    expect(lines.some((line) => line.startsWith("Fails"))).toBe(false);
    expect(lines.join("\n")).toContain("recomputing the scoring gives the same result");
    await page.getByText("How: every step").click();
    expect(await page.locator(".steps tbody tr").count()).toBe(17);
    const heads = await page.locator(".steps thead th").allInnerTexts();
    expect(heads).toEqual(["Step", "Checks", "Input", "Expected", "Got", "Found"]);
    const poses = page.getByRole("region", { name: "Poses at the newest frame, against the baseline" });
    await expect.poll(() => poses.getByRole("img").count()).toBe(3);
    await poses
      .getByText(/^The (camera|radar) /)
      .first()
      .waitFor();
    await page.getByText("handed out as archive", { exact: false }).first().waitFor();
    await close();
  });

  test("one changed byte fails, comes first, and the rest is not to be relied on", async () => {
    const { page, context } = await open("/evidence");
    await alterArchive(page, (files, folder) => {
      const name = `${folder}/bundle.json`;
      const text = new TextDecoder().decode(files[name]);
      files[name] = new TextEncoder().encode(
        text.replace(
          /("radar_drift_mm":-?)(\d)/u,
          (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`,
        ),
      );
    });
    await page.getByRole("link", { name: eventId }).click();
    await page.locator("[data-verdict=invalid]").waitFor();
    expect(await page.locator(".check-line").first().innerText()).toMatch(
      /^Fails\s+It was changed after it was issued/u,
    );
    const rest = page.locator(".check-line:not(.check-fails)");
    for (const line of await rest.allInnerTexts()) expect(line).toContain("Do not rely on this");
    expect(await rest.count()).toBeGreaterThan(0);
    await page.getByText("Content (do not rely on it)").waitFor();
    await context.close();
  });

  test("frames of other readings fail at the readings, while the signature holds", async () => {
    const { page, context } = await open("/evidence");
    await alterArchive(page, (files, folder) => {
      const name = `${folder}/frames.ndjson`;
      const lines = new TextDecoder().decode(files[name]).split("\n");
      files[name] = new TextEncoder().encode(lines.toSpliced(3, 1).join("\n"));
    });
    await page.getByRole("link", { name: eventId }).click();
    await page.locator("[data-verdict=invalid]").waitFor();
    const lines = await page.locator(".check-line").allInnerTexts();
    expect(lines[0]).toContain("Readings or scoring are not those that were signed");
    expect(lines.some((line) => line.includes("Signature valid"))).toBe(true);
    await context.close();
  });

  test("an archive that is none could not be checked, which is no verdict", async () => {
    const { page, context } = await open("/evidence");
    await page.route("**/archive", (route) =>
      route.fulfill({ body: "no zip", contentType: "application/zip" }),
    );
    await page.getByRole("link", { name: eventId }).click();
    await page.getByRole("heading", { name: "Cannot be checked here" }).waitFor();
    expect(await page.locator("[data-verdict]").count()).toBe(0);
    await context.close();
  });

  test("another bundle from disk is checked by this one's trust file and compared, without a request", async () => {
    const { data } = await opened.client.evidence.list({ limit: 5 });
    const other = data.find(({ event_id: id }) => id !== eventId)!;
    const archive = Buffer.from(await opened.client.evidence.archive(other.event_id));
    const { page, context, close } = await open(pageOf(eventId));
    const panel = page.getByRole("region", { name: "Compare with another bundle" });
    await panel.waitFor();
    const file = panel.locator("input[type=file]");
    await file.setInputFiles({ name: "other.zip", mimeType: "application/zip", buffer: archive });
    await panel.getByRole("heading", { name: "other.zip: intact" }).waitFor();
    await panel.getByText(/^(Another vehicle|The same vehicle)/).waitFor();
    expect(await panel.locator(".differs").count()).toBeGreaterThan(3);
    await panel.getByText(/^All \d+ settings of the scoring are the same\.$/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);

    // The scorer was loaded for the first; from now on nothing is asked for.
    await context.setOffline(true);
    const altered = Buffer.from(JSON.stringify({ ...bundleOf(archive), tier: "NOMINAL" }));
    await file.setInputFiles({ name: "altered.json", mimeType: "application/json", buffer: altered });
    await panel.getByRole("heading", { name: "altered.json: do not rely on it, a check failed" }).waitFor();
    await panel.getByText("Do not rely on its content.").waitFor();
    await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no bundle") });
    await panel.getByText("It is not a readable bundle", { exact: false }).waitFor();
    await context.setOffline(false);
    await close();
  });

  test("evidence there is not says so", async () => {
    const { page, context } = await open(pageOf("EVB-20260301-000000000000"));
    await page.getByText("was issued, or this key may not see it", { exact: false }).waitFor();
    await context.close();
  });

  test("printed on A4 and on Letter it has its id and digest as text, and nothing is cut off", async () => {
    const { page, close } = await open(pageOf(eventId));
    await page.locator("[data-verdict]").waitFor();
    for (const [format, paperMm] of [
      ["A4", 210],
      ["Letter", 215.9],
    ] as const) {
      const pdf = await page.pdf({ format, tagged: true });
      expect(pdf.toString("latin1")).toContain("/StructTreeRoot");
      if (hasPoppler) expectOnEverySheet(pdf, eventId);
      await page.emulateMedia({ media: "print" });
      // 16 mm of margin on each side; 96 pixels to the inch.
      const widthPx = Math.floor(((paperMm - 32) / 25.4) * 96);
      await page.setViewportSize({ width: widthPx, height: 1000 });
      const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
      await expect.poll(widthOf).toBe(widthPx);
      expect(await cutOff(page)).toEqual([]);
    }
    expect(await page.locator("main").innerText()).toContain(eventId);
    expect(await page.locator("main").innerText()).toMatch(/sha256:[0-9a-f]{64}/u);
    expect(await page.locator(".bar").isVisible()).toBe(false);
    await close();
  });

  test("everybody can use the pages, and at 320 pixels nothing is cut off", async () => {
    const { page, close } = await open("/evidence");
    for (const path of ["/evidence", pageOf(eventId)]) {
      await page.setViewportSize({ width: 1320, height: 900 });
      await page.goto(path);
      await page.locator(path === "/evidence" ? ".evidence-list" : "[data-verdict]").waitFor();
      if (path !== "/evidence") await page.getByText("How: every step").click();
      expect(await accessibilityFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320), path).toEqual([]);
    }
    await close();
  });
});

/** Debian's poppler-utils read the text of a PDF as anybody would copy it. */
const textReader = "pdftotext";
const hasPoppler = spawnSync(textReader, ["-v"]).error === undefined;
if (!hasPoppler)
  console.warn("e2e/console/evidence.system.ts: no pdftotext, so the text of the PDF is not read");

function expectOnEverySheet(pdf: Buffer, eventId: string): void {
  const { stdout } = spawnSync(textReader, ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
  const sheets = stdout.split("\f").filter((sheet) => sheet.trim() !== "");
  expect(sheets.length).toBeGreaterThan(1);
  for (const [at, sheet] of sheets.entries()) {
    expect(sheet).toContain(`${at + 1} of ${sheets.length}`);
    expect(sheet).toMatch(new RegExp(`${eventId}, sha256:[0-9a-f]{64}`, "u"));
  }
  expect(stdout).toContain("V15");
}

type Files = Record<string, Uint8Array>;

/** What arrives at the page is changed on its way. */
async function alterArchive(page: Page, change: (files: Files, folder: string) => void): Promise<void> {
  await page.route("**/archive", async (route) => {
    const answer = await route.fetch();
    const files: Files = unzipSync(new Uint8Array(await answer.body()));
    const folder = Object.keys(files)[0]!.split("/")[0]!;
    change(files, folder);
    await route.fulfill({ response: answer, body: Buffer.from(zipSync(files)) });
  });
}

function bundleOf(archive: Uint8Array): object {
  const files = unzipSync(archive);
  const name = Object.keys(files).find((each) => each.endsWith("bundle.json"))!;
  return JSON.parse(new TextDecoder().decode(files[name])) as object;
}
