/** An answer exactly as it went out, so that a repeat is the same bytes. */
export interface StoredAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * All that is kept of a refusal: it changed nothing, so its repeat is judged again, and the digest tells whether the
 * answer is the same. What was refused takes the same small room, however much was wrong with it.
 */
export interface KeptRefusal {
  readonly status: number;
  /** Of the first request; a repeat is answered under it, because the answer's bytes name it. */
  readonly requestId: string;
  /** Of the answer's body, hex. */
  readonly sha256: string;
}

/**
 * Asks that the answer be kept in the same transaction as the effect. `space` is organisation + rights of the key +
 * method + route + idempotency key: an answer is only ever repeated to whoever may do just as much.
 */
export interface AnswerSlot {
  readonly space: string;
  readonly organisation: string;
  /** SHA-256 of method, path, query and canonical body, hex. */
  readonly fingerprint: string;
  /** Under which an answer that holds a secret is sealed before it is kept (sealed-text.ts); the store never has it. */
  readonly sealKey?: Uint8Array;
}

export type Remembered =
  | { readonly kind: "none" }
  | { readonly kind: "same"; readonly answer: StoredAnswer }
  | { readonly kind: "same-refused"; readonly refusal: KeptRefusal }
  | { readonly kind: "other-request" };

/** The answer, and the very bytes that were kept or will be sent. */
export interface Written<T> {
  readonly value: T;
  readonly body: string;
}

/** An answer kept for repeats, as far as a commit has to know it. */
export interface FoundAnswer {
  readonly fingerprint: string;
  /** A refusal is kept for comparison only: what it refused may still happen. */
  readonly isRefusal: boolean;
}
