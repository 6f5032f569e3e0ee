import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { whyNoPage } from "../open-browser.ts";
import { accessibilityFaults, layoutFaults } from "./accessibility-faults.ts";
import { type ConsoleView, leaveEmpty, type OpenedConsole, openConsole } from "./open-console.ts";
import { pictureInSpace } from "./picture-in-space.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/scenarios.system.ts is skipped: ${skipReason}`);

/** A shared machine may take a while over what takes a blink on an idle one. */
const patient = { timeout: 120_000 };

describe.skipIf(skipReason !== null)("scenarios and their player", () => {
  let opened: OpenedConsole;
  let scenarioId: string;

  beforeAll(async () => {
    opened = await openConsole(leaveEmpty);
    const feed = await opened.client.risk.scenarioFeed({
      scenario_type: "post_collision",
      seed: 42,
      map_center: [37.7749, -122.4194],
    });
    scenarioId = feed.scenario_id;
  });

  afterAll(() => opened?.close());

  const open = (path: string, view?: ConsoleView) => opened.open(path, view);
  const play = async (query: string, view?: ConsoleView) => {
    const playing = await open(`/scenarios/${scenarioId}${query}`, view);
    await playing.page.locator(".player").waitFor();
    return playing;
  };
  const streetIsDrawn = (page: Page) => page.locator(".stage-view[data-ready]").waitFor(patient);
  const timeOf = async (page: Page) => Number(await page.locator(".player").getAttribute("data-time"));
  const seek = async (page: Page, tS: number): Promise<void> => {
    await page.getByRole("slider", { name: "Moment of the scenario" }).fill(`${tS}`);
    await page.locator(`.player[data-time="${tS.toFixed(2)}"]`).waitFor();
  };

  test("a scenario is made from its type and seed, played, and kept", async () => {
    const { page, close } = await open("/scenarios");
    await page.getByRole("heading", { name: "Scenarios", exact: true }).waitFor();
    expect(await page.locator(".scenario-types tbody tr").count()).toBe(scenarioTypes.length);
    await page.getByRole("button", { name: "Choose Warm day" }).click();
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Make the scenario" }).click();
    await page.waitForURL(/\/scenarios\/scn_[0-9a-f]{16}$/);
    await page.getByText("the scorer correctly stays at Nominal").waitFor();
    await page.getByRole("link", { name: "Scenarios", exact: true }).last().click();
    await page.locator(".kept-scenarios").getByRole("link", { name: "Warm day" }).waitFor();
    await close();
  });

  test("what cannot be is said at its field, by the form or by the service", async () => {
    const { page, context } = await open("/scenarios?type=curb_strike");
    await page.getByLabel("Place: latitude, longitude").fill("-122.42, 37.77");
    await page.getByRole("button", { name: "Make the scenario" }).click();
    await page.locator("#scenario-map_center-fault").waitFor();
    await page.getByLabel("Place: latitude, longitude").fill("37.77, -122.42");
    await page.getByLabel("A", { exact: true }).fill("9");
    await page.getByRole("button", { name: "Make the scenario" }).click();
    const fault = page.locator("#scenario-param-A-fault");
    expect(await fault.innerText()).toMatch(/must be from 0\.2 to 2/);
    expect(await page.locator("#scenario-map_center-fault").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
  });

  test("a logical scenario shows its ranges, and a concrete one is drawn from it", async () => {
    const { page, close } = await open("/scenarios?type=curb_strike");
    await page.getByLabel("Level").selectOption("logical");
    await page.getByLabel("Made from").selectOption("synthetic");
    await page.getByLabel("Place: latitude, longitude").fill("37.77, -122.42");
    await page.getByRole("button", { name: "Make the scenario" }).click();
    await page.getByRole("heading", { name: "Ranges to draw from" }).waitFor();
    expect(await page.getByText("evenly, 0.2 to 2").count()).toBe(1);
    expect(await page.getByRole("button", { name: "CSV" }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Draw a concrete one" }).click();
    await page.getByText("drawn from").waitFor();
    await page.getByRole("button", { name: "CSV" }).waitFor();
    await close();
  });

  test("what the service refuses is said beside the button", async () => {
    const { page, context } = await open("/scenarios?vehicle_id=never-seen");
    await page.getByRole("button", { name: "Make the scenario" }).click();
    await page.locator(".make-scenario .refusal").waitFor();
    expect(await page.locator(".make-scenario .refusal").innerText()).not.toBe("");
    await context.close();
  });

  test("the street scene is really drawn; every moment is the same picture, in whatever order and at whatever speed one comes there", async () => {
    const { page, close } = await play("?t=9");
    await streetIsDrawn(page);
    const drawn = await pictureInSpace(page.locator(".stage-canvas"));
    expect(drawn).toMatchObject({ isLost: false, renderer: expect.stringContaining("SwiftShader") });
    expect(drawn.colors).toBeGreaterThan(50);
    const picture = async (tS: number) => {
      await seek(page, tS);
      return (await pictureInSpace(page.locator(".stage-canvas"))).sha256;
    };
    const [three, nine, fourteen] = [await picture(3), await picture(9), await picture(14)];
    expect(new Set([three, nine, fourteen]).size).toBe(3);
    expect([await picture(14), await picture(3), await picture(9)]).toEqual([fourteen, three, nine]);
    for (const speed of ["0.25×", "4×"]) {
      await page.getByRole("button", { name: speed, exact: true }).click();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect.poll(() => timeOf(page), patient).not.toBe(9);
      await page.getByRole("button", { name: "Pause", exact: true }).last().click();
      expect(await picture(9)).toBe(nine);
    }
    await close();
  });

  test("with keys alone one plays, steps, jumps from event to event and changes the view; a press on the timeline goes there", async ({
    expect,
  }) => {
    const { page, close } = await play("");
    await streetIsDrawn(page);
    const time = () => timeOf(page);
    await page.keyboard.press("ArrowRight");
    expect(await time()).toBe(0.1);
    await page.keyboard.press("Shift+ArrowRight");
    expect(await time()).toBe(5);
    await page.keyboard.press("Shift+ArrowRight");
    expect(await time()).toBeGreaterThan(5);
    await page.keyboard.press("Shift+ArrowLeft");
    expect(await time()).toBe(5);
    await page.keyboard.press("m");
    await page.locator("[aria-label='The vehicle on the map of generated streets']").waitFor();
    await page.keyboard.press("e");
    await page.getByText("drift drawn ×10", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?t=5&view=map&x=10");
    await page.keyboard.press(" ");
    await expect.poll(time, patient).toBeGreaterThan(5.2);
    await page.keyboard.press(" ");
    const stopped = await time();
    await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 300)));
    expect(await time()).toBe(stopped);
    const box = (await page.locator(".timeline").boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 80);
    expect(await time()).toBeGreaterThan(8);
    expect(await time()).toBeLessThan(12);
    await close();
  });

  test("a link leads to the moment, the view and the exaggeration it was copied at", async () => {
    const { page, close } = await play("?t=9.4&view=pose&x=25&sensor=radar");
    await page.locator(".player[data-time='9.40']").waitFor();
    expect(await page.locator(".stage-poses .pose-sensor.faded").count()).toBe(6);
    await page.locator(".pose-stage[data-ready]").waitFor(patient);
    await page.reload();
    await page.locator(".player[data-time='9.40']").waitFor();
    expect(new URL(page.url()).search).toBe("?t=9.4&view=pose&x=25&sensor=radar");
    await close();
  });

  test("without WebGL the map shows the same moment, and a line says why", async () => {
    const { page, close } = await play("?t=9", { hasWebGl: false });
    await page.getByText("This browser has no WebGL, so the street scene is left out").waitFor();
    const colors = await page.locator(".stage-canvas").evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    expect(colors).toBeGreaterThan(10);
    await close();
  });

  test("everybody can use the pages, and at 320 pixels nothing is cut off", async () => {
    const { page, close } = await open("/scenarios", { theme: "dark" });
    await page.locator(".kept-scenarios li").first().waitFor();
    const look = async (view: string) => {
      expect(await accessibilityFaults(page), view).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await layoutFaults(page, 320), view).toEqual([]);
      await page.setViewportSize({ width: 1320, height: 900 });
    };
    await look("list");
    await page.goto(`/scenarios/${scenarioId}?t=9&view=street`);
    for (const [view, drawn] of [
      ["Street", ".stage-view[data-ready]"],
      ["Map", ".stage-view canvas"],
      ["Pose", ".pose-stage[data-ready]"],
    ] as const) {
      await page.getByRole("button", { name: view, exact: true }).click();
      await page.locator(drawn).first().waitFor(patient);
      await look(view);
    }
    await close();
  });

  test("every format can be taken away as the service writes it", async () => {
    const { client } = opened;
    const { page, close } = await play("?view=map");
    for (const [button, format, ending] of [
      ["OpenDRIVE 1.7", "opendrive/1.7", ".xodr"],
      ["CSV", "csv", ".csv"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${scenarioId}${ending}`);
      expect(new Uint8Array(await readFile(await download.path()))).toEqual(
        new Uint8Array(await client.scenarios.export(scenarioId, format)),
      );
    }
    await close();
  });

  test("an unknown scenario is said to be unknown", async () => {
    const { page, context } = await opened.open("/scenarios/scn_0000000000000000");
    await page.getByRole("heading", { name: "No such scenario" }).waitFor();
    await context.close();
  });

  test("one file plays from disk without any network, asks for itself alone, and shows what the console shows", async ({
    expect,
  }) => {
    const { page, close } = await play("?t=9");
    await streetIsDrawn(page);
    const readout = await page.locator(".readout").innerText();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Player, one HTML file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${scenarioId}.html`);
    const folder = await mkdtemp(join(tmpdir(), "plumbline-player-"));
    const file = join(folder, "player.html");
    await download.saveAs(file);
    await close();

    const context = await opened.browser.newContext({
      offline: true,
      viewport: { width: 1320, height: 900 },
    });
    const fromDisk = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    fromDisk.on("request", (request) => requests.push(request.url()));
    fromDisk.on("console", (message) => complaints.push(message.text()));
    fromDisk.on("pageerror", (fault) => complaints.push(fault.message));
    await fromDisk.goto(`${pathToFileURL(file).href}#t=9`);
    await streetIsDrawn(fromDisk);
    expect(await fromDisk.locator(".readout").innerText()).toBe(readout);
    expect((await pictureInSpace(fromDisk.locator(".stage-canvas"))).colors).toBeGreaterThan(50);
    await fromDisk.keyboard.press("ArrowRight");
    await fromDisk.locator(".player[data-time='9.10']").waitFor();
    for (const view of ["Map", "Pose", "Street"]) {
      await fromDisk.getByRole("button", { name: view, exact: true }).click();
    }
    expect(await accessibilityFaults(fromDisk)).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
    await rm(folder, { recursive: true });
  });

  test("the page a player is made from has a policy that lets nothing in or out, and says when it carries nothing", async () => {
    const answer = await fetch(`${opened.url}/player.html`);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const own = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(await answer.text())![1]!;
    expect(own).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+' 'wasm-unsafe-eval'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'$/,
    );
    const { page, close } = await open("/player.html");
    await page.getByText("This page carries no scenario.").waitFor();
    await close();
  });
});
