import type { News } from "../api/news.ts";
import { tierLabel, tiersWorstFirst } from "../labels/tier-labels.ts";

/** Of more vehicles only the numbers are said. */
const mostNamed = 3;
const everyMs = 5_000;

/** Tier changes, said at most once in five seconds; of a vehicle that changed more than once the last. */
export class TierAnnouncer {
  readonly #say: (text: string) => void;
  readonly #maySay: () => boolean;
  #waiting = new Map<string, string>();
  /** Of the rest after what was said last. */
  #rest: ReturnType<typeof setTimeout> | null = null;

  constructor({ say, maySay }: { readonly say: (text: string) => void; readonly maySay: () => boolean }) {
    this.#say = say;
    this.#maySay = maySay;
  }

  hear({ rows }: Pick<News, "rows">): void {
    for (const [vehicle, { changes }] of rows) {
      if (typeof changes["tier"] === "string") this.#waiting.set(vehicle, changes["tier"]);
    }
    this.sayWaiting();
  }

  /** What came while nothing might be said is said now. */
  sayWaiting(): void {
    if (this.#rest !== null || this.#waiting.size === 0 || !this.#maySay()) return;
    this.#say(sayTierChanges(this.#waiting));
    this.#waiting = new Map();
    this.#rest = setTimeout(() => {
      this.#rest = null;
      this.sayWaiting();
    }, everyMs);
  }

  stop(): void {
    if (this.#rest !== null) clearTimeout(this.#rest);
  }
}

/** The worst first: `sim-0002 is Critical.`, or of many `40 vehicles changed: 3 Critical, 37 Nominal.` */
export function sayTierChanges(changes: ReadonlyMap<string, string>): string {
  const tiers = new Set<string>([...tiersWorstFirst, ...changes.values()]);
  const byTier = [...tiers].flatMap((tier) => {
    const vehicles = [...changes].flatMap(([vehicle, to]) => (to === tier ? [vehicle] : []));
    return vehicles.length === 0 ? [] : [{ word: tierLabel(tier).word, vehicles }];
  });
  if (changes.size <= mostNamed) {
    return byTier
      .flatMap(({ word, vehicles }) => vehicles.map((vehicle) => `${vehicle} is ${word}.`))
      .join(" ");
  }
  const counts = byTier.map(({ word, vehicles }) => `${vehicles.length} ${word}`);
  return `${changes.size} vehicles changed: ${counts.join(", ")}.`;
}
