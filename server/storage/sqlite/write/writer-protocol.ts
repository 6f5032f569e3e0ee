import type { AuditLimits } from "../../../app/ports/audit.ts";
import type { ThirdPartyTrust } from "../../../../core/evidence/keys/trust.ts";
import type { EvidenceNeeds } from "../../../app/evidence/issue-evidence.ts";
import type { EventLimits } from "../../../app/ports/changes.ts";
import type { Quotas } from "../../../app/ports/quotas.ts";
import type { PackedOutcomes } from "./messages/pack-outcomes.ts";
import type { PackedRequests } from "./messages/pack-requests.ts";
import type { StoreFaultKind } from "./store-fault.ts";

/** What the writer's thread is started with. Plain data. */
export interface WriterStart {
  readonly dataDir: string;
  /** settingsToJson of the scoring settings. */
  readonly settings: unknown;
  readonly answerRetentionUs: number;
  readonly quotas: Quotas;
  readonly events: EventLimits;
  readonly audit: AuditLimits;
  /** What the vehicles' states may take in memory. */
  readonly stateCacheBytes: number;
  readonly issuer: GivenIssuer;
  /** Text of the method that evidence names. */
  readonly specification: Uint8Array;
  /** Name of the transparency log; null: not named yet. */
  readonly logOrigin: string | null;
  /** Where its high-water mark is; null: in the data folder. */
  readonly logMarkFile: string | null;
  /** Bundles are final only once third parties were asked about them. */
  readonly awaitsAttestations: boolean;
  readonly thirdPartyTrust: ThirdPartyTrust;
  readonly trustRefreshDays: number;
}

/** Who issues the evidence. As long as it or the log has no name nothing is signed, and the evidence of breaches waits. */
export type GivenIssuer = Omit<EvidenceNeeds["issuer"], "organisation"> & {
  readonly organisation: string | null;
};

/** What the writer's thread is asked for, one call after another. A fault is a value, so that its kind comes along. */
export type WriterMethods = {
  /** Once, first of all. */
  readonly open: () => Promise<Done | WriterFault>;
  readonly commit: (requests: PackedRequests) => Promise<Committed | WriterFault>;
  /** Somebody waits for these to be folded again. */
  readonly hurry: (vehicleKeys: readonly number[]) => void;
  readonly probe: () => Promise<Done | WriterFault>;
  /** Takes the keyring versions an operator has proposed. */
  readonly takeKeyring: () => Promise<Done | WriterFault>;
  /** Once, last of all. */
  readonly close: () => Promise<Done | WriterFault>;
};

export interface Done {
  readonly kind: "done";
  /** There is something to announce. */
  readonly hasEvents?: boolean;
}

export interface Committed {
  readonly kind: "committed";
  readonly outcomes: PackedOutcomes;
  readonly hasEvents: boolean;
}

export interface WriterFault {
  readonly kind: "failed";
  readonly fault: StoreFaultKind;
  readonly error: Error;
  /** What happened to the files, without a path; with the fault `displaced` only. */
  readonly displaced?: string;
}

/** Sent unasked: how far the journals are folded again under the present scoring. */
export interface WriterNote {
  readonly refold: {
    /** How many waited when it began, and how many still do. */
    readonly vehicles: number;
    readonly left: number;
    /** Why a vehicle cannot be folded, just now. */
    readonly fault?: string;
  };
}
