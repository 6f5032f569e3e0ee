import { messageOf } from "../platform/fault.ts";

/** An answer of at most the bytes asked for. */
export interface PostedAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

const noParts: readonly Uint8Array[] = [];

/**
 * Posts to a third party and takes what it answers: within the time, up to the size, from the very address (no redirect).
 * Rejects for anything else.
 */
export async function postBytes(
  url: string,
  ask: {
    readonly contentType: string;
    readonly body: Uint8Array | string;
    readonly timeoutMs: number;
    readonly maxBytes: number;
  },
): Promise<PostedAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": ask.contentType },
    body: typeof ask.body === "string" ? ask.body : Buffer.from(ask.body),
    redirect: "error",
    signal: AbortSignal.timeout(ask.timeoutMs),
  }).catch((fault: unknown) => {
    throw new Error(`${url} did not answer: ${whyOf(fault)}`);
  });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? noParts) {
    length += part.length;
    if (length > ask.maxBytes) throw new Error(`${url} answered more than ${ask.maxBytes} bytes`);
    parts.push(part);
  }
  return { status: response.status, body: Buffer.concat(parts) };
}

/** What the platform says of a failed fetch is in its cause. */
function whyOf(fault: unknown): string {
  return messageOf(fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault);
}
