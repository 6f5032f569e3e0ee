/** The log must not be signed on from here. `kind` says what that means for the store (store-fault.ts). */
export class LogGuardFault extends Error {
  readonly kind: "full" | "broken";

  constructor(message: string, kind: "full" | "broken" = "broken") {
    super(message);
    this.name = "LogGuardFault";
    this.kind = kind;
  }
}

/** A size of the log and the one root it may ever have at that size. */
export interface LogHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** A log that has just grown by these leaves. */
export interface GrownLog extends LogHead {
  readonly leaves: readonly { readonly entry: Uint8Array }[];
}

/**
 * How far the log was ever signed, kept where restoring the database does not reach: whoever goes on from an older copy
 * would sign a second history of the same log.
 */
export interface HighWaterMark {
  /** Throws unless the log may be signed on from here. */
  admit(head: LogHead): void;
  /** Called once the head is durable and before it is published. Never throws: what could not be kept is kept, or refused, at the next `admit`. */
  raise(grown: GrownLog): void;
}
