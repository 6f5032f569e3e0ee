import { ed25519Signer } from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import type { LogEdge } from "../../../core/evidence/log/append-to-log.ts";
import type { Tile } from "../../../core/evidence/log/log-tree.ts";
import { edgeTilesOf } from "../../../core/evidence/log/tile-place.ts";
import type { EstimatedNoise } from "../../../core/scoring/fleet/fleet-prior.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { StateCache, unpackedBytes } from "../journal/state-cache.ts";
import type { Changes } from "../ports/changes.ts";
import type { CountedFrame, FrameIdentity, JournalRecord, TailRequest } from "../ports/journal.ts";
import type { EvidenceStanding } from "../ports/logged-document.ts";
import type { Transaction } from "../ports/transaction.ts";
import type { VehicleName, VehicleSummary } from "../ports/vehicle-summary.ts";
import { sha256 } from "../sha256.ts";
import type { CommitNeeds } from "./commit-batch.ts";
import { FleetPriors } from "./fleet-priors.ts";

/** Evidence as it stands once it is issued: nothing was asked of it yet. */
export const issuedForTests: EvidenceStanding = {
  organisation: "acme",
  eventId: "EVB-1",
  fleetId: "vans",
  contentDigest: "sha256:c0",
  leafIndex: 7,
  isErased: false,
  isOnHold: false,
  newest: null,
  handedOut: [],
};

/** A store in memory that keeps no states and no answers: journals are read from their first entry. */
export class StoreForTests implements Transaction {
  readonly written: Changes[] = [];
  readonly vehicles = new Map<string, VehicleSummary>();
  readonly journals = new Map<number, JournalRecord[]>();
  /** Frames that were looked for. */
  readonly lookedFor: FrameIdentity[] = [];
  /** What every fleet has estimated. */
  estimatedNoise: readonly EstimatedNoise[] = [];
  evidence: EvidenceStanding | null = null;
  readonly #counted = new Map<string, CountedFrame>();
  readonly #tiles = new Map<string, Tile>();
  #edge: Omit<LogEdge, "tiles"> = { size: 0, root: sha256(new Uint8Array(0)) };
  #keys = 0;

  async lockVehicles(names: readonly VehicleName[]) {
    return names.map((name) => this.vehicles.get(nameOf(name)) ?? null);
  }

  async newVehicleKeys(count: number) {
    return Array.from({ length: count }, () => (this.#keys += 1));
  }

  async readEstimatedNoise(fleets: readonly unknown[]) {
    return fleets.map(() => this.estimatedNoise);
  }

  async findFrames(identities: readonly FrameIdentity[]) {
    this.lookedFor.push(...identities);
    return identities.map((identity) => this.#counted.get(identityOf(identity)) ?? null);
  }

  async readTails(asks: readonly TailRequest[]) {
    return asks.map((ask) => {
      const records = this.journals.get(ask.vehicleKey) ?? [];
      const afterSeq = ask.kind === "after" ? ask.seq : 0;
      return { from: null, records: records.filter(({ seq }) => seq > afterSeq) };
    });
  }

  async findUsage(organisations: readonly string[]) {
    const vehicles = this.vehicles.size;
    return organisations.map(() => ({ vehicles, newVehicles: 0, storedBytes: 0, keptAnswers: 0 }));
  }

  async countEvidenceRequests() {
    return 0;
  }

  async findAnswers(spaces: readonly string[]) {
    return spaces.map(() => null);
  }

  async findChainEnds(vehicleKeys: readonly number[]) {
    return vehicleKeys.map(() => null);
  }

  async listChainPlaces() {
    return [];
  }

  async readIntervals() {
    return [];
  }

  async readLogEdge() {
    return { ...this.#edge, tiles: await this.readLogTiles(edgeTilesOf(this.#edge.size)) };
  }

  async readLogTiles(places: readonly Pick<Tile, "level" | "index">[]) {
    return places.flatMap((place) => this.#tiles.get(placeOf(place)) ?? []);
  }

  async findEvidence(eventIds: readonly string[]) {
    return eventIds.map(() => this.evidence);
  }

  async findExpiringKeys() {
    return [];
  }

  async findStoredBytes() {
    return [];
  }

  async findUnsealed(eventIds: readonly string[]) {
    return eventIds.map(() => null);
  }

  async findApiKeys() {
    return [];
  }

  async findWork(vehicleKeys: readonly number[]) {
    return vehicleKeys.map(() => null);
  }

  async findWorkEntry() {
    return null;
  }

  async findWorkComment() {
    return null;
  }

  async findPendingRepairs() {
    return [];
  }

  async sinceMark() {
    return { worse: false, calmed: false };
  }

  async write(changes: Changes) {
    this.written.push(changes);
    for (const vehicle of changes.vehicles) this.vehicles.set(nameOf(vehicle), vehicle);
    for (const { vehicleKey, seq, receivedAtUs, entry } of changes.commands) {
      this.#enter(vehicleKey, { seq, receivedAtUs, timestamp: null, raw: null, entry });
    }
    for (const { vehicleKey, seq, receivedAtUs, frame, score, evidenceId } of changes.frames) {
      const { timestamp, raw, reading, timestampUs, sensorsSha256 } = frame;
      this.#enter(vehicleKey, { seq, receivedAtUs, timestamp, raw, entry: { kind: "frame", reading } });
      const identity = identityOf({ vehicleKey, timestampUs, sensorsSha256 });
      this.#counted.set(identity, { seq, score, evidenceId });
    }
    for (const tile of changes.log?.tiles ?? []) this.#tiles.set(placeOf(tile), tile);
    if (changes.log !== null) this.#edge = changes.log;
  }

  #enter(vehicleKey: number, record: JournalRecord): void {
    const journal = [...(this.journals.get(vehicleKey) ?? []), record];
    this.journals.set(
      vehicleKey,
      journal.sort((left, right) => left.seq - right.seq),
    );
  }
}

/** What the commit path takes, with a clock that stands still; pre-commitment and quotas left out. */
export function commitNeedsForTests(more: Partial<CommitNeeds> = {}): CommitNeeds {
  let random = 0;
  return {
    settings: defaultSettings,
    scoring: "tests-1",
    fleetPriors: new FleetPriors(),
    cache: new StateCache(100 * unpackedBytes),
    answerRetentionUs: 1_000,
    evidence: {
      signer: ed25519Signer(),
      nowUs: () => startUs,
      randomBytes: (count) => new Uint8Array(count).fill((random += 1)),
      sha256,
      frameSalt: () => "A".repeat(22),
      issuer: {
        organisation: "tests",
        software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
      },
      logOrigin: exampleLogSigner.name,
      specificationSha256: "0".repeat(64),
    },
    log: { signer: exampleLogSigner, mark: { admit: () => {}, raise: () => {} }, sha256 },
    ...more,
  };
}

function nameOf({ organisation, vehicleId }: VehicleName): string {
  return `${organisation}/${vehicleId}`;
}

function identityOf({ vehicleKey, timestampUs, sensorsSha256 }: FrameIdentity): string {
  return `${vehicleKey}/${timestampUs}/${sensorsSha256}`;
}

function placeOf({ level, index }: Pick<Tile, "level" | "index">): string {
  return `${level}/${index}`;
}
