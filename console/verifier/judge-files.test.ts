import { expect, test } from "vitest";

import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { pinText, rotation } from "../../clients/conformance/evidence/examples/keyring-story.ts";
import { trustWith } from "../../clients/conformance/evidence/tamperings/policy-cases.ts";
import { fromStart, realRescore } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { parseInstant } from "../../core/encoding/instant.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { endOfDayUs } from "./choose-moment.ts";
import { judgeFiles, wantsKeyring } from "./judge-files.ts";
import type { GivenFile } from "./given-file.ts";

const file = (name: string, bytes: Uint8Array): GivenFile => ({ name, bytes, origin: "given" });

function judged(trust: Uint8Array, nowUs = Date.now() * 1000) {
  const held = {
    bundle: file("bundle.json", fromStart.issued.bytes),
    frames: file("frames.ndjson", fromStart.frames.bytes),
    trust: file("trust.json", trust),
  };
  const clock = { nowUs: () => nowUs, nowMs: () => 0 };
  const judgement = judgeFiles({ held, refused: [] }, { clock, rescore: realRescore });
  if (judgement.kind !== "judged") throw new TypeError(judgement.kind);
  return judgement.report;
}

test("the page insists on what the trust file dropped on it demands", () => {
  expect(judged(utf8(trustText))).toMatchObject({ verdict: "valid" });
  expect(judged(trustWith({ require: { precommit: true } }))).toMatchObject({ code: "E_FRAMES" });
  expect(judged(trustWith({ require: { organisation: "globex" } }))).toMatchObject({ code: "E_STATEMENT" });
});

test("a trust file that names no keys waits for the keyring that has them", () => {
  const { story } = rotation();
  const trust = file("trust.json", utf8(pinText()));
  const held = { bundle: file("bundle.json", fromStart.issued.bytes), trust };
  const needs = { clock: { nowUs: () => 0, nowMs: () => 0 }, rescore: realRescore };
  expect(judgeFiles({ held, refused: [] }, needs)).toEqual({ kind: "waiting", missing: "keyring" });
  expect(wantsKeyring(held)).toBe(true);
  expect(wantsKeyring({ trust: file("trust.json", utf8(trustText)) })).toBe(false);
  const keyring = file("keyring.json", story.history());
  expect(judgeFiles({ held: { ...held, keyring }, refused: [] }, needs).kind).toBe("judged");
});

test("an old trust file leaves the verdict open, and a day up to its date closes it", () => {
  const old = trustWith({ refresh_after: "2020-06-30T00:00:00.000Z" });
  expect(judged(old)).toMatchObject({ verdict: "incomplete", code: null });
  expect(judged(old, endOfDayUs("2020-06-29")!)).toMatchObject({ verdict: "valid" });
  expect(judged(old, endOfDayUs("2020-06-30")!)).toMatchObject({ verdict: "incomplete" });
});

test("a day counts to its last moment; no day is now", () => {
  expect(endOfDayUs("2027-12-26")).toBe(parseInstant("2027-12-26T23:59:59.999Z"));
  expect(endOfDayUs("")).toBeNull();
});
