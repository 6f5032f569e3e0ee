import { expect, test } from "vitest";

import { builtPages, sharedBrowser, whyNoPage } from "../../open-browser.ts";
import { askTypescript, whyNoShell } from "./ask-verifiers.ts";
import { type BrokenCase, brokenCases, compareVerdicts, wordsOfAll } from "./compare-verdicts.ts";
import { namedFaults } from "./named-faults.ts";
import { soundEvidenceBesideService } from "./sound-evidence.ts";
import type { EvidenceFiles } from "./break-evidence.ts";

/*
 * The same as same-verdict.system.ts, with thousands of cases and the page of the archive in a browser. BROKEN_CASES
 * sets how many (10000), BROKEN_SEED which; VERIFY.sh, half a second each, and the page get BROKEN_SHARE of them (2000).
 */
const count = Number(process.env["BROKEN_CASES"] ?? 10_000);
const seed = Number(process.env["BROKEN_SEED"] ?? 20_261_129);
const share = Number(process.env["BROKEN_SHARE"] ?? 2_000);
const { folder, sound, service } = soundEvidenceBesideService();

const anHour = 3_600_000;

test.skipIf(whyNoShell !== null)("every fault that once passed VERIFY.sh is refused by all", async () => {
  const rows = namedFaults(sound);
  const due = Object.fromEntries(rows.map(({ name, word }) => [name, [word]]));
  expect(await wordsOfAll(rows, { folder, url: service().url })).toEqual(due);
});

test(
  `no verifier says valid where another says invalid, of ${count} broken cases (seed ${seed})`,
  { timeout: anHour },
  async () => {
    const cases = brokenCases(sound, { seed, count });
    const result = await compareVerdicts(cases, {
      folder,
      shell: cases.slice(0, share),
      service: { cases, url: service().url },
    });
    console.log(result);
    expect(result.disagreements).toEqual([]);
  },
);

const noPage = whyNoPage("verify.html");
if (noPage !== null) console.warn(`e2e/evidence/same-verdict.release.ts leaves the page out: ${noPage}`);

test.skipIf(noPage !== null)("nor does the page", { timeout: anHour }, async () => {
  const cases = brokenCases(sound, { seed, count: share });
  const page = await (await (await sharedBrowser()).newContext({ offline: true })).newPage();
  const differing: string[] = [];
  // One page for many: what is given takes the place of what was held, but for a keyring where none is given.
  const isPinned = ({ files }: BrokenCase) => files.keyring !== null;
  for (const alike of [cases.filter((one) => !isPinned(one)), cases.filter(isPinned)]) {
    await page.goto(new URL("verify.html", builtPages).href);
    for (const {
      files,
      name,
      done,
      sound: { rescore },
    } of alike) {
      await page.clock.setFixedTime(files.now);
      await page.locator("#files").setInputFiles(offered(files));
      await page.locator("#verifier:not([data-verdict=reading])").waitFor();
      const said = await page.locator("#verifier").getAttribute("data-verdict");
      const due = [askTypescript(files, rescore), askTypescript(files)];
      const words: readonly string[] = due.map(({ word }) => word);
      // Refused and waiting: it names a file that it cannot judge, or would have another one.
      const isSame =
        words.includes(said!) || (/^(?:refused|waiting)$/u.test(said!) && !words.includes("valid"));
      if (!isSame)
        differing.push(`${name}, ${done.join(" and ")}: the page says ${said}, ours ${due[0]!.why}`);
    }
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
