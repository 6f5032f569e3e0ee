import type { Action, FaultSource } from "../../../core/scoring/model/tier.ts";

/** What is to be done about a vehicle, and why: one answer for its page, the queue, and whoever asks the interface. */
export interface Advice {
  readonly action: Action;
  /** The action as an instruction. */
  readonly toDo: string;
  readonly why: string;
  readonly source: FaultSource;
  readonly sinceUs: number;
  /** What the rank in the queue goes by. */
  readonly priority: number;
}
