import type { DatabaseSync, StatementSync } from "node:sqlite";

import { packState, unpackState } from "../../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../../core/scoring/model/initial-state.ts";
import type { ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import { anchorEveryEntries } from "../../../app/journal/evidence-window.ts";
import {
  refoldedSummary,
  refoldEntries,
  type FoldedPlace,
  type RefoldedPiece,
} from "../../../app/journal/refold-vehicle.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import type { Transaction } from "../../../app/ports/transaction.ts";
import { SqliteAudit } from "../audit/sqlite-audit.ts";
import { ownInRange, withOwnFrames } from "../linked-frames.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import { SqliteStore } from "../write/sqlite-store.ts";
import { countAwaited, countWaiting } from "./await-refold.ts";

export interface RefoldNeeds {
  readonly settings: ScoringSettings;
  /** Names version and settings of the present scoring. */
  readonly scoring: string;
}

/** A vehicle that is being folded again. */
interface Current extends FoldedPlace {
  readonly vehicleKey: number;
  /** Whose the noise is that it had taught under the other rules. */
  readonly fleets: ReadonlyMap<string, string>;
}

/**
 * Folds the journals of waiting vehicles again, a little at a time, between the commits of the writer whose connection it
 * shares. Every 256 entries the state is stored with the scores up to it: an interruption, or a vehicle that somebody waits
 * for, costs no more than that. A vehicle's row changes when its journal's end is reached, and in the same transaction it
 * waits no longer.
 */
export class BackgroundRefold {
  readonly #store: SqliteStore;
  readonly #audit: SqliteAudit;
  readonly #needs: RefoldNeeds;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Somebody waits for these, the longest waiting first. */
  readonly #urgent = new Set<number>();
  #current: Current | null = null;
  /** The vehicle that was looked at last: at which an attempt failed, if one did. */
  #atWork: number | null = null;
  /** Where the round of those nobody asks for stands. */
  #lastKey = 0;
  #left: number;
  /** What cannot be folded, such as what the disk has damaged, waits for a later start. */
  readonly #setAside = new Set<number>();
  readonly vehicles: number;

  constructor(database: DatabaseSync, needs: RefoldNeeds) {
    this.#store = new SqliteStore(database);
    this.#audit = new SqliteAudit(database);
    this.#needs = needs;
    this.#statements = prepareStatements(database);
    this.#left = countWaiting(database);
    this.vehicles = Math.max(this.#left, countAwaited(database));
  }

  /** How many vehicles still wait. */
  get left(): number {
    return this.#left;
  }

  /** Whether there is anything to do. */
  get isDone(): boolean {
    return this.#left <= this.#setAside.size;
  }

  /** Leaves the vehicle at work for a later start: it cannot be folded. Returns its key. */
  setAside(): number | null {
    const vehicleKey = this.#atWork;
    if (vehicleKey !== null) this.#setAside.add(vehicleKey);
    return vehicleKey;
  }

  /** These come first. */
  hurry(vehicleKeys: readonly number[]): void {
    for (const key of vehicleKeys) this.#urgent.add(key);
  }

  /** Folds for about so long, a piece at least, in one transaction: when it resolves, that is on the disk. Calls must not overlap. */
  async advance(forMs: number, assertUndisturbed: () => void = () => {}): Promise<void> {
    const untilMs = performance.now() + forMs;
    const before = { left: this.#left, lastKey: this.#lastKey, urgent: [...this.#urgent] };
    try {
      await this.#store.transact(async (transaction) => {
        do await this.#foldPiece(transaction);
        while (!this.isDone && performance.now() < untilMs);
        assertUndisturbed();
      });
    } catch (fault) {
      // Nothing of it happened.
      this.#current = null;
      this.#left = before.left;
      this.#lastKey = before.lastKey;
      this.hurry(before.urgent);
      throw fault;
    }
  }

  async #foldPiece(transaction: Transaction): Promise<void> {
    const current = this.#choose();
    if (current === null) {
      // Nobody is left behind the last one: the round begins again.
      this.#lastKey = 0;
      this.#left = this.#statements.count.get()?.vehicles ?? 0;
      return;
    }
    const { vehicleKey } = current;
    this.#current = current;
    this.#atWork = vehicleKey;
    const limit = anchorEveryEntries - (current.seq % anchorEveryEntries);
    const entries = this.#audit.entriesOf(vehicleKey)(current.seq, limit);
    const piece = refoldEntries(current, entries, { ...this.#needs });
    await this.#keepPiece(current, piece, transaction);
    this.#current = { ...current, state: piece.state, seq: piece.seq };
    if (entries.length < limit) await this.#finish(this.#current, transaction);
  }

  async #keepPiece(
    { vehicleKey, fleets, seq: before }: Current,
    { seq, state, frames, estimatedNoise }: RefoldedPiece,
    transaction: Transaction,
  ): Promise<void> {
    const run = this.#statements;
    const range = { vehicleKey, afterSeq: before, throughSeq: seq };
    const positions = new Map(run.positions.all(range).map((own) => [own.seq, own.position]));
    for (const { score, seq: ofFrame } of frames) run.keepScore.run(score, positions.get(ofFrame) ?? null);
    if (seq > 0 && seq % anchorEveryEntries === 0) {
      run.putAnchor.run(vehicleKey, seq, this.#needs.scoring, packState(state));
    }
    if (estimatedNoise.length === 0) return;
    const { organisation, fleetId } = this.#audit.summaryOf(vehicleKey);
    await transaction.write({
      ...noChanges,
      scoring: this.#needs.scoring,
      estimatedNoise: estimatedNoise.map((noise) => ({
        organisation,
        fleetId: fleets.get(noise.name) ?? fleetId,
        vehicleKey,
        noise,
      })),
    });
  }

  async #finish({ vehicleKey, state, seq }: Current, transaction: Transaction): Promise<void> {
    const { settings, scoring } = this.#needs;
    if (seq > 0) {
      this.#statements.dropAnchors.run(vehicleKey, scoring);
      await transaction.write({
        ...noChanges,
        scoring,
        vehicles: [refoldedSummary(this.#audit.summaryOf(vehicleKey), state, settings)],
        snapshots: [{ vehicleKey, seq, state: packState(state) }],
      });
    }
    this.#statements.waitsNoLonger.run(vehicleKey);
    this.#urgent.delete(vehicleKey);
    this.#left -= 1;
    this.#current = null;
  }

  /** The vehicle somebody waits for, else the one at work, else the next; null after the last. */
  #choose(): Current | null {
    const current = this.#current;
    const urgent = this.#nextUrgent();
    if (urgent !== undefined) return urgent === current?.vehicleKey ? current : this.#begin(urgent);
    if (current !== null) return current;
    let next = this.#statements.next.get(this.#lastKey);
    while (next !== undefined && this.#setAside.has(next.key)) next = this.#statements.next.get(next.key);
    if (next === undefined) return null;
    this.#lastKey = next.key;
    return this.#begin(next.key);
  }

  #nextUrgent(): number | undefined {
    for (const key of this.#urgent) {
      if (!this.#setAside.has(key) && this.#statements.find.get(key) !== undefined) return key;
      this.#urgent.delete(key);
    }
    return undefined;
  }

  /** From where an earlier attempt stopped: the present scoring's newest state. */
  #begin(vehicleKey: number): Current {
    this.#atWork = vehicleKey;
    const found = this.#statements.newestState.get(vehicleKey, this.#needs.scoring);
    if (found !== undefined) {
      return { vehicleKey, seq: found.seq, state: unpackState(found.state), fleets: new Map() };
    }
    // What the vehicle taught another fleet stays that fleet's.
    const taught = this.#audit.estimatedNoiseOf(vehicleKey);
    this.#statements.dropTaught.run(vehicleKey);
    const fleets = new Map(taught.map(({ noise, fleetId }) => [noise.name, fleetId]));
    return { vehicleKey, seq: 0, state: initialState(), fleets };
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  const query = <Row>(sql: string): Query<Row> => prepareQuery<Row>(database, sql);
  return {
    count: query<{ vehicles: number }>("SELECT count(*) AS vehicles FROM refold_waiting"),
    find: query<{ key: number }>("SELECT vehicle_key AS key FROM refold_waiting WHERE vehicle_key = ?"),
    next: query<{ key: number }>(
      "SELECT vehicle_key AS key FROM refold_waiting WHERE vehicle_key > ? ORDER BY vehicle_key LIMIT 1",
    ),
    newestState: query<{ seq: number; state: Uint8Array }>(
      "SELECT seq, state FROM anchor WHERE vehicle_key = ? AND scoring = ? ORDER BY seq DESC LIMIT 1",
    ),
    positions: query<{ position: number; seq: number }>(
      `${withOwnFrames} SELECT position, seq FROM own WHERE ${ownInRange}`,
    ),
    keepScore: prepare("UPDATE frame SET score = ? WHERE position = ?"),
    putAnchor: prepare(
      "INSERT OR REPLACE INTO anchor (vehicle_key, seq, scoring, state) VALUES (?, ?, ?, ?)",
    ),
    dropAnchors: prepare("DELETE FROM anchor WHERE vehicle_key = ? AND scoring <> ?"),
    dropTaught: prepare("DELETE FROM taught_noise WHERE vehicle_key = ?"),
    waitsNoLonger: prepare("DELETE FROM refold_waiting WHERE vehicle_key = ?"),
  };
}
