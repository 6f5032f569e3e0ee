import {
  type BodyContext,
  type IngestBody,
  type IngestJson,
  parseIngestJson,
  readIngestBody,
  sortEntry,
  type SortedEntries,
} from "../../../../core/contract/requests/read-ingest-body.ts";
import type {
  FramePlace,
  IncomingFrame,
  RejectedFrame,
} from "../../../../core/contract/requests/parse-frame.ts";
import type { JsonElement } from "../../../../core/contract/requests/strict-json.ts";
import type { Answer } from "../../answer/answer.ts";
import type { AnswerSlot } from "../../../app/ports/kept-answer.ts";
import type { AuthorisedRequest } from "../../authorised-request.ts";
import type { RunOutcome } from "../../body/idempotency.ts";
import { keptOutByFleet } from "./batch-answer.ts";
import { ingestBatch } from "./ingest-batch.ts";
import { canonicalText } from "../../body/json-body.ts";
import { booleanOf } from "../../parameters.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { sha256Hex } from "../../../app/sha256.ts";
import { answerWrite } from "../answer-write.ts";

/** One frame, an array, or `{"frames": […]}`, as one JSON text. */
export function ingestDocument(
  request: AuthorisedRequest,
  needs: OperationNeeds,
  document: { readonly text: string; readonly abortsOnError: boolean },
): Promise<Answer> {
  return needs.idempotency.once(request, {
    parse: () => parseIngestJson(document.text),
    canonical: canonicalDocument,
    vehicleIds: vehiclesNamedIn,
    run: (json, slot) => {
      const body = readIngestBody(json, contextOf(request));
      if (body.kind === "frame") {
        needs.rateLimits.countFrames(request.caller, 1);
        return answerWrite(request.exchange, slot, (write) =>
          needs.application.ingestFrame(request.caller, body.frame, write),
        );
      }
      return ingestEntries(request, needs, { body, slot, abortsOnError: document.abortsOnError });
    },
  });
}

/** Of a repeat, whose body was read before: every name in it, but for frames that its fleets kept out then. */
function vehiclesNamedIn({ read }: IngestJson, answer: Answer): readonly string[] {
  if (read.kind !== "json" || read.elements === null) return [];
  const keptOut = keptOutByFleet(answer);
  return read.elements.flatMap((element, index) => {
    if (keptOut.has(index)) return [];
    const frame = element.kind === "json" ? element.value : null;
    if (typeof frame !== "object" || frame === null || !("vehicle_id" in frame)) return [];
    return typeof frame.vehicle_id === "string" ? [frame.vehicle_id] : [];
  });
}

export function contextOf(request: AuthorisedRequest): BodyContext {
  const isStrict = booleanOf(request.query, "strict") === true;
  return { nowUs: request.exchange.receivedAtUs, sha256Hex, isStrict };
}

/** Frames read before others get their turn: a large batch must not keep the event loop for itself. */
const framesPerTurn = 500;

async function ingestEntries(
  request: AuthorisedRequest,
  needs: OperationNeeds,
  given: {
    readonly body: Extract<IngestBody, { kind: "batch" }>;
    readonly slot: AnswerSlot | null;
    readonly abortsOnError: boolean;
  },
): Promise<RunOutcome> {
  const batch = { ...(await readEntries(given.body)), abortsOnError: given.abortsOnError };
  return ingestBatch(request, needs, { batch, slot: given.slot });
}

async function readEntries(body: Extract<IngestBody, { kind: "batch" }>): Promise<SortedEntries> {
  const frames: IncomingFrame[] = [];
  const places: FramePlace[] = [];
  const rejected: RejectedFrame[] = [];
  let read = 0;
  for (const entry of body.entries) {
    sortEntry(entry, { frames, places, rejected });
    read += 1;
    if (read % framesPerTurn === 0) await new Promise(setImmediate);
  }
  return { frames, places, rejected };
}

/** The canonical form of a body for its fingerprint. An element that is no acceptable JSON stands there as it was sent. */
function canonicalDocument({ read }: IngestJson): string {
  // Left to the reading that follows to refuse: too many frames is an answer that is not kept.
  if (read.kind === "too-many") return "";
  if (read.elements === null) return canonicalText(read.value);
  const { value, elements } = read;
  const envelope = typeof value === "object" && !Array.isArray(value) ? { ...value, frames: null } : null;
  return `${envelope === null ? "[" : canonicalText(envelope)}${elements.map(canonicalElement).join(",")}`;
}

function canonicalElement(element: JsonElement): string {
  return element.kind === "json" ? canonicalText(element.value) : JSON.stringify([element.raw]);
}
