import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { leaveEmpty, type OpenedConsole, openConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/analytics-states.system.ts is skipped: ${skipReason}`);

const monthUs = 30 * 86_400_000_000;
const months = 4;
const steps = 240;

/** The tests follow one another: the fleet of each is that of the one before, and more. */
describe.skipIf(skipReason !== null)("analytics in every state a fleet can be in", () => {
  let opened: OpenedConsole;
  let client: Plumbline;
  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    ({ client } = opened);
  });
  afterAll(() => opened?.close());

  async function look(path: string, until: (page: Page) => Promise<unknown>): Promise<void> {
    const { page, close } = await opened.open(path);
    await until(page);
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  }

  test("without a vehicle it says that there is nothing to count", { timeout: 120_000 }, async () => {
    await look("/analytics?span=1y", (page) => page.getByText("No vehicle has sent a frame yet").waitFor());
  });

  test(
    "one vehicle that says nothing of itself has figures, and none that it cannot have",
    { timeout: 120_000 },
    async () => {
      await client.telemetry.ingest({
        vehicle_id: "alone",
        timestamp: new Date(Date.now() - 60_000).toISOString(),
        sensors: { radar_range_bias_m: 0.01 },
      });
      await look("/analytics?span=1y", async (page) => {
        await page.getByText("No breach in any of these months.").waitFor();
        await page.getByText("No vehicle has been seen for any time yet.").waitFor();
      });
    },
  );

  test(
    "months and kilometres are told by part, and cells choose vehicles for the fleet page",
    { timeout: 400_000 },
    async () => {
      for (let month = 0; month < months; month += 1) {
        const fleet = generateFleet({
          seed: month + 1,
          vehicles: 30,
          startUs: Math.floor((Date.now() * 1000 - month * monthUs) / 60_000_000 - steps - 1) * 60_000_000,
          periodS: 60,
          scenario: "mixed",
          onsetsWithinS: [4_800, 9_000],
          isDescribed: true,
        });
        const frames = [...fleetFrames(fleet, 0, steps)].map((frame, at) => {
          const number = Number(/\d+$/.exec(frame.vehicle_id)?.[0] ?? 0);
          const metadata = {
            ...frame.metadata,
            trim: `T${number + 30 * month}`,
            odometer_km: 1_000 * (number * 3 + month) + Math.floor(at / 30) * 25,
          };
          return { ...frame, vehicle_id: `m${month}-${frame.vehicle_id}`, metadata };
        });
        for (let at = 0; at < frames.length; at += 2_000) {
          await client.telemetry.ingestBatch(frames.slice(at, at + 2_000));
        }
      }
      await look("/analytics?span=1y&group_by=attribute%3Acamera_bracket", async (page) => {
        await page.getByRole("button", { name: "By kilometres", pressed: true }).waitFor();
        await page.getByText(/of 120 vehicles have had a breach/).waitFor();
        await page.getByText("1 of 121 vehicles are left out").waitFor();
      });
      const { page, close } = await opened.open("/analytics?span=1y&group_by=attribute%3Acamera_bracket");
      await page
        .getByRole("button", { name: /^CB-2231-B, \w+ \d+: / })
        .last()
        .click();
      await page
        .getByRole("button", { name: /^CB-2231-A, \w+ \d+: / })
        .last()
        .click();
      await page.getByRole("link", { name: "Show the vehicles of 2 values" }).click();
      await expect
        .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
        .toBe("/fleet?attribute=camera_bracket%3ACB-2231-B&attribute=camera_bracket%3ACB-2231-A");
      await page.goBack();
      await page.getByRole("button", { name: "By days since the first frame" }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("against")).toBe("days");
      await page.getByText(/of 121 vehicles have had a breach/).waitFor();
      await close();
    },
  );

  test("a hundred values of an attribute are listed, the largest groups first asked for", async () => {
    const { page, close } = await opened.open("/analytics?span=1y&group_by=attribute%3Atrim");
    await page.getByText("The 50 largest of 121 groups are shown.").waitFor();
    await page.getByRole("button", { name: "Show all 50 groups" }).first().waitFor();
    await close();
  });
});
