import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { isWorseTier } from "../../../../core/encoding/field-schemas.ts";
import { channels, type Channel } from "../../../../core/scoring/model/sensors.ts";
import {
  actions,
  faultSources,
  tiers,
  type FaultSource,
  type Tier,
} from "../../../../core/scoring/model/tier.ts";
import { workStateValues } from "../../../../core/contract/schemas/vehicles/vehicle-work.ts";
import { noWork, type SinceMark, type Work, type WorkMark } from "../../../app/ports/work.ts";
import { workStateOf } from "../../../app/work/work-standing.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { openDatabase } from "../open-database.ts";
import { listByUrgency } from "../read/list-by-urgency.ts";
import { ReadingDatabase } from "../read/reading-database.ts";
import { SummaryRows } from "../write/rows/summary-rows.ts";
import { WorkRows } from "./write-work.ts";
import { workQueries } from "./work-queries.ts";
import { workState } from "./work-state-sql.ts";

let folder: string;
let database: DatabaseSync;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-work-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const nowUs = 1_000;
let run = 0;
const noted = { entry: 1, atUs: 1, by: { keyId: "k", keyName: "desk" } };
const seq = fc.integer({ min: 1, max: 9 });
const mark: fc.Arbitrary<WorkMark> = fc
  .tuple(seq, fc.constantFrom(...tiers), fc.constantFrom(...faultSources))
  .map(([at, tier, source]) => ({ ...noted, seq: at, tier, source }));

interface History {
  readonly tier: Tier;
  readonly source: FaultSource;
  readonly action: (typeof actions)[number];
  readonly transitions: readonly { readonly seq: number; readonly to: Tier }[];
  readonly breaches: readonly { readonly seq: number; readonly channel: Channel }[];
  /** Null: nobody did anything. */
  readonly work: Work | null;
}

const work: fc.Arbitrary<Work> = fc
  .record({
    acknowledgement: fc.option(mark),
    snooze: fc.option(fc.tuple(mark, fc.constantFrom(nowUs - 1, nowUs, nowUs + 1))),
    isHeld: fc.boolean(),
    repair: fc.constantFrom(null, "pending" as const, "restored" as const, "not_restored" as const),
    assignee: fc.constantFrom(null, "north", "south"),
  })
  .map(({ snooze, isHeld, repair, ...rest }) => ({
    ...noWork,
    ...rest,
    version: 1,
    snooze: snooze === null ? null : { ...snooze[0], untilUs: snooze[1] },
    hold: isHeld ? { ...noted, reason: "reopened" as const } : null,
    repair:
      repair === null
        ? null
        : {
            ...noted,
            comment: "",
            seq: 1,
            tier: "CRITICAL" as const,
            before: [],
            outcome: repair,
            decidedAtUs: null,
            compared: [],
          },
  }));
const history: fc.Arbitrary<History> = fc.record({
  tier: fc.constantFrom(...tiers),
  source: fc.constantFrom(...faultSources),
  action: fc.constantFrom(...actions),
  transitions: fc.array(fc.record({ seq, to: fc.constantFrom(...tiers) }), { maxLength: 4 }),
  breaches: fc.array(fc.record({ seq, channel: fc.constantFrom(...channels) }), { maxLength: 3 }),
  work: fc.option(work, { freq: 8 }),
});

test("lists and commands agree on where the work on a vehicle stands, over random histories", () => {
  fc.assert(
    fc.property(fc.array(history, { minLength: 1, maxLength: 12 }), (histories) => {
      // Evidence is never removed: each run is an organisation of its own.
      run += 1;
      const organisation = `acme-${run}`;
      const keys = histories.map((_, at) => 100 * run + at);
      write(histories, { organisation, keys });
      const reading = new ReadingDatabase(database);
      const queries = workQueries(reading);
      const expected = histories.map((one, at) => {
        const [stored] = queries.findWork([keys[at]!]);
        expect(stored?.sinceAcknowledged ?? null).toEqual(sinceOf(one.work?.acknowledgement ?? null, one));
        expect(stored?.sinceSnoozed ?? null).toEqual(sinceOf(one.work?.snooze ?? null, one));
        const grounds = stored ?? { work: noWork, sinceAcknowledged: null, sinceSnoozed: null };
        return workStateOf(grounds, { recommendedAction: one.action }, nowUs);
      });

      const listed = reading
        .query<{ key: number; state: string }>(
          `SELECT vehicle.vehicle_key AS key, ${workState} AS state FROM vehicle
             LEFT JOIN vehicle_work AS work ON work.vehicle_key = vehicle.vehicle_key
           WHERE vehicle.organisation = :organisation ORDER BY 1`,
        )
        .all({ nowUs, organisation });
      expect(listed.map(({ state }) => state)).toEqual(expected);
      const snoozed = expected.filter((state) => state === "snoozed").length;
      const scope = { organisation, fleets: null };
      expect(queries.countSnoozed({ scope, nowUs })).toBe(snoozed);

      const inState = (at: number, states: readonly string[] | null) =>
        states === null ? expected[at] !== "snoozed" : states.includes(expected[at]!);
      for (const states of [null, ...workStateValues.map((state) => [state])]) {
        for (const assignee of [null, "north"]) {
          const found = listByUrgency(reading, {
            filter: { scope, regions: null, silentBeforeUs: 0 },
            tiers: null,
            actionable: true,
            order: "urgency",
            after: null,
            limit: 100,
            work: { states, assignee, nowUs },
          }).map(({ vehicleKey }) => vehicleKey);
          const fits = keys.filter(
            (_, at) =>
              histories[at]!.action !== "none" &&
              inState(at, states) &&
              (assignee === null || histories[at]!.work?.assignee === assignee),
          );
          expect(found.toSorted((one, other) => one - other)).toEqual(fits);
        }
      }
      const held = histories.flatMap((one, at) =>
        one.work !== null && one.work.hold !== null ? [keys[at]] : [],
      );
      const heldListed = queries.listHeld({ scope, pendingRepairs: false, limit: 100 });
      expect(heldListed.map(({ vehicleKey }) => vehicleKey)).toEqual(held);
    }),
    { numRuns: 60, seed: 4 },
  );
});

/** The rule told once more, without SQL. */
function sinceOf(since: WorkMark | null, one: History): SinceMark | null {
  if (since === null) return null;
  const later = one.transitions.filter((transition) => transition.seq > since.seq);
  const joined = [
    ...(one.source === "none" ? [] : [one.source]),
    ...one.breaches
      .filter((breach) => breach.seq > since.seq)
      .map(({ channel }) => (channel.startsWith("camera") ? "camera" : channel)),
  ].some((sensor) => sensor !== since.source);
  return {
    worse: later.some(({ to }) => isWorseTier(to, since.tier)) || (since.source !== "multi_modal" && joined),
    calmed: later.some(({ to }) => to === "NOMINAL" || to === "UNKNOWN"),
  };
}

function write(
  histories: readonly History[],
  { organisation, keys }: { readonly organisation: string; readonly keys: readonly number[] },
): void {
  const rows = new WorkRows(database);
  histories.forEach(({ tier, source, action, transitions, breaches, work: done }, at) => {
    const vehicleKey = keys[at]!;
    const vehicle = vehicleForTests({
      vehicleKey,
      organisation,
      vehicleId: `van-${vehicleKey}`,
      tier,
      probableFaultSource: source,
      recommendedAction: action,
    });
    new SummaryRows(database).write([vehicle]);
    for (const { seq: of, to } of transitions) addTransition(vehicleKey, of, to);
    breaches.forEach(({ seq: of, channel }, number) => addEvidence(vehicleKey, of, { channel, number }));
    if (done === null) return;
    rows.write([{ vehicleKey, organisation, work: done, entries: [], undone: [] }]);
  });
}

function addTransition(vehicleKey: number, of: number, to: Tier): void {
  database
    .prepare(
      `INSERT INTO tier_transition (organisation, vehicle_key, seq, at_us, recorded_us, from_tier, to_tier, reason)
       VALUES ('acme', ?, ?, 1, 1, 'UNKNOWN', ?, 'learning')`,
    )
    .run(vehicleKey, of, to);
}

function addEvidence(
  vehicleKey: number,
  of: number,
  { channel, number }: { readonly channel: Channel; readonly number: number },
): void {
  const empty = new Uint8Array(0);
  database
    .prepare(
      `INSERT INTO evidence (organisation, event_id, vehicle_key, fleet_id, trigger, seq, opened_seq, breached_at_us, issued_at_us, tier,
         probable_fault_source, channel, side, statistic, threshold, change_point_seq, health_score, content_digest, frame_count,
         bundle, frames, bundle_sha256, frames_sha256)
       VALUES ('acme', ?, ?, 'vans', 'breach_opened', ?, ?, 1, 1, 'CAUTION', 'radar', ?, 'upper', 1, 1, 1, 1, '', 1, ?, ?, ?, ?)`,
    )
    .run(`EVB-${vehicleKey}-${number}`, vehicleKey, of, of, channel, empty, empty, empty, empty);
}
