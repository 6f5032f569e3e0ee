import { decodeStrictUtf8 } from "../../core/contract/requests/decode-utf8.ts";
import type { FramePlace, IncomingFrame, RejectedFrame } from "../../core/contract/requests/parse-frame.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import {
  type BodyContext,
  ingestBodyBytes,
  parseIngestJson,
  readIngestBody,
  refusalOf,
} from "../../core/contract/requests/read-ingest-body.ts";

/** What a broker handed over: the payload as it was sent, and the topic or subject it was sent to. */
export interface Message {
  readonly payload: Uint8Array;
  readonly source: string;
}

/** The frames a message holds: those that passed, with where each stands in it, and those that did not. */
export interface MessageFrames {
  readonly frames: readonly IncomingFrame[];
  readonly places: readonly FramePlace[];
  readonly rejected: readonly RejectedFrame[];
}

/**
 * Reads a message as the body of `POST /v1/telemetry/ingest` is read: one frame, an array of frames, or `{"frames": […]}`.
 * Throws a `Refusal` where it holds no frame at all.
 */
export function readMessage(payload: Uint8Array, given: BodyContext): MessageFrames {
  if (payload.length > ingestBodyBytes)
    throw new Refusal("body_too_large", `The message is over ${ingestBodyBytes} bytes; send several.`);
  const decoded = decodeStrictUtf8(payload);
  if (decoded.kind === "fault") throw refusalOf([decoded.fault]);
  const body = readIngestBody(parseIngestJson(decoded.text), given);
  if (body.kind === "frame") return { frames: [body.frame], places: [{ index: 0 }], rejected: [] };
  const frames: IncomingFrame[] = [];
  const places: FramePlace[] = [];
  const rejected: RejectedFrame[] = [];
  for (const entry of body.entries) {
    if (entry.kind === "rejected") rejected.push(entry.rejected);
    else {
      frames.push(entry.frame);
      places.push(entry.place);
    }
  }
  return { frames, places, rejected };
}
