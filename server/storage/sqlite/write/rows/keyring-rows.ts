import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { LoggedKeyring } from "../../../../../core/evidence/keys/keyring-history.ts";
import { openKeyring } from "../../../../app/log/judge-keyring.ts";
import { nodePrimitives } from "../../../../platform/node-primitives.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** A logged version as stored. */
export interface KeyringRow {
  readonly leafIndex: number;
  readonly envelope: Uint8Array;
}

export interface ProposalRow {
  readonly key: number;
  readonly envelope: Uint8Array;
}

/** What became of a proposal: null while it waits, else `logged` or why it was refused. */
export type ProposalOutcome = string | null;

/** The versions in the log, oldest first; of a log that goes on under another name those since then. */
export const keyringVersions = `SELECT leaf_index AS leafIndex, envelope FROM log_document
  WHERE kind = 'keyring' AND leaf_index >= ifnull((SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'log_named_at'), 0)
  ORDER BY leaf_index`;

/** Keyring versions in the log, and those an operator has proposed. */
export class KeyringRows {
  readonly #versions: Query<KeyringRow>;
  readonly #waiting: Query<ProposalRow>;
  readonly #settle: StatementSync;
  readonly #propose: StatementSync;
  readonly #outcome: Query<{ outcome: ProposalOutcome }>;

  constructor(database: DatabaseSync) {
    this.#versions = prepareQuery(database, keyringVersions);
    this.#waiting = prepareQuery(
      database,
      "SELECT proposal_key AS key, envelope FROM keyring_proposal WHERE outcome IS NULL ORDER BY proposal_key LIMIT 1",
    );
    this.#settle = database.prepare("UPDATE keyring_proposal SET outcome = ? WHERE proposal_key = ?");
    this.#propose = database.prepare("INSERT INTO keyring_proposal (envelope, proposed_us) VALUES (?, ?)");
    this.#outcome = prepareQuery(database, "SELECT outcome FROM keyring_proposal WHERE proposal_key = ?");
  }

  /** Oldest first. */
  versions(): readonly KeyringRow[] {
    return this.#versions.all();
  }

  /** The oldest proposal that was not decided on. */
  waiting(): ProposalRow | null {
    return this.#waiting.get() ?? null;
  }

  settle(key: number, outcome: string): void {
    this.#settle.run(outcome, key);
  }

  propose(envelope: Uint8Array, atUs: number): number {
    return Number(this.#propose.run(envelope, atUs).lastInsertRowid);
  }

  outcomeOf(key: number): ProposalOutcome {
    return this.#outcome.get(key)?.outcome ?? null;
  }
}

/** The content of a logged version. It was checked before it was logged: throws where it is damaged all the same. */
export function openKeyringRow({ leafIndex, envelope }: KeyringRow): LoggedKeyring {
  const opened = openKeyring(envelope, nodePrimitives);
  if (opened.kind === "broken") throw new Error(`the keyring in the database is damaged: ${opened.detail}`);
  return { ...opened, leafIndex };
}
