import type { Caller } from "../application.ts";
import type { ReadingNeeds } from "../reading-needs.ts";

/** Of fewer vehicles an answer is found within moments, and nobody is to see an old one. */
const fewVehicles = 5_000;
/** A hundred times what a vehicle costs: a question that is asked all the time takes a hundredth of a thread. */
const keptUsPerVehicle = 500;
const longestKeptUs = 60_000_000;
const answersKept = 64;

interface Found {
  readonly answer: unknown;
  readonly vehicles: number;
}

interface Kept {
  readonly found: Promise<Found>;
  readonly askedUs: number;
  /** Null until it is found. */
  untilUs: number | null;
}

/**
 * Answers about many vehicles are given again for a while, and whoever asks the same while one is being found waits for that one.
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
    vehiclesOf: (answer: Answer) => number,
  ): (caller: Caller, query: Query) => Promise<Answer> {
    return (caller, query) => {
      const question = JSON.stringify([name, caller.organisation, caller.fleets, query]);
      const find = async () => {
        const answer = await verb(caller, query);
        return { answer, vehicles: vehiclesOf(answer) };
      };
      return this.#giveOrFind(question, find) as Promise<Answer>;
    };
  }

  async #giveOrFind(question: string, find: () => Promise<Found>): Promise<unknown> {
    const askedUs = this.#nowUs();
    const known = this.#kept.get(question);
    if (known !== undefined && isCurrent(known, askedUs)) return (await known.found).answer;
    const kept: Kept = { found: find(), askedUs, untilUs: null };
    this.#keep(question, kept);
    try {
      const { answer, vehicles } = await kept.found;
      kept.untilUs = askedUs + keptUs(vehicles);
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

function keptUs(vehicles: number): number {
  return vehicles < fewVehicles ? 0 : Math.min(longestKeptUs, vehicles * keptUsPerVehicle);
}
