import { decodeStrictUtf8 } from "../../core/contract/requests/decode-utf8.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import {
  type BodyContext,
  ingestBodyBytes,
  parseIngestJson,
  readIngestBody,
  refusalOf,
  sortEntry,
  type SortedEntries,
} from "../../core/contract/requests/read-ingest-body.ts";

/** What a broker handed over: the payload as it was sent, and the topic or subject it was sent to. */
export interface Message {
  readonly payload: Uint8Array;
  readonly source: string;
}

/**
 * Reads a message as the body of `POST /v1/telemetry/ingest` is read: one frame, an array of frames, or `{"frames": […]}`.
 * Throws a `Refusal` where it holds no frame at all.
 */
export function readMessage(payload: Uint8Array, given: BodyContext): SortedEntries {
  if (payload.length > ingestBodyBytes)
    throw new Refusal("body_too_large", `The message is over ${ingestBodyBytes} bytes; send several.`);
  const decoded = decodeStrictUtf8(payload);
  if (decoded.kind === "fault") throw refusalOf([decoded.fault]);
  const body = readIngestBody(parseIngestJson(decoded.text), given);
  if (body.kind === "frame") return { frames: [body.frame], places: [{ index: 0 }], rejected: [] };
  const sorted: SortedEntries = { frames: [], places: [], rejected: [] };
  for (const entry of body.entries) sortEntry(entry, sorted);
  return sorted;
}
