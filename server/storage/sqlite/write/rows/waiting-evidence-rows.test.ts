import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { readStoredBundle } from "../../../../../core/encoding/bundle.ts";
import { defaultSettings } from "../../../../../core/scoring/settings/settings.ts";
import { logKeyFile } from "../../../../keys/open-log-signer.ts";
import { breachOf, examineStoredLog, logOrigin } from "../../../../log-for-tests.ts";
import { openForReading } from "../../open-database.ts";
import { startUs } from "../../../frames-for-tests.ts";
import { openLedgerHere, openReaderHere } from "../../store-here-for-tests.ts";
import type { LedgerOptions } from "../open-ledger.ts";

const software = { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) };
const named = { issuer: { organisation: "Acme Calibration", software }, logOrigin };
const withoutIssuer = { issuer: { organisation: null, software }, logOrigin };
const withoutLog = { ...named, logOrigin: null };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-data-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** Opens the store as the service does, has these vehicles breach, and closes it. */
async function live(
  options: Pick<LedgerOptions, "issuer" | "logOrigin">,
  ...vehicles: readonly string[]
): Promise<void> {
  const ledger = await openLedgerHere({ dataDir, ...options });
  try {
    for (const vehicle of vehicles) await ledger.write(breachOf(vehicle));
  } finally {
    await ledger.close();
  }
}

function rows(sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = openForReading(join(dataDir, "plumbline.db"));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

const ids = (sql: string) => rows(sql).map((row) => Object.values(row)[0]);

test("without the issuer's name nothing is signed; with it what waited is issued once, in order, dated as it was", async () => {
  await live(withoutIssuer, "van-1");
  // Also over a restart, and whichever name is missing.
  await live(withoutLog, "van-2");
  const waiting = ids("SELECT event_id FROM waiting_evidence ORDER BY waiting_key");
  expect(waiting).toHaveLength(2);
  expect(ids("SELECT DISTINCT open_evidence_id FROM vehicle ORDER BY vehicle_key")).toEqual(waiting);
  expect(ids("SELECT count(*) FROM log_leaf UNION ALL SELECT count(*) FROM log_checkpoint")).toEqual([0, 0]);
  expect(ids("SELECT event_id FROM evidence")).toEqual([]);
  expect(existsSync(logKeyFile(dataDir))).toBe(false);
  const since = new Date().toISOString();

  await live(named, "van-3");
  await live(named);
  expect(ids("SELECT event_id FROM waiting_evidence")).toEqual([]);
  const issued = rows("SELECT * FROM evidence ORDER BY evidence_key");
  expect(issued.map(({ event_id: id }) => id).slice(0, 2)).toEqual(waiting);
  expect(issued).toHaveLength(3);
  expect(examineStoredLog(dataDir).faults).toEqual([]);
  const bundles = issued.map(({ bundle }) => readStoredBundle(bundle as Uint8Array));
  for (const [at, bundle] of bundles.entries()) {
    expect(bundle.issuer.organisation).toBe("Acme Calibration");
    expect(bundle.issued_at > since).toBe(true);
    // Found before it was issued, and only what was found under a name has its frames in the log beforehand.
    expect(bundle.breach.detected_at < since).toBe(at < 2);
    expect("precommit" in bundle.frames).toBe(at === 2);
  }
  expect(ids("SELECT count(*) FROM event WHERE type = 'evidence.issued'")).toEqual([3]);
});

test("what waits counts as stored, and no longer once it is evidence", async () => {
  await live(withoutIssuer, "van-1");
  const [waits] = ids(
    "SELECT octet_length(draft) + ifnull(length(initial_state), 0) + length(frames) FROM waiting_evidence",
  );
  const [before] = ids("SELECT stored_bytes FROM organisation_usage");
  await live(named);
  const [after] = ids("SELECT stored_bytes FROM organisation_usage");
  const [evidence] = ids("SELECT length(bundle) + length(frames) FROM evidence");
  expect(Number(after) - Number(before)).toBe(Number(evidence) - Number(waits));
});

test("a breach counts in analytics when it opens, not when its evidence is issued", async () => {
  await live(withoutIssuer, "van-1");
  const waiting = await courseOf();
  expect(waiting.all.breaches).toBe(1);
  expect(waiting.breachesBySource).toEqual([{ source: "radar", breaches: 1 }]);
  expect(waiting.all.hazard.firstBreaches.reduce((sum, count) => sum + count, 0)).toBe(1);
  await live(named);
  expect(await courseOf()).toEqual(waiting);
});

async function courseOf() {
  const file = join(dataDir, "plumbline.db");
  const reader = await openReaderHere({ file, settings: defaultSettings });
  try {
    const [fromUs, toUs] = [startUs, startUs + 86_400_000_000];
    return await reader.gatherCourse({
      filter: { scope: { organisation: "acme", fleets: null }, regions: null, silentBeforeUs: 0 },
      tiers: null,
      attributes: [],
      grouping: { by: "nothing" },
      fromUs,
      toUs,
      stepUs: toUs - fromUs,
      steps: 1,
      groups: 1,
      delays: 10,
      monthsUs: [fromUs],
      against: "days",
    });
  } finally {
    await reader.close();
  }
}

test("a log that has begun is not gone on beside without its name, and a demonstration's is not for production", async () => {
  await live(named, "van-1");
  await expect(live(withoutIssuer)).rejects.toThrow(
    /called log\.example\.org.*PLUMBLINE_ISSUER, or run plumbline init/,
  );
  await expect(live({ ...named, logOrigin: "other.example.org" })).rejects.toThrow(
    "set PLUMBLINE_LOG_ORIGIN=log.example.org",
  );
  rmSync(dataDir, { recursive: true });
  await live({ ...named, logOrigin: "plumbline-demonstration.invalid" });
  for (const options of [withoutIssuer, withoutLog, named])
    await expect(live(options)).rejects.toThrow(/is a demonstration's.*take another data folder/);
});
