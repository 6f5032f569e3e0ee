import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import type { StateStatement } from "../../../core/contract/types.ts";
import { formatInstant } from "../../../core/encoding/instant.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { verifyLog } from "../../storage/sqlite/audit/verify-log.ts";
import { openDatabase } from "../../storage/sqlite/open-database.ts";
import { examineRowChanges, recordedTables } from "../../storage/sqlite/row-changes.ts";
import { callerOf, firstFrameUs, openFleetForTests, streamForTests } from "../../fleet-for-tests.ts";
import type { FleetForTests } from "../../fleet-for-tests.ts";
import { exportedTrust } from "../../log-for-tests.ts";
import type { Caller } from "../application.ts";
import { noQuotas } from "../ports/quotas.ts";

const acme = callerOf("acme");
const ask = { requestId: "req_test", receivedAtUs: 0 };
const mostRequests = 14;
let fleet: FleetForTests;

/** Off by 0.3 m from frame 150 on, which is CAUTION; by 0.8 m from frame 210 on, CRITICAL. */
const courseM = (at: number) => (at < 150 ? 0 : at < 210 ? 0.3 : 0.8);
const secondUs = (at: number) => firstFrameUs + at * 1_000_000;

beforeAll(async () => {
  fleet = await openFleetForTests({ quotas: { ...noQuotas, evidenceRequestsPerDay: mostRequests } });
  const frames = streamForTests({ vehicleId: "van-1", frames: 250, fleetId: "vans", radarFaultM: courseM });
  await fleet.send(
    acme,
    frames.filter((_, at) => at !== 50),
  );
  // Captured in the middle, and received when much newer ones were there: it moves nothing.
  await fleet.send(
    acme,
    streamForTests({ vehicleId: "van-1", frames: 800, fleetId: "vans", radarFaultM: courseM }).slice(798),
  );
  await fleet.send(acme, frames.slice(50, 51));
  await fleet.send(acme, streamForTests({ vehicleId: "van-2", frames: 60 }));
});
afterAll(() => fleet.close());

const state = async (vehicleId: string, atUs: number, caller = acme, more: object = {}) =>
  (await fleet.application.requestStatement(caller, vehicleId, { reason: "claim", atUs, ...more }, ask))
    .value;

const kept = async (id: string, caller: Caller = acme) => fleet.application.readStatement(caller, id);

function checked(statement: StateStatement) {
  const bundle = Buffer.from(JSON.stringify(statement));
  return verifyBundle({ bundle, frames: null, ...exportedTrust(fleet.dataDir) }, primitives);
}

test("it says what the journal comes to at each moment, and what was not judged then", async () => {
  const critical = await fleet.application.showVehicle(acme, "van-1");
  const since = critical.tier_history.map(({ to, at }) => [to, at]);
  const moments = [
    // Before the first frame, and before enough was learnt.
    { atUs: firstFrameUs - 1, judged: false, tier: null, frames: 0, last_frame_at: null },
    { atUs: secondUs(5), judged: false, tier: null, frames: 6, last_frame_at: formatInstant(secondUs(5)) },
    { atUs: secondUs(149), judged: true, tier: "NOMINAL", frames: 149, evidence_id: null },
    // Between two frames: the one before counts.
    { atUs: secondUs(209) + 999_000, judged: true, tier: "CAUTION", frames: 209 },
    { atUs: secondUs(249), judged: true, tier: "CRITICAL", frames: 249 },
    { atUs: fleet.clock.nowUs, tier: "CRITICAL", frames: 251, last_frame_at: formatInstant(secondUs(799)) },
  ];
  for (const { atUs, ...expected } of moments) {
    const { at, state: stated, ...rest } = await state("van-1", atUs);
    expect(at).toBe(formatInstant(atUs));
    expect(stated).toMatchObject(expected);
    if (stated.tier !== null) expect(since).toContainEqual([stated.tier, stated.since]);
    const measured = stated.sensors.map(({ measured: one, drift }) => [one, drift === null]);
    expect(measured).toEqual(Array.from({ length: 3 }, () => [stated.judged, !stated.judged]));
    expect(stated.health === null).toBe(!stated.judged);
    expect(validate("StateStatement", { at, state: stated, ...rest })).toEqual([]);
  }
  const evidence = await fleet.application.listEvidence(acme, { limit: 10 });
  const ids = new Map(evidence.data.map(({ tier, event_id: id }) => [tier as string, id]));
  const { state: caution } = await state("van-1", secondUs(209));
  const { state: worse } = await state("van-1", secondUs(249));
  expect([caution.evidence_id, worse.evidence_id]).toEqual([ids.get("CAUTION"), ids.get("CRITICAL")]);
  const radar = worse.sensors.find(({ sensor }) => sensor === "radar");
  expect(radar).toMatchObject({ unit: "m", measured: true });
  expect(radar!.drift).toBeGreaterThan(0.3);
});

test("after a baseline was learnt again nothing is judged, and before it the tier is what it was", async () => {
  const command = { action: "learn", reason: "windscreen replaced" } as const;
  await fleet.application.commandBaseline(acme, "van-2", command, { ...ask, receivedAtUs: secondUs(100) });
  expect((await state("van-2", secondUs(99))).state).toMatchObject({ tier: "NOMINAL", frames: 60 });
  expect((await state("van-2", secondUs(101))).state).toMatchObject({ judged: false, tier: null });
});

test("it is signed, in the log, and any change of it is found", async () => {
  const issued = await state("van-1", secondUs(149), { ...acme, keyId: "insurer" }, { case_number: "CL-1" });
  const { statement_id: id } = issued;
  expect(id).toMatch(/^STM-[0-9]{8}-[0-9A-Z]{12}$/);
  expect(issued).toMatchObject({
    organisation: "acme",
    reason: "claim",
    case_number: "CL-1",
    key_id: "insurer",
  });
  const statement = await kept(id);
  expect(validate("StateStatement", statement)).toEqual([]);
  expect(statement).toMatchObject(issued);
  expect(checked(statement)).toMatchObject({
    verdict: "valid",
    subject: { organisation: "acme", apiKeyId: "insurer", eventId: null, tier: "NOMINAL" },
    statement: { statement_id: id, state: { tier: "NOMINAL" } },
  });

  const other = await kept((await state("van-1", secondUs(249), { ...acme, keyId: "other" })).statement_id);
  const bent = [
    { ...statement, vehicle_id: "van-9" },
    { ...statement, state: { ...statement.state, tier: "CRITICAL" as const } },
    { ...statement, envelope: { ...statement.envelope, payload: other.envelope.payload } },
    { ...statement, tlog_proof: other.tlog_proof! },
    { ...statement, log_index: other.log_index! },
    { ...statement, note: "added" },
    issued,
  ];
  expect(bent.map((one) => checked(one).code)).toEqual([
    "E_STATEMENT",
    "E_STATEMENT",
    "E_SIGNATURE",
    "E_CHECKPOINT",
    "E_CHECKPOINT",
    "E_STATEMENT",
    "E_LEAF",
  ]);
});

test("a report on the vehicle's evidence names what was stated of its window or later", async () => {
  const stated = async (atUs: number) => (await state("van-1", atUs)).statement_id;
  const [before, within] = [await stated(firstFrameUs - 1), await stated(secondUs(249))];
  const { data } = await fleet.application.listEvidence(acme, { limit: 10 });
  const { event_id: eventId } = data.find(({ tier }) => tier === "CRITICAL")!;
  const report = async (caller: Caller) =>
    Buffer.from(await fleet.application.readReport(caller, { eventId, form: "html" })).toString();
  const named = await report(acme);
  expect(named).toContain(`<dt>${within}</dt>`);
  expect(named).not.toContain(before);
  expect(await report(callerOf("acme", ["vans"]))).toBe(named);
});

test("the vehicle's statements are listed newest first, page by page, and another's are not found", async () => {
  const first = await fleet.application.listStatements(acme, { vehicleId: "van-1", limit: 2 });
  expect(validate("StateStatementList", first)).toEqual([]);
  const rest = await fleet.application.listStatements(acme, {
    vehicleId: "van-1",
    limit: 100,
    cursor: first.next_cursor!,
  });
  const places = [...first.data, ...rest.data].map(({ log_index: index }) => index!);
  expect(places.length).toBeGreaterThan(8);
  expect(places).toEqual(places.toSorted((one, other) => other - one));
  const [{ statement_id: id }] = first.data as [StateStatement];
  expect((await kept(id, callerOf("acme", ["vans"]))).statement_id).toBe(id);
  for (const caller of [callerOf("globex"), callerOf("acme", ["trucks"])]) {
    await expect(kept(id, caller)).rejects.toMatchObject({ code: "statement_not_found" });
    const refused = { code: "vehicle_not_found" };
    await expect(state("van-1", secondUs(79), caller)).rejects.toMatchObject(refused);
    const list = fleet.application.listStatements(caller, { vehicleId: "van-1", limit: 1 });
    await expect(list).rejects.toMatchObject(refused);
  }
});

test("they are counted with the key's requests for evidence", async () => {
  const asking = { ...acme, keyId: "eager" };
  for (let time = 0; time < mostRequests - 1; time += 1) await state("van-1", secondUs(79), asking);
  await fleet.application.requestEvidence(asking, "van-1", { reason: "claim" }, ask);
  expect((await fleet.application.readUsage(asking)).evidenceRequests).toBe(mostRequests);
  const refused = { code: "evidence_request_limit_reached" };
  await expect(state("van-1", secondUs(79), asking)).rejects.toMatchObject(refused);
  await expect(
    fleet.application.requestEvidence(asking, "van-1", { reason: "claim" }, ask),
  ).rejects.toMatchObject(refused);
});

test("an edit of the rows beside the log is found, and named", () => {
  const database = openDatabase(join(fleet.dataDir, "plumbline.db"));
  const faults = () => [
    ...verifyLog(database).faults,
    ...examineRowChanges(database, { tables: recordedTables, counts: new Set() }).faults,
  ];
  expect(faults()).toEqual([]);
  const newest = "leaf_index = (SELECT max(leaf_index) FROM log_document WHERE kind = 'state')";
  database.exec(`DROP TRIGGER state_statement_is_final;
    UPDATE state_statement SET requested_by = 'another' WHERE ${newest}`);
  expect(faults()).toEqual([
    expect.stringMatching(/table state_statement: the one at entry \d+: not what its document says/),
    expect.stringMatching(/table state_statement \[\d+\]: is not as it was written/),
  ]);
  database.exec(`DROP TRIGGER state_statement_stays; DELETE FROM state_statement WHERE ${newest}`);
  expect(faults()).toEqual([
    expect.stringMatching(/table state_statement: the one at entry \d+ of the log is missing/),
    expect.stringMatching(/table state_statement \[\d+\]: is missing/),
  ]);
  database.close();
});
