import type { PlayerChoice } from "./player-choice.ts";
import type { PlayerFrame } from "./player-frame.ts";

/** One of the pictures of the player. */
export interface StageView {
  readonly element: HTMLElement;
  /** `isMoving`: the next frame comes at once, so a coarser picture in time is better than a fine one too late. */
  draw(frame: PlayerFrame, choice: PlayerChoice, isMoving: boolean): void;
  close(): void;
}
