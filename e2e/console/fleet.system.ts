import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { openConsole, type OpenedConsole } from "./open-console.ts";
import { sendSeededFleet } from "./seeded/send-seeded-fleet.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/fleet.system.ts is skipped: ${skipReason}`);

/** Alone in the south of Africa and on either side of the antimeridian: no place here is the mirror of another. */
const placed = [
  { vehicle_id: "cape-1", lat: -33.92, lon: 18.42 },
  { vehicle_id: "suva-1", lat: -18.14, lon: 178.44 },
  { vehicle_id: "apia-1", lat: -13.83, lon: -171.77 },
  { vehicle_id: "pole-1", lat: 90, lon: 0 },
] as const;
const patient = { timeout: 60_000 };

describe.skipIf(skipReason !== null)("the fleet page", () => {
  let opened: OpenedConsole;
  /** Vehicles with a place, and those among them that are simulated: all but the four above. */
  let everywhere: number;
  let simulated: number;

  beforeAll(async () => {
    opened = await openConsole(sendSeededFleet);
    const fleet = generateFleet({
      seed: 7,
      vehicles: 40,
      startUs: Date.UTC(2026, 2, 1) * 1000,
      periodS: 60,
      scenario: "nominal_control",
      onsetsWithinS: [80 * 60, 160 * 60],
      isDescribed: true,
    });
    const described = [...fleetFrames(fleet, 0, 30)].map((frame) => ({
      ...frame,
      vehicle_id: frame.vehicle_id.replace("sim-", "city-"),
    }));
    const alone = placed.map(({ vehicle_id, lat, lon }) => ({
      vehicle_id,
      timestamp: "2026-03-01T08:00:00Z",
      sensors: { radar_range_bias_m: 0.01 },
      metadata: { fleet_id: "far-away", lat, lon },
    }));
    await opened.client.telemetry.ingestBatch([...described, ...alone]);
    everywhere = (await opened.client.fleet.positions()).columns.vehicle_id.length;
    simulated = everywhere - placed.length;
  });
  afterAll(() => opened?.close());

  const open = (path: string) => opened.open(path);
  const words = (page: Page) => page.locator(".map-words summary");

  test("the map opens by itself, draws land and vehicles, and says in words what is in the window", async () => {
    const { page, close } = await open("/fleet");
    await words(page).waitFor();
    const positions = await opened.client.fleet.positions();
    expect(await words(page).innerText()).toContain(
      `In this window: ${positions.columns.vehicle_id.length} vehicles`,
    );
    await expect.poll(() => colorsOf(page, 0), patient).toBeGreaterThan(4);
    await expect.poll(() => colorsOf(page, 1), patient).toBeGreaterThan(2);
    await close();
  });

  test("a vehicle is where its latitude and longitude say, and a click on it finds exactly it", async () => {
    const { page, close } = await open("/fleet?map=-33.92,18.42,9");
    await words(page).waitFor();
    expect(await words(page).innerText()).toContain("In this window: 1 vehicle");
    const stage = page.locator(".map-stage");
    const box = (await stage.boundingBox())!;
    await stage.click({ position: { x: box.width / 2, y: box.height / 2 } });
    const picked = page.getByRole("region", { name: "Picked on the map" });
    // A click is lost where the list is drawn anew between its press and its release.
    await expect
      .poll(async () => {
        const link = picked.getByRole("link", { name: "cape-1" });
        if (await link.isVisible()) await link.click({ timeout: 5000 }).catch(() => {});
        return page.url();
      }, patient)
      .toContain("/vehicles/cape-1");
    await close();
  });

  test("across the antimeridian both sides are in one window, by keys and by buttons", async ({ expect }) => {
    const { page, close } = await open("/fleet?map=-16,180,5");
    await words(page).waitFor();
    expect(await words(page).innerText()).toContain("In this window: 2 vehicles");
    await words(page).click();
    await page.locator(".map-words").getByRole("link", { name: "suva-1" }).waitFor();
    await page.locator(".map-words").getByRole("link", { name: "apia-1" }).waitFor();

    await page.locator(".map-stage").focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("+");
    await expect.poll(() => words(page).innerText(), patient).toContain("In this window: 0 vehicles");
    await page.getByRole("button", { name: "Show all vehicles" }).click();
    await expect
      .poll(() => words(page).innerText(), patient)
      .toContain(`In this window: ${everywhere} vehicles`);
    await expect.poll(() => new URL(page.url()).search, patient).toBe("");
    await close();
  });

  test("the address keeps where the map stands, and beyond its detail the map says so", async ({
    expect,
  }) => {
    const { page, close } = await open("/fleet?map=-33.92,18.42,8");
    await words(page).waitFor();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByText("No detail here").waitFor();
    await expect.poll(() => new URL(page.url()).search, patient).toContain("9.00");
    await page.reload();
    await page.getByText("No detail here").waitFor();
    expect(await words(page).innerText()).toContain("In this window: 1 vehicle");
    await close();
  });

  test("a crowded place is a button with its counts, which opens it", async ({ expect }) => {
    const { page, close } = await open("/fleet?q=city-");
    const place = page.getByRole("button", { name: /vehicles here: .* Zoom in/ }).first();
    await place.waitFor();
    const before = await words(page).innerText();
    await place.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => words(page).innerText(), patient).not.toBe(before);
    await close();
  });

  test("one filter in the address serves map, list and tiles, and says itself in words", async ({
    expect,
  }) => {
    const { page, close } = await open("/fleet?fleet_id=far-away&view=list");
    const rows = page.locator(".vehicles tbody th");
    await expect.poll(() => rows.allInnerTexts(), patient).toHaveLength(4);
    await page.getByRole("heading", { name: "Vehicles: fleet far-away" }).waitFor();
    await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Grid" }).click();
    await expect.poll(() => page.locator(".tile").count(), patient).toBe(4);
    await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Map" }).click();
    await expect.poll(() => words(page).innerText(), patient).toContain("In this window: 4 vehicles");
    await page
      .getByRole("list", { name: "Shown vehicles" })
      .getByRole("link", { name: "fleet far-away" })
      .click();
    await expect
      .poll(() => words(page).innerText(), patient)
      .toContain(`In this window: ${everywhere} vehicles`);
    await close();
  });

  test("an attribute narrows the list, and simulated vehicles among others are marked", async ({
    expect,
  }) => {
    const { page, close } = await open("/fleet?view=list");
    await page.getByText(`${simulated} of`).waitFor();
    await page.getByRole("combobox", { name: "Attribute" }).selectOption("simulated:true");
    await expect
      .poll(() => new URL(page.url()).searchParams.get("attribute"), patient)
      .toBe("simulated:true");
    await expect.poll(() => page.locator(".vehicles tbody tr").count(), patient).toBe(simulated);
    expect(await page.locator(".vehicles .tag").count()).toBe(simulated);
    await close();
  });

  test("a column sorts as the service sorts, and j, k and Enter go through the rows", async ({ expect }) => {
    const { page, close } = await open("/fleet?view=list");
    const ids = () => page.locator(".vehicles tbody th").allInnerTexts();
    await page.locator(".vehicles thead").getByRole("link", { name: "Camera" }).click();
    const sorted = (await opened.client.vehicles.list({ sort: "camera_drift_deg" })).data;
    await expect.poll(ids, patient).toEqual(sorted.map(({ vehicle_id: id }) => id));
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/vehicles/${sorted[0]!.vehicle_id}`);
    await close();
  });

  test("what the service refuses is said, and the other panels go on", async () => {
    const { page, context } = await opened.open("/fleet?view=list&tier=PURPLE");
    await page.getByText("The vehicle list could not be loaded.").waitFor();
    await page.locator(".queue-row").first().waitFor();
    await context.close();
  });

  test("everybody can use map, list and grid, and at 320 pixels nothing is cut off", async () => {
    const { page, close } = await open("/status");
    for (const [view, shown] of [
      ["map", ".map-words"],
      ["list", ".vehicles"],
      ["grid", ".tile"],
    ] as const) {
      await page.setViewportSize({ width: 1320, height: 900 });
      await page.goto(`/fleet?view=${view}&q=city-`);
      await page.locator(shown).first().waitFor();
      await page.locator(".queue-row").first().waitFor();
      expect(await accessibilityFaults(page), view).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320), view).toEqual([]);
    }
    await close();
  });

  test("a fault of the map's shapes leaves the vehicles where they are", async () => {
    const { page, context } = await opened.open("/verify.html");
    await page.route("**/countries-50m-*.json", (route) => route.abort());
    await page.goto("/fleet");
    await page.getByText("The base map could not be loaded").waitFor();
    await words(page).waitFor();
    await context.close();
  });
});

/** Different colours on one of the map's two pictures. */
async function colorsOf(page: Page, picture: number): Promise<number> {
  return page
    .locator(".map-picture")
    .nth(picture)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
}
