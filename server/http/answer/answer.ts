import type { Writable } from "node:stream";

/** What goes back to the client, before anybody thought of sockets. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** Besides Content-Type, Content-Length and what every answer carries. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Writes what follows the head, for as long as it takes, in place of `body`; resolves when nothing more comes. */
  readonly stream?: (outgoing: Writable) => Promise<void>;
}

export const jsonType = "application/json";
export const problemType = "application/problem+json";

/** A contract shape, or the very text that was kept of one. */
export function jsonAnswer(
  value: unknown,
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  const { status = 200, headers } = more;
  const answer = { status, contentType: jsonType, body };
  return headers === undefined ? answer : { ...answer, headers };
}
