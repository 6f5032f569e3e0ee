/** So many vehicles that came from one tier into another in one step of time. */
export interface TierMoves {
  /** Number of the step, from 0; a move after the last step has the number of steps. */
  readonly step: number;
  /** Null for a vehicle's first frame: before it, it had no tier. */
  readonly from: string | null;
  readonly to: string;
  readonly vehicles: number;
  /** Sum over them of the seconds from the beginning of the first step to the move. */
  readonly secondsAfterBegin: number;
}

export interface TierCourse {
  /** Vehicles of each tier at the end of each step. */
  readonly atEnd: Readonly<Record<string, readonly number[]>>;
  /** Seconds that all vehicles together spent in each tier. */
  readonly secondsIn: Readonly<Record<string, number>>;
}

/**
 * How many vehicles were in each tier at the end of each step, and how long in all: from how many there are in it now, and from
 * all moves since. Both are sums over moves, so that no vehicle has to be followed by itself.
 */
export function tierCourse(given: {
  readonly tiers: readonly string[];
  /** Vehicles in each tier now, after all moves. */
  readonly now: Readonly<Record<string, number>>;
  readonly moves: readonly TierMoves[];
  readonly steps: number;
  /** Where the last step ends, seconds after the beginning of the first. */
  readonly endSeconds: number;
}): TierCourse {
  const { tiers, now, moves, steps, endSeconds } = given;
  const course = tiers.map((tier) => {
    const net = new Float64Array(steps + 1);
    let seconds = 0;
    for (const { step, from, to, vehicles, secondsAfterBegin } of moves) {
      const sign = Number(to === tier) - Number(from === tier);
      if (sign === 0) continue;
      net[step] = net[step]! + sign * vehicles;
      if (step < steps) seconds += sign * (vehicles * endSeconds - secondsAfterBegin);
    }
    const atEnd: number[] = [];
    let count = (now[tier] ?? 0) - net[steps]!;
    for (let step = steps - 1; step >= 0; step -= 1) {
      // Capture times of one vehicle may cross by minutes, when frames come late.
      atEnd.unshift(Math.max(0, count));
      count -= net[step]!;
    }
    return { tier, atEnd, seconds: Math.max(0, seconds + count * endSeconds) };
  });
  return {
    atEnd: Object.fromEntries(course.map(({ tier, atEnd }) => [tier, atEnd])),
    secondsIn: Object.fromEntries(course.map(({ tier, seconds }) => [tier, seconds])),
  };
}
