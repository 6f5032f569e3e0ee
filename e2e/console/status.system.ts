import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { type OpenedConsole, openConsole, signOut } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/status.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("what stands around every page, and the status page", () => {
  let opened: OpenedConsole;
  beforeAll(async () => {
    opened = await openConsole((client) =>
      client.telemetry.ingestBatch([
        {
          vehicle_id: "veh-1",
          timestamp: "2026-03-01T08:00:00.000Z",
          sensors: { radar_range_bias_m: 0.01 },
        },
      ]),
    );
  });
  afterAll(() => opened?.close());

  test("the status page says whether the picture is fresh, to everybody", async () => {
    const { page, close } = await opened.open("/status");
    await page.getByText("Yes: every vehicle is reporting.").waitFor();
    await page.getByText("Operational.").waitFor();
    const vehicles = page.getByRole("row", { name: /^Vehicles \d/ });
    expect(await vehicles.getByRole("cell").allInnerTexts()).toEqual(expect.arrayContaining(["1"]));
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });

  test("breaches that wait for their issuer are counted on the pages of evidence, and the status page says why", async () => {
    const { page, close } = await opened.open("/status");
    const why = "no evidence is issued: PLUMBLINE_ISSUER is not set";
    const health = {
      status: "degraded",
      version: "0.1.0",
      uptime_s: 3,
      checks: { store: "ok", issuer: why },
    };
    await page.route("**/health", (route) => route.fulfill({ json: health }));
    const list = { data: [], awaiting_issuer: 2, has_more: false, next_cursor: null };
    await page.route("**/v1/evidence?*", (route) => route.fulfill({ json: list }));
    await page.reload();
    await page.getByText("Operational, with faults: Issuer of evidence.").waitFor();
    await page.getByText(why).waitFor();
    for (const path of ["/evidence", "/vehicles/veh-1"]) {
      await page.goto(`${opened.url}${path}`);
      await page.getByText("Evidence of 2 breaches waits: issuer and log are not named.").waitFor();
      expect(await page.getByText(/None issued/u).count()).toBe(0);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });

  test("the theme can be chosen, and the choice stays", async () => {
    const { page, context } = await opened.open("/status", { theme: "light" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("button", { name: "Dark" }).click();
    expect(await ground()).toBe("rgb(15, 19, 23)");
    await page.reload();
    await page.getByRole("button", { name: "Light" }).waitFor();
    await page.getByText("Yes: every vehicle is reporting.").waitFor();
    expect(await ground()).toBe("rgb(15, 19, 23)");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press(".");
    await expect.poll(ground).toBe("rgb(246, 247, 249)");
    await context.close();
  });

  test("Esc leads from a part to the whole, but not out of a field", async () => {
    const { page, context } = await opened.open("/vehicles/veh-1/pose");
    await page.getByRole("heading", { name: "Where the sensors look" }).waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL("**/vehicles/veh-1");
    await page.keyboard.press("Escape");
    await page.waitForURL("**/fleet");
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Escape");
    expect(new URL(page.url()).pathname).toBe("/fleet");
    await context.close();
  });

  test("keys go from page to page, are listed, and can be switched off", async () => {
    const { page, context } = await opened.open("/status");
    await page.getByText("Yes: every vehicle is reporting.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await page.waitForURL("**/fleet");
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Shortcuts on this page" });
    await list.getByText("Go to Status").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await list.getByLabel("Use these shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/fleet");
    await context.close();
  });

  test("a key is offered what it may read, and no more", async () => {
    const { key } = await opened.client.keys.create({ name: "insurer", scopes: ["evidence:read"] });
    const { page, context } = await opened.open("/status");
    await signOut(page);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("insurer").waitFor();
    const offered = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").allInnerTexts();
    expect(offered).not.toContain("Fleet");
    expect(offered).toContain("Verify");
    await context.close();
  });

  test.each(["admin", "insurer", "ingest"] as const)(
    "a key of preset %s can end its sessions on other browsers, too, and no other key's",
    async (preset) => {
      const { key } = await opened.client.keys.create({ name: preset, preset });
      const pages = await Promise.all([0, 1, 2].map(() => opened.open("/")));
      const [mine, other, another] = pages.map(({ page }) => page) as [Page, Page, Page];
      for (const page of [mine, other]) {
        await signOut(page);
        await page.getByLabel("API key").fill(key);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
      }
      const standing = (page: Page) =>
        page.evaluate(async () => (await (await fetch("/session/state")).json()) as unknown);
      expect(await standing(other)).toEqual({ is_open: true });
      await mine.getByRole("button", { name: "Sign out", exact: true }).click();
      await mine.keyboard.press("Escape");
      await mine.getByRole("dialog").waitFor({ state: "detached" });
      await signOut(mine, "everywhere");
      await mine.getByLabel("API key").waitFor();
      await expect.poll(() => standing(other)).toEqual({ is_open: false });
      expect(await standing(another)).toEqual({ is_open: true });
      for (const { context } of pages) await context.close();
    },
  );
});
