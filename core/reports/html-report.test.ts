import { expect, test } from "vitest";

import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromStart, presentScorer } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { readStoredBundle } from "../encoding/bundle.ts";
import { canonicalBytes } from "../encoding/canonical-json.ts";
import { ReportFault } from "./evidence-files.ts";
import { htmlReport } from "./html-report.ts";
import { maxEmbeddedFrameBytes, type ReportGiven } from "./report-content.ts";

const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const given: ReportGiven = {
  sha256: primitives.sha256,
  trustSha256: "ab".repeat(32),
  scorerOf: presentScorer,
};
const blocksOf = (html: string) =>
  new Map(
    [...html.matchAll(/<script type="application\/octet-stream" id="([^"]+)"[^>]*>([^<]*)<\/script>/g)].map(
      ([, id, text]) => [id, Buffer.from(text!, "base64")],
    ),
  );

const html = htmlReport(evidence, given);

test("an HTML report is the same text every time, and carries the exact files", () => {
  expect(htmlReport(evidence, given)).toBe(html);
  const blocks = blocksOf(html);
  expect([...blocks.keys()]).toEqual(["bundle.json", "frames.ndjson"]);
  expect(blocks.get("bundle.json")!.equals(evidence.bundle)).toBe(true);
  expect(blocks.get("frames.ndjson")!.equals(evidence.frames)).toBe(true);
});

test("an HTML report runs nothing, fetches nothing and says that it is not the evidence", () => {
  expect(html).not.toMatch(/<script(?! type="application\/octet-stream")/);
  expect(html).not.toMatch(/(?:src|href|action)=|url\(|@import/);
  expect(html).toContain("default-src &#39;none&#39;");
  expect(html).toContain("A reading copy, not the evidence.");
});

test("an HTML report shows what the core says", () => {
  const bundle = JSON.parse(Buffer.from(evidence.bundle).toString());
  for (const due of [
    bundle.event_id,
    bundle.vehicle_id,
    bundle.signature,
    bundle.frames.sha256,
    bundle.frames.merkle.root,
    bundle.proof.envelope.signatures[0].keyid,
    given.trustSha256,
    "TELEMETRY_RECEIVED",
    "SERVICE_EVIDENCE_SERVICE",
    "Nominal",
    "Critical",
    "0.728\u00a0m",
    `limit ${bundle.breach.threshold.toFixed(2)}\u00a0nats`,
    "What this does not prove",
  ]) {
    expect(html).toContain(due);
  }
});

test("an HTML report writes hostile text as text", () => {
  const text = `<script>alert(1)</script><img src=x onerror="1">&'`;
  const issued = readStoredBundle(evidence.bundle);
  const bundle = canonicalBytes({ ...issued, issuer: { ...issued.issuer, organisation: text } });
  const hostile = htmlReport({ ...evidence, bundle }, given);
  expect(hostile).not.toContain("<script>alert");
  expect(hostile).not.toContain("<img");
  expect(hostile).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("an HTML report leaves out frames too large to mail, and says so", () => {
  const frames = new Uint8Array(maxEmbeddedFrameBytes + 1);
  const large = htmlReport({ ...evidence, frames }, given);
  expect([...blocksOf(large).keys()]).toEqual(["bundle.json"]);
  expect(large).toContain("is not enclosed");
});

test("an HTML report is not made of what is no bundle", () => {
  const none = { ...evidence, bundle: Buffer.from('{"event_id":"EVB-20261120-HRFR1FBGNR3R"}') };
  expect(() => htmlReport(none, given)).toThrow(ReportFault);
});
