import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

import { beforeAllEvents } from "../../core/contract/stream-position.ts";
import type { EventQuery } from "../app/events/event-query.ts";
import type { EventFollower, FollowedEvents } from "../app/events/event-follower.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { sha256Hex } from "../app/sha256.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import type { AnswerSlot, KeptRefusal, Remembered, StoredAnswer } from "../app/ports/kept-answer.ts";
import type {
  Application,
  AskedOfVehicle,
  Caller,
  ForeignVehicleCode,
  WriteContext,
} from "../app/application.ts";
import type { BatchTally } from "../app/ports/write-request.ts";
import type { SignOut } from "../app/ports/changes.ts";
import { sealText } from "../app/sealed-text.ts";
import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";

/**
 * A small application in memory: it counts frames once, keeps answers, and knows keys by their text. What it answers
 * besides is of the right shape and no more; the real one is tested where it lives.
 */
export class ApplicationForTests implements Application {
  readonly keys = new Map<string, Caller>();
  readonly frames: IncomingFrame[] = [];
  readonly lookups: string[] = [];
  readonly answers = new Map<string, AnswerSlot & { readonly answer: StoredAnswer | KeptRefusal }>();
  /** Awaited before every write: lets a test hold a commit back or make it fail. */
  beforeWrite: () => Promise<void> = async () => {};
  ready = true;

  async ingestFrame(_caller: Caller, frame: IncomingFrame, ask: WriteContext) {
    const isNew = await this.#count(frame);
    return this.#written(ask, {
      vehicle_id: frame.vehicleId,
      status: isNew ? ("accepted" as const) : ("duplicate" as const),
      frames_ingested: isNew ? 1 : 0,
      fleet_tier: "UNKNOWN" as const,
      timestamp: frame.timestamp,
    });
  }

  async ingestBatch(
    _caller: Caller,
    group: {
      readonly frames: readonly IncomingFrame[];
      readonly soFar: BatchTally | Promise<BatchTally>;
    },
    ask: WriteContext & { readonly last: boolean },
  ) {
    // Groups take effect in the order given here, also those under way together.
    const soFar = await group.soFar;
    let { ingested, duplicate } = soFar;
    for (const frame of group.frames) {
      if (await this.#count(frame)) ingested += 1;
      else duplicate += 1;
    }
    const vehicles = [...new Set([...soFar.vehicles, ...group.frames.map(({ vehicleId }) => vehicleId)])];
    const tally: BatchTally = { ...soFar, ingested, duplicate, vehicles, worstTier: "UNKNOWN" };
    if (!ask.last) return { tally, answer: null };
    const answer = this.#written(ask, {
      status: tally.rejected === 0 ? ("accepted" as const) : ("partial" as const),
      frames_ingested: ingested,
      frames_duplicate: duplicate,
      frames_rejected: tally.rejected,
      fleet_tier: "UNKNOWN" as const,
      vehicles: vehicles.length,
      errors: [...tally.errors],
      errors_truncated: tally.rejected > tally.errors.length,
      request_id: ask.requestId,
    });
    return { tally, answer };
  }

  async scoreFrame(_caller: Caller, frame: IncomingFrame, ask: WriteContext) {
    await this.#count(frame);
    return this.#written(
      ask,
      stub({
        vehicle_id: frame.vehicleId,
        tier: "UNKNOWN",
        request_id: ask.requestId,
      }),
    );
  }

  async recallAnswer(slot: Omit<AnswerSlot, "organisation">): Promise<Remembered> {
    const kept = this.answers.get(slot.space);
    if (kept === undefined) return { kind: "none" };
    if (kept.fingerprint !== slot.fingerprint) return { kind: "other-request" };
    return "sha256" in kept.answer
      ? { kind: "same-refused", refusal: kept.answer }
      : { kind: "same", answer: kept.answer };
  }

  /** The fleet of each vehicle that repeats are held against. */
  readonly fleets = new Map<string, string>();

  async authoriseRepeat(
    caller: Caller,
    ask: { readonly vehicleIds: readonly string[]; readonly foreign: ForeignVehicleCode },
  ): Promise<void> {
    const hidden = await this.hiddenVehicles(caller, ask.vehicleIds);
    if (hidden.size > 0) throw new Refusal(ask.foreign, "It is in another fleet.");
  }

  async hiddenVehicles({ fleets }: Caller, vehicleIds: readonly string[]): Promise<ReadonlySet<string>> {
    const isHidden = (vehicleId: string) => {
      const fleet = this.fleets.get(vehicleId);
      return fleet !== undefined && fleets?.includes(fleet) === false;
    };
    return new Set(vehicleIds.filter(isHidden));
  }

  async rememberAnswer(slot: AnswerSlot, answer: StoredAnswer | KeptRefusal): Promise<void> {
    this.answers.set(slot.space, { ...slot, answer });
  }

  quotas = {
    vehicles: 100,
    newVehiclesPerHour: 10,
    storedBytes: 1_000,
    keptAnswers: 5,
    evidenceRequestsPerDay: 20,
  };

  async readUsage() {
    const usage = { vehicles: 3, newVehicles: 2, storedBytes: 2_000, keptAnswers: 0 };
    return { quotas: this.quotas, usage, fullOn: "2026-04-01", evidenceRequests: 3 };
  }

  async summariseFleet() {
    return stub({
      total_vehicles: new Set(this.frames.map(({ vehicleId }) => vehicleId)).size,
      as_of: String(Math.random()),
    });
  }

  async listVehicles() {
    return { data: [], has_more: true, next_cursor: "next+page" };
  }

  async showVehicle(_caller: Caller, vehicleId: string) {
    if (this.frames.some((frame) => frame.vehicleId === vehicleId)) return stub({ vehicle_id: vehicleId });
    throw new Refusal("vehicle_not_found", "There is no such vehicle.");
  }

  async readSeries(_caller: Caller, vehicleId: string) {
    const json = JSON.stringify(await this.showVehicle(_caller, vehicleId));
    return { json: utf8(json), sha256: sha256Hex(json) };
  }

  async showWork(caller: Caller, { vehicleId }: { readonly vehicleId: string }) {
    await this.showVehicle(caller, vehicleId);
    return stub({ vehicle_id: vehicleId, version: 7, state: "open", next_cursor: null });
  }

  /** The version that commands of a test are meant for. */
  expectedVersions: (number | null)[] = [];

  async commandWork(_caller: Caller, asked: AskedOfVehicle, ask: WriteContext) {
    this.expectedVersions.push(asked.expected);
    return this.#written(ask, stub({ vehicle_id: asked.vehicleId, version: 8 }));
  }

  async commandBaseline(_caller: Caller, vehicleId: string, _command: unknown, ask: WriteContext) {
    if (vehicleId === "broken") throw new Error("SELECT secret FROM keys: /var/lib/plumbline");
    return this.#written(ask, stub({ vehicle_id: vehicleId }));
  }

  async requestEvidence(_caller: Caller, vehicleId: string, _request: unknown, ask: WriteContext) {
    return this.#written(ask, stub({ vehicle_id: vehicleId }));
  }

  /** The moments that statements were asked about. */
  readonly statementTimes: number[] = [];

  async requestStatement(
    _caller: Caller,
    vehicleId: string,
    { atUs }: { readonly atUs: number },
    ask: WriteContext,
  ) {
    this.statementTimes.push(atUs);
    return this.#written(ask, stub({ vehicle_id: vehicleId }));
  }

  async listStatements() {
    return stub({ data: [], next_cursor: null });
  }

  async readStatement(_caller: Caller, statementId: string) {
    return stub({ statement_id: statementId });
  }

  async registerReference(_caller: Caller, vehicleId: string) {
    return stub({ vehicle_id: vehicleId });
  }

  async analyseFleet() {
    return stub({ groups: [] });
  }

  async compareCases() {
    return stub({ data: [] });
  }

  async listAttributes() {
    return stub({ data: [] });
  }

  async showPositions() {
    return stub({ vehicles: 0 });
  }

  async rankWorkQueue() {
    return stub({ data: [] });
  }

  /** Null: as many as anybody likes. */
  reportRefusal: Refusal | null = null;
  reportPlaces = 0;

  reportPlacesOf() {
    return this.reportPlaces;
  }

  enterReportQueue() {
    if (this.reportRefusal !== null) throw this.reportRefusal;
    this.reportPlaces += 1;
    return () => void (this.reportPlaces -= 1);
  }

  async rescoreFleet() {
    return stub({ vehicles: [] });
  }

  async readEvidence(_caller: Caller, eventId: string) {
    if (eventId !== "EVB-20260301-7K3M9Q2XW4HJ")
      throw new Refusal("evidence_not_found", "There is no such evidence.");
    return { bundle: Buffer.from('{"event_id":"EVB-20260301-7K3M9Q2XW4HJ"}'), frames: Buffer.from("{}\n") };
  }

  readonly handOuts: string[] = [];

  async noteHandOut(caller: Caller, eventId: string, form: string) {
    this.handOuts.push(`${caller.keyId} ${eventId} ${form}`);
  }

  async readCustody() {
    return stub({ entries: [] });
  }

  async redactEvidence(caller: Caller, { eventId }: { readonly eventId: string }) {
    return (await this.readEvidence(caller, eventId)).frames;
  }

  async setLegalHold(
    caller: Caller,
    eventId: string,
    request: { readonly hold: boolean },
    ask: WriteContext,
  ) {
    await this.readEvidence(caller, eventId);
    return this.#written(ask, stub({ event_id: eventId, legal_hold: request.hold }));
  }

  async eraseEvidence(_caller: Caller, eventId: string, _request: unknown, ask: WriteContext) {
    return this.#written(ask, stub({ event_id: eventId }));
  }

  /** What was asked of keys. */
  readonly keyChanges: object[] = [];

  async createKey(_caller: Caller, asked: object, ask: WriteContext) {
    this.keyChanges.push(asked);
    const key = `plumb_live_secret${this.keyChanges.length}`;
    return this.#written(ask, stub({ id: "3fK8zQ1mWd", key }));
  }

  async listKeys() {
    return { data: [], has_more: true, next_cursor: "next+page" };
  }

  async showOwnKey({ keyId }: Caller) {
    return stub({ id: keyId });
  }

  async showKey(_caller: Caller, id: string) {
    if (id !== "3fK8zQ1mWd") throw new Refusal("key_not_found", "There is no such key.");
    return stub({ id });
  }

  async rotateKey(_caller: Caller, asked: object, ask: WriteContext) {
    this.keyChanges.push(asked);
    return this.#written(ask, stub({ key: "plumb_live_successor" }));
  }

  async revokeKey(_caller: Caller, asked: object, ask: WriteContext) {
    this.keyChanges.push(asked);
    return this.#written(ask, stub({ status: "revoked" }));
  }

  readonly audit: object[] = [];

  noteAudit(entry: object) {
    this.audit.push(entry);
  }

  async listAudit() {
    return { data: [stub({ seq: 2 }), stub({ seq: 1 })], has_more: true, next_cursor: "next+page" };
  }

  async readReport(caller: Caller, { eventId, form }: { readonly eventId: string; readonly form: string }) {
    await this.readEvidence(caller, eventId);
    return Buffer.from(`a report as ${form}`);
  }

  async readArchive(caller: Caller, eventId: string) {
    await this.readEvidence(caller, eventId);
    return Buffer.from("a zip");
  }

  async judgeEvidence(_caller: Caller, request: { readonly bundle: unknown }) {
    return stub({ verdict: "invalid", bundle: request.bundle });
  }

  async listEvidence() {
    return { data: [], has_more: false, next_cursor: null };
  }

  /** What followers are given: a test pushes steps, and each is handed on once. */
  readonly steps: FollowedEvents[] = [];
  readonly followed: EventQuery[] = [];
  followers = 0;

  async listEvents(_caller: Caller, query: EventQuery) {
    this.followed.push(query);
    return { data: [], has_more: false, next_cursor: beforeAllEvents };
  }

  async followEvents(_caller: Caller, query: EventQuery): Promise<EventFollower> {
    this.followed.push(query);
    this.followers += 1;
    let position = beforeAllEvents;
    const next = async (until: AbortSignal): Promise<FollowedEvents> => {
      const step = this.steps.shift();
      if (step === undefined && !until.aborted) {
        await Promise.race([once(until, "abort"), sleep(2)]);
        return next(until);
      }
      position = step?.position ?? position;
      return step ?? { gap: null, events: [], position };
    };
    return {
      get position() {
        return position;
      },
      next,
      leave: () => void (this.followers -= 1),
    };
  }

  async feedScenario(_caller: Caller, request: { readonly vehicle_id?: string }) {
    if (request.vehicle_id === "nobody") throw new Refusal("vehicle_not_found", "There is no such vehicle.");
    return stub({ scenario_type: "nominal_control", seed: Math.floor(Math.random() * 2 ** 32) });
  }

  async listScenarios() {
    return { data: [], has_more: false, next_cursor: null };
  }

  async showScenario(_caller: Caller, _scenarioId: string): Promise<never> {
    throw new Refusal("scenario_not_found", "There is no such scenario.");
  }

  async exportScenario(): Promise<never> {
    throw new Refusal("export_format_unknown", "There is no such format.");
  }

  async deleteScenario(_caller: Caller, scenarioId: string, _ask: WriteContext) {
    return { scenario_id: scenarioId, deleted: true as const };
  }

  async readSigstoreBundle(_caller: Caller, eventId: string) {
    const { bundle } = await this.readEvidence(_caller, eventId);
    return bundle;
  }

  async readTrustedRoot() {
    return "{}\n";
  }

  async readKeyring() {
    return Buffer.from("{}");
  }

  async readKeyringHistory() {
    return Buffer.from("{}");
  }

  async readEvidenceKey(keyId: string) {
    if (!keyId.endsWith("0".repeat(64))) throw new Refusal("evidence_key_not_found", "There is one key.");
    return "-----BEGIN PUBLIC KEY-----\n";
  }

  async readKeySet() {
    return '{"keys":[]}';
  }

  async readLogPolicy() {
    return "quorum none\n";
  }

  async readScorers() {
    return { scorers: [] };
  }

  async readScorer(sha256: string) {
    if (sha256 !== "0".repeat(64)) throw new Refusal("scorer_not_found", "There is one scorer.");
    return Buffer.from("export {};");
  }

  async readSpecification(sha256: string) {
    if (sha256 !== "0".repeat(64)) throw new Refusal("specification_not_found", "There is one method.");
    return Buffer.from("the method");
  }

  async readLogCheckpoint() {
    return "log.example.org\n1\nroot\n\n\u2014 log.example.org signature\n";
  }

  async readLogTile({ width }: { readonly width: number }) {
    if (width > 1) throw new Refusal("log_part_not_found", "The log has one entry.");
    return new Uint8Array(32).fill(7);
  }

  async readLogEntries({ index }: { readonly index: number }) {
    if (index > 0) throw new Refusal("log_part_not_found", "The log has one entry.");
    return Uint8Array.of(0, 1, 0x61);
  }

  async proveLogInclusion(ask: { readonly index: number; readonly size: number | null }) {
    return `inclusion ${ask.index} ${ask.size}\n`;
  }

  async readLogRecoveries() {
    return { recoveries: [] };
  }

  async proveLogConsistency(ask: { readonly from: number; readonly to: number | null }) {
    return `consistency ${ask.from} ${ask.to}\n`;
  }

  readonly signOuts: SignOut[] = [];

  async findSession({ keyId, sessionId }: { readonly keyId: string; readonly sessionId: string }) {
    const ofKey = this.signOuts.filter((one) => one.keyId === keyId);
    return {
      generation: ofKey.filter(({ session }) => session === null).length,
      isEnded: ofKey.some(({ session }) => session?.sessionId === sessionId),
    };
  }

  async signOut(signOut: SignOut) {
    await this.beforeWrite();
    this.signOuts.push(signOut);
  }

  async identify(apiKey: string) {
    this.lookups.push(apiKey);
    return this.keys.get(apiKey) ?? null;
  }

  readonly webhooks: string[] = [];

  async createWebhook(_caller: Caller, { url }: { readonly url: string }) {
    this.webhooks.push(url);
    return stub({ id: `wh_${this.webhooks.length}`, url, secret: "whsec_shown_once" });
  }

  async listWebhooks() {
    return stub({ data: this.webhooks.map((url) => ({ url })) });
  }

  async showWebhook(_caller: Caller, webhookId: string) {
    return stub({ id: webhookId });
  }

  async updateWebhook(_caller: Caller, { update }: { readonly update: object }) {
    return stub(update);
  }

  async deleteWebhook(_caller: Caller, webhookId: string) {
    return stub({ id: webhookId, deleted: true });
  }

  async rotateWebhookSecret(_caller: Caller, ask: object) {
    return stub(ask);
  }

  async testWebhook(_caller: Caller, webhookId: string) {
    return stub({ webhook_id: webhookId });
  }

  async listDeliveries(_caller: Caller, question: object) {
    return stub({ data: [question], has_more: true, next_cursor: "next" });
  }

  async showDelivery(_caller: Caller, ask: object) {
    return stub(ask);
  }

  async replayDelivery(_caller: Caller, ask: object) {
    return stub(ask);
  }

  async replayDeadLetters(_caller: Caller, ask: object) {
    return stub(ask);
  }

  async readiness() {
    return { ready: this.ready, checks: { storage: this.ready ? "ok" : "the disk is full" } };
  }

  async #count(frame: IncomingFrame): Promise<boolean> {
    await this.beforeWrite();
    const isKnown = this.frames.some(
      (known) =>
        known.sensorsSha256 === frame.sensorsSha256 &&
        known.timestamp === frame.timestamp &&
        known.vehicleId === frame.vehicleId,
    );
    if (!isKnown) this.frames.push(frame);
    return !isKnown;
  }

  #written<T>(ask: WriteContext, value: T) {
    const body = JSON.stringify(value);
    if (ask.keep !== undefined) {
      const { space, organisation, fingerprint, status, sealKey } = ask.keep;
      const kept = sealKey === undefined ? body : sealText(body, sealKey);
      this.answers.set(space, {
        space,
        organisation,
        fingerprint,
        answer: { status, contentType: "application/json", body: kept },
      });
    }
    return { value, body };
  }
}

/** Some members of an answer of whatever shape, where the rest does not matter. */
function stub(members: object): never {
  return members as never;
}
