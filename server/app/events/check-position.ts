import { beforeAllEvents, placeOfStreamPosition } from "../../../core/contract/stream-position.ts";
import { Refusal, type Fault } from "../../../core/contract/refusal.ts";
import type { EventSpan } from "../ports/reading/event-reader.ts";
import type { GivenPosition } from "./event-query.ts";

/** Refuses what cannot be a position at all. */
export function checkForm({ after, place }: GivenPosition): void {
  if (placeOfStreamPosition(after) === null) throw invalid(place);
}

/** Refuses a position that never was or that is gone; after this nothing was missed. */
export function checkPosition({ after, place }: GivenPosition, { newest, goneThrough }: EventSpan): void {
  if (after > (newest ?? beforeAllEvents)) throw invalid(place);
  if (goneThrough !== null && after < goneThrough) {
    throw refusalOf(
      "stream_position_expired",
      `Events after this position are gone. Read the present state of what you follow, then go on with start=oldest, or after=${goneThrough}.`,
      place,
    );
  }
}

function invalid(place: GivenPosition["place"]): Refusal {
  const detail =
    "This is no position of this event stream. Give the id of an event unchanged, or leave it out and say start=oldest.";
  return refusalOf("stream_position_invalid", detail, place);
}

function refusalOf(
  code: "stream_position_invalid" | "stream_position_expired",
  detail: string,
  place: GivenPosition["place"],
): Refusal {
  const fault: Fault = { ...place, code, detail };
  return new Refusal(code, detail, [fault]);
}
