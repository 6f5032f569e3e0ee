import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { ScenarioCourse } from "../../../core/scenario/course/play-scenario.ts";
import { happeningLabel } from "../../labels/scenario-labels.ts";
import { tierLabel } from "../../labels/tier-labels.ts";

/** Something that happens, or that is found, at a moment of the scenario. */
export interface StoryMoment {
  readonly tS: number;
  /** `happening`: to the vehicle. `signal`: the log likelihood ratio passes its limit. `tier`: the scorer changes its mind. */
  readonly kind: "happening" | "signal" | "tier";
  readonly words: string;
  /** Of a tier. */
  readonly tier: string | null;
}

/** In order of time; of one moment what happened before what was found. */
export function momentsOf(feed: ScenarioFeed, course: ScenarioCourse): readonly StoryMoment[] {
  const happened = feed.parameters.events.map(({ t_s: tS, type, zone }): StoryMoment => {
    const words = zone === undefined ? happeningLabel(type) : `${happeningLabel(type)}, ${zone}`;
    return { tS, kind: "happening", words, tier: null };
  });
  const moments = [...happened, ...signalsOf(course), ...tierChangesOf(course)];
  return moments.toSorted((one, other) => one.tS - other.tS);
}

/** Each time the log likelihood ratio passes its limit from below. */
function signalsOf({ statistic, limit, period_s: periodS }: ScenarioCourse): readonly StoryMoment[] {
  const isBeyond = (value: number | null | undefined) => (value ?? 0) >= limit;
  return statistic.flatMap((value, frame): StoryMoment[] =>
    frame > 0 && isBeyond(value) && !isBeyond(statistic[frame - 1])
      ? [{ tS: frame * periodS, kind: "signal", words: "change found", tier: null }]
      : [],
  );
}

function tierChangesOf({ tier, period_s: periodS }: ScenarioCourse): readonly StoryMoment[] {
  return tier.flatMap((now, frame): StoryMoment[] =>
    frame > 0 && now !== tier[frame - 1]
      ? [{ tS: frame * periodS, kind: "tier", words: tierLabel(now).word, tier: now }]
      : [],
  );
}
