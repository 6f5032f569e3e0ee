import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/narrow.system.ts is skipped: ${skipReason}`);

/** As long as an id and a value may be, with no place to break. */
const longId = `WVWZZZ1KZAW000001-${"long".repeat(26)}`;
const longValue = "ä".repeat(120);

describe.skipIf(skipReason !== null)("where there is little room", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole((client) =>
      client.telemetry.ingestBatch(
        Array.from({ length: 160 }, (_, minute) => ({
          vehicle_id: longId,
          timestamp: new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString(),
          sensors: { radar_range_bias_m: 0.01 * Math.sin(5.1 * minute) + (minute > 100 ? 0.8 : 0) },
          metadata: { depot: longValue },
        })),
      ),
    );
  });
  afterAll(() => opened?.close());

  test("long words stay in their boxes at every width", async () => {
    const { page, close } = await opened.open("/status");
    for (const [path, shown] of [
      ["/fleet?view=list", page.locator(".vehicles tbody a").first()],
      ["/evidence", page.locator(".evidence-list tbody a").first()],
      [`/vehicles/${longId}`, page.getByText(longValue)],
    ] as const) {
      await page.goto(path);
      await shown.waitFor();
      for (const width of [320, 768, 1320]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => widthOf(page), { message: path }).toBe(width);
      }
    }
    await close();
  });

  test("the words of the counts stand in one line", async () => {
    const { page, close } = await opened.open("/fleet?view=list");
    await page.locator(".counts .count-word").first().waitFor();
    // As it stands there on a day on which a tier has changed.
    await page.locator(".counts .tone-critical a").evaluate((link) => {
      const change = Object.assign(document.createElement("span"), { className: "count-change" });
      change.textContent = "−1 today";
      link.append(change);
    });
    for (const width of [660, 768, 1320]) {
      await page.setViewportSize({ width, height: 900 });
      for (const media of ["screen", "print"] as const) {
        await page.emulateMedia({ media });
        const tops = await page
          .locator(".counts .count-word")
          .evaluateAll((words) => words.map((word) => Math.round(word.getBoundingClientRect().top)));
        expect([width, media, new Set(tops.slice(0, 6)).size]).toEqual([width, media, 1]);
      }
    }
    await close();
  });
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
