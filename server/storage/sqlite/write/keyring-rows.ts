import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A logged version as stored. */
export interface KeyringRow {
  readonly leafIndex: number;
  readonly envelope: Uint8Array;
}

export interface ProposalRow {
  readonly key: number;
  readonly envelope: Uint8Array;
}

/** What an operator is told of a proposal: null while it waits, else `logged` or why it was refused. */
export type ProposalOutcome = string | null;

/** Keyring versions in the log, and those an operator has proposed. */
export class KeyringRows {
  readonly #versions: StatementSync;
  readonly #waiting: StatementSync;
  readonly #settle: StatementSync;
  readonly #propose: StatementSync;
  readonly #outcome: StatementSync;

  constructor(database: DatabaseSync) {
    this.#versions = database.prepare(
      "SELECT leaf_index, envelope FROM log_document WHERE kind = 'keyring' ORDER BY leaf_index",
    );
    this.#waiting = database.prepare(
      "SELECT proposal_key, envelope FROM keyring_proposal WHERE outcome IS NULL ORDER BY proposal_key LIMIT 1",
    );
    this.#settle = database.prepare("UPDATE keyring_proposal SET outcome = ? WHERE proposal_key = ?");
    this.#propose = database.prepare("INSERT INTO keyring_proposal (envelope, proposed_us) VALUES (?, ?)");
    this.#outcome = database.prepare("SELECT outcome FROM keyring_proposal WHERE proposal_key = ?");
  }

  /** Oldest first. */
  versions(): readonly KeyringRow[] {
    return this.#versions
      .all()
      .map((row) => ({ leafIndex: row["leaf_index"] as number, envelope: row["envelope"] as Uint8Array }));
  }

  /** The oldest proposal nobody has decided on. */
  waiting(): ProposalRow | null {
    const row = this.#waiting.get();
    if (row === undefined) return null;
    return { key: row["proposal_key"] as number, envelope: row["envelope"] as Uint8Array };
  }

  settle(key: number, outcome: string): void {
    this.#settle.run(outcome, key);
  }

  propose(envelope: Uint8Array, atUs: number): number {
    return Number(this.#propose.run(envelope, atUs).lastInsertRowid);
  }

  outcomeOf(key: number): ProposalOutcome {
    return this.#outcome.get(key)?.["outcome"] as ProposalOutcome;
  }
}
