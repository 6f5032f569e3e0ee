import type { Event } from "../../../core/contract/types.ts";

/** One who follows the events. */
export interface EventFollower {
  /** How far was read. */
  readonly position: string;
  /**
   * What comes next. Waits until there is something or `until` is aborted; then it may be nothing. Not to be called
   * again before it resolved.
   */
  next(until: AbortSignal): Promise<FollowedEvents>;
  /** Once, when nobody follows any more. */
  leave(): void;
}

export interface FollowedEvents {
  /** Events went before they could be handed on: those after `after` up to `through`. */
  readonly gap: { readonly after: string; readonly through: string } | null;
  readonly events: readonly Event[];
  /** Where to go on, which may be further than the last of the events. */
  readonly position: string;
}
