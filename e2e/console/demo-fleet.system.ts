import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";
import { leaveEmpty, type OpenedConsole, openConsole, signOut } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/demo-fleet.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("an empty fleet", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
  });
  afterAll(() => opened?.close());

  test("offers simulated vehicles to nobody who may not send frames", async () => {
    const { key } = await opened.client.keys.create({ name: "reader", scopes: ["fleet:read"] });
    const { page, context } = await opened.open("/fleet");
    await signOut(page);
    await page.locator("form input").fill(key);
    await page.keyboard.press("Enter");
    await page.getByText("No vehicle has sent a frame yet").waitFor();
    expect(await page.getByRole("button", { name: "Load a demo fleet" }).count()).toBe(0);
    await context.close();
  });

  test("says why nothing comes where a key may send for other fleets only", async () => {
    const scopes = ["fleet:read", "telemetry:write"] as const;
    const { key } = await opened.client.keys.create({ name: "gateway", scopes, fleets: ["north"] });
    const { page, context } = await opened.open("/fleet");
    await signOut(page);
    await page.locator("form input").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Load a demo fleet" }).click();
    await page
      .getByRole("alert")
      .filter({
        hasText:
          /^(\d+) of \1 frames were refused: metadata\.fleet_id is .*this key is limited to other fleets\.$/u,
      })
      .waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Load a demo fleet" }).isEnabled()).toBe(true);
    expect((await opened.client.fleet.healthSummary()).total_vehicles).toBe(0);
    await context.close();
  });

  test("is filled with simulated vehicles by a button, faults and evidence among them", async () => {
    const { page, close } = await opened.open("/fleet");
    const button = page.getByRole("button", { name: "Load a demo fleet" });
    await button.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button.click();
    await page.getByText("Simulated data: none of these vehicles is a real one.").waitFor();
    await expect
      .poll(async () => (await opened.client.fleet.healthSummary()).frames_24h)
      .toBeGreaterThan(12 * 240);
    const summary = await opened.client.fleet.healthSummary();
    expect(summary).toMatchObject({ total_vehicles: 12, silent_count: 0 });
    expect(summary.critical_count).toBeGreaterThan(0);
    expect(summary.open_breaches).toBeGreaterThan(0);
    const worst = (await opened.client.fleet.queue({ limit: 1 })).data[0]!;
    await page.locator(".queue").getByRole("link", { name: worst.vehicle_id }).waitFor();
    await close();
  });
});
