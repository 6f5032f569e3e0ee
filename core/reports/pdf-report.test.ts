import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { statedExample } from "../../clients/conformance/evidence/examples/example-statement.ts";
import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  fromStart,
  fromState,
  presentScorer,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { canonicalBytes } from "../encoding/canonical-json.ts";
import { pdfReport } from "./pdf-report.ts";
import { type ReportGiven } from "./report-content.ts";

const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const given: ReportGiven = {
  sha256: primitives.sha256,
  trustSha256: "ab".repeat(32),
  scorerOf: presentScorer,
};
const withStatements = { ...given, statements: [{ ...statedExample, at: "2026-12-01T08:00:00.000Z" }] };
const folder = mkdtempSync(join(tmpdir(), "plumbline-paper-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The bundle with other texts in it: no longer genuine, but still to be printed without harm. */
function bundleSaying(change: (bundle: Record<string, never>) => void): Uint8Array {
  const bundle = JSON.parse(Buffer.from(evidence.bundle).toString());
  change(bundle);
  return canonicalBytes(bundle);
}

describe("the PDF report", () => {
  test("with statements has a section more", async () => {
    const [without, named] = [await pdfReport(evidence, given), await pdfReport(evidence, withStatements)];
    expect(named.length).toBeGreaterThan(without.length);
    expect(Buffer.from(await pdfReport(evidence, { ...given, statements: [] })).equals(without)).toBe(true);
  });

  test("is the same bytes every time, in every time zone", async () => {
    const pdf = await pdfReport(evidence, given);
    expect(Buffer.from(await pdfReport(evidence, given)).equals(pdf)).toBe(true);
    const zone = process.env["TZ"];
    process.env["TZ"] = "Pacific/Apia";
    try {
      expect(Buffer.from(await pdfReport(evidence, given)).equals(pdf)).toBe(true);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
    expect(Buffer.from(pdf).toString("latin1")).toContain("/CreationDate (D:20261120130400Z)");
  });

  test("of other evidence is another file", async () => {
    const other = { bundle: fromState.issued.bytes, frames: fromState.frames.bytes };
    expect(Buffer.from(await pdfReport(other, given)).equals(await pdfReport(evidence, given))).toBe(false);
  });

  const hasPoppler = ["pdfdetach", "pdftotext"].every((tool) => spawnSync(tool, ["-v"]).error === undefined);
  if (!hasPoppler) console.warn("the PDF is not opened by another program: poppler-utils is not installed");

  describe.skipIf(!hasPoppler)("opened by poppler", () => {
    const poppler = (...words: readonly string[]) =>
      spawnSync(words[0]!, words.slice(1), { cwd: folder, encoding: "utf8" });

    test("T-57 gives back both attachments unchanged, and made anew from them it is the same file", async () => {
      const pdf = await pdfReport(evidence, given);
      writeFileSync(join(folder, "report.pdf"), pdf);
      expect(poppler("pdfdetach", "-saveall", "-o", folder, "report.pdf").status).toBe(0);
      const attached = {
        bundle: readFileSync(join(folder, "bundle.json")),
        frames: readFileSync(join(folder, "frames.ndjson")),
      };
      expect(attached.bundle.equals(evidence.bundle)).toBe(true);
      expect(attached.frames.equals(evidence.frames)).toBe(true);

      const again = Buffer.from(await pdfReport(attached, given));
      expect(again.equals(pdf)).toBe(true);
      // Attachments left alone and the text edited: what is made anew differs.
      const edited = Buffer.from(pdf);
      edited[edited.indexOf("stream") + 40]! ^= 1;
      expect(again.equals(edited)).toBe(false);
    });

    test("says in text what it shows: ids, digests whole, tiers, and nothing beyond the page", async () => {
      writeFileSync(join(folder, "text.pdf"), await pdfReport(evidence, given));
      const text = poppler("pdftotext", "-layout", "text.pdf", "-").stdout;
      const bundle = JSON.parse(Buffer.from(evidence.bundle).toString());
      for (const due of [
        bundle.event_id,
        bundle.signature,
        bundle.frames.sha256,
        bundle.proof.envelope.signatures[0].keyid,
        given.trustSha256,
        "Nominal",
        "Critical",
        "0.728",
        "What this does not prove",
        "A reading copy, not the evidence.",
      ]) {
        expect(text).toContain(due);
      }
      const boxes = poppler("pdftotext", "-bbox", "text.pdf", "-").stdout;
      const edges = [...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x));
      expect(edges.length).toBeGreaterThan(200);
      expect(Math.max(...edges)).toBeLessThanOrEqual(595.28 - 50);
    });

    test("breaks long ids and writes letters it does not have by their code", async () => {
      const long = "v".repeat(128);
      const bundle = bundleSaying((each: { vehicle_id?: string; issuer?: { organisation?: string } }) => {
        each.vehicle_id = long;
        each.issuer!.organisation = `${"株".repeat(60)} Müller`;
      });
      writeFileSync(join(folder, "long.pdf"), await pdfReport({ ...evidence, bundle }, given));
      const boxes = poppler("pdftotext", "-bbox", "long.pdf", "-").stdout;
      const edges = [...boxes.matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x));
      expect(Math.max(...edges)).toBeLessThanOrEqual(595.28 - 50);
      expect(boxes).toContain("Müller");
      expect(boxes).toContain("\\u{682a}");
    });
  });
});
