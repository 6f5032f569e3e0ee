import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { IncomingFrame } from "../../../../core/contract/requests/parse-frame.ts";
import { openLife, type Life } from "../../../log-for-tests.ts";
import { radarFrame, startUs } from "../../frames-for-tests.ts";

let folder: string;
let life: Life;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-writer-"));
  life = openLife(folder);
});
afterEach(async () => {
  await life.writer.close();
  rmSync(folder, { recursive: true });
});

const frameAt = (atS: number, fleetId?: string) =>
  radarFrame("van-1", atS, fleetId === undefined ? {} : { metadata: { fleet_id: fleetId } });
const take = (...frames: readonly IncomingFrame[]) =>
  life.writer.commit([
    {
      kind: "frames",
      writer: { organisation: "acme", keyId: "key-1", fleets: null },
      frames,
      receivedAtUs: startUs,
      answer: { form: "none" },
      keep: null,
    },
  ]);
const vehicle = () => life.database.prepare("SELECT fleet_id AS fleetId, frames FROM vehicle").get();

test("a vehicle that others changed in the meantime is read again", async () => {
  await take(frameAt(0, "vans"));
  await take(frameAt(1));
  expect(vehicle()).toMatchObject({ fleetId: "vans", frames: 2 });
  life.database.exec("UPDATE vehicle SET fleet_id = 'elsewhere'");
  await take(frameAt(2));
  expect(vehicle()).toMatchObject({ fleetId: "elsewhere", frames: 3 });
});

test("a vehicle is known as it was stored, not as a commit left it that was undone", async () => {
  await take(frameAt(0, "vans"));
  // Two digests that are none: as bytes they are the same, and a frame exists once.
  const poison = ["zz", "yy"].map((sensorsSha256) => ({ ...frameAt(1, "nowhere"), sensorsSha256 }));
  await expect(take(...poison)).rejects.toThrow();
  await take(frameAt(2));
  expect(vehicle()).toMatchObject({ fleetId: "vans", frames: 2 });
});

test("the log is moved after small commits, too, before it is much longer than it may be", async () => {
  await life.writer.close();
  const checkpointPages = 20;
  life = openLife(folder, { checkpointPages });
  const lengths: number[] = [];
  for (let at = 0; at < 400; at += 1) {
    await take(frameAt(at));
    life.writer.checkpointAfterCommit();
    const length = life.database.prepare("PRAGMA wal_checkpoint(NOOP)").get();
    lengths.push(Number(length?.["log"]) - Number(length?.["checkpointed"]));
  }
  // A row of these commits is hardly a page.
  expect(Math.max(...lengths)).toBeLessThan(checkpointPages + 256);
  expect(lengths.filter((length) => length === 0).length).toBeGreaterThan(2);
});
