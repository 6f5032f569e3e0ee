import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { VehicleDetail } from "../../clients/typescript/generated/contract.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { openSeededConsole, type OpenedConsole } from "./open-console.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/vehicle.system.ts is skipped: ${skipReason}`);

/** A shared machine may take a while over what takes a blink on an idle one. */
const patient = { timeout: 120_000 };

describe.skipIf(skipReason !== null)("the pages of a vehicle and of its sensors", () => {
  let opened: OpenedConsole;
  let critical: VehicleDetail;
  let healthy: VehicleDetail;

  beforeAll(async () => {
    opened = await openSeededConsole();
    const { client } = opened;
    const queue = (await client.fleet.queue({ limit: 50 })).data;
    const camera = queue.find((item) => item.probable_fault_source === "camera")!;
    critical = await client.vehicles.get(camera.vehicle_id);
    const { data } = await client.vehicles.list({ tier: ["NOMINAL"] });
    healthy = await client.vehicles.get(data[0]!.vehicle_id);
  });
  afterAll(() => opened?.close());

  const charted = async (path: string, view?: Parameters<OpenedConsole["open"]>[1]) => {
    const shown = await opened.open(path, view);
    await shown.page.locator(".chart canvas").first().waitFor();
    return shown;
  };
  const pageOf = ({ vehicle_id }: VehicleDetail): string => `/vehicles/${vehicle_id}`;

  describe("the page of a critical vehicle", () => {
    let page: Page;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ page, close } = await charted(pageOf(critical)));
    });
    afterAll(() => close());

    test("the first thing told is what to do and why, then sensor, limit, since when, how sure, and the course", async () => {
      const answer = page.locator(".answer");
      expect(await answer.locator(".answer-why").innerText()).toBe(critical.why);
      expect(await answer.locator(".facts").first().locator("dt").allInnerTexts()).toEqual([
        "Which sensor",
        "Beyond which limit",
        "Since when",
        "How sure",
        "Trend",
      ]);
      const tops = await Promise.all(
        [".answer-why", ".facts", ".gauges", ".chart"].map(async (place) => {
          const box = await page.locator(place).first().boundingBox();
          return box!.y;
        }),
      );
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      expect((await page.locator(".answer").boundingBox())!.y).toBeLessThan(300);
      // Frames of the simulator say so of themselves.
      await page.locator(".vehicle-header").getByText("Simulated data").waitFor();
    });

    test("the charts are those of the sensor at fault, with its limits drawn in its unit", async () => {
      expect(await page.locator(".sensor-tabs [aria-current=true]").innerText()).toMatch(/^camera$/iu);
      const titles = await page.locator(".chart-title").allInnerTexts();
      expect(titles).toEqual(["Camera: how far it is turned", "Camera x", "Camera y", "Camera z"]);
      const { caution } = critical.sensor_limits.camera_deg;
      expect(await page.locator(".chart-finding").first().innerText()).toMatch(/limit of \d\.\d\d°/u);
      expect(await page.locator("input[type=range]").getAttribute("aria-valuetext")).toContain(
        `caution limit ${caution.toFixed(2)}°`,
      );
    });

    test("the log ratio and T² are one click away, and every chart really drew something", async () => {
      await page.getByText("Statistics: log likelihood ratio, T² and CUSUM sums").click();
      await expect.poll(() => page.locator(".chart canvas").count(), patient).toBe(4 + 2 + 3);
      await page.getByText("It passed its limit of 9.50").waitFor();
      await expect
        .poll(async () =>
          (await drawnCharts(page)).filter(({ inkShare, colors }) => inkShare <= 0.002 || colors <= 3),
        )
        .toEqual([]);
    });

    test("onset and signal stand at the pixels of the times the service computed", async () => {
      const series = await opened.client.vehicles.series(critical.vehicle_id, { points: 480 });
      const [firstMs, lastMs] = [series.timestamps[0]!, series.timestamps.at(-1)!].map((at) =>
        Date.parse(at),
      );
      await expect.poll(async () => (await verticalLines(page)).lines.length).toBeGreaterThan(1);
      const { left, width, lines } = await verticalLines(page);
      const placeOf = (at: string): number =>
        left + (width * (Date.parse(at) - firstMs!)) / (lastMs! - firstMs!);
      const near = (px: number): boolean => lines.some((line) => Math.abs(line - px) <= 1);
      expect(near(placeOf(critical.change_began!.at))).toBe(true);
      expect(near(placeOf(critical.open_breach!.opened_at))).toBe(true);
      expect(near(placeOf(critical.first_frame_at) + width / 2)).toBe(false);
    });

    test("another sensor's charts are a click away", async () => {
      await page.locator(".sensor-tabs").getByRole("link", { name: "radar" }).click();
      await page.getByText("Radar: how far its range is off", { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("sensor")).toBe("radar");
    });
  });

  test("drawing over a stretch zooms into it, the address says which, Back leads out again", async () => {
    const { page, close } = await charted(pageOf(critical));
    const plot = await restingPlaceOf(page.locator(".chart .u-over").first());
    await page.mouse.move(plot.x + plot.width * 0.25, plot.y + 50);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width * 0.75, plot.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/from=/u);
    const query = new URL(page.url()).searchParams;
    const spanMs = Date.parse(critical.last_frame_at) - Date.parse(critical.first_frame_at);
    const shownMs = Date.parse(query.get("to")!) - Date.parse(query.get("from")!);
    expect(shownMs / spanMs).toBeCloseTo(0.5, 1);
    const frames = await opened.client.vehicles.series(critical.vehicle_id, {
      from: query.get("from")!,
      to: query.get("to")!,
    });
    await page.getByText(`${frames.frames} frames`, { exact: false }).last().waitFor();
    await page.goBack();
    await page.locator(".ranges [aria-current=true]").getByText("All").waitFor();
    await close();
  });

  test("by keys alone: earlier, later, nearer, further, and the cursor from frame to frame", async () => {
    const { page, close } = await charted(`${pageOf(critical)}?range=1h`);
    const windowOf = () => {
      const query = new URL(page.url()).searchParams;
      return [Date.parse(query.get("from") ?? ""), Date.parse(query.get("to") ?? "")] as const;
    };
    const lastMs = Date.parse(critical.last_frame_at);
    await page.keyboard.press("[");
    await expect.poll(() => windowOf()[1], patient).toBe(lastMs - 1_800_000);
    await page.keyboard.press("-");
    await expect.poll(() => windowOf()[1] - windowOf()[0], patient).toBe(7_200_000);
    await page.keyboard.press("+");
    await expect.poll(() => windowOf()[1] - windowOf()[0], patient).toBe(3_600_000);
    await page.keyboard.press("]");
    await expect.poll(() => windowOf()[1], patient).toBe(lastMs);

    const cursor = page.getByRole("slider", { name: "Time cursor" });
    await cursor.focus();
    const before = await cursor.getAttribute("aria-valuetext");
    await cursor.press("ArrowLeft");
    await expect.poll(() => cursor.getAttribute("aria-valuetext"), patient).not.toBe(before);
    const lines = await page
      .locator(".u-cursor-x")
      .evaluateAll((found) => found.map((line) => Math.round(line.getBoundingClientRect().x)));
    expect(new Set(lines).size).toBe(1);
    await close();
  });

  test("one time cursor over strip and charts: from event to event by Shift and arrows, by the list, and told", async () => {
    const { page, close } = await charted(pageOf(critical));
    const strip = page.getByRole("region", { name: "Events" });
    await strip.getByText(/^\d+ events as a list$/).click();
    const listed = await strip.locator("li button").allInnerTexts();
    expect(listed.some((text) => text.endsWith("the change most likely began"))).toBe(true);
    expect(listed.some((text) => text.endsWith("the detector signalled a change"))).toBe(true);
    expect(listed.some((text) => text.includes("tier Critical"))).toBe(true);
    expect(await strip.locator(".events-picture .event").count()).toBe(listed.length);
    const slider = page.getByRole("slider", { name: "Time cursor" });
    const told = page.locator(".charts p[role=status]");
    const times = [...new Set(listed.map((text) => text.slice(0, 19)))];
    await page.keyboard.press("Shift+ArrowRight");
    for (const time of times) {
      await expect.poll(() => told.innerText(), patient).toContain(time);
      await page.keyboard.press("Shift+ArrowRight");
    }
    await expect.poll(() => told.innerText(), patient).toBe("No later event");
    // The slider has arrows of its own; with Shift they are those of the page.
    await slider.focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => told.innerText(), patient).toContain(times.at(-2));
    const cursorX = await page.locator(".events-cursor").evaluate((line) => line.getBoundingClientRect().x);
    const chartX = await page
      .locator(".u-cursor-x")
      .first()
      .evaluate((line) => line.getBoundingClientRect().x);
    expect(Math.abs(cursorX - chartX)).toBeLessThan(2);
    await close();
  });

  test("t opens the table of the chart, c copies the link, and all keys are in the list and can be switched off", async () => {
    const { page, context, close } = await charted(pageOf(critical));
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const table = page.getByRole("region", { name: "Table of Camera: how far it is turned" });
    await page.keyboard.press("t");
    await table.waitFor();
    await page.keyboard.press("t");
    await table.waitFor({ state: "hidden" });
    await page.keyboard.press("c");
    await page.getByRole("button", { name: "Copy link" }).getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/vehicles\/.*from=/u);
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Shortcuts on this page" });
    const listed = await list.locator("tr").allInnerTexts();
    const keysOf = listed.map((row) => row.split("\t")[0]?.replaceAll(/\s/gu, ""));
    for (const key of ["[", "]", "←", "→", "Shift←", "Shift→", "t", "c", ".", "?", "ge", "gf", "Esc"]) {
      expect(keysOf, key).toContain(key);
    }
    await list.getByLabel("Use these shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await table.count()).toBe(0);
    expect(await page.locator(".events-cursor").count()).toBe(0);
    await close();
  });

  test("a link to a view shows the same sensor, stretch and cursor to somebody else", async () => {
    const { timestamps } = await opened.client.vehicles.series(critical.vehicle_id);
    const [from, at] = [timestamps[100]!, timestamps[120]!];
    const query = new URLSearchParams({ sensor: "lidar", from, to: critical.last_frame_at, at });
    const { page, close } = await charted(`${pageOf(critical)}?${query.toString()}`);
    await page.getByText("Lidar: how much its registration error has grown", { exact: true }).waitFor();
    const spoken = page.getByRole("slider", { name: "Time cursor" });
    await expect
      .poll(() => spoken.getAttribute("aria-valuetext"), patient)
      .toContain(at.slice(0, 19).replace("T", " "));
    await close();
  });

  test("a chart's table is read a screenful at a time, and every point can be taken away", async () => {
    const { page, close } = await charted(pageOf(critical));
    await page.locator(".chart details").first().getByText("Table").click();
    const table = page.getByRole("region", { name: "Table of Camera: how far it is turned" });
    await expect.poll(() => table.locator("tbody tr").count(), patient).toBe(20);
    const newest = await table.locator("tbody th").first().innerText();
    await table.getByRole("button", { name: "Earlier rows" }).click();
    expect((await table.locator("tbody th").first().innerText()) < newest).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      table.getByRole("button", { name: /points \(CSV\)/u }).click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    const series = await opened.client.vehicles.series(critical.vehicle_id, { points: 480 });
    expect(lines).toHaveLength(1 + series.timestamps.length);
    expect(lines.at(-1)).toContain(series.timestamps.at(-1));
    await close();
  });

  test("a healthy vehicle says so, without a colour of alarm", async () => {
    const { page, close } = await charted(pageOf(healthy));
    await page.getByRole("heading", { name: "Nothing to do" }).waitFor();
    expect(await page.locator(".answer-why").innerText()).toBe(healthy.why);
    expect(await page.locator(".gauge.tone-critical, .gauge.tone-caution").count()).toBe(0);
    await close();
  });

  test("a vehicle that learns tells how far it has come, and has no limits to be beyond", async () => {
    await opened.client.telemetry.ingestBatch(
      [0, 1, 2].map((minute) => ({
        vehicle_id: "young-1",
        timestamp: new Date(Date.UTC(2026, 2, 2, 0, minute)).toISOString(),
        sensors: { radar_range_bias_m: 0.01 * minute },
      })),
    );
    const { page, close } = await opened.open("/vehicles/young-1");
    await page.getByText("3 of 20 usable frames, at its rate in about 17\u00a0min").waitFor();
    expect(await page.locator(".gauges").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });

  test("the page of a camera has its three axes on one scale, the other sensors, T² by value and the readings", async () => {
    const { page, close } = await charted(`${pageOf(critical)}/sensors/camera`);
    const titles = await page.locator(".chart-title").allInnerTexts();
    expect(titles.filter((title) => title.startsWith("About "))).toHaveLength(3);
    expect(titles.filter((title) => title.startsWith("At the same time: "))).toHaveLength(2);
    expect(await page.locator(".t2-bar").count()).toBe(5);
    expect(await page.locator(".histogram").count()).toBe(3);
    await page.getByText("It moved alone", { exact: false }).waitFor();
    await page.getByRole("link", { name: critical.vehicle_id }).click();
    await page.waitForURL(`**${pageOf(critical)}`);
    await close();
  });

  test("a sensor there is not says which there are", async () => {
    const { page, context } = await opened.open(`${pageOf(critical)}/sensors/sonar`);
    await page.getByRole("heading", { name: "No such sensor" }).waitFor();
    await context.close();
  });

  test("everybody can use the pages, and at 320 pixels nothing is cut off", async () => {
    for (const path of [pageOf(critical), pageOf(healthy), `${pageOf(critical)}/sensors/camera`]) {
      const { page, close } = await charted(path);
      await page.locator(".fold > summary").last().click();
      await page.locator(".chart details").first().getByText("Table").click();
      const decision = page.locator(".decision > summary");
      if ((await decision.count()) > 0) await decision.click();
      expect(await accessibilityFaults(page), path).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320), path).toEqual([]);
      await close();
    }
  });
});

interface DrawnChart {
  readonly title: string;
  readonly colors: number;
  /** Share of the pixels that are not the empty background. */
  readonly inkShare: number;
}

/** What is on each canvas. Blank canvases are the fault that screenshots alone never show. */
async function drawnCharts(page: Page): Promise<readonly DrawnChart[]> {
  return page.locator(".chart").evaluateAll((charts) =>
    charts.map((chart) => {
      const canvas = chart.querySelector("canvas")!;
      const pixels = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
      const colors = new Set<number>();
      let inked = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (pixels[at + 3] === 0) continue;
        inked += 1;
        colors.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
      }
      const title = chart.querySelector(".chart-title")?.textContent ?? "";
      return { title, colors: colors.size, inkShare: inked / (pixels.length / 4) };
    }),
  );
}

/** Columns of the first chart that are dark over much of its height: drawn lines, whole or dashed. */
async function verticalLines(
  page: Page,
): Promise<{ readonly left: number; readonly width: number; readonly lines: readonly number[] }> {
  return page
    .locator(".chart")
    .first()
    .evaluate((chart) => {
      const canvas = chart.querySelector("canvas")!;
      const frame = canvas.getBoundingClientRect();
      const plot = chart.querySelector(".u-over")!.getBoundingClientRect();
      const [left, top] = [plot.x - frame.x, plot.y - frame.y].map(Math.round) as [number, number];
      const [width, height] = [Math.round(plot.width), Math.round(plot.height)];
      const { data } = canvas.getContext("2d")!.getImageData(left, top, width, height);
      const isDark = (x: number, y: number): boolean => {
        const at = 4 * (y * width + x);
        return data[at + 3]! > 120 && data[at]! + data[at + 1]! + data[at + 2]! < 240;
      };
      const lines: number[] = [];
      for (let x = 0; x < width; x += 1) {
        let dark = 0;
        for (let y = 0; y < height; y += 1) if (isDark(x, y)) dark += 1;
        if (dark > 0.3 * height) lines.push(left + x);
      }
      return { left, width, lines };
    });
}

/** Where something is once it moves no more: what comes above it later pushes it down. */
async function restingPlaceOf(
  element: Locator,
): Promise<{ readonly x: number; readonly y: number; readonly width: number }> {
  await element.scrollIntoViewIfNeeded();
  let last = "";
  await expect
    .poll(
      async () => {
        const before = last;
        last = JSON.stringify(await element.boundingBox());
        return last === before;
      },
      { ...patient, interval: 300 },
    )
    .toBe(true);
  return (await element.boundingBox())!;
}
