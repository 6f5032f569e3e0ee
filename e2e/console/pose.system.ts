import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { type ConsoleView, type OpenedConsole, openConsole } from "./open-console.ts";
import { pictureInSpace } from "./picture-in-space.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/pose.system.ts is skipped: ${skipReason}`);

/** A shared machine may take a while over what takes a blink on an idle one. */
const patient = { timeout: 120_000 };

describe.skipIf(skipReason !== null)("the page of a vehicle's poses", () => {
  let opened: OpenedConsole;
  let vehicleId: string;

  beforeAll(async () => {
    const fleet = generateFleet({
      seed: 3,
      vehicles: 2,
      startUs: Date.UTC(2026, 2, 1) * 1000,
      periodS: 60,
      scenario: "post_collision",
      onsetsWithinS: [80 * 60, 90 * 60],
    });
    opened = await openConsole((client) => client.telemetry.ingestBatch([...fleetFrames(fleet, 0, 200)]));
    const worst = (await opened.client.fleet.queue({ limit: 1 })).data[0];
    expect(worst?.probable_fault_source).toBe("multi_modal");
    vehicleId = worst!.vehicle_id;
  });

  afterAll(() => opened?.close());

  const open = async (query: string, view?: ConsoleView) => {
    const watched = await opened.open(`/vehicles/${vehicleId}/pose${query}`, view);
    await watched.page.getByRole("heading", { name: "Where the sensors look" }).waitFor();
    return {
      ...watched,
      ready: () => watched.page.locator(".pose-stage[data-ready]").waitFor(patient),
    };
  };

  test("the picture in space is drawn, and the same address draws the same picture", async () => {
    const pictures = [];
    for (const query of ["?view=side&x=25", "?view=side&x=25", "?view=side"]) {
      const { page, ready, close } = await open(query);
      await ready();
      pictures.push(await pictureInSpace(page.locator(".pose-canvas")));
      await close();
    }
    const [one, again, other] = pictures;
    expect(one).toMatchObject({ isLost: false, renderer: expect.stringContaining("SwiftShader") });
    expect(one!.colors).toBeGreaterThan(20);
    expect(again).toEqual(one);
    expect(other!.sha256).not.toBe(one!.sha256);
  });

  test("every view has a button and an address, and looking at one sensor fades the others", async ({
    expect,
  }) => {
    const { page, ready, close } = await open("");
    await ready();
    for (const [button, query] of [
      ["Top", "?view=top"],
      ["×25", "?view=top&x=25"],
      ["Radar", "?view=top&x=25&sensor=radar"],
      ["Look through", "?view=through&x=25&sensor=radar"],
      ["Overview", "?x=25&sensor=radar"],
    ]) {
      await page.getByRole("button", { name: button!, exact: true }).click();
      expect(new URL(page.url()).search).toBe(query);
      await expect
        .poll(() => page.getByRole("button", { name: button!, exact: true }).getAttribute("aria-pressed"))
        .toBe("true");
    }
    expect(await page.locator(".pose-top .pose-sensor.faded").count()).toBe(2);
    expect(await page.locator(".pose-factor").innerText()).toBe("drift drawn ×25");
    const before = await pictureInSpace(page.locator(".pose-canvas"));
    await page.getByRole("button", { name: "Turn the view left" }).click();
    expect((await pictureInSpace(page.locator(".pose-canvas"))).sha256).not.toBe(before.sha256);
    await page.reload();
    await page.getByText("drift drawn ×25", { exact: true }).waitFor();
    await close();
  });

  test("the sentences say what the numbers say, and the drawings carry them without WebGL, too, with one line that says why", async () => {
    const { page, close } = await open("");
    const words = await page.locator(".pose-sentences").innerText();
    expect(words).toMatch(/The camera points \d\.\d\d° to the (left|right) \(\d\.\d\d\sm at 50\sm\)/u);
    expect(words).toMatch(/The radar reads everything 0\.\d{3}\sm farther than at its baseline/u);
    expect(words).toMatch(/in which direction is not measured/u);
    expect(await page.locator(".pose-top svg").getAttribute("aria-label")).toContain(
      words.split("\n")[0]!.trim(),
    );
    await close();

    const flat = await open("", { hasWebGl: false });
    await flat.page.getByText("This browser has no WebGL").waitFor();
    expect(await flat.page.locator(".pose-sentences").innerText()).toBe(words);
    expect(await flat.page.locator(".pose-drawing .pose-now").count()).toBe(9);
    expect(await accessibilityFaults(flat.page)).toEqual([]);
    await flat.close();
  });

  test("everybody can use it, and at 320 pixels nothing is cut off", async () => {
    const { page, ready, close } = await open("");
    await ready();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await layoutFaults(page, 320)).toEqual([]);
    await close();
  });

  test("an unknown vehicle is said to be unknown", async () => {
    const { page, context } = await opened.open("/vehicles/never-seen/pose");
    await page.getByRole("heading", { name: "No such vehicle" }).waitFor();
    await context.close();
  });
});
