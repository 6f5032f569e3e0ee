import type { TierMoves } from "../../../../../core/analytics/tier-course.ts";
import { tiers } from "../../../../../core/scoring/model/tier.ts";
import type { CourseQuestion } from "../../../../app/ports/reading/analytics-reader.ts";

type Steps = Pick<CourseQuestion, "fromUs" | "toUs" | "stepUs" | "steps">;

/** Moves of one kind in one step and group are one number: there may be a million, and this runs for each. */
export class MoveCounts {
  readonly #ask: Steps;
  readonly #places: number;
  /** places·(steps + 1)·5·4: from no tier or one of four, to one of four. */
  readonly #vehicles: Float64Array;
  readonly #seconds: Float64Array;

  constructor(ask: Steps, places: number) {
    this.#ask = ask;
    this.#places = places;
    this.#vehicles = new Float64Array(places * (ask.steps + 1) * kindsOfMove);
    this.#seconds = new Float64Array(this.#vehicles.length);
  }

  /** Tiers by their number; -1 for none, before a vehicle's first frame. */
  add(place: number, atUs: number, move: { readonly from: number; readonly to: number }): void {
    const { fromUs, toUs, stepUs, steps } = this.#ask;
    const step = atUs >= toUs ? steps : Math.floor((atUs - fromUs) / stepUs);
    const at = this.#at(place, step) + (move.from + 1) * tiers.length + move.to;
    this.#vehicles[at]! += 1;
    this.#seconds[at]! += (atUs - fromUs) / 1e6;
  }

  /** Of one place, or of all together. */
  list(place: number | null): readonly TierMoves[] {
    const places = place === null ? Array.from({ length: this.#places }, (_, at) => at) : [place];
    return Array.from({ length: this.#ask.steps + 1 }, (_, step) => this.#listStep(places, step)).flat();
  }

  #listStep(places: readonly number[], step: number): readonly TierMoves[] {
    const sum = (counts: Float64Array, kind: number) =>
      places.reduce((total, place) => total + counts[this.#at(place, step) + kind]!, 0);
    return kindsListed.flatMap(({ from, to, kind }) => {
      const vehicles = sum(this.#vehicles, kind);
      if (vehicles === 0) return [];
      return [{ step, from, to, vehicles, secondsAfterBegin: sum(this.#seconds, kind) }];
    });
  }

  #at(place: number, step: number): number {
    return (place * (this.#ask.steps + 1) + step) * kindsOfMove;
  }
}

const kindsListed = [null, ...tiers].flatMap((from, fromKind) =>
  tiers.map((to, toKind) => ({ from, to, kind: fromKind * tiers.length + toKind })),
);
const kindsOfMove = kindsListed.length;
