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

  test.each([320, 768, 1320])("long words stay in their boxes at %i pixels", async (width) => {
    const { page, context } = await opened.open("/fleet?view=list", { width });
    await page.locator(".vehicles tbody a").first().waitFor();
    expect(await widthOf(page)).toBe(width);
    await page.goto("/evidence");
    await page.locator(".evidence-list tbody a").first().waitFor();
    expect(await widthOf(page)).toBe(width);
    await page.goto(`/vehicles/${longId}`);
    await page.getByText(longValue).waitFor();
    expect(await widthOf(page)).toBe(width);
    await context.close();
  });

  test.each([660, 768, 1320])("the words of the counts stand in one line at %i pixels", async (width) => {
    const { page, context } = await opened.open("/fleet?view=list", { width });
    await page.locator(".counts .count-word").first().waitFor();
    // As it stands there on a day on which a tier has changed.
    await page.locator(".counts .tone-critical a").evaluate((link) => {
      const change = Object.assign(document.createElement("span"), { className: "count-change" });
      change.textContent = "−1 today";
      link.append(change);
    });
    for (const media of ["screen", "print"] as const) {
      await page.emulateMedia({ media });
      const tops = await page
        .locator(".counts .count-word")
        .evaluateAll((words) => words.map((word) => Math.round(word.getBoundingClientRect().top)));
      expect(new Set(tops.slice(0, 6)).size, media).toBe(1);
    }
    await context.close();
  });
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
