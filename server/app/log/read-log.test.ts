import { expect, test } from "vitest";

import type { LogReader } from "../ports/reading/log-reader.ts";
import {
  proveLogConsistency,
  proveLogInclusion,
  readLogEntries,
  readLogRecoveries,
  readLogTile,
} from "./read-log.ts";

const hash = new Uint8Array(32).fill(7);

/** A log of five entries, whose checkpoints of sizes 3 and 5 were signed. */
const log: LogReader = {
  findCheckpoint: async ({ size }) =>
    size === null || size === 3 || size === 5 ? { size: size ?? 5, note: `log\n${size ?? 5}\n` } : null,
  readTile: async () => null,
  readEntries: async () => null,
  proveInclusion: async () => [hash],
  proveConsistency: async ({ oldSize, size }) => (oldSize === size ? [] : [hash, hash]),
};
const needs = { log, recoveries: { listRecoveries: async () => [] } };
const notFound = { code: "log_part_not_found" };

test("a part the log has not come to is not found", async () => {
  await expect(readLogTile({ level: 0, index: 0, width: 256 }, needs)).rejects.toMatchObject(notFound);
  await expect(readLogEntries({ index: 0, width: 9 }, needs)).rejects.toMatchObject(notFound);
});

test("entries that were lost are said to be, by the recovery that the log has, signed and with its proof", async () => {
  const missing = { from: 300, to: 600 };
  const payload = Buffer.from(JSON.stringify({ missing })).toString("base64");
  const signed = { payload, payloadType: "application/vnd.plumbline.recovery+json", signatures: [] };
  const recovery = { leafIndex: 4, envelope: Buffer.from(JSON.stringify(signed)) };
  const restored = { log, recoveries: { listRecoveries: async () => [recovery] } };
  for (const place of [
    { index: 1, width: 256 },
    { index: 2, width: 80 },
  ])
    await expect(readLogEntries(place, restored)).rejects.toMatchObject({ code: "log_part_lost" });
  await expect(readLogEntries({ index: 3, width: 1 }, restored)).rejects.toMatchObject(notFound);
  expect(await readLogRecoveries(restored)).toEqual({
    recoveries: [
      { missing, envelope: signed, log_index: 4, tlog_proof: expect.stringContaining("log\n5\n") },
    ],
  });
});

test("inclusion is proven under the checkpoint asked for, or the newest", async () => {
  expect(await proveLogInclusion({ index: 2, size: 3 }, needs)).toContain("log\n3\n");
  expect(await proveLogInclusion({ index: 4, size: null }, needs)).toContain("log\n5\n");
});

test.each([
  [{ index: 0, size: 4 }, "No checkpoint of size 4"],
  [{ index: 3, size: 3 }, "has no entry 3"],
  [{ index: 5, size: null }, "has no entry 5"],
])("%j has no proof", async (ask, detail) => {
  await expect(proveLogInclusion(ask, needs)).rejects.toThrow(detail);
});

test("consistency is one hash a line, up to the newest size, and never backwards", async () => {
  const line = `${Buffer.from(hash).toString("base64")}\n`;
  expect(await proveLogConsistency({ from: 3, to: 5 }, needs)).toBe(line + line);
  expect(await proveLogConsistency({ from: 5, to: null }, needs)).toBe("");
  await expect(proveLogConsistency({ from: 4, to: 3 }, needs)).rejects.toMatchObject(notFound);
  await expect(proveLogConsistency({ from: 3, to: 6 }, needs)).rejects.toMatchObject(notFound);
});
