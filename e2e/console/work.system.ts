import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TelemetryFrame } from "../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { gaussian } from "../../core/scenario/counter-random.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { leaveEmpty, type OpenedConsole, openConsole, signOut } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/work.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("the work on a vehicle in a real browser", () => {
  let opened: OpenedConsole;
  let client: Plumbline;
  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    ({ client } = opened);
  });
  afterAll(() => opened?.close());

  /** Frames of a vehicle whose radar stands so far out, a minute apart. */
  async function drive(
    vehicleId: string,
    [from, to]: readonly [number, number],
    outM: number,
  ): Promise<void> {
    const frames = Array.from({ length: to - from }, (_, at) => frameAt(vehicleId, from + at, outM));
    await client.telemetry.ingestBatch(frames);
  }

  const open = (path: string) => opened.open(path);

  test("from a breach to repaired and restored with the keyboard alone, each step with who did it", async () => {
    await drive("van-1", [0, 80], 0);
    await drive("van-1", [80, 120], 0.6);
    const { page, context, complaints, outsideRequests } = await open("/vehicles/van-1");
    const work = page.getByRole("region", { name: "Work" });
    await work.getByText("Open: nobody has acknowledged it").waitFor();

    await tabTo(page, "Acknowledge");
    await page.keyboard.press("Enter");
    await work.getByText("Acknowledged", { exact: true }).waitFor();

    await tabTo(page, "Assign…");
    await page.keyboard.press("Enter");
    // On a busy machine the form comes after the next key, and before the command under way is through.
    await expect.poll(() => isWriting(page)).toBe(true);
    await page.keyboard.type("workshop north");
    await expect.poll(() => work.getByRole("button", { name: "Assign", exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press("Enter");
    await work.getByText("Assigned to workshop north").waitFor();
    // The form is gone, and the keyboard is where it was: at the buttons.
    await expect.poll(() => focusedLabel(page)).toBe("What to do about it");

    await tabTo(page, "Repaired…");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("form", { name: "Repaired" }).count()).toBe(0);
    await tabTo(page, "Repaired…");
    await page.keyboard.press("Enter");
    await work.getByText("cannot be undone").waitFor();
    await expect.poll(() => isWriting(page)).toBe(true);
    await page.keyboard.type("radar bracket replaced");
    await page.keyboard.press("Enter");
    await work.getByText("Repair reported, being checked").waitFor();
    await work.getByText(/the radar has 0 of 50 blocks/).waitFor();

    await drive("van-1", [120, 260], 0);
    await work.getByText("The repair restored the vehicle").waitFor();
    await work.getByText("No work is open", { exact: true }).waitFor();
    const radar = work
      .getByRole("list", { name: "Each sensor" })
      .getByRole("listitem")
      .filter({ hasText: "radar" });
    const [, before = ""] = /off by ([\d.]+)\sm before/u.exec(await radar.innerText()) ?? [];
    expect(Number(before)).toBeGreaterThan(0.5);

    const done = await work.locator(".work-history > li").allInnerTexts();
    expect(done.map((text) => text.split("\n")[0])).toEqual([
      "the service checked the repair: restored",
      "development key reported it as repaired; its baseline was reset",
      "development key assigned it to workshop north",
      "development key acknowledged it",
    ]);
    expect((await client.fleet.queue()).data).toEqual([]);
    expect(complaints).toEqual([]);
    expect(outsideRequests).toEqual([]);
    await context.close();
  });

  test("a form opened while a command is under way opens, and stays when the command is through", async () => {
    await drive("van-5", [0, 80], 0);
    await drive("van-5", [80, 120], 0.6);
    const { page, context } = await open("/vehicles/van-5");
    const work = page.getByRole("region", { name: "Work" });
    const slow = Promise.withResolvers<void>();
    await page.route("**/work", async (route) => {
      if (route.request().method() === "POST") await slow.promise;
      await route.continue();
    });
    await work.getByRole("button", { name: "Acknowledge" }).click();
    await work.getByRole("button", { name: "Assign…" }).click();
    await page.keyboard.type("workshop south");
    expect(await work.getByRole("button", { name: "Assign", exact: true }).isEnabled()).toBe(false);
    slow.resolve();
    await work.getByText("Acknowledged", { exact: true }).waitFor();
    await expect.poll(() => work.getByRole("button", { name: "Assign", exact: true }).isEnabled()).toBe(true);
    expect(await isWriting(page)).toBe(true);
    await page.keyboard.press("Enter");
    await work.getByText("Assigned to workshop south").waitFor();
    await context.close();
  });

  // React draws what is new when a timer says so: whether the command is known to be through before or after its button
  // is gone depends on that.
  test.each([
    ["as it is", 0],
    ["when timers are late", 100],
  ])(
    "a button that goes away beside an open form leaves the keyboard at what can be done next, and the form open: %s",
    async (_, lateMs) => {
      const vehicleId = `van-6-${lateMs}`;
      await drive(vehicleId, [0, 80], 0);
      await drive(vehicleId, [80, 120], 0.6);
      const { page, context } = await open(`/vehicles/${vehicleId}`);
      await page.addInitScript((ms) => {
        const { setTimeout } = globalThis;
        const late = (act: () => void, afterMs = 0) => setTimeout(act, Math.max(afterMs, ms));
        Object.assign(globalThis, { setTimeout: late });
      }, lateMs);
      await page.reload();
      const work = page.getByRole("region", { name: "Work" });
      await work.getByRole("button", { name: "Comment…" }).click();
      await work.getByRole("button", { name: "Acknowledge" }).focus();
      await page.keyboard.press("Enter");
      await work.getByText("Acknowledged", { exact: true }).waitFor();
      await expect.poll(() => focusedLabel(page)).toBe("What to do about it");
      expect(await work.getByRole("form", { name: "Comment" }).count()).toBe(1);
      await context.close();
    },
  );

  test("a link that takes something back hands the keyboard on, and one who writes meanwhile keeps writing", async () => {
    await drive("van-7", [0, 80], 0);
    await drive("van-7", [80, 120], 0.6);
    await client.vehicles.commandWork("van-7", { action: "acknowledge" });
    const { page, context } = await open("/vehicles/van-7");
    const work = page.getByRole("region", { name: "Work" });
    const slow = Promise.withResolvers<void>();
    await page.route("**/work", async (route) => {
      if (route.request().method() === "POST") await slow.promise;
      await route.continue();
    });
    await tabTo(page, "Undo");
    await page.keyboard.press("Enter");
    // Nothing can be taken back while a command is under way: the link is gone at once.
    await expect.poll(() => focusedLabel(page)).toBe("What to do about it");
    await tabTo(page, "Comment…");
    await page.keyboard.press("Enter");
    await expect.poll(() => isWriting(page)).toBe(true);
    slow.resolve();
    await work.getByText("Open: nobody has acknowledged it").waitFor();
    await work.getByRole("button", { name: "Acknowledge" }).waitFor();
    expect(await isWriting(page)).toBe(true);
    await context.close();
  });

  test("a snoozed vehicle leaves the queue, is counted, and undo brings it back", async () => {
    await drive("van-2", [0, 80], 0);
    await drive("van-2", [80, 120], 0.6);
    const { page, context } = await open("/vehicles/van-2");
    const work = page.getByRole("region", { name: "Work" });
    await work.getByRole("button", { name: "Snooze…" }).click();
    await work.getByLabel("For how long?").selectOption("72");
    await work.getByLabel("Why? (optional)").fill("at the depot until Friday");
    await work.getByRole("form", { name: "Snooze" }).getByRole("button", { name: "Snooze" }).click();
    await work.getByText(/^until .* or until it becomes worse/).waitFor();

    const fleet = await open("/fleet");
    await fleet.page.getByText("1 vehicle is snoozed and left out.").waitFor();
    await work.getByRole("button", { name: /^Undo entry 1/ }).click();
    await work.getByText("Open: nobody has acknowledged it").waitFor();
    await fleet.page.getByRole("link", { name: "van-2" }).first().waitFor();
    await fleet.page.getByText("1 vehicle is snoozed and left out.").waitFor({ state: "detached" });
    await fleet.context.close();
    await context.close();
  });

  test("who was not quick enough is told, sees what the other did, and nothing is overwritten", async () => {
    await drive("van-3", [0, 80], 0);
    await drive("van-3", [80, 120], 0.6);
    const { page, context } = await open("/vehicles/van-3");
    const work = page.getByRole("region", { name: "Work" });
    await work.getByRole("button", { name: "Assign…" }).click();
    await work.getByLabel(/^Who will do it/).fill("mine");
    await page.getByRole("button", { name: "Pause" }).click();
    await client.vehicles.commandWork("van-3", { action: "assign", assignee: "theirs" });
    await work.getByRole("button", { name: "Assign", exact: true }).click();
    await work.getByText(/^Not carried out: someone else changed/).waitFor();
    await work.getByText("Assigned to theirs").waitFor();
    await context.close();
  });

  test("a repair that restored nothing is said where the answer stands, and in the work by how much", async () => {
    await drive("van-4", [0, 80], 0);
    await drive("van-4", [80, 120], 0.35);
    await client.vehicles.commandWork("van-4", { action: "repaired", comment: "bolts tightened" });
    await drive("van-4", [120, 300], 0.35);
    const { page, context } = await open("/vehicles/van-4");
    await page.getByText("What follows goes by the baseline that was learnt after the repair.").waitFor();
    const work = page.getByRole("region", { name: "Work" });
    await work.getByText("The repair did not restore the vehicle").waitFor();
    await work.getByText(/beyond the caution limit of 0.200 m: the repair did not restore it\./u).waitFor();
    await context.close();
  });

  test("a key that may look but not act sees why the buttons are off", async () => {
    const { key } = await client.keys.create({ name: "auditor", preset: "auditor" });
    const { page, context } = await open("/fleet");
    await signOut(page);
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).waitFor();
    await page.goto("/vehicles/van-2");
    const work = page.getByRole("region", { name: "Work" });
    await work.getByText("it lacks the scope baseline:write").waitFor();
    for (const button of await work.getByRole("group").getByRole("button").all()) {
      expect(await button.isDisabled()).toBe(true);
    }
    expect(await work.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
  });

  test("everybody can use it, and at 320 pixels nothing is cut off", async () => {
    await client.vehicles.commandWork("van-2", { action: "comment", comment: "looked at" });
    const { page, close } = await open("/vehicles/van-2");
    const work = page.getByRole("region", { name: "Work" });
    const look = async () => {
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320)).toEqual([]);
      await page.setViewportSize({ width: 1320, height: 900 });
    };
    await work.getByText("“looked at”").waitFor();
    await work.getByRole("button", { name: "Repaired…" }).click();
    await look();
    await page.goto("/vehicles/van-1");
    await work.getByText("The repair restored the vehicle").waitFor();
    await look();
    await close();
  });

  test("evidence is requested in three steps, and the newest is listed with the one before it", async () => {
    await drive("van-9", [0, 80], 0);
    await drive("van-9", [80, 120], 0.6);
    const { page, close } = await open("/vehicles/van-9");
    const panel = page.getByRole("region", { name: "Evidence" });
    const before = await panel.locator(".evidence-id").first().innerText();
    await panel.getByRole("button", { name: "Request evidence" }).click();
    const form = panel.getByRole("form", { name: "Request evidence" });
    await expect.poll(() => isWriting(page)).toBe(true);
    await page.keyboard.type("collision reported by the driver");
    await form.getByLabel("Case number (optional)").fill("CL-2026-0311");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Issue evidence" }).click();
    const issued = await panel.getByRole("status").getByRole("link").innerText();
    await expect.poll(() => panel.locator(".evidence-id").first().innerText()).toContain(issued);
    await panel.getByText("requested", { exact: false }).first().waitFor();
    await panel.getByText("supersedes", { exact: false }).first().waitFor();
    expect(before).not.toContain(issued);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });

  test("without a breach a statement is requested in the same steps, and downloaded with its proof", async () => {
    await drive("van-10", [0, 80], 0);
    const { page, close } = await open("/vehicles/van-10");
    const panel = page.getByRole("region", { name: "Evidence" });
    await panel.getByRole("button", { name: "Request statement" }).click();
    const form = panel.getByRole("form", { name: "Request statement" });
    await expect.poll(() => isWriting(page)).toBe(true);
    await page.keyboard.type("collision reported by the driver");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Issue statement" }).click();
    await panel.getByText(/STM-\d{8}-[0-9A-Z]{12}: NOMINAL/).waitFor();
    const saved = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Statement (JSON)" }).click();
    const stated: unknown = JSON.parse(await readFile(await (await saved).path(), "utf8"));
    await panel.getByText("Signed statements of its state").click();
    const row = panel.getByRole("listitem").filter({ hasText: "STM-" });
    await row.getByText("collision reported by the driver").waitFor();
    expect(await row.innerText()).toContain("NOMINAL at ");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(stated).toMatchObject({
      vehicle_id: "van-10",
      state: { tier: "NOMINAL" },
      log_index: expect.any(Number),
    });
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });
});

/** Goes on with the tabulator until this button has the focus, and sees that it shows. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 200; pressed += 1) {
    await page.keyboard.press("Tab");
    if ((await focusedName(page)) !== name) continue;
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    expect(outline).toBe("solid");
    return;
  }
  throw new Error(`the tabulator never came to ${name}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}

function focusedLabel(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
}

/** Whether what is typed goes into a field. */
function isWriting(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.matches("input, textarea") === true);
}

function frameAt(vehicleId: string, at: number, outM: number): TelemetryFrame {
  const noise = (stream: number) => gaussian(7, stream, at);
  return {
    vehicle_id: vehicleId,
    timestamp: new Date(Date.UTC(2026, 2, 1, 8) + at * 60_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.01 + outM + 0.03 * noise(0),
      lidar_registration_error_m: Math.max(0, 0.05 + 0.01 * noise(1)),
    },
    metadata: { fleet_id: "vans" },
  };
}
