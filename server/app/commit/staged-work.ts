import { baselinePlaces } from "../../../core/scoring/verdict/baseline-places.ts";
import { comparePlaces, type PlaceComparison } from "../../../core/scoring/verdict/compare-places.ts";
import type { WorkResult } from "../../../core/contract/types.ts";
import { withAnswers } from "../in-order.ts";
import type { Written } from "../ports/kept-answer.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";
import type { Transaction } from "../ports/transaction.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import {
  type Repair,
  type SinceMark,
  type StoredWork,
  type WorkActor,
  type WorkChange,
  type WorkComment,
  type WorkEntry,
  type WorkMark,
} from "../ports/work.ts";
import type { RefusedOutcome, WorkRequest, WriteRequest } from "../ports/write-request.ts";
import {
  carryOutWork,
  noteOutcome,
  noteSnoozeEnd,
  reportRepair,
  settledSnooze,
  takeBack,
  type WorkStep,
} from "../work/carry-out-work.ts";
import { presentActor, presentEntry, presentWork } from "../work/present-work.ts";
import { refuseWork } from "../work/refuse-work.ts";
import { type Asker, erasesComment } from "../work/undo-rule.ts";
import { untouched, workStateOf } from "../work/work-standing.ts";
import { nameAndTier } from "./events-of-entry.ts";
import type { StagedLedger } from "./staged-ledger.ts";

/** What people do about vehicles in one batch, and what the check of their repairs comes to. */
export class StagedWork {
  readonly #transaction: Transaction;
  readonly #ledger: StagedLedger;
  readonly #nowUs: number;
  readonly #vehicles = new Map<number, StagedVehicleWork>();
  readonly events: LedgerEvent[] = [];

  static async open(
    requests: readonly WriteRequest[],
    transaction: Transaction,
    { ledger, nowUs }: { readonly ledger: StagedLedger; readonly nowUs: number },
  ): Promise<StagedWork> {
    const staged = new StagedWork(transaction, ledger, nowUs);
    const asked = requests.filter((request) => request.kind === "work");
    await staged.#read(asked.flatMap((request) => staged.#vehicleOf(request)?.vehicleKey ?? []));
    for (const request of asked) await staged.#readNamed(request);
    return staged;
  }

  private constructor(transaction: Transaction, ledger: StagedLedger, nowUs: number) {
    this.#transaction = transaction;
    this.#ledger = ledger;
    this.#nowUs = nowUs;
  }

  /** What the batch writes. */
  get changes(): readonly WorkChange[] {
    return [...this.#vehicles.values()].flatMap(({ change }) => (change === null ? [] : [change]));
  }

  refusalOf(request: WriteRequest): RefusedOutcome | null {
    if (request.kind !== "work") return null;
    const { vehicle, staged } = this.#caseOf(request);
    const { version } = staged.stored.work;
    if (request.expected !== null && request.expected !== version)
      return overtaken(request.expected, version);
    const { act } = request;
    const named = act.kind === "undo" ? staged.entryOf(act.entry) : null;
    return refuseWork({ act, stored: staged.stored, vehicle, named, asker: this.#askerOf(request) });
  }

  /** Carries out a request that is not refused. */
  async carryOut(request: WorkRequest): Promise<Written<WorkResult>> {
    const { act, by } = request;
    const { staged, vehicle } = this.#caseOf(request);
    if (act.kind === "repaired") staged.take(this.#repair(request, act.comment));
    else if (act.kind === "undo") this.#takeBack(request, act.entry);
    else staged.take(carryOutWork(act, staged.stored.work, { by, atUs: request.receivedAtUs, vehicle }));
    await this.#judgeMarks(staged, vehicle);
    await this.#recallComment(staged);
    this.#announce(staged, by);
    return this.#answer(request);
  }

  /**
   * Looks at the vehicles whose repair is not decided: whether what this batch brought settles their new baseline. To be
   * called once every request is carried out.
   */
  async checkRepairs(): Promise<void> {
    const moved = this.#ledger.movedVehicles();
    await this.#read(await this.#transaction.findPendingRepairs([...moved.keys()]));
    for (const staged of this.#vehicles.values()) {
      const vehicle = moved.get(staged.vehicleKey);
      if (vehicle === undefined) continue;
      const decided = this.#decide(vehicle, staged.stored.work.repair);
      if (decided === null) continue;
      staged.take(noteOutcome(decided, staged.stored.work, { by: service, atUs: this.#nowUs, vehicle }));
      this.#announce(staged, service);
    }
  }

  /** Tells of the snoozes that are over by now: each once, and only where the vehicle is back because of it. */
  async endSnoozes(requests: readonly WriteRequest[]): Promise<void> {
    for (const request of requests) {
      if (request.kind !== "snooze-end") continue;
      const vehicles = request.vehicles.flatMap((name) => this.#ledger.find(name) ?? []);
      await this.#read(vehicles.map(({ vehicleKey }) => vehicleKey));
      for (const vehicle of vehicles) this.#endSnooze(vehicle, request.nowUs);
    }
  }

  #endSnooze(vehicle: VehicleSummary, nowUs: number): void {
    const staged = this.#vehicles.get(vehicle.vehicleKey);
    const snooze = staged?.stored.work.snooze ?? null;
    if (staged === undefined || snooze === null) return;
    const { untilUs, isOver } = snooze;
    if (isOver === true || untilUs > nowUs) return;
    // What became worse was back already, and what came right has nothing to come back for.
    if (workStateOf(staged.stored, vehicle, untilUs - 1) !== "snoozed") return staged.settleSnooze();
    staged.take(noteSnoozeEnd(staged.stored.work, { by: service, atUs: untilUs, vehicle }));
    this.#announce(staged, service);
  }

  /** Null while it is not to be announced, or was. */
  #decide(vehicle: VehicleSummary, repair: Repair | null): Pick<Repair, "outcome" | "compared"> | null {
    if (repair?.outcome !== "pending") return null;
    const compared = this.#compare(vehicle, repair);
    const off = compared.some(({ outcome }) => outcome === "not_restored");
    if (off) return { outcome: "not_restored", compared };
    if (compared.some(({ outcome }) => outcome === "pending")) return null;
    return { outcome: compared.length === 0 ? "undecided" : "restored", compared };
  }

  #takeBack(request: WorkRequest, entry: number): void {
    const { staged, vehicle } = this.#caseOf(request);
    const named = staged.entryOf(entry);
    if (named === null) throw new Error("an entry was to be taken back that is not there");
    const step = takeBack(named, staged.stored.work, { by: request.by, atUs: request.receivedAtUs, vehicle });
    staged.undo(named, {
      by: step.entry.entry,
      erasesComment: erasesComment(named, this.#askerOf(request)),
    });
    staged.take(step);
  }

  /** Learns the baseline afresh, and remembers the one it replaces. */
  #repair(request: WorkRequest, comment: string): WorkStep {
    const { vehicle, staged } = this.#caseOf(request);
    const before = this.#ledger.stateOf(vehicle);
    const replaced = baselinePlaces(before, this.#ledger.settings);
    const { writer, vehicleId, keyId, requestId, receivedAtUs } = request;
    const learnt = this.#ledger.takeCommand({
      kind: "command",
      writer,
      vehicleId,
      entry: { kind: "baseline", action: "learn", atUs: receivedAtUs },
      reason: comment,
      keyId,
      requestId,
      receivedAtUs,
      keep: null,
    });
    const moment = { by: request.by, atUs: receivedAtUs, vehicle: learnt };
    const hasReference = before.reference !== null;
    const { tier } = vehicle;
    return reportRepair(comment, staged.stored.work, { ...moment, tier, replaced, hasReference });
  }

  #compare(vehicle: VehicleSummary, { before }: Repair): readonly PlaceComparison[] {
    return comparePlaces(before, this.#ledger.stateOf(vehicle), this.#ledger.settings);
  }

  #answer(request: WorkRequest): Written<WorkResult> {
    const { vehicle, staged } = this.#caseOf(request);
    const { stored, newest } = staged;
    const { repair } = stored.work;
    const compared = repair?.outcome === "pending" ? this.#compare(vehicle, repair) : [];
    const value: WorkResult = {
      ...presentWork(stored, vehicle, { compared, nowUs: request.receivedAtUs }),
      entry: presentEntry(newest, stored.work, this.#askerOf(request)),
    };
    return { value, body: JSON.stringify(value) };
  }

  /** What was taken back, or restored, may be a mark of long ago. */
  async #judgeMarks(staged: StagedVehicleWork, vehicle: VehicleSummary): Promise<void> {
    const { acknowledgement, snooze } = staged.stored.work;
    staged.judge({
      sinceAcknowledged: await this.#sinceMark(acknowledgement, staged, vehicle),
      sinceSnoozed: await this.#sinceMark(snooze, staged, vehicle),
    });
  }

  async #sinceMark(
    mark: WorkMark | null,
    { stored }: StagedVehicleWork,
    { vehicleKey }: VehicleSummary,
  ): Promise<SinceMark | null> {
    if (mark === null) return null;
    if (mark.entry === stored.work.version) return { worse: false, calmed: false };
    return this.#transaction.sinceMark({ vehicleKey, mark });
  }

  /** The newest comment was taken back: the one before it is in this batch, or in the store. */
  async #recallComment(staged: StagedVehicleWork): Promise<void> {
    if (!staged.lostComment) return;
    const { vehicleKey } = staged;
    let before = staged.stored.work.version;
    for (;;) {
      const found =
        staged.commentBefore(before) ?? (await this.#transaction.findWorkComment({ vehicleKey, before }));
      if (found === null || !staged.isUndone(found.entry)) return staged.recall(found);
      before = found.entry;
    }
  }

  #announce({ stored, newest, vehicleKey }: StagedVehicleWork, by: WorkActor): void {
    const vehicle = this.#ledger.findByKey(vehicleKey);
    this.events.push({
      type: "vehicle.work_changed",
      organisation: vehicle.organisation,
      vehicle: nameAndTier(vehicle),
      occurredAtUs: newest.atUs,
      recordedAtUs: this.#nowUs,
      data: {
        entry: newest.entry,
        action: newest.action,
        by: presentActor(by),
        state: workStateOf(stored, vehicle, newest.atUs),
        assignee: stored.work.assignee,
        repair_outcome: stored.work.repair?.outcome ?? null,
      },
    });
  }

  async #read(vehicleKeys: readonly number[]): Promise<void> {
    const unread = [...new Set(vehicleKeys)].filter((key) => !this.#vehicles.has(key));
    const found = await this.#transaction.findWork(unread);
    for (const [key, stored] of withAnswers(unread, found)) {
      this.#begin(this.#ledger.findByKey(key), stored ?? untouched);
    }
  }

  #begin(vehicle: VehicleSummary, stored: StoredWork): StagedVehicleWork {
    const staged = new StagedVehicleWork(vehicle, stored);
    this.#vehicles.set(vehicle.vehicleKey, staged);
    return staged;
  }

  async #readNamed(request: WorkRequest): Promise<void> {
    const { act } = request;
    const vehicle = this.#vehicleOf(request);
    if (act.kind !== "undo" || vehicle === null) return;
    const { vehicleKey } = vehicle;
    const found = await this.#transaction.findWorkEntry({ vehicleKey, entry: act.entry });
    if (found !== null) this.#vehicles.get(vehicleKey)?.know(found);
  }

  #vehicleOf({ writer: { organisation }, vehicleId }: WorkRequest): VehicleSummary | null {
    return this.#ledger.find({ organisation, vehicleId });
  }

  #caseOf(request: WorkRequest): { readonly vehicle: VehicleSummary; readonly staged: StagedVehicleWork } {
    const vehicle = this.#vehicleOf(request);
    if (vehicle === null) throw new Error(`there is work on ${request.vehicleId}, which is not known`);
    return { vehicle, staged: this.#vehicles.get(vehicle.vehicleKey) ?? this.#begin(vehicle, untouched) };
  }

  #askerOf({ keyId, receivedAtUs }: WorkRequest): Asker {
    return { keyId, nowUs: receivedAtUs };
  }
}

const service: WorkActor = { keyId: null, keyName: null };

function overtaken(expected: number, version: number): RefusedOutcome {
  const detail = `The work is at version ${version}, and If-Match names ${expected}: somebody did something in between. Read it again.`;
  return {
    kind: "refused",
    code: "precondition_failed",
    detail,
    fault: { header: "if-match", code: "precondition_failed", detail },
  };
}

/** The work on one vehicle, as a batch leaves it. */
class StagedVehicleWork {
  readonly vehicleKey: number;
  readonly #organisation: string;
  readonly #entries = new Map<number, WorkEntry>();
  readonly #added: WorkEntry[] = [];
  readonly #undone: WorkChange["undone"][number][] = [];
  #isSettled = false;
  stored: StoredWork;
  /** The newest comment is gone, and the one before it not found yet. */
  lostComment = false;

  constructor(vehicle: { readonly vehicleKey: number; readonly organisation: string }, stored: StoredWork) {
    this.vehicleKey = vehicle.vehicleKey;
    this.#organisation = vehicle.organisation;
    this.stored = stored;
  }

  /** Null while nothing was done. */
  get change(): WorkChange | null {
    if (this.#added.length === 0 && !this.#isSettled) return null;
    return {
      vehicleKey: this.vehicleKey,
      organisation: this.#organisation,
      work: this.stored.work,
      entries: this.#added.map(({ entry }) => this.#entries.get(entry)!),
      undone: this.#undone,
    };
  }

  get newest(): WorkEntry {
    const newest = this.#added.at(-1);
    if (newest === undefined) throw new Error("nothing was done");
    return newest;
  }

  entryOf(entry: number): WorkEntry | null {
    return this.#entries.get(entry) ?? null;
  }

  /** An entry of before this batch. */
  know(entry: WorkEntry): void {
    if (!this.#entries.has(entry.entry)) this.#entries.set(entry.entry, entry);
  }

  take({ work, entry }: WorkStep): void {
    this.#added.push(entry);
    this.#entries.set(entry.entry, entry);
    this.stored = { ...this.stored, work, comment: commentOf(entry) ?? this.stored.comment };
  }

  /** A snooze that is not to be announced. */
  settleSnooze(): void {
    this.#isSettled = true;
    const { work } = this.stored;
    this.stored = { ...this.stored, work: { ...work, ...settledSnooze(work) } };
  }

  undo(entry: WorkEntry, { by, erasesComment: erases }: { by: number; erasesComment: boolean }): void {
    this.#undone.push({ entry: entry.entry, by, erasesComment: erases });
    this.#entries.set(entry.entry, {
      ...entry,
      undoneBy: by,
      comment: erases ? null : entry.comment,
    });
    this.lostComment = this.stored.comment?.entry === entry.entry;
  }

  judge(since: Pick<StoredWork, "sinceAcknowledged" | "sinceSnoozed">): void {
    this.stored = { ...this.stored, ...since };
  }

  /** The newest comment of this batch before an entry. */
  commentBefore(before: number): WorkComment | null {
    const found = this.#added.findLast(({ entry, comment }) => entry < before && comment !== null);
    return found === undefined ? null : commentOf(found);
  }

  isUndone(entry: number): boolean {
    return this.#undone.some((one) => one.entry === entry);
  }

  recall(comment: WorkComment | null): void {
    this.lostComment = false;
    this.stored = { ...this.stored, comment };
  }
}

function commentOf({ entry, atUs, by, comment }: WorkEntry): WorkComment | null {
  return comment === null ? null : { entry, atUs, by, text: comment };
}
