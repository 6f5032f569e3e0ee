import { expect, test } from "vitest";

import { firstFrameUs } from "../../fleet-for-tests.ts";
import { dateChange } from "./date-change.ts";
import { journalForTests } from "./journal-for-tests.ts";

const secondUs = 1_000_000;
const { journal } = journalForTests({ frames: 40 });

function breach(changePointSeq: number, likely: [number, number], widely: [number, number]) {
  const interval = ([fromSeq, toSeq]: [number, number]) => ({ fromSeq, toSeq });
  const course = { likely: interval(likely), widely: interval(widely), trend: null };
  return { openedUs: firstFrameUs + 39 * secondUs, changePointSeq, course };
}

test("each entry of a change point has the capture time of its frame", async () => {
  const at = (seq: number) => firstFrameUs + (seq - 1) * secondUs;
  expect(await dateChange(1, breach(20, [18, 21], [9, 30]), journal)).toEqual({
    atUs: at(20),
    likelyUs: [at(18), at(21)],
    widelyUs: [at(9), at(30)],
  });
});

test("an entry that is a command is dated by the next frame", async () => {
  const learn = { kind: "baseline", action: "learn", atUs: 1 } as never;
  const withCommand: typeof journal = {
    ...journal,
    listEntries: async (ask) =>
      (await journal.listEntries(ask)).map((each) => (each.seq === 20 ? { ...each, entry: learn } : each)),
  };
  const dated = await dateChange(1, breach(20, [20, 20], [20, 20]), withCommand);
  expect(dated?.atUs).toBe(firstFrameUs + 20 * secondUs);
});

test("without a breach there is nothing to date", async () => {
  expect(await dateChange(1, null, journal)).toBeNull();
});
