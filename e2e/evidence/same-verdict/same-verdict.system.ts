import { describe, expect, test } from "vitest";

import { trustWith } from "../../../clients/conformance/evidence/tamperings/policy-cases.ts";
import { reportCases } from "../../../clients/conformance/evidence/tamperings/report-cases.ts";
import { askShell, whyNoPython, whyNoShell } from "./ask-verifiers.ts";
import { brokenCases, compareVerdicts, wordsOfAll } from "./compare-verdicts.ts";
import { namedFaults } from "./named-faults.ts";
import { soundEvidenceBesideService } from "./sound-evidence.ts";

/*
 * Evidence broken at random, without a key, before every verifier we ship: none says valid where another says invalid. The
 * same with thousands, and with every fault that has a name: same-verdict.release.ts.
 */
for (const why of [whyNoPython, whyNoShell]) {
  if (why !== null) console.warn(`e2e/evidence/same-verdict leaves a verifier out: ${why}`);
}

const seed = 33;
const { folder, sound, service } = soundEvidenceBesideService();

describe.skipIf(whyNoShell !== null)("VERIFY.sh", () => {
  test("finds sound evidence of every kind valid, and leaves nothing open", async () => {
    const said = await askShell(
      sound.map(({ files }) => files),
      folder,
    );
    expect(sound.map(({ name }, at) => [name, said[at]])).toEqual(
      sound.map(({ name }) => [name, { word: "valid", why: "" }]),
    );
  });

  test("leaves open, and by name, what openssl cannot check", async () => {
    const { bundle, trust } = reportCases().find(({ name }) => name === "stamped")!;
    const files = { ...sound[0]!.files, bundle: bundle!, trust: trustWith(trust!) };
    expect(await askShell([files], folder)).toEqual([
      { word: "incomplete", why: "openssl knows no time stamps by keys of this kind" },
    ]);
  });

  test("refuses faults that once passed it, as every other verifier does", async () => {
    const rows = namedFaults(sound).filter((_, at) => at % 4 === 0);
    const due = Object.fromEntries(rows.map(({ name, word }) => [name, [word]]));
    expect(await wordsOfAll(rows, { folder, url: service().url })).toEqual(due);
  });
});

test("no verifier says valid where another says invalid", async () => {
  const cases = brokenCases(sound, { seed, count: 240 });
  const result = await compareVerdicts(cases, {
    folder,
    shell: cases.slice(0, 24),
    service: { cases: cases.slice(0, 120), url: service().url },
  });
  console.log(result);
  expect(result.disagreements).toEqual([]);
});
