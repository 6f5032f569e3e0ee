import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { type OpenedConsole, openSeededConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/paper.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("the console on paper", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openSeededConsole();
  });
  afterAll(() => opened?.close());

  test.each(["chosen", "of the system"])("is light from the dark theme, %s", async (how) => {
    const isChosen = how === "chosen";
    const { page, context } = await opened.open("/status", { theme: isChosen ? "light" : "dark" });
    if (isChosen) await page.getByRole("button", { name: "Dark" }).click();
    const worst = (await opened.client.fleet.queue({ limit: 1 })).data[0]!;
    await page.goto(`/vehicles/${worst.vehicle_id}`);
    await page.locator(".chart canvas").first().waitFor();
    const colors = () =>
      page.evaluate(() => {
        const { color, backgroundColor } = getComputedStyle(document.body);
        return { color, backgroundColor };
      });
    const ink = () =>
      page
        .locator(".chart canvas")
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
          let darkest = 255;
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3] === 255) darkest = Math.min(darkest, data[at]!);
          return darkest;
        });
    expect(await colors()).toEqual({ color: "rgb(232, 236, 241)", backgroundColor: "rgb(15, 19, 23)" });
    await page.emulateMedia({ media: "print" });
    expect(await colors()).toEqual({ color: "rgb(20, 24, 29)", backgroundColor: "rgb(246, 247, 249)" });
    await expect.poll(ink, { timeout: 60_000 }).toBeLessThan(60);
    await page.emulateMedia({ media: "screen" });
    expect((await colors()).backgroundColor).toBe("rgb(15, 19, 23)");
    await context.close();
  });
});
