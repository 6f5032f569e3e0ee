import type { AuditAction, AuditResult } from "../../../core/contract/audit-action.ts";

/** Something to be recorded in the audit log. Plain data, because it crosses into another thread. */
export interface AuditEntry {
  /** Empty for what cannot be laid to any organisation. */
  readonly organisation: string;
  readonly atUs: number;
  /** Public id, never the key; null for the command line, and where no key was known. */
  readonly keyId: string | null;
  readonly action: AuditAction;
  readonly subject: string | null;
  readonly result: AuditResult;
  readonly code: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly clientAddress: string | null;
  /** How many alike it stands for. */
  readonly count: number;
}

/** A record as it was written: its number within its organisation, and its place in the chain of digests. */
export interface StoredAuditRecord extends AuditEntry {
  readonly seq: number;
  /** Hex; null in the very first. */
  readonly prev: string | null;
  /** See audit/chain-audit.ts. */
  readonly digest: string;
}

/** What is kept of an organisation's audit log: its first and last record, and the digest of the last. */
export interface AuditStretch {
  readonly organisation: string;
  readonly from: number;
  readonly to: number;
  readonly head: string;
}

/** How long records are kept, and how many of an organisation. */
export interface AuditLimits {
  readonly keptUs: number;
  readonly perOrganisation: number;
}

export interface AuditReader {
  /** Latest first, at most `limit`, before the number given. Null filters let everything through. */
  listAudit(ask: {
    readonly organisation: string;
    readonly actions: readonly string[] | null;
    readonly keyId: string | null;
    readonly subject: string | null;
    readonly fromUs: number | null;
    readonly toUs: number | null;
    readonly beforeSeq: number | null;
    readonly limit: number;
  }): Promise<readonly StoredAuditRecord[]>;
}
