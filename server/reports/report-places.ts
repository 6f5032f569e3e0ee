import { Refusal } from "../../core/contract/refusal.ts";
import { countIn } from "../platform/count-in.ts";

export interface PlaceLimits {
  /** Requests of one organisation that wait or run at once. */
  readonly placesPerOrganisation: number;
  /** Of all organisations together. */
  readonly places: number;
}

/** How many report jobs wait or run, for each organisation. */
export class ReportPlaces {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Places an organisation has taken. */
  of(organisation: string): number {
    return this.#taken.get(organisation) ?? 0;
  }

  /**
   * Gives a request its place; the returned function gives it back and may be called twice. Refuses with
   * `paper_queue_full` where the organisation has used up its places, with `overloaded` where there is none for anybody.
   */
  enter(organisation: string): () => void {
    const { placesPerOrganisation, places } = this.#limits;
    if (this.of(organisation) >= placesPerOrganisation) {
      throw new Refusal(
        "paper_queue_full",
        `This organisation has ${placesPerOrganisation} report jobs (reports, archives, verifications, redactions, simulations) waiting or running, which is the maximum. Try again when one has finished.`,
      );
    }
    if (this.#all >= places) {
      throw new Refusal("overloaded", "Too many reports and verifications are waiting. Try again later.");
    }
    this.#all += 1;
    const leave = countIn(this.#taken, organisation);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#all -= 1;
      leave();
    };
  }
}
