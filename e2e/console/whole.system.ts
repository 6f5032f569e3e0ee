import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { builtPages, whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { type ConsoleView, leaveEmpty, type OpenedConsole, openConsole, signOut } from "./open-console.ts";
import { sendSeededFleet } from "./seeded/send-seeded-fleet.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/whole.system.ts is skipped: ${skipReason}`);

/** A shared machine may take a while over what takes a blink on an idle one. */
const patient = { timeout: 120_000 };

describe.skipIf(skipReason !== null)("the console in a real browser", () => {
  let opened: OpenedConsole;
  let client: Plumbline;

  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    ({ client } = opened);
  });
  afterAll(() => opened?.close());

  const open = (path: string, view?: ConsoleView) => opened.open(path, view);

  test("an empty fleet shows the command that sends the first frame, and what it sends appears by itself", async () => {
    const { page, close } = await open("/");
    const command = await page.locator("pre").innerText();
    expect(command).toContain(`curl ${opened.url}/v1/telemetry/ingest`);
    expect(await accessibilityFaults(page)).toEqual([]);

    const sent = await fetch(`${opened.url}/v1/telemetry/ingest`, {
      method: "POST",
      headers: { authorization: `Bearer ${developmentApiKey}`, "content-type": "application/json" },
      body: /-d '(.*)'$/.exec(command)![1]!,
    });
    expect(sent.status).toBe(200);
    await page.getByRole("link", { name: "veh-0001" }).waitFor();

    await page.getByRole("link", { name: "veh-0001" }).click();
    await page.getByText("1 of 50 usable frames.", { exact: true }).waitFor();
    await close();
  });

  test("the offline verifier is served as it was built, and opens nothing", async () => {
    const answer = await fetch(`${opened.url}/verify.html`);
    expect(await answer.text()).toBe(readFileSync(new URL("verify.html", builtPages), "utf8"));
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const { page, close } = await open("/verify");
    await page.getByText("Nothing to check yet").waitFor();
    await close();
  });

  // Each in a window of its own, so they need not wait for each other.
  describe.concurrent("with a fleet", () => {
    let criticalId: string;

    beforeAll(async () => {
      // Without places there is no map, and the list is what is shown first.
      await sendSeededFleet(client, { isDescribed: false });
      const worst = (await client.fleet.queue({ limit: 1 })).data[0];
      expect(worst?.tier).toBe("CRITICAL");
      criticalId = worst!.vehicle_id;
    });

    test("the counts are those of the API, and so is the work queue", async () => {
      const { page, close } = await open("/fleet");
      const summary = await client.fleet.healthSummary();
      const shown = page.getByRole("region", { name: "Fleet counts" });
      await shown.waitFor();
      expect(await shown.getByRole("listitem").allInnerTexts()).toEqual(
        [
          [summary.total_vehicles, "Vehicles"],
          [summary.critical_count, "Critical"],
          [summary.caution_count, "Caution"],
          [summary.nominal_count, "Nominal"],
          [summary.unknown_count, "Unknown"],
          [summary.silent_count, "Silent"],
        ].map((pair) => pair.join("\n")),
      );

      const queue = (await client.fleet.queue({ limit: 50 })).data;
      const rows = page.locator(".queue-row");
      await rows.first().waitFor();
      const whole = page.getByRole("button", { name: "Show all" });
      if ((await whole.count()) > 0) await whole.click();
      expect(await rows.locator(".queue-who a").allInnerTexts()).toEqual(
        queue.map((item) => item.vehicle_id),
      );
      expect(await rows.locator(".queue-why").allInnerTexts()).toEqual(queue.map((item) => item.why));
      await close();
    });

    test("the table shows the drift of each sensor, the lidar's too", async ({ expect }) => {
      const { page, close } = await open("/");
      const { data } = await client.vehicles.list();
      const table = page.locator("table.vehicles");
      await table.locator("tbody tr").first().waitFor();
      const heads = await table.locator("thead th").allInnerTexts();
      expect(heads).toEqual(expect.arrayContaining(["Camera", "Radar", "Lidar"]));
      const shown = await table
        .locator("tbody tr")
        .evaluateAll(
          (rows, at) => rows.map((row) => row.children[at]?.textContent ?? ""),
          heads.indexOf("Lidar"),
        );
      expect(data.some(({ lidar_drift_m: drift }) => drift !== null && drift !== 0)).toBe(true);
      expect(shown).toHaveLength(data.length);
      for (const cell of shown) expect(cell).toMatch(/^(–|[−+]?\d+\.\d{3}\s?m)$/u);
      await close();
    });

    test("a tier's count narrows the list, and the address keeps it", async ({ expect }) => {
      const { page, close } = await open("/");
      await page
        .getByRole("region", { name: "Fleet counts" })
        .getByRole("link", { name: "Critical" })
        .click();
      await page.getByRole("heading", { name: "Vehicles: Critical" }).waitFor();
      expect(new URL(page.url()).search).toBe("?tier=CRITICAL");
      const critical = (await client.vehicles.list({ tier: ["CRITICAL"] })).data.map(
        (item) => item.vehicle_id,
      );
      const listed = page.locator(".vehicles tbody a");
      await expect.poll(() => listed.allInnerTexts(), patient).toEqual(critical);

      await page.getByRole("searchbox").fill("no such vehicle");
      await page.getByRole("searchbox").press("Enter");
      await page.getByText("No vehicle fits: Critical · “no such vehicle”").waitFor();
      await page.getByRole("link", { name: "Clear the filters" }).click();
      await expect.poll(() => listed.count(), patient).toBeGreaterThan(critical.length);
      await close();
    });

    test("a vehicle opens from the queue; another range keeps the place on the page, a reload keeps the range, Back leads back", async () => {
      const { page, close } = await open("/fleet");
      await page.locator(".queue").getByRole("link", { name: criticalId }).click();
      await page.waitForURL(`**/vehicles/${criticalId}`);
      await page.getByRole("heading", { name: criticalId }).waitFor();
      expect(await page.locator(".vehicle-tier").innerText()).toBe("Critical");
      await page.locator(".chart canvas").first().waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("page");
      await page.evaluate(() => window.scrollTo(0, 300));
      await page.getByRole("link", { name: "1 h", exact: true }).click();
      await page.getByText(/ 6[01] frames$/).waitFor();
      expect(await page.evaluate(() => window.scrollY)).toBe(300);

      await page.reload();
      await page.getByText(/ 6[01] frames$/).waitFor();
      expect(await page.locator(".time-bar .ranges [aria-current=true]").innerText()).toBe("1 h");
      await page.goBack();
      await page.goBack();
      await page.locator(".queue-row").first().waitFor();
      await close();
    });

    test("bundle, report and archive are there to take away, also where they take a minute, the bundle byte for byte", async () => {
      const { page, close } = await open(`/vehicles/${criticalId}`);
      await page.clock.install();
      await page.route(/\/v1\/evidence\//u, async (route) => {
        await page.clock.fastForward(60_000);
        await route.continue();
      });
      const take = async (name: string) => {
        const button = page.getByRole("button", { name }).first();
        const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
        return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
      };
      const { event_id: id } = (await client.evidence.list({ vehicle_id: criticalId })).data[0]!;
      const bundle = await take("Bundle (JSON)");
      expect(bundle.name).toBe(`${id}.json`);
      expect(new Uint8Array(bundle.bytes)).toEqual(
        new Uint8Array(await client.evidence.bundle(id).asBytes()),
      );
      for (const [button, ending, beginning] of [
        ["Report (PDF)", "pdf", "%PDF-"],
        ["Archive (zip)", "zip", "PK"],
      ] as const) {
        const { name, bytes } = await take(button);
        expect(name).toMatch(new RegExp(`^EVB-.*\\.${ending}$`, "u"));
        expect(bytes.toString("latin1")).toMatch(new RegExp(`^${beginning}`, "u"));
      }
      await close();
    });

    test("the fleet does not scroll sideways at any width, and nothing is cut off at 320 pixels", async () => {
      const { page, close } = await open("/", { width: 1000 });
      await page.locator(".queue-row").first().waitFor();
      await page.locator(".vehicles tbody tr").first().waitFor();
      // A vehicle that learns, in a fleet with a long name, has the widest row.
      await page.evaluate(() => {
        const row = document.querySelector(".vehicles tbody tr")!;
        const note = Object.assign(document.createElement("span"), { className: "tier-note" });
        note.textContent = "learning";
        row.querySelector("td")!.append(note);
      });
      for (const width of [1000, 1201, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => widthOf(page)).toBe(width);
      }
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320)).toEqual([]);
      await close();
    });

    test("everybody can sign in", async () => {
      const { page, close } = await open("/");
      await signOut(page);
      await page.getByLabel("API key").waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await close();
    });

    test("Pause holds the page still, Resume lets it go on", async ({ expect }) => {
      const { page, close } = await open("/");
      await page.locator(".queue-row").first().waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.waitForTimeout(300);
      let asked = 0;
      page.on("request", () => {
        asked += 1;
      });
      await page.waitForTimeout(2500);
      expect(asked).toBe(0);
      await page.getByRole("button", { name: "Resume" }).click();
      await expect.poll(() => asked, patient).toBeGreaterThan(0);
      await close();
    });

    test("a time under the pointer is told with its age", async ({ expect }) => {
      const { page, close } = await open("/fleet?view=list");
      const time = page.locator(".vehicles tbody time").first();
      await time.waitFor();
      expect(await time.getAttribute("title")).toBeNull();
      await time.hover();
      const said = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC; \d+\u00a0d \d+\u00a0h ago$/u;
      await expect.poll(() => time.getAttribute("title"), patient).toMatch(said);
      await close();
    });

    test("a lost connection is said, with what is shown kept and dated", async () => {
      const { page, context } = await open("/");
      await page.locator(".queue-row").first().waitFor();
      await context.setOffline(true);
      await page.getByText("Live updates stopped at").waitFor();
      expect(await page.locator(".queue-row").count()).toBeGreaterThan(0);
      await context.setOffline(false);
      await page.getByText("Live updates stopped at").waitFor({ state: "detached" });
      await page.getByText(/^Caught up: \d+ changes?\.$/u).waitFor();
      await context.close();
    });

    test("a key that is no longer accepted brings back the form, and a good one opens the page again", async () => {
      const { page, context } = await open("/");
      await page.locator(".queue-row").first().waitFor();
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
      expect(await page.evaluate(() => document.cookie)).toBe("");
      await context.addCookies([{ ...cookie!, value: "changed" }]);
      await page.getByText("The service no longer accepts this session.").waitFor();
      await page.getByLabel("API key").fill("plumb_test_wrong");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("The service does not accept this key.").waitFor();
      await page.getByLabel("API key").fill(developmentApiKey);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator(".queue-row").first().waitFor();
      expect(page.url()).not.toContain("plumb_");
      await context.close();
    });

    test("a page whose code does not come says so in its place, and loads when it is there again", async () => {
      const { page, context } = await open("/");
      await page.locator(".queue-row").first().waitFor();
      const code = "**/assets/analytics-page-*";
      await page.route(code, (route) => route.fulfill({ status: 404 }));
      await page.getByRole("link", { name: "Analytics" }).first().click();
      await page.getByRole("heading", { name: "This page cannot be shown" }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("link", { name: "Fleet", exact: true }).click();
      await page.locator(".queue-row").first().waitFor();
      await page.goBack();
      await page.unroute(code);
      await page.getByRole("button", { name: "Reload the console" }).click();
      await page.getByRole("heading", { name: "Analytics" }).waitFor();
      await context.close();
    });

    test("an unknown vehicle and an unknown page say so", async () => {
      const { page, context } = await open("/vehicles/never-seen");
      await page.getByRole("heading", { name: "No such vehicle" }).waitFor();
      await context.close();
    });
  });
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
