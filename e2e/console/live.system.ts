import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { openWatchedPage, whyNoPage } from "../open-browser.ts";
import { leaveEmpty, type OpenedConsole, openConsole } from "./open-console.ts";
import { type ScriptedEvents, startScriptedEvents } from "./scripted-events.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/live.system.ts is skipped: ${skipReason}`);

/** Ten thousand events a second for eight seconds, in bursts; the connection is cut in the middle of the fortieth. */
const [bursts, eventsPerBurst, burstEveryMs, cutAtBurst] = [80, 1000, 100, 40];
/** New vehicles appear all the while: before the cut, while nothing is followed, and after. */
const burstsPerVehicle = 5;
const rowsPath = "/v1/vehicles";

describe.skipIf(skipReason !== null)("live updates of the console", () => {
  let opened: OpenedConsole;
  let browser: Browser;
  let client: Plumbline;
  let events: ScriptedEvents;

  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    ({ browser, client } = opened);
    events = await startScriptedEvents(opened.url);
    await hear(10);
  });
  afterAll(async () => {
    await opened?.close();
    await events?.close();
  });

  let vehicles = 0;
  /** Frames of so many new vehicles. */
  const hear = async (more: number) => {
    const frames = Array.from({ length: more }, (_, at) => ({
      vehicle_id: `veh-${String(((vehicles + at) * 7919) % 10_000).padStart(4, "0")}`,
      timestamp: "2026-03-01T08:00:00.000Z",
      sensors: { radar_range_bias_m: 0.01 },
    }));
    vehicles += more;
    await client.telemetry.ingestBatch(frames);
  };
  const sendBursts = async (from: number, to: number) => {
    for (let burst = from; burst <= to; burst += 1) {
      events.tell(eventsPerBurst);
      if (burst % burstsPerVehicle === 0) await hear(1);
      await sleep(burstEveryMs);
    }
  };
  /** Once it has asked for the rows twice, the page has read what was sent before. */
  const pageHasRead = async () => {
    const before = events.requestsFor(rowsPath);
    await expect.poll(() => events.requestsFor(rowsPath)).toBeGreaterThan(before + 1);
  };

  test("80,000 events, the connection cut in the middle of one: it resumes after the last whole one, and the rows are the API's, each once", async () => {
    const { page, context, complaints, outsideRequests } = await openWatchedPage(browser, {
      origin: events.url,
    });
    await page.goto("/fleet?view=list&sort=vehicle_id");
    await expect.poll(() => rowsOf(page)).toHaveLength(10);
    await expect.poll(() => events.isFollowed()).toBe(true);
    expect(events.askedFrom).toEqual([null]);
    const doubled = await watchForDoubledRows(page);

    await sendBursts(1, cutAtBurst);
    events.tellPart();
    await pageHasRead();
    const lastWhole = events.lastId();
    const asked = events.requestsFor(rowsPath);
    events.cut();
    await hear(1);
    await expect.poll(() => events.isFollowed()).toBe(true);
    expect(events.askedFrom).toEqual([null, lastWhole]);
    // A burst has the rows asked for once at most, however many events it is of.
    expect(asked).toBeLessThan(eventsPerBurst);

    await sendBursts(cutAtBurst + 1, bursts);
    await hear(1);
    events.tell(1);
    const rows = (await client.vehicles.list({ sort: "vehicle_id" })).data.map(({ vehicle_id: id }) => id);
    expect(rows).toHaveLength(vehicles);
    // Those that were shown keep their places while somebody reads; the order is made anew when it is asked for.
    await expect.poll(async () => (await rowsOf(page)).toSorted()).toEqual(rows);
    await page.getByRole("button", { name: "Sort again" }).click();
    await expect.poll(() => rowsOf(page)).toEqual(rows);
    expect(await doubled()).toEqual([]);
    expect(events.askedFrom).toHaveLength(2);

    expect(complaints).toEqual([expect.stringContaining("ERR_INCOMPLETE_CHUNKED_ENCODING")]);
    expect(outsideRequests).toEqual([]);
    await context.close();
  });

  test("three tabs follow by one connection; one that is paused holds still under the flood; when the one that follows is closed, the next goes on after its last event", async () => {
    const earlier = events.askedFrom.length;
    const address = "/fleet?view=list&sort=vehicle_id";
    const { page: first, context, complaints } = await openWatchedPage(browser, { origin: events.url });
    await first.goto(address);
    await expect.poll(() => events.isFollowed()).toBe(true);
    const [second, held] = [await context.newPage(), await context.newPage()];
    for (const tab of [second, held]) {
      await tab.goto(address);
      await expect.poll(() => rowsOf(tab)).toHaveLength(vehicles);
    }
    await held.getByRole("button", { name: "Pause" }).click();
    const before = await rowsOf(held);

    await sendBursts(1, 20);
    await hear(1);
    events.tell(1);
    const rows = (await client.vehicles.list({ sort: "vehicle_id" })).data.map(({ vehicle_id: id }) => id);
    await expect.poll(async () => (await rowsOf(second)).toSorted()).toEqual(rows);
    expect(await rowsOf(held)).toEqual(before);
    expect(events.askedFrom.slice(earlier)).toEqual([null]);

    const lastWhole = events.lastId();
    await first.close();
    await expect.poll(() => events.askedFrom.slice(earlier)).toEqual([null, lastWhole]);
    await hear(1);
    events.tell(1);
    await expect.poll(() => rowsOf(second)).toHaveLength(vehicles);
    await held.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => rowsOf(held)).toHaveLength(vehicles);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

function rowsOf(page: Page): Promise<string[]> {
  return page.locator(".vehicles tbody th").allInnerTexts();
}

/** Every change of the table is looked at, not only the last: what it gives are the vehicles that ever stood there twice. */
async function watchForDoubledRows(page: Page): Promise<() => Promise<readonly string[]>> {
  const watch = await page.evaluateHandle(() => {
    const doubled = new Set<string>();
    const table = document.querySelector(".vehicles tbody")!;
    const look = () => {
      const ids = [...table.querySelectorAll("th")].map((cell) => cell.textContent ?? "");
      for (const [at, id] of ids.entries()) if (ids.indexOf(id) !== at) doubled.add(id);
    };
    new MutationObserver(look).observe(table, { childList: true, subtree: true, characterData: true });
    return doubled;
  });
  return () => watch.evaluate((doubled) => [...doubled]);
}
