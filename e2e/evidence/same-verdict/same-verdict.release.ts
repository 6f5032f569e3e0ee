import { expect, test } from "vitest";

import { builtPages, sharedBrowser, whyNoPage } from "../../open-browser.ts";
import { askTypescript } from "./ask-verifiers.ts";
import { brokenCases, compareVerdicts } from "./compare-verdicts.ts";
import { soundEvidenceBesideService } from "./sound-evidence.ts";
import type { EvidenceFiles } from "./break-evidence.ts";

/*
 * The same as same-verdict.system.ts, with thousands of cases and the page of the archive in a browser. BROKEN_CASES
 * sets how many (10000), BROKEN_SEED which; VERIFY.sh, a process of some tenths of a second each, gets a fifth of them.
 */
const count = Number(process.env["BROKEN_CASES"] ?? 10_000);
const seed = Number(process.env["BROKEN_SEED"] ?? 20_261_129);
const { folder, sound, service } = soundEvidenceBesideService();

const anHour = 3_600_000;

test(
  `no verifier says valid where another says invalid, of ${count} broken cases (seed ${seed})`,
  { timeout: anHour },
  async () => {
    const cases = brokenCases(sound, { seed, count });
    const result = await compareVerdicts(cases, {
      shell: { cases: cases.slice(0, Math.ceil(count / 5)), folder },
      service: { cases: cases.slice(0, Math.ceil(count / 5)), url: service().url },
    });
    console.log(result);
    expect(result.disagreements).toEqual([]);
  },
);

const noPage = whyNoPage("verify.html");
if (noPage !== null) console.warn(`e2e/evidence/same-verdict.release.ts leaves the page out: ${noPage}`);

test.skipIf(noPage !== null)("nor does the page", { timeout: anHour }, async () => {
  const cases = brokenCases(sound, { seed, count: Math.ceil(count / 50) });
  const page = await (await (await sharedBrowser()).newContext({ offline: true })).newPage();
  const differing: string[] = [];
  for (const { files, name, done } of cases) {
    await page.clock.setFixedTime(files.now);
    await page.goto(new URL("verify.html", builtPages).href);
    await page.locator("#verifier[data-verdict=waiting]").waitFor();
    await page.locator("#files").setInputFiles(offered(files));
    await page.locator("#verifier:not([data-verdict=reading])").waitFor();
    const said = await page.locator("#verifier").getAttribute("data-verdict");
    const due = askTypescript(files);
    if (said === "valid" && due.word === "invalid")
      differing.push(`${name}, ${done.join(" and ")}: ${due.why}`);
    if (said === "invalid" && due.word === "valid")
      differing.push(`${name}, ${done.join(" and ")}: the page refuses`);
  }
  await page.context().close();
  console.log({ page: cases.length, disagreements: differing });
  expect(differing).toEqual([]);
});

function offered({ bundle, frames, trust, keyring }: EvidenceFiles) {
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(bytes),
  });
  return [
    file("bundle.json", bundle),
    file("frames.ndjson", frames),
    file("trust.json", trust),
    ...(keyring === null ? [] : [file("keyring.json", keyring)]),
  ];
}
