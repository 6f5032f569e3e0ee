import { createParser } from "eventsource-parser";

import { PlumblineError } from "../errors.ts";

/** What a stream says, in its order. */
export interface StreamStep {
  /** Where the stream is once this step is done with; a quiet one moves without an event. */
  readonly id: string | null;
  readonly event: { readonly type: string; readonly data: string } | null;
  /** How long to wait before it is opened again, from now on. */
  readonly retryMs: number | null;
}

/** An event of a thousand vehicles has a few kilobytes; more than this is no event of ours. */
const longestEvent = 1 << 20;

/** The steps of a body of server-sent events (HTML standard, 9.2), as they arrive. `heard` is called for every sign of life. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  heard: () => void,
): AsyncGenerator<StreamStep, void> {
  const steps: StreamStep[] = [];
  const parser = createParser({
    maxBufferSize: longestEvent,
    onId: (id) => {
      // Told also where there is no event, and before it where there is one.
      if (id !== "") steps.push({ id, event: null, retryMs: null });
    },
    onEvent: ({ event: type = "message", data }) => {
      const isOfLast = steps.at(-1)?.event === null;
      const { id = null, retryMs = null } = isOfLast ? steps.pop()! : {};
      steps.push({ id, event: { type, data }, retryMs });
    },
    onRetry: (retryMs) => steps.push({ id: null, event: null, retryMs }),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") {
        throw new PlumblineError(`the stream sent an event of more than ${longestEvent} characters`);
      }
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      parser.feed(decoder.decode(value, { stream: true }));
      yield* steps.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
