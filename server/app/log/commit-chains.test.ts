import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import type { JournalRecord } from "../ports/journal.ts";
import { sha256 } from "../sha256.ts";
import { commitChains, moveChain, vehicleSalt, type ChainMove } from "./commit-chains.ts";
import { OpenInterval } from "./open-interval.ts";

const frameSalt = (vehicle: string, seq: number) =>
  createHash("sha256").update(`${vehicle}/${seq}`).digest("base64url").slice(0, 22);
const needs = { sha256, frameSalt };

function recordOf(seq: number): JournalRecord {
  const entry = { kind: "baseline", action: "freeze", atUs: seq } as const;
  return { seq, receivedAtUs: seq, timestamp: null, raw: null, entry };
}
const moveOf = (first: number, last: number, breachSeqs: readonly number[] = []): ChainMove => ({
  vehicleKey: 1,
  organisation: "acme",
  vehicleId: "van-1",
  records: Array.from({ length: last - first + 1 }, (_, at) => recordOf(first + at)),
  breachSeqs,
});

test("a chain is the same however its entries come in batches", () => {
  const whole = moveChain(moveOf(1, 5), null, needs).chain;
  const half = moveChain(moveOf(1, 3), null, needs).chain;
  expect(moveChain(moveOf(4, 5), half, needs).chain).toEqual(whole);
  expect(whole).toMatchObject({ seq: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("another entry, another vehicle or another salt make another chain", () => {
  const head = (move: ChainMove, salt = frameSalt) =>
    moveChain(move, null, { sha256, frameSalt: salt }).chain.head;
  const one = head(moveOf(1, 2));
  expect(
    head({ ...moveOf(1, 2), records: [recordOf(1), { ...recordOf(2), entry: recordOf(9).entry }] }),
  ).not.toBe(one);
  expect(head({ ...moveOf(1, 2), vehicleId: "van-2" })).not.toBe(one);
  expect(head(moveOf(1, 2), () => "B".repeat(22))).not.toBe(one);
  expect(vehicleSalt({ organisation: "acme", vehicleId: "van-1" }, frameSalt)).toBe(
    frameSalt('["acme","van-1"]', 0),
  );
});

test("a chain begins with the first entry of its journal, and with no other", () => {
  expect(() => moveChain(moveOf(7, 8), null, needs)).toThrow("the chain of vehicle 1 begins at entry 7");
});

test("the head where a breach opened is kept beside the newest one", () => {
  const { atBreach, chain } = moveChain(moveOf(1, 5, [3]), null, needs);
  expect(atBreach).toEqual([
    { seq: 3, head: moveChain(moveOf(1, 3), null, needs).chain.head, interval: null },
  ]);
  expect(chain.seq).toBe(5);
});

test("after a crash the entries the store's chain has not seen are linked first", async () => {
  const stored = moveChain(moveOf(1, 3), null, needs).chain;
  const transaction = {
    findChainEnds: async () => [{ seq: 3, head: stored.head, interval: null }],
    listChainPlaces: async () => [],
    readIntervals: async () => [],
    findFrames: async () => [],
    // As they are in the journal: those missed, which the batch's own follow.
    readTails: async () => [{ from: null, records: [recordOf(4), recordOf(5)] }],
  };
  const open = new OpenInterval({ number: 0, digest: "d", toUs: 0 }, { chains: [], entries: 0 });
  const [moved] = await commitChains([moveOf(6, 7)], transaction, { ...needs, open, scoring: "s" });
  expect(moved?.chain).toEqual(moveChain(moveOf(1, 7), null, needs).chain);
});
