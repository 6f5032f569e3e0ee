import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { Tile } from "../../../../core/evidence/log/log-tree.ts";
import type { LogEdge } from "../../../../core/evidence/log/append-to-log.ts";
import { type Usage, frameRowBytes } from "../../../app/ports/quotas.ts";
import type { EstimatedNoise } from "../../../../core/scoring/fleet/fleet-prior.ts";
import type { Changes, EvidenceFacts } from "../../../app/ports/changes.ts";
import type { StoredApiKey } from "../../../app/ports/reading/api-key-reader.ts";
import type {
  CountedFrame,
  FrameIdentity,
  JournalRecord,
  JournalTail,
  PackedState,
  TailRequest,
} from "../../../app/ports/journal.ts";
import type { ExpiringKey } from "../../../app/ports/reading/notice-reader.ts";
import type { EvidenceStanding } from "../../../app/ports/logged-document.ts";
import type { StoredBytes } from "../../../app/ports/stored-bytes.ts";
import type { FleetName, VehicleName, VehicleSummary } from "../../../app/ports/vehicle-summary.ts";
import type { FoundAnswer } from "../../../app/ports/kept-answer.ts";
import type { StoredInterval, StoredPlace } from "../../../app/ports/chain-place.ts";
import type { SinceMark, StoredWork, WorkComment, WorkEntry } from "../../../app/ports/work.ts";
import type { Transaction } from "../../../app/ports/transaction.ts";
import { sha256 } from "../../../app/sha256.ts";
import {
  commandColumns,
  framesInRange,
  journalOf,
  newestState,
  rowOfCommand,
  type CommandRow,
  type FrameRow,
  type StateRow,
} from "../journal-rows.ts";
import { entriesAfter } from "../linked-frames.ts";
import { ApiKeyRows } from "./rows/api-key-rows.ts";
import { expiringKeys } from "../expiring-keys.ts";
import { ScenarioRows } from "./rows/scenario-rows.ts";
import { AttributeRows } from "./rows/attribute-rows.ts";
import { AuditRows } from "./rows/audit-rows.ts";
import { ChainRows } from "./rows/chain-rows.ts";
import { CustodyRows } from "./rows/custody-rows.ts";
import { DeferralRows } from "./rows/deferral-rows.ts";
import { EventRows } from "./rows/event-rows.ts";
import { FrameRows } from "./rows/frame-rows.ts";
import { LogRows } from "./rows/log-rows.ts";
import { prepareQuery } from "../prepare-query.ts";
import { AttestationRows } from "./rows/attestation-rows.ts";
import { EstimatedNoiseRows } from "./rows/estimated-noise-rows.ts";
import { FrameTallyRows } from "./rows/frame-tally-rows.ts";
import { WorkRows } from "../work/write-work.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";
import { changedRows, RowChanges } from "../row-changes.ts";
import { StorageRows } from "./rows/storage-rows.ts";
import { SummaryRows } from "./rows/summary-rows.ts";
import { WaitingEvidenceRows } from "./rows/waiting-evidence-rows.ts";
import { evidenceRequestsQuery, usageOfRow, usageQuery, type UsageRow } from "../read/usage-queries.ts";

/** Expired answers removed for each commit that stores answers, so that removal keeps up and never holds anybody up. */
const answersDroppedAtOnce = 200;

/**
 * The transaction of the one writing connection. SQLite runs one writer at a time, so everything is locked from BEGIN
 * IMMEDIATE on and the questions are answered one row after another by prepared statements.
 */
export class SqliteTransaction implements Transaction {
  readonly #statements: Statements;
  readonly #frames: FrameRows;
  readonly #log: LogRows;
  readonly #custody: CustodyRows;
  readonly #chains: ChainRows;
  readonly #attestations: AttestationRows;
  readonly #estimatedNoise: EstimatedNoiseRows;
  readonly #frameTally: FrameTallyRows;
  readonly #summaries: SummaryRows;
  readonly #attributes: AttributeRows;
  readonly #events: EventRows;
  readonly #apiKeys: ApiKeyRows;
  readonly #audit: AuditRows;
  readonly #scenarios: ScenarioRows;
  readonly #deferral: DeferralRows;
  readonly #storage: StorageRows;
  readonly #work: WorkRows;
  readonly #waiting: WaitingEvidenceRows;
  readonly #rowChanges: RowChanges;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
    this.#frames = new FrameRows(database);
    this.#log = new LogRows(database);
    this.#custody = new CustodyRows(database);
    this.#chains = new ChainRows(database);
    this.#attestations = new AttestationRows(database);
    this.#estimatedNoise = new EstimatedNoiseRows(database);
    this.#frameTally = new FrameTallyRows(database);
    this.#summaries = new SummaryRows(database);
    this.#attributes = new AttributeRows(database);
    this.#events = new EventRows(database);
    this.#apiKeys = new ApiKeyRows(database);
    this.#audit = new AuditRows(database);
    this.#scenarios = new ScenarioRows(database);
    this.#deferral = new DeferralRows(database);
    this.#storage = new StorageRows(database);
    this.#work = new WorkRows(database);
    this.#waiting = new WaitingEvidenceRows(database);
    this.#rowChanges = new RowChanges(database);
  }

  /** Forgets what was to be stored: the transaction was undone. */
  forget(): void {
    this.#frames.forget();
  }

  async lockVehicles(names: readonly VehicleName[]): Promise<readonly (VehicleSummary | null)[]> {
    return names.map(({ organisation, vehicleId }) => {
      const row = this.#statements.findVehicle.get(organisation, vehicleId);
      return row === undefined ? null : summaryOfRow(row);
    });
  }

  async newVehicleKeys(count: number): Promise<readonly number[]> {
    if (count === 0) return [];
    const newest = this.#statements.newestVehicleKey.get()?.newest ?? 0;
    return Array.from({ length: count }, (_, at) => newest + 1 + at);
  }

  async findFrames(identities: readonly FrameIdentity[]): Promise<readonly (CountedFrame | null)[]> {
    return identities.map((identity) => this.#frames.find(identity));
  }

  async readTails(asks: readonly TailRequest[], scoring: string): Promise<readonly JournalTail[]> {
    return asks.map((ask) => {
      if (ask.kind === "after") return { from: null, records: this.#recordsAfter(ask.vehicleKey, ask.seq) };
      const from = this.#stateBy(ask, scoring);
      return { from, records: this.#recordsAfter(ask.vehicleKey, from?.seq ?? 0) };
    });
  }

  async findUsage(
    organisations: readonly string[],
    { newSinceMinute, keptSinceUs }: { readonly newSinceMinute: number; readonly keptSinceUs: number },
  ): Promise<readonly Usage[]> {
    return organisations.map((organisation) =>
      usageOfRow(this.#statements.findUsage.get({ organisation, newSinceMinute, keptSinceUs })),
    );
  }

  async countEvidenceRequests({
    keyId,
    sinceUs,
  }: {
    readonly keyId: string;
    readonly sinceUs: number;
  }): Promise<number> {
    return this.#statements.countEvidenceRequests.get(keyId, sinceUs)?.requests ?? 0;
  }

  async findAnswers(
    spaces: readonly string[],
    keptSinceUs: number,
  ): Promise<readonly (FoundAnswer | null)[]> {
    return spaces.map((space) => {
      const row = this.#statements.findAnswer.get(space, keptSinceUs);
      if (row === undefined) return null;
      return { fingerprint: row.fingerprint, isRefusal: row.refused_sha256 !== null };
    });
  }

  async readEstimatedNoise(
    fleets: readonly FleetName[],
    vehicles: number,
  ): Promise<readonly (readonly EstimatedNoise[])[]> {
    return fleets.map((fleet) => this.#estimatedNoise.newestOf(fleet, vehicles));
  }

  async findEvidence(
    eventIds: readonly string[],
    handedOutSinceUs: number,
  ): Promise<readonly (EvidenceStanding | null)[]> {
    return eventIds.map((eventId) => this.#custody.standingOf(eventId, handedOutSinceUs));
  }

  async findUnsealed(eventIds: readonly string[]): Promise<readonly (EvidenceFacts | null)[]> {
    return eventIds.map((eventId) => this.#attestations.findWaiting(eventId));
  }

  async findExpiringKeys({ nowUs }: { readonly nowUs: number }): Promise<readonly ExpiringKey[]> {
    return this.#statements.findExpiringKeys.all({ nowUs });
  }

  async findStoredBytes(organisations: readonly string[]): Promise<readonly StoredBytes[]> {
    return this.#storage.find(organisations);
  }

  async findChainEnds(vehicleKeys: readonly number[]): Promise<readonly (StoredPlace | null)[]> {
    return vehicleKeys.map((vehicleKey) => this.#chains.endOf(vehicleKey));
  }

  async listChainPlaces(ask: Parameters<Transaction["listChainPlaces"]>[0]): Promise<readonly StoredPlace[]> {
    return this.#chains.placesIn(ask);
  }

  async readIntervals(leafIndices: readonly number[]): Promise<readonly StoredInterval[]> {
    return leafIndices.map((leafIndex) => this.#chains.interval(leafIndex));
  }

  async readLogTiles(places: Parameters<Transaction["readLogTiles"]>[0]): Promise<readonly Tile[]> {
    return this.#log.tiles(places);
  }

  async readLogEdge(): Promise<LogEdge> {
    return this.#log.edge();
  }

  async findApiKeys({
    organisation,
    publicIds,
    inForceAtUs,
  }: Parameters<Transaction["findApiKeys"]>[0]): Promise<readonly StoredApiKey[]> {
    const named = publicIds.flatMap((publicId) => this.#apiKeys.find(publicId) ?? []);
    return [
      ...this.#apiKeys.ofOrganisation(organisation, inForceAtUs),
      ...named.filter((key) => key.organisation === organisation),
    ];
  }

  async findWork(vehicleKeys: readonly number[]): Promise<readonly (StoredWork | null)[]> {
    return vehicleKeys.map((vehicleKey) => this.#work.find(vehicleKey));
  }

  async findWorkEntry(ask: Parameters<Transaction["findWorkEntry"]>[0]): Promise<WorkEntry | null> {
    return this.#work.findEntry(ask);
  }

  async findWorkComment(ask: Parameters<Transaction["findWorkComment"]>[0]): Promise<WorkComment | null> {
    return this.#work.commentBefore(ask);
  }

  async findPendingRepairs(vehicleKeys: readonly number[]): Promise<readonly number[]> {
    return this.#work.pendingOf(vehicleKeys);
  }

  async sinceMark(ask: Parameters<Transaction["sinceMark"]>[0]): Promise<SinceMark> {
    return this.#work.since(ask);
  }

  async write(changes: Changes): Promise<void> {
    this.#rowChanges.record(changedRows(changes), () => this.#write(changes));
  }

  #write(changes: Changes): void {
    const run = this.#statements;
    this.#writeVehicles(changes);
    this.#attributes.write(changes.newlyDescribed);
    for (const command of changes.commands) run.addCommand.run(...rowOfCommand(command));
    for (const { vehicleKey, seq, state } of changes.snapshots) {
      run.putSnapshot.run(vehicleKey, seq, changes.scoring, state);
    }
    for (const { vehicleKey, seq, state } of changes.anchors) {
      run.addAnchor.run(vehicleKey, seq, changes.scoring, state);
    }
    this.#estimatedNoise.write(changes.estimatedNoise);
    this.#writeHappenings(changes);
    this.#work.write(changes.work);
    this.#events.write(changes);
    if (changes.log !== null) this.#log.grow(changes.log);
    for (const one of changes.documents) {
      const { leafIndex, kind, organisation, subject, envelope, loggedAtUs } = one;
      run.addDocument.run(leafIndex, kind, organisation, subject, envelope, loggedAtUs);
      this.#custody.write(one);
    }
    this.#scenarios.write(changes);
    this.#deferral.write(changes.deferral);
    this.#storage.write(changes.storage);
    this.#chains.write(changes.precommit);
    this.#attestations.write(changes.attestations);
    this.#writeAnswers(changes);
    for (const key of changes.apiKeys) this.#apiKeys.put(key);
    for (const one of changes.signOuts) this.#apiKeys.signOut(one);
    for (const { organisation, publicId, days } of changes.keyWarnings) {
      run.warnOfKey.run(days, organisation, publicId);
    }
    this.#audit.append(changes.audit);
    for (const { publicId, usedAtUs } of changes.keyUses) run.touchKey.run(usedAtUs, publicId);
  }

  /** A frame's vehicle is there before it; where the newest frame stands goes with what else changes of the vehicle. */
  #writeVehicles(changes: Changes): void {
    const { vehicles, vehiclesBefore } = changes;
    this.#summaries.write(vehicles.filter(({ vehicleKey }) => !vehiclesBefore.has(vehicleKey)));
    this.#summaries.move(changes, this.#writeFrames(changes));
  }

  /** And counts what triggers count of every other row: of frames there are too many for a statement each. */
  #writeFrames({ vehicles, frames }: Changes): ReadonlyMap<number, number> {
    const owners = new Map(vehicles.map(({ vehicleKey, organisation }) => [vehicleKey, organisation]));
    const bytes = new Map<string, number>();
    const { textBytes, newestPositions } = this.#frames.addFrames(frames);
    for (const [at, { vehicleKey, score }] of frames.entries()) {
      const owner = owners.get(vehicleKey);
      if (owner === undefined) throw new Error(`vehicle ${vehicleKey} has a new frame and is not written`);
      bytes.set(owner, (bytes.get(owner) ?? 0) + textBytes[at]! + score.length + frameRowBytes);
    }
    for (const [organisation, more] of bytes) this.#statements.addStoredBytes.run(more, organisation);
    return newestPositions;
  }

  #writeHappenings({ transitions, evidence, waiting, frameCounts }: Changes): void {
    const run = this.#statements;
    for (const transition of transitions) {
      const { organisation, vehicleKey, seq, atUs, recordedAtUs, from, to, reason, evidenceId } = transition;
      run.addTransition.run(organisation, vehicleKey, seq, atUs, recordedAtUs, from, to, reason, evidenceId);
    }
    for (const one of evidence) {
      run.addEvidence.run(
        one.organisation,
        one.eventId,
        one.vehicleKey,
        one.fleetId,
        one.trigger,
        one.supersedes,
        one.requestedBy,
        one.seq,
        one.openedSeq,
        one.breachedAtUs,
        one.issuedAtUs,
        one.tier,
        one.probableFaultSource,
        one.channel,
        one.side,
        one.statistic,
        one.threshold,
        one.changePointSeq,
        one.healthScore,
        one.contentDigest,
        one.frameCount,
        one.bundle,
        one.frames,
        sha256(one.bundle),
        sha256(one.frames),
        one.odometerKm,
      );
    }
    for (const one of waiting) this.#waiting.add(one);
    this.#frameTally.add(frameCounts);
  }

  #writeAnswers({ answers, dropAnswersBeforeUs }: Changes): void {
    if (dropAnswersBeforeUs !== null) {
      this.#statements.dropAnswers.run(dropAnswersBeforeUs, answersDroppedAtOnce + answers.length);
    }
    for (const answer of answers) {
      const { space, organisation, fingerprint, status, storedAtUs } = answer;
      const [type, body] = "body" in answer ? [answer.contentType, answer.body] : ["", ""];
      const [requestId, sha256] = "sha256" in answer ? [answer.requestId, answer.sha256] : [null, null];
      const kept = [status, type, body, storedAtUs, organisation, requestId, sha256];
      this.#statements.putAnswer.run(space, fingerprint, ...kept);
    }
  }

  #stateBy(
    { vehicleKey, bySeq }: { vehicleKey: number; bySeq: number },
    scoring: string,
  ): PackedState | null {
    const row = this.#statements.findState.get({ vehicleKey, bySeq, scoring });
    if (row === undefined) return null;
    return { vehicleKey, ...row };
  }

  #recordsAfter(vehicleKey: number, seq: number): JournalRecord[] {
    const records = journalOf(
      this.#statements.framesInRange.all(entriesAfter(vehicleKey, seq)),
      this.#statements.commandsAfter.all(vehicleKey, seq),
    );
    records.forEach((record, at) => {
      if (record.seq === seq + 1 + at) return;
      throw new Error(`entry ${seq + 1 + at} is missing from the journal of vehicle ${vehicleKey}`);
    });
    return records;
  }
}

const answerColumns = [
  "space",
  "fingerprint",
  "status",
  "content_type",
  "body",
  "stored_us",
  "organisation",
  "refused_request_id",
  "refused_sha256",
] as const;

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  const query = <Row>(sql: string) => prepareQuery<Row>(database, sql);
  const insert = (table: string, columns: readonly string[]) =>
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  const updates = (columns: readonly string[]) =>
    columns.map((column) => `${column} = excluded.${column}`).join(", ");
  return {
    findVehicle: query<VehicleRow>(
      `SELECT ${vehicleRowColumns} FROM vehicle WHERE organisation = ? AND vehicle_id = ?`,
    ),
    newestVehicleKey: query<{ newest: number }>(
      "SELECT coalesce(max(vehicle_key), 0) AS newest FROM vehicle",
    ),
    findState: query<StateRow>(newestState),
    framesInRange: query<FrameRow>(framesInRange),
    commandsAfter: query<CommandRow>("SELECT * FROM command WHERE vehicle_key = ? AND seq > ? ORDER BY seq"),
    findUsage: query<UsageRow>(usageQuery),
    countEvidenceRequests: query<{ requests: number }>(evidenceRequestsQuery),
    findAnswer: query<{ fingerprint: string; refused_sha256: string | null }>(
      "SELECT fingerprint, refused_sha256 FROM answer WHERE space = ? AND stored_us >= ?",
    ),
    addStoredBytes: prepare(
      "UPDATE organisation_usage SET stored_bytes = stored_bytes + ? WHERE organisation = ?",
    ),
    addCommand: prepare(insert("command", commandColumns)),
    putSnapshot: prepare(
      `INSERT INTO snapshot (vehicle_key, seq, scoring, state) VALUES (?, ?, ?, ?)
       ON CONFLICT (vehicle_key) DO UPDATE SET seq = excluded.seq, scoring = excluded.scoring, state = excluded.state`,
    ),
    addAnchor: prepare("INSERT INTO anchor (vehicle_key, seq, scoring, state) VALUES (?, ?, ?, ?)"),
    addTransition: prepare(
      insert("tier_transition", [
        "organisation",
        "vehicle_key",
        "seq",
        "at_us",
        "recorded_us",
        "from_tier",
        "to_tier",
        "reason",
        "evidence_id",
      ]),
    ),
    addEvidence: prepare(
      insert("evidence", [
        "organisation",
        "event_id",
        "vehicle_key",
        "fleet_id",
        "trigger",
        "supersedes",
        "requested_by",
        "seq",
        "opened_seq",
        "breached_at_us",
        "issued_at_us",
        "tier",
        "probable_fault_source",
        "channel",
        "side",
        "statistic",
        "threshold",
        "change_point_seq",
        "health_score",
        "content_digest",
        "frame_count",
        "bundle",
        "frames",
        "bundle_sha256",
        "frames_sha256",
        "odometer_km",
      ]),
    ),
    addDocument: prepare(
      insert("log_document", ["leaf_index", "kind", "organisation", "subject", "envelope", "logged_us"]),
    ),
    putAnswer: prepare(
      `${insert("answer", answerColumns)} ON CONFLICT (space) DO UPDATE SET ${updates(answerColumns.slice(1))}`,
    ),
    dropAnswers: prepare(
      "DELETE FROM answer WHERE space IN (SELECT space FROM answer WHERE stored_us < ? ORDER BY stored_us LIMIT ?)",
    ),
    findExpiringKeys: query<ExpiringKey>(expiringKeys),
    warnOfKey: prepare(
      "UPDATE api_key SET expiry_announced_days = ? WHERE organisation = ? AND public_id = ?",
    ),
    touchKey: prepare("UPDATE api_key SET last_used_us = ? WHERE public_id = ?"),
  };
}
