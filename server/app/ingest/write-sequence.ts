/**
 * Writes under way together of which each builds on the one before: once one was rejected none behind it is carried out,
 * so that what is stored of a stream has no gap.
 */
export class WriteSequence {
  #fault: { readonly fault: unknown } | null = null;

  /** To be called before whoever waits hears of it: the next write may be taken before that. */
  breakBy(fault: unknown): void {
    this.#fault ??= { fault };
  }

  /** Throws what the sequence was broken by. */
  check(): void {
    if (this.#fault !== null) throw this.#fault.fault;
  }
}
