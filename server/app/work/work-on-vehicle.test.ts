import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { SchemaName } from "../../../core/contract/schemas/named-schemas.ts";
import type { AskedWork } from "../../../core/contract/requests/parse-work-command.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { TelemetryFrame, VehicleWork, WorkResult } from "../../../core/contract/types.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";
import { incoming } from "../../storage/frames-for-tests.ts";
import type { Caller, QueueQuestion } from "../application.ts";

const dayUs = 86_400_000_000;
const vehicleId = "van-1";

let fleet: FleetForTests;
/** An organisation of its own for each test. */
let acme: Caller;
let colleague: Caller;
let tests = 0;
beforeAll(async () => {
  fleet = await openFleetForTests();
});
afterAll(() => fleet.close());
beforeEach(() => {
  acme = { ...callerOf(`acme-${(tests += 1)}`), keyId: "key-acme" };
  colleague = { ...acme, keyId: "key-colleague" };
  fleet.clock.nowUs = Date.now() * 1000;
});

/** Frames of a vehicle whose radar stands so far out at each of them, from the one given on. */
async function drive(
  radarFaultM: (at: number) => number,
  [from, to]: readonly [number, number],
  who = vehicleId,
) {
  const stream = streamForTests({ vehicleId: who, frames: to, fleetId: "vans", radarFaultM });
  await fleet.send(acme, stream.slice(from));
}

const faulty = (at: number) => (at < 210 ? 0 : 0.6);

function act(command: AskedWork, more: { caller?: Caller; expected?: number; who?: string } = {}) {
  const { caller = acme, expected = null, who = vehicleId } = more;
  const ask = { requestId: "req_work", receivedAtUs: fleet.clock.nowUs };
  return fleet.application
    .commandWork(caller, { vehicleId: who, command, expected }, ask)
    .then(({ value }) => fitting<WorkResult>("WorkResult", value));
}

async function show(caller = acme, more: { limit?: number; cursor?: string } = {}): Promise<VehicleWork> {
  const { limit = 100, ...rest } = more;
  return fitting("VehicleWork", await fleet.application.showWork(caller, { vehicleId, limit, ...rest }));
}

function fitting<T>(name: SchemaName, value: T): T {
  expect(validate(name, value)).toEqual([]);
  return value;
}

async function queue(question: Partial<QueueQuestion> = {}) {
  const found = await fleet.application.rankWorkQueue(acme, { limit: 100, ...question });
  return fitting("WorkQueue", found);
}

async function codeOf(asking: Promise<unknown>): Promise<string> {
  const outcome = await asking.catch((fault: unknown) => fault);
  return outcome instanceof Refusal ? outcome.code : `no refusal: ${JSON.stringify(outcome)}`;
}

const acknowledge: AskedWork = { kind: "acknowledge", comment: null };
const repaired: AskedWork = { kind: "repaired", comment: "bracket replaced" };
const close: AskedWork = { kind: "close", comment: null };
const reopen: AskedWork = { kind: "reopen", comment: "driver says it still pulls" };
const assign = (assignee: string | null): AskedWork => ({ kind: "assign", assignee, comment: null });
const note = (comment: string): AskedWork => ({ kind: "comment", comment });
const undo = (entry: number): AskedWork => ({ kind: "undo", entry });
const snooze = (days: number): AskedWork => ({
  kind: "snooze",
  untilUs: fleet.clock.nowUs + days * dayUs,
  comment: null,
});

test("from a breach to its repair: seen, assigned, repaired, checked and closed, each with who did it and in order", async () => {
  await drive(faulty, [0, 250]);
  expect((await queue()).data[0]).toMatchObject({
    vehicle_id: vehicleId,
    work: { state: "open", version: 0 },
  });
  expect(await act(acknowledge)).toMatchObject({
    state: "acknowledged",
    version: 1,
    acknowledged: { by: { key_id: "key-acme" } },
    entry: { entry: 1, action: "acknowledge", frame_seq: 250 },
  });
  await act(assign("workshop north"), { caller: colleague });
  expect((await queue({ assignee: "workshop north" })).data).toHaveLength(1);
  expect((await queue({ assignee: "workshop south" })).data).toEqual([]);

  const reported = await act(repaired);
  expect(reported).toMatchObject({ state: "repaired", acknowledged: null, entry: { frame_seq: 251 } });
  expect(reported.repair).toMatchObject({ outcome: "pending", comment: "bracket replaced" });
  expect(reported.repair!.sensors.map(({ blocks }) => blocks)).toEqual([0, 0, 0]);
  expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({ tier: "UNKNOWN" });
  expect((await queue()).data).toMatchObject([
    { to_do: "Keep sending frames: a repair was reported and is being checked", priority: 3000 },
  ]);

  await drive(() => 0, [250, 280]);
  const waiting = await show();
  expect(waiting.repair!.why).toContain("the radar has 30 of 50 blocks");
  for (const question of [{}, { states: ["repaired"] }] as const)
    expect((await queue(question)).data).toMatchObject([{ recommended_action: "none" }]);

  await drive(() => 0, [280, 390]);
  const restored = await show();
  expect(restored).toMatchObject({ state: "closed", assignee: null, repair: { outcome: "restored" } });
  expect(restored.repair!.why).toMatch(
    /^Every sensor is back .* the radar is 0\.\d{3} m from its baseline of before the fault/,
  );
  const radar = restored.repair!.sensors.find(({ sensor }) => sensor === "radar")!;
  expect(radar.before_repair).toBeGreaterThan(0.5);
  expect(Math.abs(radar.difference!)).toBeLessThan(0.05);
  expect(restored.data.map(({ action, by }) => [action, by.key_id])).toEqual([
    ["checked", null],
    ["repaired", "key-acme"],
    ["assign", "key-colleague"],
    ["acknowledge", "key-acme"],
  ]);
  expect((await queue()).data).toEqual([]);
});

test("a repair that left the camera turned keeps the vehicle in the queue, though its new baseline holds the fault", async () => {
  const turned = streamForTests({ vehicleId, frames: 530, fleetId: "vans" });
  const send = (from: number, to: number) =>
    fleet.send(
      acme,
      turned.slice(from, to).map((frame, at) => turn(frame, from + at < 210 ? 0 : 1.5)),
    );
  await send(0, 260);
  await act(repaired);
  await send(260, 430);
  const work = await show();
  expect(work).toMatchObject({ state: "open", repair: { outcome: "not_restored" } });
  expect(work.repair!.why).toMatch(
    /^The camera is 1\.\d\d° \(up to 1\.\d\d m at 50 m\) from its baseline of before the fault/,
  );
  const [item] = (await queue()).data;
  expect(item).toMatchObject({
    vehicle_id: vehicleId,
    tier: "NOMINAL",
    recommended_action: "calibration_required",
    probable_fault_source: "camera",
    work: { repair_outcome: "not_restored" },
  });
  expect(item!.why).toContain(work.repair!.why);
  const vehicle = await fleet.application.showVehicle(acme, vehicleId);
  expect(vehicle).toMatchObject({
    tier: "NOMINAL",
    to_do: "Repair it again before further use: the repair did not restore it",
  });
  for (const name of ["recommended_action", "to_do", "why", "probable_fault_source", "work"] as const) {
    expect(vehicle[name]).toEqual(item![name]);
  }

  // Another repair is held against the baseline of before the fault still, not against the one that holds it.
  await act(repaired);
  await fleet.send(
    acme,
    turned.slice(430).map((frame) => turn(frame, 0)),
  );
  expect(await show()).toMatchObject({ state: "closed", repair: { outcome: "restored" } });
});

test("what a repair left can be accepted as it is, and is then what the next repair is held against", async () => {
  const stream = streamForTests({ vehicleId, frames: 530, fleetId: "vans" });
  const send = (from: number, to: number) =>
    fleet.send(
      acme,
      stream.slice(from, to).map((frame, at) => turn(frame, from + at < 210 ? 0 : 1.5)),
    );
  await send(0, 260);
  await act(repaired);
  await send(260, 390);
  expect(await act(close)).toMatchObject({ state: "closed" });
  await act(repaired);
  await send(390, 530);
  expect(await show()).toMatchObject({ state: "closed", repair: { outcome: "restored" } });
});

describe("a snoozed vehicle", () => {
  test("is not in the queue but counted, and comes back when its time is over", async () => {
    await drive(faulty, [0, 250]);
    expect(await act(snooze(1))).toMatchObject({ state: "snoozed", snooze: { ended: null } });
    expect(await queue()).toMatchObject({ data: [], snoozed_count: 1 });
    expect((await queue({ states: ["snoozed"] })).data).toMatchObject([{ vehicle_id: vehicleId }]);
    fleet.clock.nowUs += dayUs;
    expect(await queue()).toMatchObject({
      data: [{ work: { state: "open", snoozed_until: null } }],
      snoozed_count: 0,
    });
    expect(await show()).toMatchObject({ state: "open", snooze: { ended: "time" } });
  });

  test("comes back when its tier rises", async () => {
    await drive((at) => (at < 150 ? 0 : 0.3), [0, 210]);
    expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({ tier: "CAUTION" });
    await act(snooze(30));
    await drive(() => 1.5, [210, 240]);
    expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({ tier: "CRITICAL" });
    expect(await show()).toMatchObject({ state: "open", snooze: { ended: "worse" } });
    expect((await queue()).data).toHaveLength(1);
  });

  test("comes back when another sensor joins", async () => {
    await drive(faulty, [0, 250]);
    await act(snooze(30));
    const stream = streamForTests({ vehicleId, frames: 330, fleetId: "vans", radarFaultM: faulty });
    await fleet.send(
      acme,
      stream.slice(250).map((frame) => turn(frame, 2)),
    );
    expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({
      probable_fault_source: "multi_modal",
    });
    expect(await show()).toMatchObject({ state: "open", snooze: { ended: "worse" } });
  });

  test.each([
    ["that is over", -1],
    ["more than 400 days ahead", 401],
  ])("is not snoozed until a time %s", async (_, days) => {
    await drive(faulty, [0, 250]);
    expect(await codeOf(act(snooze(days)))).toBe("out_of_range");
  });
});

describe("an acknowledgement", () => {
  test("is of the fault somebody saw: the next one is open again", async () => {
    await drive(faulty, [0, 250]);
    await act(acknowledge);
    await drive(faulty, [250, 300]);
    await drive(() => 0, [300, 530]);
    expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({ tier: "NOMINAL" });
    expect(await show()).toMatchObject({ state: "closed", acknowledged: null });
    await drive(() => 0.7, [530, 590]);
    expect(await show()).toMatchObject({ state: "open", acknowledged: null });
  });

  test("is not taken of a vehicle about which nothing is to be done", async () => {
    await drive(() => 0, [0, 70]);
    expect(await codeOf(act(acknowledge))).toBe("work_not_needed");
    expect(await codeOf(act(snooze(1)))).toBe("work_not_needed");
    expect(await codeOf(act(close))).toBe("work_not_needed");
    expect(await show()).toMatchObject({ state: "closed", version: 0, data: [] });
  });
});

describe("taking back", () => {
  test("an acknowledgement, also after an assignment, which stays", async () => {
    await drive(faulty, [0, 250]);
    await act(acknowledge);
    await act(assign("workshop"));
    expect(await act(undo(1))).toMatchObject({ state: "open", assignee: "workshop", entry: { undoes: 1 } });
    expect(await codeOf(act(undo(1)))).toBe("work_not_undoable");
    expect((await show()).data.map(({ entry, undone_by: by, undoable }) => [entry, by, undoable])).toEqual([
      [3, null, false],
      [2, null, true],
      [1, 3, false],
    ]);
  });

  test("what somebody has set anew since is refused, and the newer brings back the older", async () => {
    await drive(faulty, [0, 250]);
    await act(assign("first"));
    await act(assign("second"));
    expect(await codeOf(act(undo(1)))).toBe("work_not_undoable");
    expect(await act(undo(2))).toMatchObject({ assignee: "first" });
  });

  test("reopening brings back what it had taken away", async () => {
    await drive(faulty, [0, 250]);
    await act(acknowledge);
    expect(await act(reopen)).toMatchObject({ state: "open" });
    expect(await act(undo(2))).toMatchObject({ state: "acknowledged" });
  });

  test("a comment goes with its text, for who wrote it and a quarter of an hour; the one before is the newest again", async () => {
    await drive(faulty, [0, 250]);
    await act(note("first"));
    await act(note("second, with a name"));
    expect(await codeOf(act(undo(2), { caller: colleague }))).toBe("work_not_undoable");
    expect(await act(undo(2))).toMatchObject({ comment: { text: "first" } });
    expect(JSON.stringify(await show())).not.toContain("with a name");
    fleet.clock.nowUs += 16 * 60_000_000;
    expect(await codeOf(act(undo(1)))).toBe("work_not_undoable");
    expect((await show()).comment).toMatchObject({ text: "first" });
  });

  test("a repair, before any frame after it and until its check is over; the check goes on", async () => {
    await drive(faulty, [0, 250]);
    await act(acknowledge);
    await act(repaired);
    expect(await act(undo(2))).toMatchObject({ state: "open", repair: { outcome: "pending" } });
    expect((await queue()).data).toMatchObject([{ recommended_action: "inspect_sensor" }]);
    await act(repaired);
    await drive(faulty, [250, 280]);
    expect(await act(undo(4))).toMatchObject({ state: "open" });

    await drive(faulty, [280, 390]);
    expect(await show()).toMatchObject({ state: "open", repair: { outcome: "not_restored" } });
    const refusal: unknown = await act(undo(4)).catch((fault: unknown) => fault);
    expect(refusal).toMatchObject({ code: "work_not_undoable" });
  });

  test("a repair whose check is over cannot be taken back, and why is said; neither can what was never done", async () => {
    await drive(faulty, [0, 250]);
    await act(repaired);
    await drive(() => 0, [250, 390]);
    expect(await show()).toMatchObject({ repair: { outcome: "restored" } });
    const refusal: unknown = await act(undo(1)).catch((fault: unknown) => fault);
    expect(refusal).toMatchObject({ code: "work_not_undoable" });
    expect(String(refusal)).toContain("whose check is over");
    expect(await codeOf(act(undo(9)))).toBe("work_entry_not_found");
    expect(await act(reopen)).toMatchObject({ state: "open", entry: { entry: 3 } });
    expect((await queue()).data).toMatchObject([{ recommended_action: "inspect_sensor" }]);
  });
});

test("two people do not overwrite each other: a command for an older version is refused, and nothing of it happens", async () => {
  await drive(faulty, [0, 250]);
  await act(assign("mine"), { expected: 0 });
  expect(await codeOf(act(assign("yours"), { expected: 0 }))).toBe("precondition_failed");
  expect(await codeOf(act(repaired, { expected: 0 }))).toBe("precondition_failed");
  expect(await show()).toMatchObject({ assignee: "mine", version: 1 });
  expect(await fleet.application.showVehicle(acme, vehicleId)).toMatchObject({ tier: "CRITICAL" });
  await act(assign("yours"), { expected: 1 });
});

test("many commands at once are numbered without gaps, and each is kept", async () => {
  await drive(faulty, [0, 250]);
  await Promise.all(Array.from({ length: 40 }, (_, at) => act(note(`note ${at}`))));
  const first = await show(acme, { limit: 30 });
  expect(first.version).toBe(40);
  expect(first.data.map(({ entry }) => entry)).toEqual(Array.from({ length: 30 }, (_, at) => 40 - at));
  const second = await show(acme, { limit: 30, cursor: first.next_cursor! });
  expect(second.data.map(({ entry }) => entry)).toEqual(Array.from({ length: 10 }, (_, at) => 10 - at));
  expect(second.next_cursor).toBeNull();
});

test("a vehicle of another organisation, of another fleet, or none at all is not found", async () => {
  await drive(faulty, [0, 250]);
  for (const caller of [callerOf("globex"), { ...acme, fleets: ["trucks"] }]) {
    expect(await codeOf(act(acknowledge, { caller }))).toBe("vehicle_not_found");
    expect(await codeOf(show(caller))).toBe("vehicle_not_found");
  }
  expect(await codeOf(act(acknowledge, { who: "nobody" }))).toBe("vehicle_not_found");
  expect(await act(acknowledge, { caller: { ...acme, fleets: ["vans"] } })).toMatchObject({ version: 1 });
});

test("each thing done is told to those who listen, with who did it", async () => {
  await drive(faulty, [0, 250]);
  await act(acknowledge);
  await act(repaired);
  await drive(() => 0, [250, 390]);
  const { data } = await fleet.application.listEvents(acme, {
    limit: 1_000,
    start: "oldest",
    types: ["vehicle.work_changed"],
  });
  expect(data).toMatchObject([
    {
      vehicle_id: vehicleId,
      data: { action: "acknowledge", state: "acknowledged", by: { key_id: "key-acme" } },
    },
    { data: { action: "repaired", state: "repaired", repair_outcome: "pending" } },
    { data: { action: "checked", state: "closed", repair_outcome: "restored", by: { key_id: null } } },
  ]);
});

test("a vehicle that never had a baseline is repaired all the same, and nothing is said of it", async () => {
  await drive(() => 0, [0, 3]);
  expect(await act(repaired)).toMatchObject({
    state: "closed",
    repair: { outcome: "undecided", sensors: [] },
  });
  expect((await show()).repair!.why).toContain("no settled baseline");
});

/** The same frame with its camera turned about y. */
function turn<Frame extends ReturnType<typeof streamForTests>[number]>(frame: Frame, degrees: number): Frame {
  const matrix = frame.reading.cameraRotation;
  if (matrix === undefined || degrees === 0) return frame;
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const by = [cosine, 0, sine, 0, 1, 0, -sine, 0, cosine];
  const turned = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + matrix[3 * row + k]! * by[3 * k + column]!, 0);
  });
  const body = JSON.parse(frame.raw) as { sensors: Record<string, unknown> };
  body.sensors["camera_rotation_matrix"] = turned;
  return incoming(body as unknown as TelemetryFrame) as Frame;
}
