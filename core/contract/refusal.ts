import type { ProblemCode } from "./problems.ts";
import type { Tombstone } from "./types.ts";

/** A fault in the body, found by JSON pointer (RFC 6901); the empty pointer is the whole body. */
export interface BodyFault {
  readonly pointer: string;
  readonly code: ProblemCode;
  /** What is wrong and what to do, for a person. Never more than 200 characters of input. */
  readonly detail: string;
}

export interface ParameterFault {
  readonly parameter: string;
  readonly code: ProblemCode;
  readonly detail: string;
}

export interface HeaderFault {
  readonly header: string;
  readonly code: ProblemCode;
  readonly detail: string;
}

export type Fault = BodyFault | ParameterFault | HeaderFault;

/**
 * A request we understand and do not carry out. It bears a code of the contract and no status: one table in
 * `server/http` turns codes into statuses. `message` is the detail.
 */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly faults: readonly Fault[];

  constructor(code: ProblemCode, detail: string, faults: readonly Fault[] = []) {
    super(detail);
    this.name = "Refusal";
    this.code = code;
    this.faults = faults;
  }

  get detail(): string {
    return this.message;
  }
}

/** The refusal of evidence that was erased: all that is left of it comes along. */
export class ErasedRefusal extends Refusal {
  readonly tombstone: Tombstone;

  constructor(tombstone: Tombstone) {
    super(
      "evidence_purged",
      `The evidence was erased at ${tombstone.erased_at}; tombstone is what is left of it, signed.`,
    );
    this.tombstone = tombstone;
  }
}
