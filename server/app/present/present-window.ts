import type { DecidingWindow as ContractWindow } from "../../../core/contract/types.ts";
import { sensorsOf } from "../../../core/scoring/change/deciding-window.ts";
import type { DecidingWindow } from "../../../core/scoring/model/score.ts";
import type { ScoringSettings } from "../../../core/scoring/settings/settings.ts";

/** What W rests on, with the settings by which anybody can compute it again. */
export function presentWindow(window: DecidingWindow, settings: ScoringSettings): ContractWindow {
  const { participation, shiftVariances, shiftWeights } = settings.evidence;
  return {
    frame_seq: window.fromSeq,
    starts: window.starts,
    likelihood_ratio: window.likelihoodRatio,
    term_nats: window.termNats,
    participation,
    shift_variances: [...shiftVariances],
    shift_weights: [...shiftWeights],
    sensors: sensorsOf(window, settings).map(({ sensor, bayesFactors, channels }) => ({
      sensor,
      bayes_factors: [...bayesFactors],
      channels: channels.map((of) => ({
        channel: of.channel,
        blocks_since: of.blocksSince,
        blocks_before: of.blocksBefore,
        mean_since: of.meanSince,
        mean_before: of.meanBefore,
        sigma: of.sigma,
        mean_variance: of.meanVariance,
        degrees_of_freedom: of.degrees,
        zone: of.zone,
        side: of.side,
        bayes_factors: [...of.bayesFactors],
      })),
    })),
  };
}
