import type { CustodyRecord, HandOutForm } from "../../../core/evidence/bundle/custody-record.ts";
import type { SignedDocument } from "../../../core/evidence/log/logged-document.ts";

/** A signed document on its way into the log. */
export interface SubmittedDocument extends SignedDocument {
  /** Null for what concerns the whole installation. */
  readonly organisation: string | null;
  /** What it is about, unique within its kind where there is one of each: an event id, a version, an interval. */
  readonly subject: string;
}

export interface UnloggedDocument extends SubmittedDocument {
  readonly loggedAtUs: number;
  /** Set for a record of custody: its place in the evidence's history. */
  readonly custody?: CustodyPlace;
  /** Set for a tombstone: with it bundle and frames of the evidence it is about are erased. */
  readonly erases?: true;
  /** Set for a statement of a vehicle's state: whose it is, and who asked. */
  readonly states?: StatedVehicle;
}

export interface StatedVehicle {
  readonly vehicleKey: number;
  /** When it was issued. */
  readonly fleetId: string;
  readonly keyId: string;
}

export interface DocumentRecord extends UnloggedDocument {
  readonly leafIndex: number;
}

export interface CustodyPlace {
  readonly seq: number;
  readonly action: CustodyRecord["action"];
  /** Null for what hands nothing out. */
  readonly form: HandOutForm | null;
  readonly keyId: string;
  /** What the next record has to have in `prev`. */
  readonly digest: string;
}

/** How issued evidence stands: what decides what may be done with it. */
export interface EvidenceStanding {
  readonly organisation: string;
  readonly eventId: string;
  readonly fleetId: string;
  readonly contentDigest: string;
  /** Of its entry in the log; null once it is erased. */
  readonly leafIndex: number | null;
  readonly isErased: boolean;
  readonly isOnHold: boolean;
  /** The newest record of its custody; null before the first. */
  readonly newest: { readonly seq: number; readonly digest: string } | null;
  /** Hand-outs since the instant asked for. */
  readonly handedOut: readonly HandOut[];
}

export interface HandOut {
  readonly keyId: string;
  readonly form: HandOutForm;
}
