import { expect, test } from "vitest";

import type { Round } from "./measure-round.ts";
import { summarise } from "./summarise.ts";

const round: Round = {
  framesPerSecond: 1000,
  cpuUsPerFrame: 100,
  answerMsP50: 1,
  answerMsP99: 6,
  writtenBytesPerFrame: 500,
  storedBytesPerFrame: 200,
  turnedAway: 0,
};
const ceiling = {
  parseCpuUs: 1,
  insertCpuUs: 2,
  insertUs: 3,
  fdatasyncUs: 4,
  fdatasyncMsP50: 1,
  fdatasyncMsP99: 2,
};

function summaryOf(service: readonly Partial<Round>[], other: readonly Partial<Round>[]) {
  const rounds = (of: readonly Partial<Round>[]) => of.map((figures) => ({ ...round, ...figures }));
  return summarise({
    form: "batches",
    competitors: { Plumbline: rounds(service), "bare node:http": rounds(other), peer: rounds(other) },
    ceilings: service.map(() => ceiling),
  });
}

test("a ratio is the median of the rounds' ratios, not the ratio of two medians", () => {
  // The machine was slow in the second round, for both alike.
  const { ratios, competitors } = summaryOf(
    [{ cpuUsPerFrame: 10 }, { cpuUsPerFrame: 60 }, { cpuUsPerFrame: 30 }],
    [{ cpuUsPerFrame: 20 }, { cpuUsPerFrame: 120 }, { cpuUsPerFrame: 300 }],
  );
  expect(ratios.cpuOverPeer).toEqual({ peer: 0.5 });
  expect(competitors["Plumbline"]!.cpuUsPerFrame).toBe(30);
  expect(competitors["peer"]!.cpuUsPerFrame).toBe(120);
});

test("rates stand over bare HTTP, latencies over the disk's", () => {
  const { ratios } = summaryOf([{ framesPerSecond: 700 }], [{ framesPerSecond: 1000 }]);
  expect(ratios.rateOverBareHttp).toBe(0.7);
  expect(ratios.p99OverFdatasyncP99).toBe(3);
});

test("what the system does not tell is missing from the summary, not zero", () => {
  const { ratios, competitors } = summaryOf([{ cpuUsPerFrame: null }], [{ cpuUsPerFrame: null }]);
  expect(ratios.cpuOverPeer).toEqual({ peer: null });
  expect(competitors["Plumbline"]!.cpuUsPerFrame).toBeNull();
});
