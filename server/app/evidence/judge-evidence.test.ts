import { expect, test } from "vitest";

import { utf8 } from "../../../core/encoding/bytes.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import type { JudgeJob, Judged } from "../ports/report-worker.ts";
import { judgeEvidence } from "./judge-evidence.ts";

const ownTrust = utf8("own trust");

function judging(judged: Judged = { kind: "report", report: { verdict: "valid" } }) {
  const jobs: JudgeJob[] = [];
  const fails = () => Promise.reject(new Error("not asked for"));
  const needs = {
    reports: {
      async judge(_organisation: string, job: JudgeJob) {
        jobs.push(job);
        return judged;
      },
      print: fails,
      redact: fails,
    },
    readTrust: () => ownTrust,
    keyring: {
      listKeyringVersions: async () => [],
      listLoggedScorers: async () => [],
      findSpecification: fails,
    },
    log: {
      findCheckpoint: async () => ({ size: 1, note: "log\n1\n" }),
      readTile: fails,
      readEntries: fails,
      proveInclusion: fails,
      proveConsistency: fails,
    },
    nowUs: () => 77,
  };
  return { jobs, needs };
}

test("where nothing is sent beside the bundle, the service's own trust, keyring and clock are taken", async () => {
  const { jobs, needs } = judging();
  const report = await judgeEvidence(callerForTests, { bundle: "the very bytes" }, needs);
  expect(report).toMatchObject({ verdict: "valid", trust_from: "service" });
  expect(jobs).toMatchObject([
    { bundle: utf8("the very bytes"), frames: null, trust: ownTrust, keyring: null, required: [], nowUs: 77 },
  ]);
  expect(jobs[0]?.ownKeyring).not.toBeNull();
});

test("what is sent is taken as it is: a text by its bytes, an object by its canonical form", async () => {
  const { jobs, needs } = judging();
  const request = {
    bundle: { b: 1, a: 2 },
    trust: "{}",
    keyring: "{}",
    now: "1970-01-01T00:00:01Z",
    require: ["frames"],
  };
  const report = await judgeEvidence(callerForTests, request as never, needs);
  expect(report).toMatchObject({ trust_from: "request" });
  expect(jobs).toMatchObject([
    {
      bundle: utf8('{"a":2,"b":1}'),
      trust: utf8("{}"),
      keyring: utf8("{}"),
      ownKeyring: null,
      nowUs: 1_000_000,
    },
  ]);
});

test("a trust file that is none, and a time that is none, are refused at their places", async () => {
  const unusable = judging({ kind: "trust-unusable", detail: "x".repeat(1_000) });
  const refused = await judgeEvidence(callerForTests, { bundle: "b" }, unusable.needs).catch(
    (fault: unknown) => fault,
  );
  expect(refused).toMatchObject({
    code: "wrong_format",
    message: "x".repeat(200),
    faults: [{ pointer: "/trust" }],
  });
  const { jobs, needs } = judging();
  await expect(judgeEvidence(callerForTests, { bundle: "b", now: "soon" }, needs)).rejects.toMatchObject({
    code: "timestamp_invalid",
  });
  expect(jobs).toEqual([]);
});
