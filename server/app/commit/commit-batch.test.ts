import { expect, test } from "vitest";

import { emptyTally } from "../ingest/ingest-frames.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import { radarFrame, startUs } from "../../storage/frames-for-tests.ts";
import { FleetPriors } from "./fleet-priors.ts";
import type { Changes } from "../ports/changes.ts";
import { noQuotas } from "../ports/quotas.ts";
import { noneWarned, type FramesRequest, type WriteRequest } from "../ports/write-request.ts";
import { commitBatch, tallyAfter } from "./commit-batch.ts";
import { commitNeedsForTests, issuedForTests, StoreForTests } from "./store-for-tests.ts";

const writer = { organisation: "acme", keyId: "key-1", fleets: null };

function framesOf(frames: readonly IncomingFrame[], more: Partial<FramesRequest> = {}): FramesRequest {
  const answer = { form: "batch", soFar: emptyTally, requestId: "req" } as const;
  return { kind: "frames", writer, frames, receivedAtUs: startUs, answer, keep: null, ...more };
}
/** A radar that is 0.6 m off from the frame `onset` on. */
const stepOf = (vehicleId: string, frames: number, onset = frames) =>
  Array.from({ length: frames }, (_, at) =>
    radarFrame(vehicleId, at, { biasM: 0.03 * Math.sin(at * at) + (at < onset ? 0 : 0.6) }),
  );
const document: WriteRequest = {
  kind: "documents",
  documents: [
    { kind: "scorer", organisation: null, subject: "s", envelope: utf8("{}"), entry: utf8("scorer") },
  ],
};

async function committed(requests: readonly WriteRequest[], given = commitNeedsForTests()) {
  const store = new StoreForTests();
  const batch = await commitBatch(requests, store, given);
  const [changes] = store.written;
  if (changes === undefined) throw new Error("nothing was written");
  return { store, changes, ...batch };
}

test("an empty batch writes that nothing has changed", async () => {
  const { changes, outcomes, logHead, hasErased, booked } = await committed([]);
  const lists = Object.values(changes).filter((value) => Array.isArray(value));
  expect(lists.every((list) => list.length === 0)).toBe(true);
  expect([outcomes, changes.log, logHead, hasErased]).toEqual([[], null, null, false]);
  expect(booked).toEqual({ chains: [], entries: 0, closed: null });
});

test("requests take effect in their order, and each has its own answer", async () => {
  const [first, second] = stepOf("van-1", 2);
  if (first === undefined || second === undefined) throw new Error("no frames");
  const single = { answer: { form: "single" } } as const;
  const score: WriteRequest = {
    kind: "score",
    writer,
    frame: second,
    receivedAtUs: startUs,
    requestId: "req",
    keep: null,
  };
  const { outcomes, changes } = await committed([
    framesOf([first], single),
    score,
    framesOf([first], single),
    { kind: "key-uses", uses: [{ publicId: "key-1", usedAtUs: 5 }] },
  ]);
  expect(outcomes).toMatchObject([
    { kind: "frames", ingested: 1, answer: { value: { status: "accepted" } } },
    { kind: "score", answer: { value: { vehicle_id: "van-1", request_id: "req" } } },
    { kind: "frames", ingested: 0, duplicate: 1, answer: { value: { status: "duplicate" } } },
    { kind: "key-uses" },
  ]);
  expect(changes.frames.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(changes.keyUses).toEqual([{ publicId: "key-1", usedAtUs: 5 }]);
});

test("a request that is refused leaves the others of its batch as they are", async () => {
  const limited = { ...writer, fleets: ["trucks"] };
  const { outcomes, changes } = await committed([
    framesOf([radarFrame("van-1", 0)], { writer: limited, wholeOrNothing: true }),
    framesOf([radarFrame("van-2", 0)]),
  ]);
  expect(outcomes).toMatchObject([
    { kind: "refused", code: "fleet_not_allowed" },
    { kind: "frames", ingested: 1 },
  ]);
  expect(changes.vehicles.map(({ vehicleId }) => vehicleId)).toEqual(["van-2"]);
});

test("a frame of a fleet the key is not for is left out of its batch, and the others are taken", async () => {
  const south = { metadata: { fleet_id: "south" } };
  const north = { metadata: { fleet_id: "north" } };
  const frames = [
    radarFrame("van-1", 0, south),
    radarFrame("van-1", 1, north),
    radarFrame("van-2", 0),
    radarFrame("van-1", 2),
  ];
  const limited = { ...writer, fleets: ["south"] };
  const places = [3, 5, 7, 9].map((index) => ({ index, line: index + 1 }));
  const { outcomes, changes } = await committed([framesOf(frames, { writer: limited, places })]);
  expect(outcomes).toMatchObject([
    {
      ingested: 2,
      rejected: [
        { index: 5, line: 6, code: "fleet_not_allowed", pointer: "/metadata/fleet_id" },
        { index: 7, line: 8, detail: expect.stringMatching(/^metadata\.fleet_id is missing/) },
      ],
      answer: { value: { status: "partial", frames_ingested: 2, frames_rejected: 2, vehicles: 1 } },
    },
  ]);
  expect(changes.vehicles).toMatchObject([{ vehicleId: "van-1", fleetId: "south", frames: 2 }]);
});

test("what frames say of their vehicle is written when it is new, and not again", async () => {
  const metadata = { model: "A", lat: 1, lon: 2 };
  const frames = [0, 1, 2].map((at) => radarFrame("van-1", at, { metadata }));
  const { store, changes } = await committed([framesOf(frames.slice(0, 2))]);
  expect(changes.newlyDescribed).toMatchObject([{ organisation: "acme", attributes: { model: "A" } }]);
  expect(changes.vehicles).toMatchObject([{ position: { latitude: 1, longitude: 2 } }]);
  await commitBatch([framesOf(frames.slice(2))], store, commitNeedsForTests());
  expect(store.written[1]?.newlyDescribed).toEqual([]);
  const other = radarFrame("van-1", 9, { metadata: { model: "B" } });
  await commitBatch([framesOf([other])], store, commitNeedsForTests());
  expect(store.written[2]?.newlyDescribed).toMatchObject([{ attributes: { model: "B" } }]);
});

test("an answer is kept with the status asked for, and none of a refusal", async () => {
  const keep = { space: "a", organisation: "acme", fingerprint: "f", status: 202 };
  const limited = { ...writer, fleets: ["trucks"] };
  const { changes, outcomes } = await committed([
    framesOf([radarFrame("van-1", 0)], { keep }),
    framesOf([radarFrame("van-2", 0)], { keep: { ...keep, space: "b" }, writer: limited }),
  ]);
  const [taken] = outcomes;
  const body = taken?.kind === "frames" ? taken.answer?.body : null;
  expect(changes.answers).toMatchObject([{ space: "a", status: 202, body, storedAtUs: startUs }]);
  expect(changes.answers).toHaveLength(1);
  expect(changes.dropAnswersBeforeUs).toBe(startUs - 1_000);
});

test("frames that a quota keeps out are named by their places, and the others are taken", async () => {
  const frames = ["van-1", "van-2", "van-1"].map((vehicleId, at) => radarFrame(vehicleId, at));
  const places = [{ index: 0 }, { index: 4, line: 9 }, { index: 5 }];
  const quotas = { ...noQuotas, vehicles: 1 };
  const { outcomes } = await committed([framesOf(frames, { places })], commitNeedsForTests({ quotas }));
  expect(outcomes).toMatchObject([
    {
      ingested: 2,
      duplicate: 0,
      vehicleIds: ["van-1"],
      rejected: [{ index: 4, line: 9, code: "vehicle_limit_reached", pointer: "/vehicle_id" }],
      answer: { value: { status: "partial", frames_ingested: 2, frames_rejected: 1 } },
    },
  ]);
});

test("a batch of which nothing was taken has no answer", async () => {
  const needs = commitNeedsForTests({ quotas: { ...noQuotas, vehicles: 0 } });
  const { outcomes, changes } = await committed([framesOf([radarFrame("van-1", 0)])], needs);
  expect(outcomes).toMatchObject([{ ingested: 0, worstTier: null, answer: null }]);
  expect(changes.vehicles).toEqual([]);
});

test("a batch of which as much was known as is new has its answer all the same", async () => {
  const frame = radarFrame("van-1", 0);
  const { outcomes } = await committed([framesOf([frame, frame])]);
  expect(outcomes).toMatchObject([
    { answer: { value: { status: "accepted", frames_ingested: 1, frames_duplicate: 1 } } },
  ]);
});

test("documents come into the log before evidence, all under one checkpoint", async () => {
  const needs = commitNeedsForTests({ awaitsAttestations: true });
  const { changes, logHead, outcomes, hasErased } = await committed(
    [framesOf(stepOf("van-1", 110, 80)), document],
    needs,
  );
  expect(changes.documents).toMatchObject([{ leafIndex: 0, loggedAtUs: startUs }]);
  const [evidence] = changes.evidence;
  if (evidence === undefined) throw new Error("no evidence was issued");
  const { proof, event_id: eventId, vehicle_id: vehicleId } = readStoredBundle(evidence.bundle);
  expect([proof.log?.index, eventId, vehicleId]).toEqual([1, evidence.eventId, "van-1"]);
  expect([changes.log?.leaves.length, logHead?.size, hasErased]).toEqual([2, 2, false]);
  expect(changes.attestations.waiting).toEqual([{ eventId, sinceUs: evidence.issuedAtUs }]);
  expect(outcomes).toMatchObject([
    { kind: "frames", ingested: 110, worstTier: "CRITICAL" },
    { kind: "documents" },
  ]);
});

test("a statement is signed into the log, and refused as long as the issuer has no name", async () => {
  const request: WriteRequest = {
    kind: "statement",
    writer,
    vehicle: { vehicleKey: 1, vehicleId: "van-1", fleetId: "vans" },
    reason: "claim",
    caseNumber: null,
    at: "2026-03-01T08:00:00.000Z",
    state: {
      judged: false,
      tier: null,
      since: null,
      frames: 0,
      last_frame_at: null,
      sensors: [],
      health: null,
      evidence_id: null,
      scoring_version: "1.6.0",
    },
    keep: null,
  };
  const { changes, outcomes } = await committed([request]);
  expect(changes.documents).toMatchObject([
    { kind: "state", leafIndex: 0, states: { vehicleKey: 1, fleetId: "vans", keyId: "key-1" } },
  ]);
  expect(outcomes).toMatchObject([{ answer: { value: { vehicle_id: "van-1", key_id: "key-1" } } }]);
  const unnamed = await committed([request], commitNeedsForTests({ log: null }));
  expect(unnamed.outcomes).toMatchObject([{ kind: "refused", code: "issuer_not_named" }]);
  expect([unnamed.changes.documents, unnamed.changes.log]).toEqual([[], null]);
});

test("what third parties stated is written as it came", async () => {
  const bundle = { eventId: "EVB-1", before: Uint8Array.of(1), after: Uint8Array.of(2) };
  const cosignature = { size: 3, witness: "w", line: "signed\n" };
  const stated = { kind: "attestations", bundles: [bundle], cosignatures: [cosignature] } as const;
  const { outcomes, changes } = await committed([stated, framesOf([radarFrame("van-1", 0)])]);
  expect(outcomes).toMatchObject([{ kind: "attestations" }, { kind: "frames" }]);
  expect(changes.attestations).toEqual({ waiting: [], bundles: [bundle], cosignatures: [cosignature] });
});

test("where nobody is asked about evidence, none of it waits", async () => {
  const { changes } = await committed([framesOf(stepOf("van-1", 110, 80))]);
  expect([changes.evidence.length, changes.attestations.waiting]).toEqual([1, []]);
});

test("the log goes on where the batch before has left it", async () => {
  const store = new StoreForTests();
  const needs = commitNeedsForTests();
  for (const _ of [1, 2, 3]) await commitBatch([document], store, needs);
  const places = store.written.flatMap(({ documents }: Changes) =>
    documents.map(({ leafIndex }) => leafIndex),
  );
  expect(places).toEqual([0, 1, 2]);
});

test("an erasure says that copies have to go too", async () => {
  const store = new StoreForTests();
  store.evidence = issuedForTests;
  const act = { kind: "erasure", basis: "settled", decisionSha256: "d" } as const;
  const request: WriteRequest = { kind: "custody", writer, eventId: "EVB-1", keyId: "k", act, keep: null };
  const { outcomes, hasErased } = await commitBatch([request, request], store, commitNeedsForTests());
  expect(outcomes).toMatchObject([{ kind: "custody" }, { kind: "refused", code: "evidence_purged" }]);
  expect(hasErased).toBe(true);
});

test("what could not be written does not come into memory", async () => {
  class Broken extends StoreForTests {
    override write = () => Promise.reject(new Error("disk full"));
  }
  const needs = commitNeedsForTests({ fleetPriors: new FleetPriors() });
  await expect(commitBatch([framesOf(stepOf("van-1", 3))], new Broken(), needs)).rejects.toThrow("disk full");
  expect([...needs.cache.unsaved()]).toEqual([]);
});

const rejected = (index: number) => ({ index, code: "out_of_range", pointer: "", detail: "d" }) as const;
const taken = {
  ingested: 2,
  duplicate: 1,
  rejected: [],
  warned: noneWarned,
  worstTier: null,
  vehicleIds: [],
} as const;

test("a tally adds up, with each vehicle once and the worse tier of two", () => {
  const soFar = { ...emptyTally, ingested: 1, worstTier: "CAUTION", vehicles: ["a", "b"] } as const;
  expect(tallyAfter(soFar, { ...taken, worstTier: "NOMINAL", vehicleIds: ["b", "c"] })).toEqual({
    ingested: 3,
    duplicate: 1,
    rejected: 0,
    withoutRoom: 0,
    worstTier: "CAUTION",
    vehicles: ["a", "b", "c"],
    errors: [],
    warned: noneWarned,
  });
  expect(tallyAfter(emptyTally, taken).worstTier).toBeNull();
  expect(tallyAfter(emptyTally, { ...taken, worstTier: "UNKNOWN" }).worstTier).toBe("UNKNOWN");
});

test("a tally counts every frame that was warned of, and lists the first hundred warnings", () => {
  const warned = (from: number, frames: number) => ({
    frames,
    late: 1,
    warnings: frames,
    listed: Array.from({ length: frames }, (_, at) => rejected(from + at)),
  });
  const tally = [warned(0, 60), warned(60, 60), noneWarned].reduce(
    (soFar, more) => tallyAfter(soFar, { ...taken, warned: more }),
    emptyTally,
  );
  expect([tally.warned.frames, tally.warned.warnings, tally.warned.listed.length]).toEqual([120, 120, 100]);
  expect(tally.warned.late).toBe(2);
  expect(tally.warned.listed.at(-1)?.index).toBe(99);
});

test("a tally counts every rejection and lists the first hundred in the order of the body", () => {
  const soFar = {
    ...emptyTally,
    rejected: 99,
    errors: Array.from({ length: 99 }, (_, at) => rejected(at + 2)),
  };
  const tally = tallyAfter(soFar, { ...taken, rejected: [rejected(1), rejected(200)] });
  expect(tally.rejected).toBe(101);
  expect(tally.errors.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
});
