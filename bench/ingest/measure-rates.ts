import type { Competitor } from "./competitor.ts";
import { loadForms, requestsOf } from "./load-forms.ts";
import type { FrameStream } from "./frame-stream.ts";
import { quantile } from "./quantile.ts";
import { sendOnTime } from "./send-load.ts";

/** Single frames at a fixed rate, each one's latency from the moment it was due. */
export interface RateFigures {
  readonly competitor: string;
  readonly perSecond: number;
  readonly latencyMsP50: number;
  readonly latencyMsP99: number;
  readonly turnedAway: number;
  /** False when the last answer came much later than the last frame was due: the rate is beyond what it can do. */
  readonly keptUp: boolean;
}

/** A tenth and half a second over the plan. */
const graceShare = 1.1;
const graceS = 0.5;

/** Rate after rate, each competitor until it no longer keeps up. */
export async function measureRates(
  competitors: readonly Competitor[],
  stream: FrameStream,
  plan: { readonly rates: readonly number[]; readonly rateS: number },
): Promise<readonly RateFigures[]> {
  const found: RateFigures[] = [];
  let running = competitors;
  for (const perSecond of plan.rates) {
    const frames = stream.take(perSecond * plan.rateS);
    const next: Competitor[] = [];
    for (const competitor of running) {
      const figures = await measureRate(competitor, frames, perSecond);
      found.push(figures);
      if (figures.keptUp) next.push(competitor);
    }
    running = next;
  }
  return found;
}

async function measureRate(
  competitor: Competitor,
  frames: readonly string[],
  perSecond: number,
): Promise<RateFigures> {
  const [single] = loadForms;
  const requests = requestsOf(frames, single!, competitor.door);
  const sent = await sendOnTime(competitor.door.port, requests, { perSecond, clients: single!.clients });
  return {
    competitor: competitor.name,
    perSecond,
    latencyMsP50: quantile(sent.answersMs, 0.5),
    latencyMsP99: quantile(sent.answersMs, 0.99),
    turnedAway: sent.turnedAway,
    keptUp: sent.tookS < (graceShare * frames.length) / perSecond + graceS,
  };
}
