import { FairTurns } from "../../platform/fair-turns.ts";
import type { Answer } from "../answer/answer.ts";
import { ClientGone } from "../body/read-body.ts";
import type { Exchange } from "../exchange.ts";

/** Reads that run at once, whoever's: they share one processor or two, and more would only wait there. */
const lanes = 3;
/** A lane is left to the others, however much one organisation asks. */
const atOncePerOrganisation = 2;
/** Of answers that clients have not taken yet. Beyond it their organisation reads no more until some are. */
const heldBytesPerOrganisation = 24 * 1_024 * 1_024;
/** Smaller answers are as large as what every request takes. */
const smallBytes = 64 * 1_024;

/**
 * Whose read is next: of those that wait, of the organisation whose reads took the least time. So one that reads as fast
 * as it can slows itself down. What it has been answered and has not taken yet is bounded, too.
 */
export class ReadTurns {
  readonly #turns: FairTurns<number>;
  readonly #held = new Map<string, Held>();

  /** `nowMs` is a monotonic clock. */
  constructor(nowMs: () => number) {
    this.#turns = new FairTurns({ lanes: [...Array(lanes).keys()], atOncePerOrganisation }, nowMs);
  }

  /** The answer of a read in its turn. Rejects with `ClientGone` where nobody waits for it any more. */
  async answer(whose: string, exchange: Exchange, read: () => Promise<Answer>): Promise<Answer> {
    for (let held = this.#full(whose); held !== null; held = this.#full(whose)) {
      const { waiting } = held;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return this.#turns.take(whose, async () => {
      if (exchange.outgoing.destroyed) throw new ClientGone();
      const answer = await read();
      this.#hold(whose, exchange, answer.body.length);
      return answer;
    });
  }

  #full(whose: string): Held | null {
    const held = this.#held.get(whose);
    return held === undefined || held.bytes < heldBytesPerOrganisation ? null : held;
  }

  /** Until the client has it, or has left. */
  #hold(whose: string, { outgoing }: Exchange, bytes: number): void {
    if (bytes < smallBytes || outgoing.destroyed) return;
    const held = this.#held.get(whose) ?? { bytes: 0, waiting: [] };
    this.#held.set(whose, held);
    held.bytes += bytes;
    outgoing.once("close", () => {
      held.bytes -= bytes;
      if (held.bytes === 0 && held.waiting.length === 0) this.#held.delete(whose);
      for (const goOn of held.waiting.splice(0)) goOn();
    });
  }
}

interface Held {
  bytes: number;
  readonly waiting: (() => void)[];
}
