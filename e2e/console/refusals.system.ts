import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults } from "./accessibility-faults.ts";
import { type OpenedConsole, openSeededConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/refusals.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("what is refused at the first load", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openSeededConsole();
  });
  afterAll(() => opened?.close());

  test("a vehicle that is not there is asked for once, and its page stands still", async () => {
    const { page, context } = await opened.open("/vehicles/none");
    const asked = askedFor(page, "/v1/vehicles/none");
    await page.getByRole("heading", { name: "No such vehicle" }).waitFor();
    await noteBlinks(page, "No such vehicle");
    await page.waitForTimeout(4500);
    expect(asked.length).toBeLessThanOrEqual(1);
    expect(await blinks(page)).toBe(0);
    await context.close();
  });

  test.each([500, 503])(
    "a %i stays readable while the page asks again, and goes when it works",
    async (status) => {
      const { page, context } = await opened.open("/status");
      await page.getByText("Operational.").waitFor();
      const refused = problem(status, "The store is being moved.");
      await page.route("**/v1/fleet/health-summary*", (route) => route.fulfill(refused));
      await page.goto("/fleet");
      await page.getByText("The fleet could not be loaded.").waitFor();
      const asked = askedFor(page, "/v1/fleet/health-summary");
      await noteBlinks(page, "The fleet could not be loaded.");
      await expect.poll(() => asked.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
      expect(await blinks(page)).toBe(0);
      await page.unroute("**/v1/fleet/health-summary*");
      await page.getByText("The fleet could not be loaded.").waitFor({ state: "detached" });
      await context.close();
    },
  );

  test("a service that says when to come again is left alone until then", async () => {
    const { page, context } = await opened.open("/status");
    await page.getByText("Operational.").waitFor();
    const refused = problem(429, "Too many requests.");
    await page.route("**/v1/fleet/health-summary*", (route) =>
      route.fulfill({ ...refused, headers: { "retry-after": "60" } }),
    );
    await page.goto("/fleet");
    await page.getByText("The fleet could not be loaded.").waitFor();
    const asked = askedFor(page, "/v1/fleet/health-summary");
    await page.waitForTimeout(6000);
    expect(asked).toEqual([]);
    await context.close();
  });

  test("the status page says that the state of the service did not come, whatever came instead", async () => {
    const { page, context } = await opened.open("/fleet");
    await page.route("**/health", (route) => route.fulfill(problem(503, "The gateway is closed.")));
    await page.goto("/status");
    await page.getByText("The state of the service could not be loaded.").waitFor();
    await page.getByText("The gateway is closed.").waitFor();
    await page.getByRole("heading", { name: "Is the data current?" }).waitFor();
    await context.close();
  });

  test("a broker that is away is named, and the page stays readable at 320 pixels", async () => {
    const { page, context } = await opened.open("/fleet", { width: 320 });
    const why = `the broker cannot be reached: getaddrinfo ENOTFOUND ${"a-long-host-name".repeat(6)}`;
    const health = {
      status: "ok",
      version: "1",
      uptime_s: 3,
      checks: { storage: "ok", mqtt: why, nats: "ok" },
    };
    await page.route("**/health", (route) => route.fulfill({ json: health }));
    await page.goto("/status");
    await page.getByText("Operational, with faults: MQTT broker.").waitFor();
    await page.getByRole("row", { name: /^NATS JetStream ok/ }).waitFor();
    await page.getByText(why).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
  });
});

function problem(status: number, detail: string) {
  const body = { type: "about:blank", title: "Refused", status, detail, code: "unavailable" };
  return { status, contentType: "application/problem+json", body: JSON.stringify(body) };
}

function askedFor(page: Page, path: string): readonly string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) asked.push(request.url());
  });
  return asked;
}

/** Counts the changes of the page at which a text was not there. */
async function noteBlinks(page: Page, text: string): Promise<void> {
  await page.evaluate((awaited) => {
    const main = document.querySelector("main")!;
    const noted = { count: 0 };
    Object.assign(window, { noted });
    new MutationObserver(() => {
      if (!main.textContent.includes(awaited)) noted.count += 1;
    }).observe(main, { childList: true, subtree: true, characterData: true });
  }, text);
}

async function blinks(page: Page): Promise<number> {
  return page.evaluate(
    () => (window as unknown as { readonly noted: { readonly count: number } }).noted.count,
  );
}
