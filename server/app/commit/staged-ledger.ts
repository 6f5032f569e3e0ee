import { formatInstant } from "../../../core/encoding/instant.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import { describeState } from "../../../core/scoring/verdict/describe-state.ts";
import {
  newlyEstimatedNoise,
  noiseStages,
  priorEntry,
  type FleetPrior,
  type NoiseStages,
} from "../../../core/scoring/fleet/fleet-prior.ts";
import { foldOwned } from "../../../core/scoring/fold.ts";
import { isWorseTier } from "../../../core/encoding/field-schemas.ts";
import { openBreachOf, openChangeOf } from "../../../core/scoring/verdict/state-events.ts";
import type { Score, ScoringEvent } from "../../../core/scoring/model/score.ts";
import { ByteSink } from "../../../core/scoring/model/codec/binary-codec.ts";
import { packScore, unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../core/scoring/model/state.ts";
import { bringUp, type StateNeeds } from "./bring-up.ts";
import {
  anchorEveryEntries,
  windowFrom,
  windowStart,
  type EvidenceWindow,
} from "../journal/evidence-window.ts";
import type { PrecommitSummary } from "../../../core/evidence/frames/ingest-chain.ts";
import type { ChainMove } from "../log/commit-chains.ts";
import { describedAfter, undescribed } from "../attributes/described-after.ts";
import type { FleetPriors } from "./fleet-priors.ts";
import { nameKey, type KnownVehicles } from "./known-vehicles.ts";
import {
  announceEvidence,
  issueEvidence,
  type AnnouncedEvidence,
  type BreachFacts,
  type EvidenceNeeds,
  type IssuedEvidence,
} from "../evidence/issue-evidence.ts";
import type { Changes, EvidenceRecord, FrameCount } from "../ports/changes.ts";
import type { CountedFrame, JournalRecord, PackedState } from "../ports/journal.ts";
import type { FleetName, OpenBreach, VehicleName, VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StoredJournals, VehicleRegister } from "../ports/transaction.ts";
import type { CachedState, StateCache } from "../journal/state-cache.ts";
import {
  changesTier,
  placeAfter,
  summaryAfterCommand,
  summaryAfterFrame,
  summaryBeforeFirst,
} from "../journal/summary-after.ts";
import { newestFrameOf } from "../evidence/newest-frame.ts";
import type { CommandRequest, EvidenceRequestWrite, WriteRequest } from "../ports/write-request.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { packState, unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { withAnswers } from "../in-order.ts";
import { breachOf, eventsOfEntry, recoveryOf, type TakenEntry } from "./events-of-entry.ts";

/** A state is stored at least every this many entries, so that bringing it up again folds no more than that. */
const snapshotEveryEntries = 64;
const minuteUs = 60_000_000;
/** Memory for some fifty scores at a time. */
const scoresRoomBytes = 16 * 1024;

export interface FoldNeeds extends StateNeeds {
  readonly evidence: EvidenceNeeds;
  /** Where one process alone writes: which vehicles need not be read. */
  readonly known?: KnownVehicles;
  /** What a new vehicle of a fleet starts from. */
  readonly fleetPriors: FleetPriors;
}

/** A frame's verdict, as folded just now or as it was when the frame first came. */
export interface Verdict {
  /** The vehicle after this frame; for a duplicate, as it stands now. */
  readonly vehicle: VehicleSummary;
  readonly duplicate: boolean;
  /** It came too late to be judged; of a duplicate nobody asks. */
  readonly late: boolean;
  readonly evidenceId: string | null;
  /** Unpacked when asked for: an ingest does not need it. */
  readonly score: () => Score;
}

/** A frame, the vehicle it belongs to, and when it came. */
export interface Arrival extends VehicleName {
  /** Of the vehicle's name, made once: it is looked up by it again and again. */
  readonly nameKey: string;
  readonly frame: IncomingFrame;
  readonly receivedAtUs: number;
  /** The same as evidence writes it, made once a request. */
  readonly receivedAt: string;
  /** Public id of the API key it came under. */
  readonly keyId: string;
}

interface StagedVehicle {
  summary: VehicleSummary;
  state: VehicleState;
  /** How it stood before this transaction; null for a vehicle it begins with. */
  readonly stored: VehicleSummary | null;
  /** Position of its newest snapshot, and that itself if this transaction made it; 0 for none. */
  snapshotSeq: number;
  snapshot: PackedState | null;
  /** What this transaction adds to its journal, in order. */
  records: JournalRecord[];
  readonly anchors: PackedState[];
  /** Its frames that this transaction counts. */
  counted: StagedFrame[];
  /** Entries that led to evidence of a breach in this transaction. */
  readonly breachSeqs: number[];
  /** Somebody asked for evidence of it in this transaction. */
  isRequested: boolean;
}

/** What is known as evidence is named. */
interface NamedEvidence extends Pick<
  BreachFacts,
  | "organisation"
  | "vehicleId"
  | "trigger"
  | "supersedes"
  | "request"
  | "score"
  | "tierBeforeSinceUs"
  | "healthBefore"
  | "window"
> {
  readonly keyId: string;
  readonly requestedBy: string | null;
  readonly receivedAtUs: number;
  readonly openedAtUs: number;
  readonly odometerKm: number | null;
}

/** Evidence that has its name and waits for the end of the batch to be written. */
export interface OpenedBreach {
  readonly announced: AnnouncedEvidence;
  readonly facts: BreachFacts;
  readonly record: Omit<EvidenceRecord, keyof IssuedEvidence>;
}

/** Evidence that was issued, and waits for its place in the log. */
export type IssuedRecord = OpenedBreach["record"] & IssuedEvidence;

type StagedFrame = Changes["frames"][number];

type StagedLists = {
  -readonly [
    Name in "frames" | "commands" | "estimatedNoise" | "transitions" | "events"
  ]: Changes[Name][number][];
};

type GrowingCount = { -readonly [Name in keyof FrameCount]: FrameCount[Name] };

/**
 * The vehicles of one batch, brought to the end of their journals, and everything the batch adds to them. Keeps the
 * ledger's rules: a frame counts once, entries are numbered without gaps, a breach has one newest evidence. Nothing of
 * it is visible outside; if the transaction is undone it is dropped.
 */
export class StagedLedger {
  readonly #transaction: VehicleRegister & StoredJournals;
  readonly #needs: FoldNeeds;
  readonly #nowUs: number;
  readonly #vehicles = new Map<string, StagedVehicle>();
  readonly #newKeys: number[];
  /** Frames counted before this batch, by identity. */
  readonly #counted = new Map<string, CountedFrame>();
  readonly #frameCounts = new Map<string, GrowingCount>();
  #lastCount: GrowingCount | null = null;
  /** what the fleets estimated, for the vehicles this batch begins with. */
  readonly #priors = new Map<string, FleetPrior | null>();
  /** Where the batch's scores are packed: they are written together, and nobody keeps one. */
  readonly #sink = new ByteSink(scoresRoomBytes, { shared: true });
  readonly #lists: StagedLists = {
    frames: [],
    commands: [],
    estimatedNoise: [],
    transitions: [],
    events: [],
  };
  /** In the order they were named. */
  readonly breaches: OpenedBreach[] = [];

  /** Locks the vehicles the requests name and brings their states to the journal's end. */
  static async open(
    requests: readonly WriteRequest[],
    transaction: VehicleRegister & StoredJournals,
    cache: StateCache,
    needs: FoldNeeds,
  ): Promise<StagedLedger> {
    const arrivals = requests.flatMap(arrivalsOf);
    const names = namesOf([...arrivals, ...commandsOf(requests)]);
    const summaries = await findVehicles(names, transaction, needs.known);
    const known = summaries.filter((summary) => summary !== null);
    const states = await bringUp(known, transaction, cache, needs);
    const newKeys = await transaction.newVehicleKeys(summaries.length - known.length);
    const ledger = new StagedLedger(transaction, needs, newKeys);
    for (const [summary, state] of withAnswers(known, states)) ledger.#admit(summary, state);
    await ledger.#recallCounted(arrivals);
    await ledger.#askFleets(arrivals);
    return ledger;
  }

  private constructor(
    transaction: VehicleRegister & StoredJournals,
    needs: FoldNeeds,
    newKeys: readonly number[],
  ) {
    this.#transaction = transaction;
    this.#needs = needs;
    this.#nowUs = needs.evidence.nowUs();
    this.#newKeys = [...newKeys];
  }

  /** The vehicle as it stands in this batch; null for one never seen. */
  find(name: VehicleName | Arrival): VehicleSummary | null {
    const key = "nameKey" in name ? name.nameKey : nameKey(name);
    return this.#vehicles.get(key)?.summary ?? null;
  }

  /** A vehicle of this batch by its key. */
  findByKey(vehicleKey: number): VehicleSummary {
    const vehicle = [...this.#vehicles.values()].find(({ summary }) => summary.vehicleKey === vehicleKey);
    if (vehicle === undefined) throw new Error(`vehicle ${vehicleKey} is not of this batch`);
    return vehicle.summary;
  }

  /** The state of a vehicle of this batch, as it stands. */
  stateOf(name: VehicleName): VehicleState {
    const vehicle = this.#vehicles.get(nameKey(name));
    if (vehicle === undefined) throw new Error(`${name.vehicleId} is not of this batch`);
    return vehicle.state;
  }

  /** The vehicles whose journals this batch moved so far, by key. */
  movedVehicles(): ReadonlyMap<number, VehicleSummary> {
    const moved = [...this.#vehicles.values()].filter(hasMoved);
    return new Map(moved.map(({ summary }) => [summary.vehicleKey, summary]));
  }

  /** By which frames are folded. */
  get settings(): ScoringSettings {
    return this.#needs.settings;
  }

  /** Whether this very frame was counted before, in the store or in this batch. */
  isCounted(arrival: Arrival): boolean {
    const vehicle = this.#vehicles.get(arrival.nameKey);
    return vehicle !== undefined && this.#countedBefore(vehicle, arrival.frame) !== undefined;
  }

  /** Counts a frame and folds it, or finds that it was counted before: then nothing moves. */
  async takeFrame(arrival: Arrival): Promise<Verdict> {
    const { frame, receivedAtUs } = arrival;
    const vehicle = this.#vehicles.get(arrival.nameKey) ?? this.#beginVehicle(arrival);
    const counted = this.#countedBefore(vehicle, frame);
    if (counted !== undefined) return recalled(counted, vehicle.summary);

    const noiseBefore = noiseStages(vehicle.state);
    const { score, events } = this.#foldFrame(vehicle, arrival);
    const openBreach = await this.#breachAfterFrame(vehicle, arrival, { score, events });
    const evidenceId = score.cusumTriggered ? (openBreach?.evidenceId ?? null) : null;
    const summary = vehicle.summary;
    const { state } = vehicle;
    vehicle.summary = summaryAfterFrame(summary, { frame, receivedAtUs, score, events, state }, openBreach);
    this.#report(events, {
      seq: score.seq,
      atUs: frame.timestampUs,
      before: summary,
      after: vehicle.summary,
    });
    this.#stageFrame(vehicle, arrival, score, evidenceId);
    this.#stageEstimatedNoise(vehicle, noiseBefore);
    return { vehicle: vehicle.summary, duplicate: false, late: score.late, evidenceId, score: () => score };
  }

  /** Folds a command into the journal of a vehicle that `find` knows. */
  takeCommand(request: CommandRequest): VehicleSummary {
    const { entry, keyId, requestId, reason, receivedAtUs, vehicleId } = request;
    const vehicle = this.#vehicles.get(nameKey({ organisation: request.writer.organisation, vehicleId }));
    if (vehicle === undefined) throw new Error(`${vehicleId} has a command and is not known`);
    const seq = vehicle.summary.entries + 1;
    const { events } = this.#fold(vehicle, { seq, receivedAtUs, timestamp: null, raw: null, entry });
    const openBreach = breachAfter(vehicle.summary, events);
    const before = vehicle.summary;
    vehicle.summary = summaryAfterCommand(before, {
      state: vehicle.state,
      view: describeState(vehicle.state, this.#needs.settings),
      tierSinceUs: changesTier(events) ? receivedAtUs : before.tierSinceUs,
      openBreach,
    });
    this.#report(events, { seq, atUs: receivedAtUs, before, after: vehicle.summary });
    const { vehicleKey } = vehicle.summary;
    this.#lists.commands.push({ vehicleKey, seq, receivedAtUs, entry, keyId, requestId, reason });
    return vehicle.summary;
  }

  /** Names evidence of the open breach of a vehicle, up to its newest frame. */
  async requestEvidence({ writer, vehicleId, reason, caseNumber }: EvidenceRequestWrite) {
    const name = { organisation: writer.organisation, vehicleId };
    const { vehicle, open, changePointSeq } = this.#openBreachOf(name);
    const newest = newestFrameOf(await this.#windowOf(vehicle, changePointSeq), this.#needs);
    const evidenceId = this.#name(vehicle, {
      ...name,
      ...newest,
      keyId: writer.keyId,
      requestedBy: writer.keyId,
      request: { reason, case_number: caseNumber, key_id: writer.keyId },
      trigger: "requested",
      supersedes: open.evidenceId,
      openedAtUs: open.openedAtUs,
      odometerKm: vehicle.summary.odometer?.newestKm ?? null,
    });
    vehicle.summary = { ...vehicle.summary, openBreach: { ...open, evidenceId } };
    vehicle.isRequested = true;
    const { record, announced } = this.breaches.at(-1)!;
    return { ...record, eventId: evidenceId, requestedAtUs: announced.detectedAtUs };
  }

  #openBreachOf(name: VehicleName) {
    const vehicle = this.#vehicles.get(nameKey(name));
    const open = vehicle?.summary.openBreach ?? null;
    const breach = vehicle === undefined ? null : openChangeOf(vehicle.state);
    if (vehicle === undefined || open === null || breach === null)
      throw new Error(`${name.vehicleId} is asked for evidence, and no breach of it is open`);
    return { vehicle, open, changePointSeq: breach.of("changeEntry") };
  }

  /** What to write. `leaving` are the states memory will let go: they are stored while they are at hand. */
  changes(leaving: readonly PackedState[]): StagedChanges {
    const moved = [...this.#vehicles.values()].filter((one) => hasMoved(one) || one.isRequested);
    return {
      ...this.#lists,
      scoring: this.#needs.scoring,
      vehicles: moved.map(({ summary }) => summary),
      vehiclesBefore: new Map(
        moved.flatMap(({ stored }) => (stored === null ? [] : [[stored.vehicleKey, stored]])),
      ),
      newlyDescribed: moved.flatMap(newlyDescribed),
      anchors: moved.flatMap(({ anchors }) => anchors),
      snapshots: [...moved.flatMap(snapshotOf), ...leaving],
      frameCounts: [...this.#frameCounts.values()],
    };
  }

  /** How far each journal moves in this batch. */
  moves(): readonly ChainMove[] {
    return [...this.#vehicles.values()].filter(hasMoved).map(({ summary, records, breachSeqs }) => ({
      vehicleKey: summary.vehicleKey,
      organisation: summary.organisation,
      vehicleId: summary.vehicleId,
      records,
      breachSeqs,
    }));
  }

  /** Writes and signs the evidence of the breaches that opened in this batch. */
  issue(precommitOf: (breach: OpenedBreach) => PrecommitSummary | undefined): readonly IssuedRecord[] {
    return this.breaches.map((breach) => {
      const { announced, facts, record } = breach;
      const precommit = precommitOf(breach);
      const whole = { ...facts, announced, ...(precommit !== undefined && { precommit }) };
      return { ...issueEvidence(whole, this.#needs.evidence), ...record };
    });
  }

  /** The states as they are once this transaction is durable. */
  states(): Map<number, CachedState> {
    return new Map(
      [...this.#vehicles.values()].map((vehicle) => [vehicle.summary.vehicleKey, cachedStateOf(vehicle)]),
    );
  }

  #admit(summary: VehicleSummary, { state, seq, snapshotSeq }: CachedState): void {
    if (seq !== summary.entries) {
      throw new Error(
        `the journal of vehicle ${summary.vehicleKey} ends at ${seq}, not at ${summary.entries}`,
      );
    }
    const vehicle = {
      summary,
      state,
      stored: summary,
      snapshotSeq,
      snapshot: null,
      records: [],
      anchors: [],
      counted: [],
      breachSeqs: [],
      isRequested: false,
    };
    this.#vehicles.set(nameKey(summary), vehicle);
  }

  #beginVehicle(arrival: Arrival): StagedVehicle {
    const vehicleKey = this.#newKeys.shift();
    if (vehicleKey === undefined) throw new Error(`there is no key left for ${arrival.vehicleId}`);
    const vehicle: StagedVehicle = {
      summary: summaryBeforeFirst({ ...arrival, vehicleKey }, arrival),
      state: initialState(),
      stored: null,
      snapshotSeq: 0,
      snapshot: null,
      records: [],
      anchors: [],
      counted: [],
      breachSeqs: [],
      isRequested: false,
    };
    this.#vehicles.set(arrival.nameKey, vehicle);
    this.#startFromFleet(vehicle, arrival.receivedAtUs);
    return vehicle;
  }

  /** The first entry of a journal says what its fleet estimated: from there on no fold looks at another vehicle. */
  #startFromFleet(vehicle: StagedVehicle, receivedAtUs: number): void {
    const prior = this.#priors.get(fleetKey(vehicle.summary)) ?? null;
    if (prior === null) return;
    const entry = priorEntry(prior, receivedAtUs);
    this.#fold(vehicle, { seq: 1, receivedAtUs, timestamp: null, raw: null, entry });
    vehicle.summary = { ...vehicle.summary, entries: 1 };
    const { vehicleKey } = vehicle.summary;
    const asked = { keyId: noRequester, requestId: noRequester, reason: null };
    this.#lists.commands.push({ vehicleKey, seq: 1, receivedAtUs, entry, ...asked });
  }

  async #askFleets(arrivals: readonly Arrival[]): Promise<void> {
    const fleets = new Map<string, FleetName>();
    for (const arrival of arrivals) {
      if (this.#vehicles.has(arrival.nameKey)) continue;
      const { fleetId } = placeAfter(null, arrival.frame);
      const fleet = { organisation: arrival.organisation, fleetId };
      fleets.set(fleetKey(fleet), fleet);
    }
    if (fleets.size === 0) return;
    const { fleetPriors } = this.#needs;
    const priors = await fleetPriors.of([...fleets.values()], this.#transaction);
    for (const [key, prior] of withAnswers([...fleets.keys()], priors)) this.#priors.set(key, prior);
  }

  async #recallCounted(arrivals: readonly Arrival[]): Promise<void> {
    const identities = arrivals.flatMap((arrival) => {
      const vehicle = this.#vehicles.get(arrival.nameKey);
      return vehicle !== undefined && mayBeCounted(vehicle, arrival.frame)
        ? [{ vehicleKey: vehicle.summary.vehicleKey, ...identityOf(arrival.frame) }]
        : [];
    });
    const found = await this.#transaction.findFrames(identities);
    for (const [identity, frame] of withAnswers(identities, found)) {
      if (frame !== null) this.#counted.set(identityKey(identity), frame);
    }
  }

  #countedBefore(vehicle: StagedVehicle, frame: IncomingFrame): CountedFrame | undefined {
    if (!mayBeCounted(vehicle, frame)) return undefined;
    const { timestampUs, sensorsSha256 } = frame;
    // Looked through one by one: a frame that is not newer than all of its vehicle's is rare.
    const staged = vehicle.counted.find(
      ({ frame: other }) => other.timestampUs === timestampUs && other.sensorsSha256 === sensorsSha256,
    );
    const { vehicleKey } = vehicle.summary;
    return staged ?? this.#counted.get(identityKey({ vehicleKey, ...identityOf(frame) }));
  }

  #foldFrame(vehicle: StagedVehicle, { frame, receivedAtUs, receivedAt }: Arrival) {
    const seq = vehicle.summary.entries + 1;
    const { timestamp, raw, sensors, reading } = frame;
    const entry = { kind: "frame" as const, reading };
    const dropped = droppedOf(frame);
    const record = { seq, receivedAtUs, receivedAt, timestamp, raw, sensors, entry, ...dropped };
    const { score, events } = this.#fold(vehicle, record);
    if (score?.seq !== seq) throw new Error(`the fold numbered entry ${seq} as ${score?.seq}`);
    return { score, events };
  }

  #fold(vehicle: StagedVehicle, record: JournalRecord) {
    const folded = foldOwned(vehicle.state, record.entry, this.#needs.settings);
    vehicle.state = folded.state;
    vehicle.records = withOneMore(vehicle.records, record);
    keepState(vehicle, record.seq);
    return folded;
  }

  /**
   * The breach that is open after a frame. Evidence is named where the frame opened it at CAUTION or worse, and where it made the
   * tier worse than any evidence of the breach says: each step once, however often the tier comes back to it.
   */
  async #breachAfterFrame(
    vehicle: StagedVehicle,
    arrival: Arrival,
    { score, events }: { readonly score: Score; readonly events: readonly ScoringEvent[] },
  ): Promise<OpenBreach | null> {
    if (score.breachOpened) {
      const opened = { supersedes: null, seq: score.seq, openedAtUs: arrival.frame.timestampUs };
      if (!isEvident(score)) {
        return { evidenceId: null, worstTier: "NOMINAL", seq: score.seq, openedAtUs: opened.openedAtUs };
      }
      return this.#nameEvidence(vehicle, arrival, { score, trigger: "breach_opened", ...opened });
    }
    const open = breachAfter(vehicle.summary, events);
    const isWorse = isEvident(score) && isWorseTier(score.tier, open?.worstTier ?? "UNKNOWN");
    const breach = openChangeOf(vehicle.state);
    if (!isWorse || breach === null) return open;
    const before = {
      supersedes: open?.evidenceId ?? null,
      seq: breach.of("openedEntry"),
      openedAtUs: Math.round(breach.of("openedTime") * 1e6),
    };
    return this.#nameEvidence(vehicle, arrival, { score, trigger: "tier_worsened", ...before });
  }

  /** The breach with a name for its new evidence. */
  async #nameEvidence(
    vehicle: StagedVehicle,
    { organisation, vehicleId, frame, receivedAtUs, keyId }: Arrival,
    breach: Pick<NamedEvidence, "score" | "trigger" | "supersedes" | "openedAtUs"> & { readonly seq: number },
  ): Promise<OpenBreach> {
    const { seq, ...named } = breach;
    const { score, openedAtUs } = named;
    const { tierSinceUs, scoredSeq, healthScore: healthBefore } = vehicle.summary;
    const evidenceId = this.#name(vehicle, {
      ...named,
      organisation,
      vehicleId,
      keyId,
      requestedBy: null,
      receivedAtUs,
      tierBeforeSinceUs: scoredSeq === null ? null : tierSinceUs,
      healthBefore,
      window: await this.#windowOf(vehicle, score.changePointSeq ?? score.seq),
      odometerKm: describedAfter(vehicle.summary, frame).odometer?.newestKm ?? null,
    });
    return { evidenceId, worstTier: score.tier, seq, openedAtUs };
  }

  /** Evidence gets its name here, and is written at the end of the batch. */
  #name(vehicle: StagedVehicle, given: NamedEvidence): string {
    const { keyId: apiKeyId, receivedAtUs, openedAtUs, odometerKm, requestedBy, ...known } = given;
    const { organisation, vehicleId, trigger, supersedes, score } = known;
    const { vehicleKey, fleetId } = vehicle.summary;
    const { settings } = this.#needs;
    const opening = openBreachOf(vehicle.state, settings);
    const { changePointSeq } = score;
    if (opening === null || changePointSeq === null) {
      throw new Error(`entry ${score.seq} of ${vehicleId} leads to evidence, and no breach is open`);
    }
    const announced = announceEvidence(receivedAtUs, this.#needs.evidence);
    const { openedSeq, channel, side, statistic, threshold } = opening;
    const record = {
      organisation,
      vehicleId,
      vehicleKey,
      fleetId,
      trigger,
      supersedes,
      requestedBy,
      seq: score.seq,
      openedSeq,
      breachedAtUs: openedAtUs,
      odometerKm,
      tier: score.tier,
      probableFaultSource: score.probableFaultSource,
      channel,
      side,
      statistic,
      threshold,
      changePointSeq,
      healthScore: score.healthScore,
    };
    this.breaches.push({ announced, facts: { ...known, apiKeyId, fleetId, opening, settings }, record });
    vehicle.breachSeqs.push(score.seq);
    return announced.eventId;
  }

  /** The evidence window up to the newest record, which may begin in the stored part of the journal or in this batch. */
  async #windowOf(vehicle: StagedVehicle, changePointSeq: number): Promise<EvidenceWindow> {
    const { vehicleKey, entries } = vehicle.summary;
    const newestSeq = vehicle.records.at(-1)?.seq ?? entries;
    const initialSeq = windowStart(changePointSeq, newestSeq);
    const anchor = vehicle.anchors.find(({ seq }) => seq === initialSeq);
    if (anchor !== undefined) {
      const records = vehicle.records.filter(({ seq }) => seq > initialSeq);
      return { initialSeq, initialState: anchor.state, records };
    }
    const [tail] = await this.#transaction.readTails(
      [{ kind: "from-state", vehicleKey, bySeq: initialSeq }],
      this.#needs.scoring,
    );
    if (tail === undefined) throw new Error(`the journal of vehicle ${vehicleKey} was not read`);
    const whole = { from: tail.from, records: [...tail.records, ...vehicle.records] };
    const { settings } = this.#needs;
    return windowFrom(whole, initialSeq, settings);
  }

  #stageFrame(
    vehicle: StagedVehicle,
    { frame, receivedAtUs }: Arrival,
    score: Score,
    evidenceId: string | null,
  ): void {
    const { vehicleKey } = vehicle.summary;
    const { seq } = score;
    const packed = packScore(score, this.#sink);
    const staged = { vehicleKey, seq, frame, receivedAtUs, score: packed, evidenceId };
    vehicle.counted = withOneMore(vehicle.counted, staged);
    this.#lists.frames.push(staged);
    this.#countReceipt(vehicle.summary, receivedAtUs, score.late);
  }

  #stageEstimatedNoise({ summary, state }: StagedVehicle, before: NoiseStages): void {
    const { organisation, fleetId, vehicleKey } = summary;
    for (const noise of newlyEstimatedNoise(before, state)) {
      this.#lists.estimatedNoise.push({ organisation, fleetId, vehicleKey, noise });
    }
  }

  #countReceipt(
    { organisation, fleetId, region }: VehicleSummary,
    receivedAtUs: number,
    isLate: boolean,
  ): void {
    const minute = Math.floor(receivedAtUs / minuteUs);
    const late = isLate ? 1 : 0;
    // Mostly that of the frame before.
    const last = this.#lastCount;
    const isSame = last?.minute === minute && last.fleetId === fleetId && last.region === region;
    if (isSame && last.organisation === organisation) {
      last.frames += 1;
      last.late += late;
      return;
    }
    const key = `${organisation}\n${fleetId}\n${region ?? ""}\n${minute}`;
    const count = this.#frameCounts.get(key) ?? { organisation, fleetId, region, minute, frames: 0, late: 0 };
    count.frames += 1;
    count.late += late;
    this.#frameCounts.set(key, count);
    this.#lastCount = count;
  }

  /** Turns what the fold reports into tier transitions and events. */
  #report(reported: readonly ScoringEvent[], folded: Omit<TakenEntry, "recordedAtUs">): void {
    const entry = { ...folded, recordedAtUs: this.#nowUs };
    for (const event of reported) {
      if (event.kind !== "tier_changed") continue;
      const { organisation, vehicleKey } = entry.after;
      const { seq, atUs, recordedAtUs } = entry;
      const { from, to, reason } = event;
      const evidenceId = breachOf(event, entry)?.evidenceId ?? null;
      const when = { seq, atUs, recordedAtUs };
      this.#lists.transitions.push({ organisation, vehicleKey, ...when, from, to, reason, evidenceId });
    }
    this.#lists.events.push(...recoveryOf(entry), ...eventsOfEntry(reported, entry));
  }
}

export type StagedChanges = Omit<
  Changes,
  | "evidence"
  | "waiting"
  | "precommit"
  | "answers"
  | "keyUses"
  | "signOuts"
  | "keyWarnings"
  | "apiKeys"
  | "scenarios"
  | "deferral"
  | "storage"
  | "audit"
  | "attestations"
  | "dropAnswersBeforeUs"
  | "eventRetention"
  | "documents"
  | "log"
  | "work"
>;

function namesOf(named: readonly (VehicleName & { readonly nameKey: string })[]): VehicleName[] {
  const names = new Map<string, VehicleName>();
  for (const { nameKey: key, organisation, vehicleId } of named) {
    if (!names.has(key)) names.set(key, { organisation, vehicleId });
  }
  return [...names].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, name]) => name);
}

/** In the order asked, null for a vehicle never seen. */
async function findVehicles(
  names: readonly VehicleName[],
  transaction: VehicleRegister,
  known: KnownVehicles | undefined,
): Promise<readonly (VehicleSummary | null)[]> {
  const found = names.map((name) => known?.find(name));
  const unknown = names.filter((_, at) => found[at] === undefined);
  const read = [...(await transaction.lockVehicles(unknown))];
  return found.map((summary) => summary ?? read.shift() ?? null);
}

/** Of each request, for it is asked for again and again. */
const arrivalsOfRequests = new WeakMap<WriteRequest, readonly Arrival[]>();

/** The frames of a request, as parts of it. */
export function arrivalsOf(request: WriteRequest): readonly Arrival[] {
  const known = arrivalsOfRequests.get(request);
  if (known !== undefined) return known;
  const arrivals = arrivalsIn(request);
  arrivalsOfRequests.set(request, arrivals);
  return arrivals;
}

function arrivalsIn(request: WriteRequest): readonly Arrival[] {
  if (request.kind !== "frames" && request.kind !== "score") return [];
  const receivedAt = formatInstant(request.receivedAtUs);
  const frames = request.kind === "score" ? [request.frame] : request.frames;
  return frames.map((frame) => arrivalOf(request, frame, receivedAt));
}

/** A frame as part of the request that brought it. */
export function arrivalOf(
  { writer, receivedAtUs }: Pick<Extract<WriteRequest, { kind: "frames" }>, "writer" | "receivedAtUs">,
  frame: IncomingFrame,
  receivedAt = formatInstant(receivedAtUs),
): Arrival {
  const { organisation, keyId } = writer;
  const { vehicleId } = frame;
  const key = nameKey({ organisation, vehicleId });
  return { organisation, vehicleId, nameKey: key, keyId, frame, receivedAtUs, receivedAt };
}

/** Commands, work, which may lead to one, and snoozes that may be over. */
function commandsOf(requests: readonly WriteRequest[]) {
  return requests.flatMap((request) => {
    if (request.kind === "snooze-end") return request.vehicles.map(withKey);
    return request.kind === "command" || request.kind === "work" || request.kind === "evidence-request"
      ? [withKey({ organisation: request.writer.organisation, vehicleId: request.vehicleId })]
      : [];
  });
}

function withKey({ organisation, vehicleId }: VehicleName) {
  return { organisation, vehicleId, nameKey: nameKey({ organisation, vehicleId }) };
}

function fleetKey({ organisation, fleetId }: FleetName): string {
  return JSON.stringify([organisation, fleetId]);
}

/** Asked for an entry that the service made by itself. */
const noRequester = "";

function identityOf({ timestampUs, sensorsSha256 }: IncomingFrame) {
  return { timestampUs, sensorsSha256 };
}

function identityKey(identity: {
  readonly vehicleKey: number;
  readonly timestampUs: number;
  readonly sensorsSha256: string;
}): string {
  return `${identity.vehicleKey}/${identity.timestampUs}/${identity.sensorsSha256}`;
}

/** A frame newer than all of its vehicle's frames needs no look-up: it cannot have been counted. */
function mayBeCounted({ summary }: StagedVehicle, frame: IncomingFrame): boolean {
  return summary.newestTimestampUs !== null && frame.timestampUs <= summary.newestTimestampUs;
}

const nothingDropped = {};

/** As the frame's record has it: most have nothing. */
function droppedOf({ dropped }: IncomingFrame): Pick<JournalRecord, "dropped"> {
  return dropped.length === 0 ? nothingDropped : { dropped: dropped.map(({ member }) => member) };
}

function recalled({ score, evidenceId }: CountedFrame, vehicle: VehicleSummary): Verdict {
  return { vehicle, duplicate: true, late: false, evidenceId, score: () => unpackScore(score) };
}

/** The one open after an entry that opened none. */
/** A change that matters, and is one of the sensor. */
function isEvident({ tier, reason }: Score): boolean {
  return isWorseTier(tier, "NOMINAL") && reason !== "convention_changed";
}

function breachAfter({ openBreach }: VehicleSummary, events: readonly ScoringEvent[]): OpenBreach | null {
  return events.some(({ kind }) => kind === "breach_closed") ? null : openBreach;
}

/** Most vehicles have one frame in a batch, and a list that grows makes room for many. */
function withOneMore<T>(list: T[], one: T): T[] {
  if (list.length === 0) return [one];
  list.push(one);
  return list;
}

function hasMoved({ records }: StagedVehicle): boolean {
  return records.length > 0;
}

/** A vehicle that says nothing new has the very same object. */
function newlyDescribed({ summary, stored }: StagedVehicle): Changes["newlyDescribed"] {
  const { vehicleKey, organisation, attributes } = summary;
  const before = stored?.attributes ?? undescribed.attributes;
  return attributes === before ? [] : [{ vehicleKey, organisation, attributes }];
}

/** Every so many entries, and at once: at the end of a large commit the state would have to come from slow memory again. */
function keepState(vehicle: StagedVehicle, seq: number): void {
  const isAnchor = seq % anchorEveryEntries === 0;
  if (!isAnchor && seq - vehicle.snapshotSeq < snapshotEveryEntries) return;
  const packed = { vehicleKey: vehicle.summary.vehicleKey, seq, state: packState(vehicle.state) };
  vehicle.snapshot = packed;
  vehicle.snapshotSeq = seq;
  // The same state anew, in one stretch of memory: what a fold replaces of it ends up in other places, and is slow to find there.
  vehicle.state = unpackState(packed.state);
  if (isAnchor) vehicle.anchors.push(packed);
}

/** What is left to be packed is the state of a vehicle whose tier has changed. */
function snapshotOf(vehicle: StagedVehicle): readonly PackedState[] {
  const { vehicleKey, entries } = vehicle.summary;
  if (changedTier(vehicle) && vehicle.snapshotSeq < entries)
    return [{ vehicleKey, seq: entries, state: packState(vehicle.state) }];
  return vehicle.snapshot === null ? [] : [vehicle.snapshot];
}

function changedTier({ summary, stored }: StagedVehicle): boolean {
  return summary.tier !== (stored?.tier ?? "UNKNOWN");
}

function cachedStateOf(vehicle: StagedVehicle): CachedState {
  const { entries } = vehicle.summary;
  const snapshotSeq = changedTier(vehicle) ? entries : vehicle.snapshotSeq;
  return { state: vehicle.state, seq: entries, snapshotSeq };
}
