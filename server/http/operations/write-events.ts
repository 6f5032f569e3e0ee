import { once } from "node:events";
import type { Writable } from "node:stream";

import type { EventGap, StreamEnd } from "../../../core/contract/types.ts";
import type { EventFollower, FollowedEvents } from "../../app/events/event-follower.ts";

export interface StreamTimes {
  readonly heartbeatMs: number;
  /** A reader that takes nothing for so long is cut off. */
  readonly stallMs: number;
}

/** How long a client of server-sent events waits before it connects again. */
const reconnectMs = 2_000;

/**
 * Writes the events as they come, as the HTML standard has them (9.2, server-sent events), until `ended` is aborted with
 * what the last event says, or the reader is gone. Nothing is read ahead: what a slow reader has not taken stays in the
 * store. Never rejects for a reader that leaves.
 */
export async function writeEvents(
  outgoing: Writable,
  follower: EventFollower,
  { ended, times }: { readonly ended: AbortSignal; readonly times: StreamTimes },
): Promise<void> {
  let written = follower.position;
  await write(outgoing, `retry: ${reconnectMs}\nid: ${written}\n\n`, times);
  while (!ended.aborted && !outgoing.destroyed) {
    const step = await nextWithin(follower, ended, times.heartbeatMs);
    await write(outgoing, textOf(step, written), times);
    written = step.position;
  }
  if (!outgoing.destroyed && isEnd(ended.reason)) await write(outgoing, note("end", ended.reason), times);
}

async function nextWithin(
  follower: EventFollower,
  ended: AbortSignal,
  withinMs: number,
): Promise<FollowedEvents> {
  const waited = new AbortController();
  const stop = () => waited.abort();
  const timer = setTimeout(stop, withinMs);
  ended.addEventListener("abort", stop);
  if (ended.aborted) stop();
  try {
    return await follower.next(waited.signal);
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", stop);
  }
}

function textOf({ gap, events, position }: FollowedEvents, written: string): string {
  const lines = events.map(
    (event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  const before = gap === null ? "" : `id: ${gap.through}\n${note("gap", gapOf(gap))}`;
  const newest = events.at(-1)?.id ?? gap?.through ?? written;
  // Without data it is no event, but whoever comes back says how far this was.
  const moved = position === newest ? "" : `id: ${position}\n\n`;
  const text = before + lines.join("") + moved;
  return text === "" ? ": quiet\n\n" : text;
}

function gapOf({ after, through }: NonNullable<FollowedEvents["gap"]>): EventGap {
  const detail =
    "Events between the two positions expired before you read them. Read the present state of what you follow.";
  return { after, resume_after: through, detail };
}

function note(name: "gap" | "end", data: EventGap | StreamEnd): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function isEnd(reason: unknown): reason is StreamEnd {
  return typeof reason === "object" && reason !== null && "reason" in reason && "detail" in reason;
}

/** Resolves when the reader may take more. */
async function write(outgoing: Writable, text: string, { stallMs }: StreamTimes): Promise<void> {
  if (outgoing.destroyed || outgoing.write(text)) return;
  const timer = setTimeout(() => outgoing.destroy(), stallMs);
  const waited = new AbortController();
  const { signal } = waited;
  const mayGoOn = [once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })];
  // A connection that breaks is one that closes: whoever writes next sees it.
  await Promise.race(mayGoOn).catch(() => {});
  waited.abort();
  clearTimeout(timer);
}
