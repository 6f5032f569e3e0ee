import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";

import {
  primitives,
  trust as exampleTrust,
  trustText,
} from "../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  falseScores,
  fromStart,
  realRescore,
} from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { keptFile } from "../../clients/conformance/evidence/examples/kept-evidence.ts";
import { knownScorerOf } from "../../core/scorers/known-scorers.ts";
import type { Judged, JudgeJob } from "../app/ports/report-worker.ts";
import { openReportWorker } from "./open-report-worker.ts";

const evidence = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const trust = utf8(trustText);
const judging: JudgeJob = {
  ...evidence,
  trust,
  keyring: null,
  ownKeyring: null,
  required: [],
  requiredOrganisation: null,
  nowUs: Date.UTC(2027, 0, 1) * 1000,
};

const reports = openReportWorker();
afterAll(() => reports.close());

const reportIn = (judged: Judged) => {
  if (judged.kind !== "report") throw new Error(judged.detail);
  return judged.report;
};

test("the thread prints the same bytes for the same job, and another thread prints them too", async () => {
  const job = { kind: "archive", evidence, trust, scoringMethod: null, further: [] } as const;
  const [one, same] = await Promise.all([reports.print("acme", job), reports.print("acme", job)]);
  expect(Buffer.from(one).equals(same)).toBe(true);
  const another = openReportWorker();
  expect(Buffer.from(await another.print("acme", job)).equals(one)).toBe(true);
  await another.close();
});

test("the thread judges as the verifier does", async () => {
  expect(reportIn(await reports.judge("acme", judging))).toMatchObject({ verdict: "valid", exit_status: 0 });
  const bundle = Buffer.from(evidence.bundle);
  bundle[bundle.indexOf("VEH-00512") + 8] = "3".charCodeAt(0);
  expect(reportIn(await reports.judge("acme", { ...judging, bundle }))).toMatchObject({
    verdict: "invalid",
    code: "E_DIGEST",
  });
  const alone = { ...judging, frames: null };
  expect(reportIn(await reports.judge("acme", alone))).toMatchObject({ verdict: "incomplete" });
  const required = ["frames"] as const;
  expect(reportIn(await reports.judge("acme", { ...alone, required }))).toMatchObject({
    verdict: "invalid",
    code: "E_FRAMES",
  });
});

test("what a bundle says twice is reported in the words of every other verifier", async () => {
  const { input } = falseScores.find(({ name }) => name === "T-46 /scoring/outputs/tier alone")!;
  const judged = reportIn(await reports.judge("acme", { ...judging, bundle: input.bundle! }));
  const { scoring } = verifyBundle(
    { bundle: input.bundle!, frames: evidence.frames, trust: exampleTrust },
    primitives,
    { rescore: realRescore },
  ).findings;
  expect(judged).toMatchObject({ verdict: "invalid", code: "E_RESCORE" });
  const detail = scoring.kind === "fail" ? scoring.detail : "";
  expect(detail).toMatch(/^given here \/tier .*recomputed/);
  expect(judged["steps"]).toContainEqual(expect.objectContaining({ step: "V15", detail }));
});

const kept = {
  bundle: readFileSync(keptFile("scored.bundle.json")),
  frames: readFileSync(keptFile("scored.frames.ndjson")),
};

test("the thread recomputes evidence by its frozen scorer, and draws its course", async () => {
  const required = ["frames", "rescore"] as const;
  const job = { ...judging, ...kept, trust: readFileSync(keptFile("trust.json")), required };
  expect(reportIn(await reports.judge("acme", job))).toMatchObject({ verdict: "valid" });
  const report = await reports.print("acme", { kind: "html", evidence: kept, trust, statements: [] });
  expect(Buffer.from(report).toString()).not.toContain("Not drawn:");
});

test("an archive holds the module that recomputes its bundle, byte for byte", async () => {
  for (const each of [kept, evidence]) {
    const { event_id: id, scoring } = JSON.parse(Buffer.from(each.bundle).toString());
    const scorer = knownScorerOf(scoring.version);
    // A scoring in development has no module yet.
    if (scorer === undefined) continue;
    const { file, sha256 } = scorer;
    const zip = await reports.print("acme", {
      kind: "archive",
      evidence: each,
      trust,
      scoringMethod: null,
      further: [],
    });
    const files = unzipSync(zip);
    const module = files[`${id}/scorer-${file}`]!;
    expect(createHash("sha256").update(module).digest("hex")).toBe(sha256);
    expect(Buffer.from(files[`${id}/SHA256SUMS`]!).toString()).toContain(`${sha256}  scorer-${file}\n`);
    expect(Buffer.from(files[`${id}/README.txt`]!).toString()).toContain(`scorer-${file}`);
  }
});

test("a trust file that is none is said to be none", async () => {
  expect(await reports.judge("acme", { ...judging, trust: utf8("{}") })).toMatchObject({
    kind: "trust-unusable",
  });
});

test("what is no bundle cannot be printed, and the next job goes well", async () => {
  const none = { ...evidence, bundle: utf8("{}") };
  await expect(
    reports.print("acme", { kind: "html", evidence: none, trust, statements: [] }),
  ).rejects.toThrow("not an evidence bundle");
  expect(
    (await reports.print("acme", { kind: "html", evidence, trust, statements: [] })).length,
  ).toBeGreaterThan(10_000);
});

test("an organisation has eight places, and what it has waiting keeps nobody else from working", async () => {
  const job = { kind: "pdf", evidence, trust, statements: [] } as const;
  const left = Array.from({ length: 8 }, () => reports.enter("acme"));
  expect(() => reports.enter("acme")).toThrow(expect.objectContaining({ code: "paper_queue_full" }));
  reports.enter("globex")();
  const order: string[] = [];
  const done = (organisation: string) =>
    reports.print(organisation, job).then(() => order.push(organisation));
  const all = [...Array.from({ length: 8 }, () => done("acme")), done("globex")];
  await Promise.all(all);
  for (const leave of left) leave();
  expect(order.indexOf("globex"), "it is served in a lane of its own").toBeLessThanOrEqual(2);
});

test("frames are withheld in the thread, and numbers beyond them are said to be none", async () => {
  const redact = (last: number) =>
    reports.redact("acme", { frames: evidence.frames, ranges: [{ first: 2, last }] });
  const redacted = await redact(3);
  expect(redacted.kind === "redacted" && Buffer.from(redacted.bytes).toString()).toMatch(/"leaf":"/);
  expect(await redact(100_000)).toMatchObject({ kind: "out-of-range" });
});

test("jobs that wait when the thread ends are rejected, and nothing hangs", async () => {
  const waiting = reports.print("acme", { kind: "pdf", evidence, trust, statements: [] });
  const outcome = expect(waiting).rejects.toThrow("the report thread has ended");
  await reports.close();
  await outcome;
});
