import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { leaveEmpty, type OpenedConsole, openConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/long-lists.system.ts is skipped: ${skipReason}`);

const [vehicles, bundles] = [1_200, 10_000];
/** More rows than this are not in the page at once, however long the list is. */
const mostRows = 120;

describe.skipIf(skipReason !== null)("lists that are longer than any window", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    const frames = Array.from({ length: vehicles }, (_, at) => ({
      vehicle_id: `veh-${String(at).padStart(4, "0")}`,
      timestamp: "2026-03-01T08:00:00.000Z",
      sensors: { radar_range_bias_m: 0.01 },
    }));
    await opened.client.telemetry.ingestBatch(frames);
  });
  afterAll(() => opened?.close());

  const rowsOf = (page: Page) => page.locator(":is(.vehicles, .evidence-list) tbody tr:not(.row-gap)");
  const goToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));

  test("1,200 vehicles: the rows in the window are there, and each in its turn", async () => {
    const { page, close } = await opened.open("/fleet?view=list&sort=vehicle_id&q=veh-");
    await rowsOf(page).first().waitFor();
    const more = page.getByRole("button", { name: "Show more vehicles" });
    await loadAll(page, "table.vehicles", { more, rows: vehicles });
    const last = page.getByRole("link", { name: `veh-${vehicles - 1}`, exact: true });
    for (const width of [1320, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => goToEnd(page).then(() => last.isVisible())).toBe(true);
      expect(await rowsOf(page).count()).toBeLessThan(mostRows);
      expect(await rowsOf(page).last().getAttribute("aria-rowindex")).toBe(String(vehicles + 1));
      if (width === 320) expect(await layoutFaults(page, width)).toEqual([]);
      else expect(await accessibilityFaults(page)).toEqual([]);

      await last.focus();
      for (let at = 0; at < 60; at += 1) {
        await page.keyboard.press("k");
        // As somebody presses who looks at what they do.
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30))));
      }
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`veh-${vehicles - 61}`);
    }
    await close();
  });

  test("10,000 bundles: a page of them is no heavier than a window full", async () => {
    const { page, context } = await opened.open("/status");
    await page.route("**/v1/evidence?*", (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get("cursor") ?? 0);
      const to = Math.min(bundles, from + Number(query.get("limit")));
      const data = Array.from({ length: to - from }, (_, at) => bundleAt(from + at));
      return route.fulfill({
        json: { data, has_more: to < bundles, next_cursor: to < bundles ? String(to) : null },
      });
    });
    await page.getByRole("link", { name: "Evidence", exact: true }).click();
    const more = page.getByRole("button", { name: "Load more" });
    await more.waitFor();
    await loadAll(page, "table.evidence-list", { more, rows: bundles });
    expect(await rowsOf(page).count()).toBeLessThan(mostRows);
    const last = page.getByRole("link", { name: bundleAt(bundles - 1).event_id, exact: true });
    await expect.poll(async () => goToEnd(page).then(() => last.isVisible())).toBe(true);
    expect(await rowsOf(page).count()).toBeLessThan(mostRows);
    await context.close();
  });
});

/** Presses the button until the table has so many rows; it is disabled while it loads, and gone at the end. */
async function loadAll(
  page: Page,
  table: string,
  { more, rows }: { readonly more: Locator; readonly rows: number },
): Promise<void> {
  const counted = async () => {
    if (await more.isEnabled({ timeout: 100 }).catch(() => false))
      await more.click({ timeout: 1_000 }).catch(() => null);
    return page.locator(table).getAttribute("aria-rowcount");
  };
  await expect.poll(counted, { timeout: 120_000 }).toBe(String(rows + 1));
}

function bundleAt(at: number) {
  return {
    event_id: `EVB-20260301-${String(at).padStart(12, "0")}`,
    vehicle_id: `veh-${at % vehicles}`,
    tier: "CAUTION",
    probable_fault_source: "radar",
    frame_count: 12,
    detected_at: "2026-03-01T08:00:00.000Z",
  };
}
