import { expect, test } from "vitest";

import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { radarFrame, startUs, streamOf } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { foldRecords } from "../journal/evidence-window.ts";
import { StateCache, unpackedBytes } from "../journal/state-cache.ts";
import { storedVehicleOf } from "../journal/stored-vehicle-for-tests.ts";
import { noChanges } from "../ports/changes.ts";
import type { CommandRequest, FramesRequest } from "../ports/write-request.ts";
import { arrivalOf, StagedLedger } from "./staged-ledger.ts";
import { commitNeedsForTests, StoreForTests } from "./store-for-tests.ts";

const writer = { organisation: "acme", keyId: "key-1", fleets: null };
const name = { organisation: "acme", vehicleId: "van-1" };
const needs = commitNeedsForTests();

function requestOf(frames: readonly IncomingFrame[], receivedAtUs = startUs): FramesRequest {
  return { kind: "frames", writer, frames, receivedAtUs, answer: { form: "none" }, keep: null };
}
function commandOf(action: "freeze" | "learn", vehicleId = "van-1"): CommandRequest {
  const entry = { kind: "baseline", action, atUs: startUs } as const;
  const asked = { reason: "repaired", keyId: "key-2", requestId: "req-2" };
  return { kind: "command", writer, vehicleId, entry, ...asked, receivedAtUs: startUs + 9, keep: null };
}
/** A radar that is 0.6 m off from the frame `onset` on. */
const radarOf = (frames: number, onset = frames) =>
  Array.from({ length: frames }, (_, at) =>
    radarFrame("van-1", at, { biasM: 0.03 * Math.sin(at * at) + (at < onset ? 0 : 0.6) }),
  );

/** A batch of these requests, with each frame and command taken. */
async function batchOf(store: StoreForTests, requests: readonly (FramesRequest | CommandRequest)[]) {
  const ledger = await StagedLedger.open(
    requests,
    store,
    new StateCache(10 * unpackedBytes),
    commitNeedsForTests(),
  );
  const verdicts = [];
  for (const request of requests) {
    if (request.kind === "command") ledger.takeCommand(request);
    else for (const frame of request.frames) verdicts.push(await ledger.takeFrame(arrivalOf(request, frame)));
  }
  return { ledger, verdicts, changes: ledger.changes([]) };
}

/** The same, written to the store. */
async function storedBatch(store: StoreForTests, ...requests: readonly (FramesRequest | CommandRequest)[]) {
  const batch = await batchOf(store, requests);
  await store.write({ ...noChanges, ...batch.changes });
  return batch;
}

test("a batch about no vehicle changes nothing", async () => {
  const { ledger, changes } = await batchOf(new StoreForTests(), []);
  expect([changes.vehicles, changes.frames, changes.snapshots, changes.events]).toEqual([[], [], [], []]);
  expect([ledger.moves(), ledger.states().size, ledger.breaches]).toEqual([[], 0, []]);
});

test("a vehicle begins with its first frame, and its entries are numbered from 1", async () => {
  const frames = radarOf(3);
  const ledger = await StagedLedger.open(
    [requestOf(frames)],
    new StoreForTests(),
    new StateCache(1 * unpackedBytes),
    needs,
  );
  expect(ledger.find(name)).toBeNull();
  for (const frame of frames) await ledger.takeFrame(arrivalOf(requestOf(frames), frame));
  expect(ledger.find(name)).toMatchObject({ vehicleKey: 1, entries: 3, frames: 3, tier: "UNKNOWN" });
  expect(ledger.find({ ...name, organisation: "globex" })).toBeNull();
  expect(ledger.changes([]).frames.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test("the same frame counts once in a batch, and its repeat has the score it had", async () => {
  const [frame] = radarOf(1);
  if (frame === undefined) throw new Error("no frame");
  const { verdicts, changes } = await batchOf(new StoreForTests(), [requestOf([frame, frame])]);
  expect(verdicts.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  const [first, second] = verdicts.map(({ score }) => packScore(score()));
  expect(second).toEqual(first);
  expect(changes.vehicles).toMatchObject([{ entries: 1, frames: 1 }]);
});

test("a frame the store has counted is looked for and recalled; one newer than all is not looked for", async () => {
  const store = new StoreForTests();
  const frames = radarOf(4);
  const before = await storedBatch(store, requestOf(frames.slice(0, 3)));
  const { verdicts, changes } = await batchOf(store, [requestOf(frames.slice(1))]);
  expect(verdicts.map(({ duplicate }) => duplicate)).toEqual([true, true, false]);
  expect(store.lookedFor.map(({ timestampUs }) => timestampUs)).toEqual(
    frames.slice(1, 3).map(({ timestampUs }) => timestampUs),
  );
  expect(packScore(verdicts[0]!.score())).toEqual(before.changes.frames[1]?.score);
  expect(changes.frames.map(({ seq }) => seq)).toEqual([4]);
});

test("whether a frame is counted is known before it is taken", async () => {
  const request = requestOf(radarOf(2));
  const [first, second] = request.frames.map((frame) => arrivalOf(request, frame));
  if (first === undefined || second === undefined) throw new Error("no frames");
  const ledger = await StagedLedger.open(
    [request],
    new StoreForTests(),
    new StateCache(1 * unpackedBytes),
    needs,
  );
  expect(ledger.isCounted(first)).toBe(false);
  await ledger.takeFrame(first);
  expect([ledger.isCounted(first), ledger.isCounted(second)]).toEqual([true, false]);
});

test("however frames come in batches, state, row and scores are the same", async () => {
  const frames = radarOf(40);
  const whole = await storedBatch(new StoreForTests(), requestOf(frames));
  const store = new StoreForTests();
  const first = await storedBatch(store, requestOf(frames.slice(0, 13)));
  const second = await storedBatch(store, requestOf(frames.slice(13)));
  expect(second.changes.vehicles).toEqual(whole.changes.vehicles);
  expect([...first.changes.frames, ...second.changes.frames]).toEqual(whole.changes.frames);
  const journal = store.journals.get(1) ?? [];
  const state = packState(foldRecords(null, journal, needs.settings));
  expect([whole, second].map(({ ledger }) => packState(ledger.states().get(1)!.state))).toEqual([
    state,
    state,
  ]);
});

test("a breach has one evidence id, from the frame that opened it to the last, in frames and events", async () => {
  const { ledger, changes } = await batchOf(new StoreForTests(), [requestOf(radarOf(110, 80))]);
  const [breach] = ledger.breaches;
  const eventId = breach?.announced.eventId;
  const openedSeq = breach?.record.seq ?? 0;
  expect(ledger.breaches).toHaveLength(1);
  expect(openedSeq).toBeGreaterThan(80);
  expect(changes.frames.map(({ evidenceId }) => evidenceId)).toEqual(
    changes.frames.map(({ seq }) => (seq < openedSeq ? null : eventId)),
  );
  expect(changes.vehicles).toMatchObject([{ openBreach: { evidenceId: eventId, seq: openedSeq } }]);
  const opened = changes.events.filter(({ type }) => type === "breach.opened");
  expect(opened).toMatchObject([{ data: { frame_seq: openedSeq, evidence_id: eventId, channel: "radar" } }]);
  expect(ledger.moves().map(({ breachSeqs }) => breachSeqs)).toEqual([[openedSeq]]);
  const worst = changes.transitions.find(({ to }) => to === "CRITICAL");
  expect(worst).toMatchObject({ evidenceId: eventId, recordedAtUs: startUs });
});

test("the evidence shows the journal up to the breach, what was stored before the batch included", async () => {
  const store = new StoreForTests();
  const frames = radarOf(110, 80);
  await storedBatch(store, requestOf(frames.slice(0, 70)));
  const { ledger } = await batchOf(store, [requestOf(frames.slice(70))]);
  const [issued] = ledger.issue(() => undefined);
  const breachSeq = ledger.breaches[0]?.record.seq ?? 0;
  const { initialSeq, records } = ledger.breaches[0]?.facts.window ?? { initialSeq: -1, records: [] };
  expect(records.map(({ seq, raw }) => [seq, raw])).toEqual(
    frames.slice(0, breachSeq).map(({ raw }, at) => [at + 1, raw]),
  );
  expect([initialSeq, issued?.frameCount]).toEqual([0, breachSeq]);
  expect(issued?.bundle.event_id).toBe(issued?.eventId);
});

test("a command is an entry of its own, by whom it was asked and why", async () => {
  const store = new StoreForTests();
  const { changes } = await storedBatch(store, requestOf(radarOf(5)), commandOf("freeze"));
  expect(changes.commands).toMatchObject([
    { vehicleKey: 1, seq: 6, keyId: "key-2", requestId: "req-2", reason: "repaired" },
  ]);
  expect(changes.vehicles).toMatchObject([{ entries: 6, frames: 5 }]);
});

test("a baseline begun afresh closes the breach, under the breach's own evidence", async () => {
  const store = new StoreForTests();
  const { ledger } = await storedBatch(store, requestOf(radarOf(110, 80)));
  const { changes } = await batchOf(store, [commandOf("learn")]);
  expect(changes.vehicles).toMatchObject([{ openBreach: null, cusumTriggered: false }]);
  const closed = changes.events.filter(({ type }) => type === "breach.closed");
  const evidence_id = ledger.breaches[0]?.announced.eventId;
  expect(closed).toMatchObject([{ data: { frame_seq: 111, evidence_id } }]);
});

test("a command to a vehicle that is not known is a fault", async () => {
  const ledger = await StagedLedger.open(
    [commandOf("freeze")],
    new StoreForTests(),
    new StateCache(1 * unpackedBytes),
    needs,
  );
  expect(() => ledger.takeCommand(commandOf("freeze"))).toThrow("van-1 has a command and is not known");
});

test("the first vehicle after ten have taught starts from what they estimated", async () => {
  const store = new StoreForTests();
  const { estimatedNoise } = storedVehicleOf(streamOf("teacher", { frames: 220 }));
  store.estimatedNoise = Array.from({ length: 10 }, () => estimatedNoise.map(({ noise }) => noise)).flat();
  const [frame] = radarOf(1);
  if (frame === undefined) throw new Error("no frame");
  const { changes, verdicts } = await batchOf(store, [requestOf([frame])]);
  expect(changes.commands).toMatchObject([
    {
      seq: 1,
      keyId: "",
      requestId: "",
      reason: null,
      entry: { kind: "prior", sensors: { radar: { vehicles: 10 } } },
    },
  ]);
  expect(verdicts[0]?.score().seq).toBe(2);
});

test("a state is stored after 64 entries, or when the tier has changed", async () => {
  const few = await batchOf(new StoreForTests(), [requestOf(radarOf(5))]);
  expect([few.changes.snapshots, few.ledger.states().get(1)?.snapshotSeq]).toEqual([[], 0]);
  const store = new StoreForTests();
  await storedBatch(store, requestOf(radarOf(70)));
  const tier = store.vehicles.get("acme/van-1")?.tier;
  expect(tier).toBe("NOMINAL");
  // Its newest state is not in this store: 71 entries have come since the last that is.
  const { changes, ledger } = await batchOf(store, [commandOf("freeze")]);
  expect(changes.snapshots.map(({ seq }) => seq)).toEqual([71]);
  expect(ledger.states().get(1)).toMatchObject({ seq: 71, snapshotSeq: 71 });
});

test("of a batch that is longer the newest state that was due is stored, and an anchor is one, too", async () => {
  const frames = radarOf(281);
  const cache = new StateCache(10 * unpackedBytes);
  const store = new StoreForTests();
  const take = async (from: number, end: number) => {
    const request = requestOf(frames.slice(from, end));
    const ledger = await StagedLedger.open([request], store, cache, commitNeedsForTests());
    for (const frame of request.frames) await ledger.takeFrame(arrivalOf(request, frame));
    const states = ledger.states();
    const changes = ledger.changes(cache.leaving(states));
    await store.write({ ...noChanges, ...changes });
    cache.keep(states);
    const { snapshots, anchors } = changes;
    const { seq, snapshotSeq } = states.get(1)!;
    return { snapshots, anchors, seq, snapshotSeq };
  };
  const seqsOf = (states: readonly { readonly seq: number }[]) => states.map(({ seq }) => seq);
  const first = await take(0, 70);
  // The tier has changed in it.
  expect([seqsOf(first.snapshots), first.snapshotSeq]).toEqual([[70], 70]);
  const second = await take(70, 220);
  expect([seqsOf(second.snapshots), second.seq, second.snapshotSeq]).toEqual([[198], 220, 198]);
  const third = await take(220, 281);
  expect([seqsOf(third.snapshots), third.snapshotSeq]).toEqual([[256], 256]);
  expect(third.anchors).toEqual(third.snapshots);
  let folded = initialState();
  for (const { reading } of frames.slice(0, 256))
    folded = fold(folded, { kind: "frame", reading }, needs.settings).state;
  expect(third.anchors[0]?.state).toEqual(packState(folded));
});

test("receipts are counted by fleet, region and minute", async () => {
  const inRegion = (atS: number, region: string) =>
    radarFrame("van-1", atS, { metadata: { fleet_id: "vans", region } });
  const first = [radarFrame("van-1", 0)];
  const second = [radarFrame("van-1", 1)];
  const third = [
    inRegion(2, "north"),
    inRegion(1_000, "south"),
    inRegion(1_001, "south"),
    inRegion(4, "north"),
  ];
  const { changes } = await batchOf(new StoreForTests(), [
    requestOf(first, 60_000_000),
    requestOf(second, 119_999_999),
    requestOf(third, 120_000_000),
  ]);
  expect(changes.frameCounts).toEqual([
    { organisation: "acme", fleetId: "default", region: null, minute: 1, frames: 2, late: 0 },
    { organisation: "acme", fleetId: "vans", region: "north", minute: 2, frames: 1, late: 0 },
    { organisation: "acme", fleetId: "vans", region: "south", minute: 2, frames: 3, late: 1 },
  ]);
});

test("a journal that does not end where its vehicle says is a fault", async () => {
  const store = new StoreForTests();
  store.vehicles.set("acme/van-1", vehicleForTests({ entries: 3 }));
  await expect(batchOf(store, [commandOf("freeze")])).rejects.toThrow("vehicle 1 ends at 0, not at 3");
});
