import { playScenario } from "../../core/scenario/course/play-scenario.ts";
import { readFeed } from "../../core/scenario/course/read-feed.ts";
import { tellStory, type Story } from "./story/story.ts";

/** A feed as it can be played, with the scoring run on it, or why it cannot be. */
export type OpenedFeed =
  | { readonly kind: "story"; readonly story: Story; readonly filled: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

export function openFeed(value: unknown): OpenedFeed {
  const read = readFeed(value);
  if (read.kind === "refused") return read;
  return { kind: "story", story: tellStory(read.feed, playScenario(read.feed)), filled: read.filled };
}
