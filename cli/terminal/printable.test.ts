import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { namedSchemas } from "../../core/contract/schemas/named-schemas.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { printable, printableLine } from "./printable.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

/** Clears the screen, writes a verdict, hides what follows, turns it round, and says more in unseen characters. */
const hostile =
  "\u001b[2J\u001b[32mVALID\u001b[8m\u009b31m\r\u202eevil\u200b\u{e0041}\u0007\nok: all is well";
const obeyed =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?!\n)[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e0fff}]/u;

const folder = mkdtempSync(join(tmpdir(), "plumbline-printable-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
async function serviceOf(answers: Parameters<typeof answeringService>[0]): Promise<string> {
  return (await answeringService(answers)).url;
}

/** A published example with every text in it replaced. */
function poisoned(name: keyof typeof namedSchemas): object {
  const { examples } = namedSchemas[name] as unknown as { readonly examples?: readonly object[] };
  const example = examples?.[0] ?? { [hostile]: "no example" };
  return JSON.parse(JSON.stringify(example), (_name, value: unknown) =>
    typeof value === "string" && !/^[0-9]{4}-/.test(value) ? hostile : value,
  ) as object;
}

const problem = {
  type: hostile,
  title: hostile,
  status: 422,
  detail: hostile,
  code: hostile,
  request_id: hostile,
  errors: [{ pointer: hostile, code: hostile, detail: hostile }],
};

test.each([
  ["fleet"],
  ["fleet", "--json"],
  ["queue"],
  ["queue", "--json"],
  ["evidence", "list"],
  ["evidence", "list", "--json"],
  ["scenario"],
  ["evidence", "custody", "EVB-20260301-7K3M9Q2XW4HJ"],
  ["evidence", "get", "EVB-20260301-7K3M9Q2XW4HJ"],
])("nothing a terminal would obey comes out of: %s %s %s", async (...args) => {
  const url = await serviceOf({
    "/v1/fleet/health-summary": poisoned("FleetHealthSummary"),
    "/v1/vehicles": poisoned("VehicleList"),
    "/v1/fleet/queue": poisoned("WorkQueue"),
    "/v1/evidence": poisoned("EvidenceList"),
    "/v1/risk/scenario-feed": poisoned("ScenarioFeed"),
    "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/custody": poisoned("EvidenceCustody"),
    "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle": { bundle: hostile },
  });
  const run = await runRecorded([...args.filter((word) => word !== undefined), "--url", url, "--key", "k"], {
    isScreen: true,
  });
  expect(run.out + run.err).not.toBe("");
  expect(run.out + run.err).not.toMatch(obeyed);
  if (args.includes("--json")) expect(JSON.stringify(JSON.parse(run.out))).toContain("\\u001b");
});

test.each([["fleet"], ["queue"], ["evidence", "list"], ["scenario"]])(
  "a server's problem text is one printable line under: %s %s",
  async (...args) => {
    const paths = [
      "/v1/fleet/health-summary",
      "/v1/vehicles",
      "/v1/fleet/queue",
      "/v1/evidence",
      "/v1/risk/scenario-feed",
    ];
    const url = await serviceOf(Object.fromEntries(paths.map((path) => [path, problem])));
    const { err } = await runRecorded([...args, "--url", url, "--key", "k"], { hasColour: true });
    // oxlint-disable-next-line no-control-regex -- our own colours are taken out
    expect(err.replaceAll(/\u001b\[(31|0)m/gu, "")).not.toMatch(obeyed);
    expect(err).toContain("\\u001b[2J");
    expect(err).not.toMatch(/^ok: all is well/m);
  },
);

test("a trust file, a bundle and frames that speak to the terminal are shown as written", async () => {
  const file = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
    return join(folder, name);
  };
  const trust = file("trust.json", { [hostile]: hostile, version: hostile });
  const bundle = file("bundle.json", { event_id: hostile });
  const frames = file(
    "frames.ndjson",
    `${JSON.stringify({ vehicle_id: hostile, [hostile]: 1 })}\n${hostile}\n`,
  );
  const runs = [
    await runRecorded(["evidence", "verify", bundle, "--trust", trust]),
    await runRecorded(["evidence", "inspect", bundle]),
    await runRecorded(["replay", frames]),
  ];
  for (const { out, err } of runs) {
    expect(err).not.toBe("");
    expect(out + err).not.toMatch(obeyed);
    expect(out + err).not.toMatch(/^ok: all is well/m);
  }
});

test("a file's bytes reach another program as they are", async () => {
  const url = await serviceOf({ "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle": { name: "a\u202eb" } });
  const args = ["evidence", "get", "EVB-20260301-7K3M9Q2XW4HJ", "--url", url, "--key", "k"];
  expect((await runRecorded(args)).out).toBe('{"name":"a\u202eb"}');
  expect((await runRecorded(args, { isScreen: true })).out).toBe('{"name":"a\\u202eb"}');
});

test("what is unseen is written as JSON writes it, and nothing else is touched", () => {
  expect(printable("Flotte Süd 車両 🚚\n\t")).toBe("Flotte Süd 車両 🚚\n\t");
  expect(printable("\u001b[0m\r\u{e0041}\ud800")).toBe("\\u001b[0m\\u000d\\udb40\\udc41\\ud800");
  expect(printableLine("a\nb")).toBe("a\\u000ab");
  const text = JSON.stringify({ name: hostile });
  expect(JSON.parse(printable(text))).toEqual({ name: hostile });
});
