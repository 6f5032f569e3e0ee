/** Who sent a message: the vehicles are this organisation's, and only of these fleets (null: of all). */
export interface DeferredSender {
  readonly organisation: string;
  /** Public id of the API key. */
  readonly keyId: string;
  readonly fleets: readonly string[] | null;
}

/** A message of a broker whose frames have no room yet. Plain data, because it crosses into another thread. */
export interface NewDeferredMessage {
  /** Under whose key and rights it came: those hold when it is taken in. */
  readonly writer: DeferredSender;
  /** The broker it came from, and the topic or subject it was sent to. */
  readonly broker: string;
  readonly source: string;
  /** Byte for byte as it came. */
  readonly payload: Uint8Array;
  /** Frames of it that can be read, and those that were refused for good when it came. */
  readonly frames: number;
  readonly unreadable: number;
  readonly deferredAtUs: number;
}

export interface DeferredMessage extends NewDeferredMessage {
  /** Its place among all, in the order of deferring. */
  readonly place: number;
  /** Why frames of it were refused for good when it was taken in: that is still to be reported. Null while it waits. */
  readonly problem: string | null;
}

export type DeferralChange =
  | { readonly kind: "defer"; readonly messages: readonly NewDeferredMessage[] }
  /** Of a message that was taken in: it waits no longer, but to be reported. */
  | { readonly kind: "refuse"; readonly place: number; readonly problem: string }
  /** Taken in, or reported. */
  | { readonly kind: "drop"; readonly places: readonly number[] };

/** What waits of one organisation. */
export interface DeferredTotals {
  readonly organisation: string;
  readonly messages: number;
  readonly frames: number;
  readonly bytes: number;
}

export interface DeferralReader {
  /** Of every organisation with messages that wait. */
  countDeferred(): Promise<readonly DeferredTotals[]>;
  /** The oldest messages of an organisation that wait: at least one where there is any, and beyond that no more bytes than these. */
  listDeferred(ask: {
    readonly organisation: string;
    readonly messages: number;
    readonly bytes: number;
  }): Promise<readonly DeferredMessage[]>;
  /** Messages that are to be reported, of all organisations, oldest first. */
  listRefused(ask: { readonly messages: number }): Promise<readonly DeferredMessage[]>;
}
