import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/analytics.system.ts is skipped: ${skipReason}`);

const steps = 240;

/** What a loaded machine takes. */
const patient = { timeout: 30_000 };

describe.skipIf(skipReason !== null)("analytics, what vehicles share, and what-if", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole(async (client) => {
      const startUs = Math.floor(Date.now() / 60_000 - steps - 1) * 60_000_000;
      const fleet = generateFleet({
        seed: 1,
        vehicles: 40,
        startUs,
        periodS: 60,
        scenario: "mixed",
        onsetsWithinS: [4_800, 9_000],
        isDescribed: true,
      });
      const frames = [...fleetFrames(fleet, 0, steps)];
      for (let at = 0; at < frames.length; at += 2_000) {
        await client.telemetry.ingestBatch(frames.slice(at, at + 2_000));
      }
    });
  });
  afterAll(() => opened?.close());

  test("the page says which part of the fleet breaks most, with what that rests on", async () => {
    const { page, close } = await opened.open("/analytics?span=48h&group_by=attribute%3Acamera_bracket");
    await page.getByRole("heading", { name: "Is it getting worse?" }).waitFor();
    const rates = page.getByRole("table", { name: "Breach and repair rates" });
    const rows = await rates.getByRole("row").allInnerTexts();
    expect(rows[1]).toMatch(/^CB-2231-B\b/);
    await page.getByRole("heading", { name: /What do the \d+ critical or caution ones share\?/ }).waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.getByRole("table", { name: "Vehicles in each tier, all" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });

  test("a group leads to its vehicles, and the address keeps what is shown", async () => {
    const { page, close } = await opened.open("/analytics");
    await page.getByRole("combobox", { name: "By", exact: true }).selectOption("camera_bracket");
    await expect.poll(() => new URL(page.url()).search, patient).toBe("?group_by=attribute%3Acamera_bracket");
    const rates = page.getByRole("table", { name: "Breach and repair rates" });
    await rates.getByRole("link", { name: "CB-2231-B" }).click();
    await expect
      .poll(() => new URL(page.url()).pathname + new URL(page.url()).search, patient)
      .toBe("/fleet?attribute=camera_bracket%3ACB-2231-B");
    await page.goBack();
    await rates.getByRole("link", { name: "CB-2231-A" }).waitFor();
    await close();
  });

  test(
    "other limits are tried on stored frames, with progress, and change nothing",
    { timeout: 400_000 },
    async () => {
      const { client } = opened;
      const before = await client.fleet.healthSummary();
      const { page, close } = await opened.open("/analytics/what-if");
      const button = page.getByRole("button", { name: /^Score .* vehicles again$/ });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      await page.getByLabel("limits.radar_m.caution").fill("-1");
      await page.getByText("limits.radar_m.caution: it takes a number from 0.001 to 1000.").waitFor();
      expect(await button.isDisabled()).toBe(true);
      for (const limit of ["camera_deg", "radar_m", "lidar_m"]) {
        await page.getByLabel(`limits.${limit}.caution`).fill("40");
        await page.getByLabel(`limits.${limit}.critical`).fill("50");
      }
      await page.getByLabel("Find a setting").fill("log likelihood");
      await page.getByText("1 setting found.").waitFor();
      await page.getByLabel("change.limit_nats").fill("9");
      await page.getByLabel("Find a setting").fill("");
      expect(new URL(page.url()).searchParams.getAll("set")).toContain("change.limit_nats:9");
      await page.reload();
      expect(await page.getByLabel("limits.camera_deg.caution").inputValue()).toBe("40");
      await page.getByLabel("Find a setting").fill("zzz");
      await page.getByText("No setting has this name.").waitFor();
      await page.getByLabel("Find a setting").fill("");
      await button.click();
      await page.getByText(/^All 40 vehicles were scored again: .* frames\.$/u).waitFor({ timeout: 120_000 });
      await page.getByText(/of 40 vehicles would get another verdict/).waitFor();
      const table = page.getByRole("table", { name: "Vehicles that would differ" });
      expect(await table.getByRole("row").count()).toBeGreaterThan(1);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320)).toEqual([]);
      const after = await client.fleet.healthSummary();
      expect([after.critical_count, after.open_breaches]).toEqual([
        before.critical_count,
        before.open_breaches,
      ]);
      await close();
    },
  );
});
