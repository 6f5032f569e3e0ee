import type { Reason } from "../score.ts";
import type { Channel } from "../sensors.ts";
import type { Tier } from "../tier.ts";

/** What a series shows of a score. */
export interface SkimmedScore {
  readonly seq: number;
  readonly tier: Tier;
  readonly reason: Reason;
  readonly mahalDistance: number | null;
  readonly t2Limit: number | null;
  readonly cusumStatistic: number | null;
  readonly late: boolean;
  readonly channels: readonly SkimmedChannel[];
}

export interface SkimmedChannel {
  readonly channel: Channel;
  /** Of the channel among all. */
  readonly place: number;
  readonly residual: number;
  readonly cusumUpper: number;
  readonly cusumLower: number;
  readonly cusumLimit: number;
}
