/** Something stored that the journal does not lead to. */
export interface Difference {
  readonly organisation: string;
  readonly vehicleId: string;
  readonly seq: number;
  readonly what: "damage" | "numbering" | "reading" | "score" | "state" | "summary" | "taught";
  readonly detail: string;
}

export const differencesListed = 100;

/** Counts of one verification, and what it found to differ. */
export class DifferenceTally {
  entries = 0;
  statesCompared = 0;
  scoresCompared = 0;
  statesOfOtherScoring = 0;
  vehiclesWaiting = 0;
  readonly differences: Difference[] = [];
  #differenceCount = 0;

  add(difference: Difference): void {
    this.#differenceCount += 1;
    if (this.differences.length < differencesListed) this.differences.push(difference);
  }

  counts() {
    const { entries, statesCompared, scoresCompared, statesOfOtherScoring, vehiclesWaiting } = this;
    return {
      entries,
      statesCompared,
      scoresCompared,
      statesOfOtherScoring,
      vehiclesWaiting,
      differenceCount: this.#differenceCount,
    };
  }
}
