import canonicalize from "canonicalize";

import { decodeStrictUtf8 } from "../../../core/contract/requests/decode-utf8.ts";
import { refusalOf } from "../../../core/contract/requests/read-ingest-body.ts";
import { parseStrictJson } from "../../../core/contract/requests/strict-json.ts";
import type { Answer } from "../answer/answer.ts";
import type { AuthorisedRequest } from "../authorised-request.ts";
import { readBodyHead } from "./body-head.ts";
import type { ContentCoding } from "./content-coding.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import { readWholeBody, takeWholeBody } from "./read-body.ts";

/** Largest body of everything but ingest, decoded (api.md 9.16). */
export const smallBodyBytes = 1024 * 1024;

/** Largest body of `POST /v1/evidence/verify`, decoded: the frames of a long window with room to spare. */
export const verifyBodyBytes = 32 * 1024 * 1024;

/** A JSON body as text and as the value it means. */
export interface JsonBody {
  readonly text: string;
  readonly value: unknown;
}

type BodyNeeds = Pick<OperationNeeds, "admission" | "requestTimeoutMs" | "streamsEnd">;

/** Hands over the whole body as text. Its memory is booked until the answer is there. */
export async function withBodyText(
  request: AuthorisedRequest,
  needs: BodyNeeds,
  body: { readonly coding: ContentCoding; readonly limitBytes: number },
  use: (text: string) => Promise<Answer>,
): Promise<Answer> {
  let held = 0;
  const hold = (bytes: number): void => {
    needs.admission.holdBody(bytes);
    held += bytes;
  };
  try {
    const limits = {
      bytes: body.limitBytes,
      withinMs: needs.requestTimeoutMs,
      end: needs.streamsEnd,
      hold,
    };
    const { exchange } = request;
    const whole = takeWholeBody(exchange, body.coding, limits);
    return await use(textOf(whole ?? (await readWholeBody(exchange, body.coding, limits))));
  } finally {
    needs.admission.releaseBody(held);
  }
}

/** Hands over a JSON body, small unless another limit is named, strictly read; null where the operation may do without and none was sent. */
export async function withJsonBody(
  request: AuthorisedRequest,
  needs: BodyNeeds,
  use: (body: JsonBody | null) => Promise<Answer>,
  limitBytes = smallBodyBytes,
): Promise<Answer> {
  const head = readBodyHead(request.exchange, request.operation);
  if (head.kind === "none") return use(null);
  return withBodyText(request, needs, { coding: head.coding, limitBytes }, (text) => {
    if (text.trim() === "" && request.operation.request?.isRequired === false) return use(null);
    const read = parseStrictJson(text);
    if (read.kind === "fault") throw refusalOf([read.fault]);
    return use({ text, value: read.value });
  });
}

/** RFC 8785 form of a value that came from JSON, so that spelling does not make two requests of one. */
export function canonicalText(value: unknown): string {
  return canonicalize(value) ?? "";
}

/** Of a body that was read; empty where none was sent. */
export function canonicalBody(body: JsonBody | null): string {
  return canonicalText(body?.value);
}

function textOf(bytes: Buffer): string {
  const decoded = decodeStrictUtf8(bytes);
  if (decoded.kind === "fault") throw refusalOf([decoded.fault]);
  return decoded.text;
}
