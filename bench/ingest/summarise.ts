import { median } from "../median.ts";
import { bareName, serviceName } from "./competitor.ts";
import type { Ceilings } from "./measure-ceilings.ts";
import type { Round } from "./measure-round.ts";

/** Everything measured of one form of load: rounds in order, of each competitor and of the ceilings beside them. */
export interface FormRounds {
  readonly form: string;
  readonly competitors: Readonly<Record<string, readonly Round[]>>;
  readonly ceilings: readonly Ceilings[];
}

type Medians<Figures> = { readonly [Figure in keyof Figures]: Figures[Figure] };

export interface FormSummary {
  readonly form: string;
  /** The middle round's, figure by figure. */
  readonly competitors: Readonly<Record<string, Medians<Round>>>;
  readonly ceilings: Medians<Ceilings>;
  readonly ratios: Ratios;
}

/** Medians of the rounds' ratios: the two of a ratio were measured within the same seconds. */
export interface Ratios {
  readonly rateOverBareHttp: number | null;
  readonly p99OverFdatasyncP99: number;
  /** Processor time a frame over a peer's, by the peer's name. */
  readonly cpuOverPeer: Readonly<Record<string, number | null>>;
}

export function summarise({ form, competitors, ceilings }: FormRounds): FormSummary {
  const service = competitors[serviceName]!;
  const peers = Object.keys(competitors).filter((name) => name !== serviceName && name !== bareName);
  const against = (other: readonly Round[] | undefined, figure: "framesPerSecond" | "cpuUsPerFrame") =>
    medianOf(service.map((round, at) => ratio(round[figure], other?.[at]?.[figure])));
  return {
    form,
    competitors: Object.fromEntries(
      Object.entries(competitors).map(([name, rounds]) => [name, mediansOf(rounds)]),
    ),
    ceilings: mediansOf(ceilings),
    ratios: {
      rateOverBareHttp: against(competitors[bareName], "framesPerSecond"),
      p99OverFdatasyncP99: median(
        service.map(({ answerMsP99 }, at) => answerMsP99 / ceilings[at]!.fdatasyncMsP99),
      ),
      cpuOverPeer: Object.fromEntries(
        peers.map((name) => [name, against(competitors[name], "cpuUsPerFrame")]),
      ),
    },
  };
}

function ratio(one: number | null, other: number | null | undefined): number | null {
  return one === null || other === null || other === undefined ? null : one / other;
}

/** Of those there are; null of none. */
function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}

function mediansOf<Figures extends object>(rounds: readonly Figures[]): Medians<Figures> {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[];
  const figures = names.map((name) => [name, medianOf(rounds.map((round) => round[name] as number | null))]);
  return Object.fromEntries(figures) as Medians<Figures>;
}
