import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { type OpenedConsole, openSeededConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/keyboard.system.ts is skipped: ${skipReason}`);

const patient = { timeout: 60_000 };

describe.skipIf(skipReason !== null)("without a mouse", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openSeededConsole();
    await opened.client.risk.scenarioFeed({ scenario_type: "post_collision", seed: 42 });
  });
  afterAll(() => opened?.close());

  test("from the fleet to what moved, to the evidence, its check, and a scenario that plays", async () => {
    const queue = (await opened.client.fleet.queue({ limit: 50 })).data;
    const worst = queue.find((item) => item.probable_fault_source === "camera")!;
    const [critical, evidence] = [worst.vehicle_id, worst.evidence_id!];
    const { page, close } = await opened.open("/fleet?view=list");
    await page.locator(".vehicles tbody tr").first().waitFor();

    const row = page.locator(".vehicles tbody").getByRole("link", { name: critical });
    await pressUntilFocused(page, "j", row);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: critical, level: 1 }).waitFor();
    await page.locator(".chart canvas").first().waitFor();

    const cursor = page.getByRole("slider", { name: "Time cursor" });
    await pressUntilFocused(page, "Tab", cursor);
    const newest = await cursor.getAttribute("aria-valuetext");
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
    await expect.poll(() => cursor.getAttribute("aria-valuetext"), patient).not.toBe(newest);
    expect(await cursor.getAttribute("aria-valuetext")).toMatch(/\d\.\d\d°.*limit/u);

    await pressUntilFocused(page, "Shift+Tab", page.getByRole("link", { name: evidence }).first());
    await page.keyboard.press("Enter");
    await page.locator("[data-verdict=valid]").waitFor();
    await pressUntilFocused(page, "Tab", page.getByRole("button", { name: "How: every step" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".steps tbody tr").count(), patient).toBe(17);

    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.locator(".kept-scenarios li").first().waitFor();
    await pressUntilFocused(page, "Tab", page.locator(".kept-scenarios a").first());
    await page.keyboard.press("Enter");
    await page.locator(".player").waitFor();
    await page.keyboard.press(" ");
    const time = async () => Number(await page.locator(".player").getAttribute("data-time"));
    await expect.poll(time, patient).toBeGreaterThan(0.2);
    await close();
  });
});

const mostPresses = 200;

/** Whatever has the focus on the way shows it, inside the window. */
async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  for (let press = 0; press < mostPresses; press += 1) {
    await page.keyboard.press(key);
    expect(await page.evaluate(hiddenFocus)).toBeNull();
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${mostPresses} times ${key} do not lead there`);
}

/** What has the focus and does not show it. */
function hiddenFocus(): string | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const isSeen = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight;
  const isRinged = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  return isSeen && isRinged ? null : focused.outerHTML.slice(0, 200);
}
