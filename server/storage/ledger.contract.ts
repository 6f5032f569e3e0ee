import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import type { ResidualScore } from "../../core/contract/types.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { signDocument } from "../../core/evidence/log/logged-document.ts";
import type { AnswerSlot } from "../app/ports/kept-answer.ts";
import { commitBatch, type CommitNeeds } from "../app/commit/commit-batch.ts";
import type { LogNeeds } from "../app/log/enter-in-log.ts";
import type { EvidenceNeeds } from "../app/evidence/issue-evidence.ts";
import { nameScoring } from "../app/journal/name-scoring.ts";
import type { DocumentRecord } from "../app/ports/logged-document.ts";
import type { Store } from "../app/ports/transaction.ts";
import type { StoredEntry, StoredVehicle } from "../app/journal/rebuild-vehicle.ts";
import { FleetPriors } from "../app/commit/fleet-priors.ts";
import { StateCache, unpackedBytes } from "../app/journal/state-cache.ts";
import { verifyStates, type JournalAudit } from "../app/journal/verify-states.ts";
import type { WriteOutcome, WriteRequest } from "../app/ports/write-request.ts";
import { openEvidenceNeeds } from "../keys/open-evidence-needs.ts";
import { sha256 } from "../app/sha256.ts";
import { radarFrame, secondUs, startUs, streamOf } from "./frames-for-tests.ts";
import { readStoredBundle } from "../../core/encoding/bundle.ts";

/** What a database must bring for the suite: the writing port, and a way to look at what was written. Empty at first. */
export interface LedgerStore {
  readonly store: Store;
  /** The transparency log, begun. */
  readonly log: LogNeeds;
  readonly audit: JournalAudit;
  /** Everything that is not journal or state, in order of writing. */
  inspect(): Promise<LedgerSideEffects>;
  /** The body kept for a space; null when none is. */
  keptAnswer(space: string): Promise<string | null>;
  close(): Promise<void>;
}

export interface LedgerSideEffects {
  readonly transitions: readonly {
    readonly vehicleKey: number;
    readonly seq: number;
    readonly from: string;
    readonly to: string;
    readonly evidenceId: string | null;
  }[];
  readonly evidence: readonly {
    readonly organisation: string;
    readonly eventId: string;
    readonly vehicleKey: number;
    readonly seq: number;
    readonly bundle: Uint8Array;
    readonly frames: Uint8Array;
    readonly frameCount: number;
  }[];
  /** What the transparency log holds, in its order. */
  readonly logEntries: readonly Uint8Array[];
  /** Which documents the log holds, by their index. */
  readonly documents: readonly Omit<DocumentRecord, "envelope" | "entry" | "loggedAtUs">[];
  readonly events: readonly {
    readonly organisation: string;
    readonly vehicleId: string;
    readonly type: string;
    readonly frameSeq: number | null;
  }[];
  readonly framesCounted: number;
}

/** What every store promises of the commit path. */
export function ledgerContract(open: () => Promise<LedgerStore>): void {
  let opened: LedgerStore;
  let ledger: LedgerForTests;
  let keys: string;

  beforeAll(() => {
    keys = mkdtempSync(join(tmpdir(), "plumbline-keys-"));
  });
  afterAll(() => rmSync(keys, { recursive: true }));
  beforeEach(async () => {
    opened = await open();
    ledger = new LedgerForTests(opened, keys);
  });
  afterEach(() => opened.close());

  test("a frame counts once: sent again, sent twice at once, ingested and then scored", async () => {
    const frame = radarFrame("van-1", 0);
    const first = await ledger.commit(framesOf("acme", [frame, frame]));
    expect(first).toMatchObject([{ ingested: 1, duplicate: 1 }]);
    const again = await ledger.commit(
      framesOf("acme", [frame]),
      scoreOf("acme", frame),
      framesOf("acme", [frame]),
    );
    expect(again).toMatchObject([{ ingested: 0, duplicate: 1 }, { kind: "score" }, { ingested: 0 }]);
    expect(ledger.entries("acme", "van-1")).toHaveLength(1);
    expect(ledger.vehicle("acme", "van-1").summary).toMatchObject({ entries: 1, frames: 1 });
    expect((await opened.inspect()).framesCounted).toBe(1);
  });

  test("a scored duplicate gets the verdict it had, not the verdict of now", async () => {
    const frames = streamOf("van-1", { frames: 120, scenario: "bumper_repair_radar", onset: 60 });
    await ledger.commit(framesOf("acme", frames.slice(0, 30)));
    const [scored, ...later] = frames.slice(30);
    if (scored === undefined) throw new Error("there are 120 frames");
    const then = await ledger.score("acme", scored);
    await ledger.commit(framesOf("acme", later));
    const now = await ledger.score("acme", scored);
    expect(now).toEqual({ ...then, duplicate: true });
    expect(then.duplicate).toBe(false);
  });

  test("two readings of one moment are two frames", async () => {
    await ledger.commit(
      framesOf("acme", [radarFrame("van-1", 0, { biasM: 0.01 }), radarFrame("van-1", 0, { biasM: 0.02 })]),
    );
    expect(ledger.vehicle("acme", "van-1").summary.frames).toBe(2);
  });

  test("entries are numbered in the order of the requests, over vehicles, batches and kinds", async () => {
    await ledger.commit(
      framesOf("acme", [radarFrame("van-1", 1), radarFrame("van-2", 1), radarFrame("van-1", 2)]),
      commandOf("acme", "van-1", { kind: "baseline", action: "freeze", atUs: startUs }),
      scoreOf("acme", radarFrame("van-1", 0)),
    );
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 3)]));
    expect(ledger.journal("acme", "van-1")).toEqual([
      [1, startUs + secondUs],
      [2, startUs + 2 * secondUs],
      [3, "freeze"],
      [4, startUs],
      [5, startUs + 3 * secondUs],
    ]);
    expect(ledger.journal("acme", "van-2")).toEqual([[1, startUs + secondUs]]);
  });

  test("a batch that fails leaves no trace, and the same batch then succeeds as if never tried", async () => {
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 0)]));
    const before = ledger.fingerprint();
    const batch = [
      framesOf("acme", [radarFrame("van-1", 1), radarFrame("van-9", 1)]),
      scoreOf("acme", radarFrame("van-1", 2), slotOf("k")),
    ] as const;
    await expect(ledger.commitThenFail(...batch)).rejects.toThrow("power cut");
    expect(ledger.fingerprint()).toEqual(before);
    expect(await opened.keptAnswer("k")).toBeNull();
    expect(await ledger.commit(...batch)).toMatchObject([{ ingested: 2 }, { kind: "score" }]);
    expect(ledger.journal("acme", "van-1").map(([seq]) => seq)).toEqual([1, 2, 3]);
    expect(ledger.differences()).toEqual([]);
  });

  test("two organisations with the same vehicle never meet", async () => {
    const frame = radarFrame("van-1", 0);
    await ledger.commit(framesOf("acme", [frame, radarFrame("van-1", 1)]));
    const outcomes = await ledger.commit(
      framesOf("umbrella", [frame]),
      commandOf("other", "van-1", { kind: "baseline", action: "learn", atUs: startUs }),
    );
    expect(outcomes).toMatchObject([
      { ingested: 1, duplicate: 0 },
      { kind: "refused", code: "vehicle_not_found" },
    ]);
    expect(ledger.vehicle("acme", "van-1").summary.entries).toBe(2);
    expect(ledger.vehicle("umbrella", "van-1").summary.entries).toBe(1);
    expect(ledger.vehicleNames()).toEqual(["acme van-1", "umbrella van-1"]);
  });

  test("a new vehicle starts from what ten settled ones of its fleet estimated, also after a restart", async () => {
    const settled = (organisation: string) =>
      Array.from({ length: 10 }, (_, at) =>
        framesOf(organisation, streamOf(`old-${at}`, { frames: 220, seed: 100 + at })),
      );
    const one = (vehicleId: string) => radarFrame(vehicleId, 0, { metadata: { fleet_id: "vans" } });
    await ledger.commit(...settled("acme").slice(0, 9));
    await ledger.commit(framesOf("acme", [one("early")]));
    expect(ledger.journal("acme", "early")).toEqual([[1, startUs]]);
    // What a batch teaches counts from the next one on.
    await ledger.commit(...settled("acme").slice(9), framesOf("acme", [one("beside")]));
    expect(ledger.journal("acme", "beside")).toEqual([[1, startUs]]);

    const first = framesOf("acme", [one("late"), ...radarFrames("late", 29, 1)]);
    await expect(ledger.commitThenFail(first)).rejects.toThrow("power cut");
    ledger.forgetStates();
    await ledger.commit(first, framesOf("umbrella", [one("late")]));
    expect(ledger.journal("umbrella", "late")).toEqual([[1, startUs]]);
    expect(ledger.journal("acme", "late").slice(0, 2)).toEqual([
      [1, "prior"],
      [2, startUs],
    ]);
    expect(ledger.entries("acme", "late").at(0)?.entry).toMatchObject({
      kind: "prior",
      sensors: { radar: { vehicles: 10 } },
    });
    expect(ledger.vehicle("acme", "late").summary).toMatchObject({ entries: 31, frames: 30 });
    expect(await ledger.commit(first)).toMatchObject([{ ingested: 0, duplicate: 30 }]);

    ledger.forgetStates();
    expect(await ledger.score("acme", radarFrame("late", 30))).toMatchObject({ frame_seq: 32 });
    expect(ledger.differences()).toEqual([]);
  });

  test("a frame more than ten minutes late counts and moves nothing; a little late it folds as it comes", async () => {
    await ledger.commit(
      framesOf("acme", radarFrames("van-1", 40)),
      framesOf("acme", radarFrames("van-1", 40, 660)),
    );
    const before = ledger.vehicle("acme", "van-1").summary;
    const late = await ledger.score(
      "acme",
      radarFrame("van-1", 5.5, { metadata: { fleet_id: "elsewhere" } }),
    );
    expect(late).toMatchObject({ late: true, tier: before.tier, frame_seq: before.entries + 1 });
    const after = ledger.vehicle("acme", "van-1").summary;
    expect(after).toEqual({
      ...before,
      entries: before.entries + 1,
      frames: before.frames + 1,
      lateness: "some",
      lastReceivedUs: after.lastReceivedUs,
    });
    const little = await ledger.score("acme", radarFrame("van-1", 695.5));
    expect(little.late).toBe(false);
    expect(ledger.vehicle("acme", "van-1").summary.scoredSeq).toBe(before.entries + 2);
    expect(ledger.differences()).toEqual([]);
  });

  test("frames that go on coming late are named in the answers, and leave nobody saying that all is in order", async () => {
    await ledger.commit(framesOf("acme", radarFrames("van-1", 60, 660)));
    const [single, batch] = await ledger.commit(
      framesOf("acme", [radarFrame("van-1", 30)]),
      framesOf("acme", radarFrames("van-1", 12).toReversed()),
    );
    expect([single, batch].map((one) => one?.kind === "frames" && one.warned)).toMatchObject([
      { frames: 1, late: 1, listed: [{ index: 0, code: "frame_late", pointer: "/timestamp" }] },
      { frames: 12, late: 12, warnings: 12 },
    ]);
    expect(ledger.vehicle("acme", "van-1").summary).toMatchObject({
      tier: "UNKNOWN",
      reason: "sensor_late",
      recommendedAction: "inspect_sensor",
      lateness: "unjudged",
    });
    expect(await ledger.score("acme", radarFrame("van-1", 721))).toMatchObject({
      tier: "NOMINAL",
      late: false,
    });
    expect(ledger.differences()).toEqual([]);
  });

  test("a vehicle keeps its fleet and region until a frame that is not older names others", async () => {
    const place = () => {
      const { fleetId, region } = ledger.vehicle("acme", "van-1").summary;
      return [fleetId, region];
    };
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 10)]));
    expect(place()).toEqual(["default", null]);
    await ledger.commit(
      framesOf("acme", [radarFrame("van-1", 11, { metadata: { fleet_id: "north", region: "eu" } })]),
    );
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 12, { metadata: { fleet_id: "" } })]));
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 9, { metadata: { fleet_id: "south" } })]));
    expect(place()).toEqual(["north", "eu"]);
  });

  test("a key limited to fleets cannot write to another fleet's vehicle, nor move one there, and stores nothing of such frames", async () => {
    const north = { fleet_id: "north" };
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 0, { metadata: north })]));
    const limited = { organisation: "acme", keyId: "key", fleets: ["south"] };
    const south = { fleet_id: "south" };
    const outcomes = await ledger.commit(
      {
        ...framesOf("acme", [radarFrame("van-2", 0, { metadata: south }), radarFrame("van-1", 1)]),
        writer: limited,
      },
      { ...framesOf("acme", [radarFrame("van-3", 0)]), writer: limited },
      {
        ...framesOf("acme", [radarFrame("van-4", 0, { metadata: south }), radarFrame("van-4", 1)]),
        writer: limited,
      },
      { ...framesOf("acme", [radarFrame("van-4", 2, { metadata: north })]), writer: limited },
      {
        ...commandOf("acme", "van-1", { kind: "baseline", action: "learn", atUs: startUs }),
        writer: limited,
      },
    );
    const rejected = [{ code: "fleet_not_allowed", pointer: "/metadata/fleet_id" }];
    expect(outcomes).toMatchObject([
      { kind: "frames", ingested: 1, rejected: [{ ...rejected[0], index: 1 }] },
      { kind: "frames", ingested: 0, rejected },
      { kind: "frames", ingested: 2, rejected: [] },
      { kind: "frames", ingested: 0, rejected },
      { kind: "refused", code: "vehicle_not_found" },
    ]);
    expect(ledger.vehicleNames()).toEqual(["acme van-1", "acme van-2", "acme van-4"]);
    expect(ledger.vehicle("acme", "van-1").summary.entries).toBe(1);
  });

  test("an answer is kept with its effect, and a twin that comes later has none", async () => {
    const frame = radarFrame("van-1", 0);
    const [outcome] = await ledger.commit(scoreOf("acme", frame, slotOf("k")));
    const body = outcome?.kind === "score" ? outcome.answer.body : null;
    expect(await opened.keptAnswer("k")).toBe(body);
    const outcomes = await ledger.commit(
      scoreOf("acme", radarFrame("van-1", 1), slotOf("k")),
      scoreOf("acme", radarFrame("van-1", 2), { ...slotOf("k"), fingerprint: "another request" }),
    );
    expect(outcomes).toMatchObject([
      { kind: "refused", code: "idempotency_in_progress" },
      { kind: "refused", code: "idempotency_key_reused" },
    ]);
    expect(ledger.vehicle("acme", "van-1").summary.entries).toBe(1);
    expect(await opened.keptAnswer("k")).toBe(body);
  });

  test("of twins in one batch the first has the effect", async () => {
    const outcomes = await ledger.commit(
      scoreOf("acme", radarFrame("van-1", 0), slotOf("k")),
      scoreOf("acme", radarFrame("van-1", 1), slotOf("k")),
    );
    expect(outcomes).toMatchObject([{ kind: "score" }, { kind: "refused", code: "idempotency_in_progress" }]);
    expect(ledger.vehicle("acme", "van-1").summary.entries).toBe(1);
  });

  test("after its retention a key is free again, and its old answer goes", async () => {
    await ledger.commit(scoreOf("acme", radarFrame("van-1", 0), slotOf("k")));
    await ledger.commit(scoreOf("acme", radarFrame("van-1", 1), slotOf("other")));
    ledger.nowUs += hourUs + 1;
    const outcomes = await ledger.commit(scoreOf("acme", radarFrame("van-1", 2), slotOf("k")));
    expect(outcomes).toMatchObject([{ kind: "score" }]);
    expect(await opened.keptAnswer("other")).toBeNull();
    expect(await opened.keptAnswer("k")).toContain('"frame_seq":3');
  });

  test("an answer without an effect is kept, and never replaces one with an effect", async () => {
    const answer = { status: 404, contentType: "application/problem+json", body: "{}" };
    await ledger.commit({ kind: "answer", slot: slotOf("k"), answer });
    expect(await opened.keptAnswer("k")).toBe("{}");
    await ledger.commit({ kind: "answer", slot: slotOf("k"), answer: { ...answer, body: "[]" } });
    expect(await opened.keptAnswer("k")).toBe("{}");
  });

  test("signed documents have their place in the log, in their order and before the evidence of their batch", async () => {
    const documents = ["1", "2"].map((subject) => ({
      ...signDocument("custody", { subject }, { signer: ledger.signer, sha256 }),
      organisation: "acme",
      subject,
    }));
    const frames = streamOf("van-1", { frames: 160, scenario: "bumper_repair_radar", onset: 80 });
    await ledger.commit(framesOf("acme", frames), { kind: "documents", documents });

    const inspected = await opened.inspect();
    const entries = [
      ...documents.map(({ entry }) => Buffer.from(entry).toString("base64")),
      ...inspected.evidence.map(loggedEntry),
    ];
    expect(entries).toHaveLength(3);
    expect(inspected.logEntries.map((entry) => Buffer.from(entry).toString("base64"))).toEqual(entries);
    expect(inspected.documents).toEqual([
      { leafIndex: 0, kind: "custody", organisation: "acme", subject: "1" },
      { leafIndex: 1, kind: "custody", organisation: "acme", subject: "2" },
    ]);
  });

  test("one breach has one evidence id: its frames carry it, one bundle is issued and is in the log", async () => {
    const frames = streamOf("van-1", { frames: 160, scenario: "bumper_repair_radar", onset: 80 });
    const scores: ResidualScore[] = [];
    for (const frame of frames) scores.push(await ledger.score("acme", frame));
    const opening = scores.findIndex((score) => score.cusum_triggered);
    expect(opening).toBeGreaterThan(70);

    const { evidence, logEntries, transitions, events } = await opened.inspect();
    expect(evidence).toHaveLength(1);
    const [{ eventId, seq } = { eventId: "", seq: 0 }] = evidence;
    expect(seq).toBe(scores[opening]?.frame_seq);
    expect(logEntries.map((entry) => Buffer.from(entry).toString("base64"))).toEqual(
      evidence.map(loggedEntry),
    );
    expect(scores.slice(0, opening).every((score) => score.evidence_id === undefined)).toBe(true);
    const carried = scores.slice(opening).filter((score) => score.cusum_triggered);
    expect(new Set(carried.map((score) => score.evidence_id))).toEqual(new Set([eventId]));
    expect(ledger.vehicle("acme", "van-1").summary.openBreach).toMatchObject({ evidenceId: eventId, seq });

    const changes = scores.flatMap(({ tier, frame_seq }, at) =>
      tier === (scores[at - 1]?.tier ?? "UNKNOWN") ? [] : [{ seq: frame_seq, to: tier }],
    );
    expect(transitions.map(({ seq, to }) => ({ seq, to }))).toEqual(changes);
    expect(
      events.filter(({ type }) => type === "vehicle.tier_changed").map((event) => event.frameSeq),
    ).toEqual(changes.map((change) => change.seq));
    const about = events.filter(({ type }) => type === "breach.opened" || type === "evidence.issued");
    expect(about.map((event) => [event.type, event.frameSeq])).toEqual([
      ["breach.opened", seq],
      ["evidence.issued", null],
    ]);
  });

  test("evidence is the same whether its frames came one by one or in one batch", async () => {
    const plan = { frames: 520, scenario: "bumper_repair_radar", onset: 420 } as const;
    await ledger.commit(framesOf("acme", streamOf("van-1", plan)));
    for (const frame of streamOf("van-1", plan)) await ledger.commit(framesOf("umbrella", [frame]));
    const { evidence } = await opened.inspect();
    expect(evidence.map(({ organisation }) => organisation)).toEqual(["acme", "umbrella"]);
    const [batched, single] = evidence;
    if (batched === undefined || single === undefined) throw new Error("both have evidence");
    expect(batched.frameCount).toBe(single.frameCount);
    expect(batched.frameCount).toBeLessThan(batched.seq);
    expect(unsalted(batched.frames)).toEqual(unsalted(single.frames));
    expect(readStoredBundle(batched.bundle).scoring).toEqual(readStoredBundle(single.bundle).scoring);
  });

  test("commands are entries of the journal: they move the state, and a rebuild repeats them", async () => {
    const frames = streamOf("van-1", { frames: 200 });
    await ledger.commit(framesOf("acme", frames.slice(0, 100)));
    const rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const outcomes = await ledger.commit(
      commandOf("acme", "van-1", { kind: "reference", cameraRotation: rotation, validFromUs: startUs }),
      commandOf("acme", "van-1", { kind: "baseline", action: "learn", atUs: ledger.nowUs }),
    );
    expect(outcomes).toMatchObject([
      { answer: { value: { vehicle_id: "van-1", camera_rotation_matrix: rotation, source: "test" } } },
      {
        answer: {
          value: { vehicle_id: "van-1", action: "learn", baseline: { state: "learning", frames: 0 } },
        },
      },
    ]);
    expect(ledger.vehicle("acme", "van-1").summary).toMatchObject({
      baselineState: "learning",
      cusumStatistic: null,
    });
    await ledger.commit(framesOf("acme", frames.slice(100)));
    ledger.forgetStates();
    await ledger.commit(framesOf("acme", [radarFrame("van-1", 500)]));
    expect(ledger.differences()).toEqual([]);
  });

  test("a state is stored every 64 entries and for good every 256", async () => {
    await ledger.commit(framesOf("acme", radarFrames("van-1", 530)));
    for (const frame of radarFrames("van-2", 140)) await ledger.commit(framesOf("acme", [frame]));
    const seqsOf = (vehicleId: string) => ledger.vehicle("acme", vehicleId).states.map(({ seq }) => seq);
    const { entries } = ledger.vehicle("acme", "van-1").summary;
    expect(seqsOf("van-1")).toEqual([256, 512, entries]);
    const newest = seqsOf("van-2").at(-1) ?? 0;
    expect(ledger.vehicle("acme", "van-2").summary.entries - newest).toBeLessThan(64);
  });

  test("however frames come, batches are cut and states are forgotten, every stored state and score equals a rebuild", async () => {
    const vehicles = ["van-1", "van-2", "van-3"].map((vehicleId, at) =>
      streamOf(vehicleId, { frames: 150, seed: 20 + at, scenario: "bumper_repair_radar", onset: 80 }),
    );
    const cuts = fc.array(
      fc.record({
        vehicle: fc.nat({ max: 2 }),
        frames: fc.integer({ min: 1, max: 60 }),
        stepBack: fc.nat({ max: 4 }),
        forget: fc.boolean(),
      }),
      { minLength: 12, maxLength: 18 },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(cuts, async (pieces) => {
        const organisation = `org-${(run += 1)}`;
        const next = [0, 0, 0];
        for (const piece of pieces) {
          // Some frames again and out of order, as retries do.
          const from = Math.max(0, (next[piece.vehicle] ?? 0) - piece.stepBack);
          const frames = vehicles[piece.vehicle]?.slice(from, from + piece.frames) ?? [];
          next[piece.vehicle] = from + frames.length;
          if (piece.forget) ledger.forgetStates();
          await ledger.commit(framesOf(organisation, frames));
        }
        expect(ledger.differences()).toEqual([]);
      }),
      { seed: 20_260_301, numRuns: 5 },
    );
  });

  test("a fleet larger than the memory for states loses none of them", async () => {
    ledger.forgetStates({ memoryBytes: 6_000 });
    const fleet = Array.from({ length: 8 }, (_, at) => radarFrames(`van-${at}`, 90));
    for (let from = 0; from < 90; from += 30) {
      for (const frames of fleet) await ledger.commit(framesOf("acme", frames.slice(from, from + 30)));
    }
    expect(ledger.differences()).toEqual([]);
    const lags = ledger.vehicleNames().map((name) => {
      const { summary, states } = ledger.vehicle("acme", name.slice("acme ".length));
      return summary.entries - (states.at(-1)?.seq ?? 0);
    });
    // Those that left memory were stored as they left.
    expect(lags.filter((lag) => lag === 0).length).toBeGreaterThanOrEqual(5);
  });

  test("a changed frame, score or state is found by the audit", async () => {
    await ledger.commit(framesOf("acme", streamOf("van-1", { frames: 210 })));
    expect(ledger.differences()).toEqual([]);
    const tampered = {
      vehicleKeys: () => opened.audit.vehicleKeys(),
      readVehicle: <T>(vehicleKey: number, read: (vehicle: StoredVehicle) => T) =>
        opened.audit.readVehicle(vehicleKey, (vehicle) => read(tamper(vehicle))),
    };
    const { differences } = verifyStates({ audit: tampered, settings: defaultSettings, scoring });
    expect(new Set(differences.map(({ what }) => what))).toEqual(
      new Set(["numbering", "reading", "score", "state", "summary", "taught"]),
    );
  });
}

const scoring = nameScoring(defaultSettings);
const hourUs = 3_600_000_000;

/** The commit path over a store, with a clock that stands still unless a test moves it. */
class LedgerForTests {
  nowUs = startUs + hourUs;
  readonly #opened: LedgerStore;
  readonly #evidence: EvidenceNeeds;
  get signer(): EvidenceNeeds["signer"] {
    return this.#evidence.signer;
  }
  #cache = new StateCache(1_000 * unpackedBytes);
  #fleetPriors = new FleetPriors();

  constructor(opened: LedgerStore, keys: string) {
    this.#opened = opened;
    this.#evidence = evidenceNeeds(keys, opened.log.signer, () => this.nowUs);
  }

  async commit(...requests: readonly WriteRequest[]): Promise<readonly WriteOutcome[]> {
    const { outcomes, states, logHead } = await this.#opened.store.transact((transaction) =>
      commitBatch(requests, transaction, this.#needs()),
    );
    if (logHead !== null) this.#opened.log.mark.raise(logHead);
    this.#cache.keep(states);
    return outcomes;
  }

  /** Everything is prepared and written, and then it does not commit. */
  async commitThenFail(...requests: readonly WriteRequest[]): Promise<void> {
    await this.#opened.store.transact(async (transaction) => {
      await commitBatch(requests, transaction, this.#needs());
      throw new Error("power cut");
    });
  }

  async score(organisation: string, frame: IncomingFrame): Promise<ResidualScore> {
    const [outcome] = await this.commit(scoreOf(organisation, frame));
    if (outcome?.kind !== "score") throw new Error(`expected a score, got ${outcome?.kind}`);
    return outcome.answer.value;
  }

  /** As after a restart, or on another node. */
  forgetStates({ memoryBytes = 1_000 * unpackedBytes } = {}): void {
    this.#cache = new StateCache(memoryBytes);
    this.#fleetPriors = new FleetPriors();
  }

  differences() {
    return verifyStates({ audit: this.#opened.audit, settings: defaultSettings, scoring }).differences;
  }

  vehicleNames(): string[] {
    return this.#vehicles()
      .map(({ summary }) => `${summary.organisation} ${summary.vehicleId}`)
      .sort();
  }

  vehicle(organisation: string, vehicleId: string) {
    const found = this.#vehicles().find(
      ({ summary }) => summary.organisation === organisation && summary.vehicleId === vehicleId,
    );
    if (found === undefined) throw new Error(`${organisation} has no vehicle ${vehicleId}`);
    return found;
  }

  entries(organisation: string, vehicleId: string): readonly StoredEntry[] {
    return this.vehicle(organisation, vehicleId).entries;
  }

  /** Each entry's number, and what distinguishes it. */
  journal(organisation: string, vehicleId: string) {
    return this.entries(organisation, vehicleId).map(({ seq, entry }) => {
      if (entry.kind === "frame") return [seq, entry.reading.timestampUs];
      return [seq, entry.kind === "baseline" ? entry.action : entry.kind];
    });
  }

  /** Everything stored of every vehicle, for comparing before and after. */
  fingerprint(): unknown {
    return this.#vehicles();
  }

  #vehicles() {
    const { audit } = this.#opened;
    return audit.vehicleKeys().map((vehicleKey) =>
      audit.readVehicle(vehicleKey, ({ summary, states, entriesAfter }) => ({
        summary,
        states,
        entries: [...entriesAfter(0, 100_000)],
      })),
    );
  }

  #needs(): CommitNeeds {
    return {
      settings: defaultSettings,
      scoring,
      evidence: this.#evidence,
      cache: this.#cache,
      fleetPriors: this.#fleetPriors,
      answerRetentionUs: hourUs,
      log: this.#opened.log,
    };
  }
}

function framesOf(
  organisation: string,
  frames: readonly IncomingFrame[],
): Extract<WriteRequest, { kind: "frames" }> {
  const writer = { organisation, keyId: "key", fleets: null };
  const receivedAtUs = startUs + hourUs;
  return { kind: "frames", writer, frames, receivedAtUs, answer: { form: "none" }, keep: null };
}

function radarFrames(vehicleId: string, count: number, fromS = 0): readonly IncomingFrame[] {
  return Array.from({ length: count }, (_, at) =>
    radarFrame(vehicleId, fromS + at, { biasM: 0.01 + 0.05 * Math.sin(37 * (fromS + at)) }),
  );
}

function scoreOf(
  organisation: string,
  frame: IncomingFrame,
  keep: (AnswerSlot & { readonly status: number }) | null = null,
): WriteRequest {
  const writer = { organisation, keyId: "key", fleets: null };
  return { kind: "score", writer, frame, receivedAtUs: startUs + hourUs, requestId: "req_1", keep };
}

function commandOf(
  organisation: string,
  vehicleId: string,
  entry: Extract<WriteRequest, { kind: "command" }>["entry"],
): Extract<WriteRequest, { kind: "command" }> {
  return {
    kind: "command",
    writer: { organisation, keyId: "key", fleets: null },
    vehicleId,
    entry,
    reason: "test",
    keyId: "key",
    requestId: "req_1",
    receivedAtUs: startUs + hourUs,
    keep: null,
  };
}

function slotOf(space: string): AnswerSlot & { readonly status: number } {
  return { space, organisation: "acme", fingerprint: "the request", status: 200 };
}

function loggedEntry({ bundle }: { readonly bundle: Uint8Array }): string | undefined {
  return readStoredBundle(bundle).proof.log?.entry;
}

/** The lines of a frames file without their salts, which differ between organisations. */
function unsalted(frames: Uint8Array): readonly unknown[] {
  const lines = Buffer.from(frames).toString("utf8").trimEnd().split("\n");
  return lines.map((line): unknown => ({ ...JSON.parse(line), salt: null }));
}

/** Bends one thing of each kind. */
function tamper(vehicle: StoredVehicle): StoredVehicle {
  const { entriesAfter } = vehicle;
  return {
    summary: { ...vehicle.summary, frames: vehicle.summary.frames + 1 },
    odometerAtBreaches: vehicle.odometerAtBreaches,
    states: vehicle.states.map((stored) => ({ ...stored, state: stored.state.toReversed() })),
    estimatedNoise: [],
    entriesAfter: (afterSeq, limit) =>
      entriesAfter(afterSeq, limit).flatMap((stored) => {
        if (stored.frame === null || stored.seq === 200) return [];
        const raw =
          stored.seq === 203
            ? stored.frame.raw.replace(/"radar_range_bias_m":[^,]+/, '"radar_range_bias_m":0.5')
            : stored.frame.raw;
        const score = stored.seq === 206 ? stored.frame.score.toReversed() : stored.frame.score;
        return [{ ...stored, frame: { ...stored.frame, raw, score } }];
      }),
  };
}

/** Real keys in a folder of their own; the clock is the test's. */
function evidenceNeeds(keys: string, log: LogNeeds["signer"], nowUs: () => number): EvidenceNeeds {
  const issuer = {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  };
  return { ...openEvidenceNeeds(keys, { issuer, specification: new Uint8Array(), log }), nowUs };
}
