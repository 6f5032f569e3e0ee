import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";

/** What took less is found anew each time, so that nobody sees an old answer of a fleet of some thousand vehicles. */
const shortUs = 100_000;
/** A question that is asked all the time takes this share of a thread at most. */
const shareOfThread = 0.01;
const longestKeptUs = 60_000_000;
const answersKept = 64;

interface Kept {
  readonly answer: Promise<unknown>;
  readonly askedUs: number;
  /** Null until it is known how long it took. */
  untilUs: number | null;
}

/**
 * Answers that took long are given again for a while, and whoever asks the same while one is being found waits for that one.
 * Each says in `as_of` which moment it is of.
 */
export class LongAnswers {
  readonly #nowUs: ReadingNeeds["nowUs"];
  readonly #kept = new Map<string, Kept>();

  constructor({ nowUs }: Pick<ReadingNeeds, "nowUs">) {
    this.#nowUs = nowUs;
  }

  /** A verb that answers by what the caller may see and asks, and by nothing else of the caller. */
  of<Query, Answer>(
    name: string,
    verb: (caller: Caller, query: Query) => Promise<Answer>,
  ): (caller: Caller, query: Query) => Promise<Answer> {
    return (caller, query) => {
      const question = JSON.stringify([name, caller.organisation, caller.fleets, query]);
      return this.#giveOrFind(question, () => verb(caller, query)) as Promise<Answer>;
    };
  }

  async #giveOrFind(question: string, find: () => Promise<unknown>): Promise<unknown> {
    const askedUs = this.#nowUs();
    const known = this.#kept.get(question);
    if (known !== undefined && isCurrent(known, askedUs)) return known.answer;
    const kept: Kept = { answer: find(), askedUs, untilUs: null };
    this.#keep(question, kept);
    try {
      const answer = await kept.answer;
      const endUs = this.#nowUs();
      kept.untilUs = endUs + keptUs(endUs - askedUs);
      return answer;
    } catch (fault) {
      this.#kept.delete(question);
      throw fault;
    }
  }

  #keep(question: string, kept: Kept): void {
    this.#kept.delete(question);
    this.#kept.set(question, kept);
    if (this.#kept.size <= answersKept) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** A clock that was set back must not keep an answer. */
function isCurrent({ askedUs, untilUs }: Kept, nowUs: number): boolean {
  return untilUs === null || (askedUs <= nowUs && nowUs < untilUs);
}

function keptUs(tookUs: number): number {
  return tookUs < shortUs ? 0 : Math.min(longestKeptUs, tookUs / shareOfThread);
}
