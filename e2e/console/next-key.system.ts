import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { type OpenedConsole, openConsole, signOut } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/next-key.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("one key after another in the same tab", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole((client) =>
      client.telemetry.ingestBatch(
        ["north", "south"].flatMap((fleet_id) =>
          // Enough for the sensor to be judged, and so for a chart.
          Array.from({ length: 60 }, (_, minute) => ({
            vehicle_id: `veh-${fleet_id}`,
            timestamp: new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString(),
            sensors: { radar_range_bias_m: 0.01 + 0.001 * Math.sin(minute * minute) },
            metadata: { fleet_id },
          })),
        ),
      ),
    );
  });
  afterAll(() => opened?.close());

  test("the second key is shown nothing of what the first one was, not even while the service is slow", async () => {
    const { key } = await opened.client.keys.create({
      name: "north",
      scopes: ["fleet:read"],
      fleets: ["north"],
    });
    const { page, context } = await opened.open("/fleet?view=list");
    const vehicle = page.getByRole("link", { name: "veh-south" });
    const counts = page.getByRole("region", { name: "Fleet counts" });
    await vehicle.first().waitFor();
    await vehicle.first().click();
    await page.getByRole("heading", { name: "veh-south" }).waitFor();
    await page.locator(".chart canvas").first().waitFor();
    await page.getByRole("link", { name: "Fleet", exact: true }).click();
    await counts.getByText("2", { exact: true }).first().waitFor();

    await signOut(page);
    const field = page.getByLabel("API key");
    await field.waitFor();
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    // Whatever is shown from here on was not answered to the second key.
    const held = Promise.withResolvers<null>();
    await page.route("**/v1/fleet/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.route("**/v1/vehicles**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await page.getByText("north", { exact: true }).waitFor();
    await page.getByRole("status", { name: "Loading the fleet" }).waitFor();
    expect(await page.getByText("veh-south").count()).toBe(0);
    expect(await counts.count()).toBe(0);
    held.resolve(null);
    await counts.getByText("1", { exact: true }).first().waitFor();
    expect(await page.getByText("veh-south").count()).toBe(0);

    await page.goBack();
    await page.getByRole("heading", { name: "No such vehicle" }).waitFor();
    await context.close();
  });

  test("a key that may not see the fleet begins at the first page it may, and nothing there has failed", async () => {
    const { key } = await opened.client.keys.create({ name: "claims", preset: "insurer" });
    const { page, context } = await opened.open("/fleet");
    await signOut(page);
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await page.getByLabel("API key").fill(key);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Evidence" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/evidence");
    await page.goto(page.url().replace("/evidence", "/analytics"));
    await page.getByText("This key may not see this page.").waitFor();
    expect(await page.getByRole("navigation", { name: "Pages" }).getByRole("link").allTextContents()).toEqual(
      ["Evidence", "Verify", "API"],
    );
    expect(refused).toEqual([]);
    await context.close();
  });
});
