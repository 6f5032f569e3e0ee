import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { openRecorded, type RecordedConsole } from "./pictures/open-recorded.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/fonts.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("the console's fonts", () => {
  let recorded: RecordedConsole;
  beforeAll(async () => {
    recorded = await openRecorded();
  });
  afterAll(() => recorded?.close());

  const open = async (hold?: Promise<void>) => {
    const watched = await recorded.open("/status");
    if (hold !== undefined) {
      await watched.page.route("**/*.woff2", async (route) => {
        await hold;
        await route.continue();
      });
    }
    await watched.page.goto(`/vehicles/${recorded.addresses["critical"]}`);
    await watched.page.locator(".chart canvas").first().waitFor();
    return watched;
  };

  test("are those of the service, in the weights the pages use, and nobody else is asked", async () => {
    const { page, context, complaints, outsideRequests } = await open();
    await page.evaluate(() => document.fonts.ready);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === "loaded")
          .map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`)
          .toSorted(),
      );
    await expect
      .poll(loaded)
      .toEqual(["IBM Plex Mono 400", "IBM Plex Sans 400", "IBM Plex Sans 500", "IBM Plex Sans 600"]);
    expect([complaints, outsideRequests]).toEqual([[], []]);
    await context.close();
  });

  test("may come late: words stand there in the system's, and pictures that were drawn before change with them", async () => {
    const prompt = await open();
    await expect.poll(() => isHere(prompt.page)).toBe(true);
    const release = Promise.withResolvers<void>();
    const late = await open(release.promise);
    expect(await isHere(late.page)).toBe(false);
    expect(await late.page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    const before = await chart(late.page);
    release.resolve();
    await expect.poll(async () => (await chart(late.page)) === (await chart(prompt.page))).toBe(true);
    expect(await chart(late.page)).not.toBe(before);
    await late.context.close();
    await prompt.context.close();
  });

  test("bring their licence along", async () => {
    const text = await (await fetch(`${recorded.url}/fonts-licence.txt`)).text();
    expect(text.match(/SIL OPEN FONT LICENSE Version 1\.1/gu)).toHaveLength(2);
  });
});

function isHere(page: Page): Promise<boolean> {
  return page.evaluate(() => document.fonts.check('11px "IBM Plex Sans"'));
}

function chart(page: Page): Promise<string> {
  return page
    .locator(".chart canvas")
    .first()
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
}
