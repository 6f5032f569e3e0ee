import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleAddresses } from "../../core/contract/console-addresses.ts";
import { whyNoPage } from "../open-browser.ts";
import { openSeededConsole, type OpenedConsole } from "./open-console.ts";

/*
 * T19 of the console's test plan: people keep links and send them to each other, so each form of link there ever was opens
 * the same view for good. A new form is added to links.json at its end, and the digest below to those before; a link that
 * is there is never changed and never taken away. Words it is known by change with those of the console, and the digest.
 */
interface KeptLink {
  /** `{name}` stands for an id of the fleet that is shown. */
  readonly link: string;
  /** Text, by where it stands. */
  readonly shows: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

const kept = JSON.parse(readFileSync(new URL("links/links.json", import.meta.url), "utf8")) as KeptLink[];

/** How many links there were, and the SHA-256 of them: what is held from then on. Lines are added, none is changed. */
const frozen = [[40, "7280036cd9431c2b3782511f23a2ee9c95452999786da2ab0ac0e5a73df3e64b"]] as const;

test.each(frozen)("the first %i links are as they were", (count, sha256) => {
  const first = JSON.stringify(kept.slice(0, count));
  expect(createHash("sha256").update(first).digest("hex")).toBe(sha256);
});

test("every link is held, and every page has one", () => {
  expect(frozen.at(-1)![0]).toBe(kept.length);
  const paths = kept.map(({ link }) => link.split("?")[0]!.split("/"));
  for (const address of Object.values(consoleAddresses)) {
    const parts = address.split("/");
    const fits = paths.some(
      (path) =>
        path.length === parts.length && parts.every((part, at) => part.startsWith("{") || part === path[at]),
    );
    expect(fits, address).toBe(true);
  }
});

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/links.system.ts is skipped: ${skipReason}`);

describe.skipIf(skipReason !== null)("a link opens the view it was made from", () => {
  let opened: OpenedConsole;
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    opened = await openSeededConsole();
    const { client } = opened;
    const queue = (await client.fleet.queue({ limit: 50 })).data;
    const worst = queue.find((item) => item.probable_fault_source === "camera")!;
    const scenario = await client.risk.scenarioFeed({ scenario_type: "post_collision", seed: 42 });
    ids = {
      critical: worst.vehicle_id,
      evidence: worst.evidence_id!,
      scenario: scenario.scenario_id,
    };
  });
  afterAll(() => opened?.close());

  const named = (text: string) => text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => ids[name]!);

  async function showsIt(page: Page, { link, shows, fields = {} }: KeptLink): Promise<void> {
    for (const [place, text] of Object.entries(shows)) {
      await page
        .locator(place)
        .filter({ hasText: named(text) })
        .first()
        .waitFor();
    }
    for (const [place, value] of Object.entries(fields)) {
      expect([link, await page.locator(place).inputValue()]).toEqual([link, named(value)]);
    }
  }

  test("every link there ever was, and its address goes on saying so", { timeout: 600_000 }, async () => {
    const { page, context, complaints } = await opened.open("/status");
    for (const one of kept) {
      const link = named(one.link);
      await page.goto(link);
      await showsIt(page, one);
      // Whoever copies the address hands on the same view.
      const { pathname, searchParams } = new URL(page.url());
      const given = new URL(link, page.url());
      for (const query of [searchParams, given.searchParams]) query.sort();
      expect([link, pathname, searchParams.toString(), complaints]).toEqual([
        link,
        given.pathname,
        given.searchParams.toString(),
        [],
      ]);
    }
    await context.close();
  });

  test("Back restores each view on the way, Forward leads on again", async () => {
    const { page, context } = await opened.open("/fleet?tier=CRITICAL&view=list");
    const worst = ids["critical"]!;
    await page.locator(".vehicles").getByRole("link", { name: worst }).click();
    await page.locator(".sensor-tabs").getByRole("link", { name: "radar" }).click();
    await page.getByText("Radar: how far its range is off", { exact: true }).waitFor();
    await page.getByRole("link", { name: "1 h", exact: true }).click();
    await page.locator(".ranges [aria-current=true]").getByText("1 h", { exact: true }).waitFor();
    await page.goBack();
    await page.locator(".ranges [aria-current=true]").getByText("All").waitFor();
    await page.locator(".sensor-tabs [aria-current=true]").getByText("radar").waitFor();
    await page.goBack();
    await page.locator(".sensor-tabs [aria-current=true]").getByText("camera").waitFor();
    await page.goBack();
    await page.locator(".filter-parts").getByText("Critical").waitFor();
    expect(new URL(page.url()).search).toBe("?tier=CRITICAL&view=list");
    await page.goForward();
    await page.getByRole("heading", { name: worst }).waitFor();
    await context.close();
  });
});
