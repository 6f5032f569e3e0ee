import { expect, test } from "vitest";

import { auditEntryForTests } from "../../audit-for-tests.ts";
import type { AuditEntry } from "../ports/audit.ts";
import { anonymousSinglyPerMinute, AuditTrail, singlyPerMinute } from "./audit-trail.ts";

const { atUs: startUs, count: _count, ...entry } = auditEntryForTests;
const anonymous = {
  ...entry,
  organisation: "",
  keyId: null,
  action: "authenticate",
  result: "refused",
} as const;

function trailForTests() {
  const written: AuditEntry[] = [];
  const faults: unknown[] = [];
  const clock = { us: startUs };
  const store = { isGone: false };
  const trail = new AuditTrail({
    async write(entries) {
      if (store.isGone) throw new Error("the disk is full");
      written.push(...entries);
    },
    nowUs: () => clock.us,
    warn: (fault) => void faults.push(fault),
  });
  return { trail, written, faults, clock, store };
}

test("what is noted is written within moments, in its order, without anybody waiting", async () => {
  const { trail, written } = trailForTests();
  for (let n = 0; n < 1_000; n += 1) trail.note({ ...entry, requestId: `req_${n}` });
  await expect.poll(() => written.length).toBe(1_000);
  expect(written.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => `req_${n}`),
  );
  expect(written[0]).toEqual({ ...entry, requestId: "req_0", atUs: startUs, count: 1 });
});

test("of a flood so many are recorded singly, and the rest is one record with a count", async () => {
  const { trail, written, clock } = trailForTests();
  const more = 5_000;
  for (let n = 0; n < singlyPerMinute + more; n += 1) trail.note({ ...entry, requestId: `req_${n}` });
  clock.us += 60_000_000;
  trail.note({ ...entry, subject: "the next minute" });
  await trail.close();
  expect(written).toHaveLength(singlyPerMinute + 2);
  const counted = written.filter(({ count }) => count > 1);
  expect(counted).toMatchObject([
    { count: more, keyId: entry.keyId, subject: null, requestId: `req_${singlyPerMinute}` },
  ]);
});

test("what nobody is known for is thinned sooner, and takes nothing from any organisation's share", async () => {
  const { trail, written } = trailForTests();
  for (let n = 0; n < 100_000; n += 1) trail.note({ ...anonymous, clientAddress: `192.0.2.${n % 256}` });
  for (let n = 0; n < singlyPerMinute; n += 1) trail.note(entry);
  await trail.close();
  const theirs = written.filter(({ organisation }) => organisation === "");
  expect(theirs).toHaveLength(anonymousSinglyPerMinute + 1);
  expect(theirs.reduce((sum, { count }) => sum + count, 0)).toBe(100_000);
  expect(written.filter(({ organisation }) => organisation === "acme")).toHaveLength(singlyPerMinute);
});

test("a flood of different kinds takes a bounded number of records, and none is uncounted", async () => {
  const { trail, written } = trailForTests();
  const all = 50_000;
  for (let n = 0; n < all; n += 1) trail.note({ ...anonymous, keyId: `key${n}` });
  await trail.close();
  expect(written.length).toBeLessThan(1_200);
  expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(all);
});

test("while the store takes no writes entries wait, one warning is given, and nothing is lost", async () => {
  const { trail, written, faults, store } = trailForTests();
  store.isGone = true;
  trail.note(entry);
  await expect.poll(() => faults.length).toBe(1);
  trail.note({ ...entry, requestId: "req_2" });
  store.isGone = false;
  await expect.poll(() => written.length, { timeout: 5_000 }).toBe(2);
  expect(faults).toHaveLength(1);
});

test("a stop writes what waits, and ends where nothing can be written", async () => {
  const { trail, written, store } = trailForTests();
  trail.note(entry);
  await trail.close();
  expect(written).toHaveLength(1);
  store.isGone = true;
  trail.note(entry);
  await trail.close();
  expect(written).toHaveLength(1);
});
