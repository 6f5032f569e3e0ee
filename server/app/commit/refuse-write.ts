import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StagedLedger } from "./staged-ledger.ts";
import { noSuchVehicle } from "../fleet/show-vehicle.ts";
import { defaultFleet, placeAfter } from "../journal/summary-after.ts";
import { type FrameRefusal, isTakenWhole, placedIn } from "./frame-refusal.ts";
import {
  isUnanswered,
  type CommandRequest,
  type EvidenceRequestWrite,
  type FramesRequest,
  type RefusedOutcome,
  type ScoreRequest,
  type Unanswered,
  type WriteRequest,
  type Writer,
} from "../ports/write-request.ts";

/** Why a request is not carried out as the ledger stands, found before anything of it is done. Null lets it through. */
export function refusalOf(request: WriteRequest, ledger: Pick<StagedLedger, "find">): RefusedOutcome | null {
  if (isJudgedElsewhere(request)) return null;
  switch (request.kind) {
    case "frames":
      return isTakenWhole(request) ? fleetRefusalOfWhole(request, request.frames, ledger) : null;
    case "score":
      return fleetRefusalOfWhole(request, [request.frame], ledger);
    case "command":
    case "work":
      return vehicleRefusal(request, ledger);
    case "evidence-request":
      return breachRefusal(request, ledger);
  }
}

/** What no vehicle of the ledger decides about; that of a statement was found as its state was read. */
function isJudgedElsewhere(
  request: WriteRequest,
): request is Unanswered | Extract<WriteRequest, { kind: "custody" | "key-change" | "statement" }> {
  return isUnanswered(request) || ["custody", "key-change", "statement"].includes(request.kind);
}

/** What is known of a vehicle before a frame; null for one that begins with it. */
type Place = Pick<VehicleSummary, "fleetId" | "region" | "newestTimestampUs">;

/** A key limited to fleets neither writes to another fleet's vehicle nor moves one of its own there. */
export function fleetRefusalOf(
  { fleets }: Pick<Writer, "fleets">,
  frame: IncomingFrame,
  before: Place | null,
): FrameRefusal | null {
  if (fleets === null) return null;
  const isVisible = before === null || fleets.includes(before.fleetId);
  if (isVisible && fleets.includes(placeAfter(before, frame).fleetId)) return null;
  const code = "fleet_not_allowed";
  const detail = whyNotAllowed(fleets, frame);
  return { code, detail, fault: { pointer: "/metadata/fleet_id", code, detail } };
}

/** The same of a vehicle the key may not see as of one that never was: only what the frame itself says decides. */
function whyNotAllowed(fleets: readonly string[], { vehicleId, fleetId = "" }: IncomingFrame): string {
  if (fleetId === "") {
    return `metadata.fleet_id is missing, so the frame is of fleet ${defaultFleet} unless its vehicle has another; this key is limited to other fleets.`;
  }
  return fleets.includes(fleetId)
    ? `This key is limited to other fleets than that of vehicle ${vehicleId}.`
    : `metadata.fleet_id is ${JSON.stringify(fleetId)}; this key is limited to other fleets.`;
}

function fleetRefusalOfWhole(
  request: FramesRequest | ScoreRequest,
  frames: FramesRequest["frames"],
  ledger: Pick<StagedLedger, "find">,
): RefusedOutcome | null {
  const { writer } = request;
  if (writer.fleets === null) return null;
  const places = new Map<string, Place | null>();
  for (const [at, frame] of frames.entries()) {
    const { vehicleId, timestampUs } = frame;
    const before = places.get(vehicleId) ?? ledger.find({ organisation: writer.organisation, vehicleId });
    const refusal = fleetRefusalOf(writer, frame, before);
    if (refusal !== null) return { kind: "refused", ...placedIn(request, at, refusal) };
    places.set(vehicleId, {
      ...placeAfter(before, frame),
      newestTimestampUs: Math.max(before?.newestTimestampUs ?? timestampUs, timestampUs),
    });
  }
  return null;
}

/** Another fleet's vehicle is not found either: a key limited to fleets does not learn what it may not see. */
function vehicleRefusal(
  { writer, vehicleId }: Pick<CommandRequest, "writer" | "vehicleId">,
  ledger: Pick<StagedLedger, "find">,
): RefusedOutcome | null {
  const vehicle = ledger.find({ organisation: writer.organisation, vehicleId });
  if (vehicle !== null && (writer.fleets === null || writer.fleets.includes(vehicle.fleetId))) return null;
  return { kind: "refused", code: "vehicle_not_found", detail: noSuchVehicle };
}

/** Evidence is of a breach: without one there is nothing to show but that there is none. */
function breachRefusal(
  { writer, vehicleId }: EvidenceRequestWrite,
  ledger: Pick<StagedLedger, "find">,
): RefusedOutcome | null {
  const refused = vehicleRefusal({ writer, vehicleId }, ledger);
  if (refused !== null) return refused;
  const vehicle = ledger.find({ organisation: writer.organisation, vehicleId });
  if (vehicle !== null && vehicle.openBreach !== null) return null;
  const detail = `No breach of ${vehicleId} is open: there is nothing to issue evidence of. A signed statement of its state: POST /v1/vehicles/${vehicleId}/statements.`;
  return { kind: "refused", code: "no_breach_open", detail };
}
