import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import type { StagedLedger } from "./staged-ledger.ts";
import { noSuchVehicle } from "../fleet/show-vehicle.ts";
import { placeAfter } from "../journal/summary-after.ts";
import {
  isUnanswered,
  type CommandRequest,
  type FramesRequest,
  type RefusedOutcome,
  type WriteRequest,
  type Writer,
} from "../ports/write-request.ts";

/** Why a request is not carried out as the ledger stands, found before anything of it is done. Null lets it through. */
export function refusalOf(request: WriteRequest, ledger: Pick<StagedLedger, "find">): RefusedOutcome | null {
  if (isUnanswered(request)) return null;
  switch (request.kind) {
    case "frames":
      return fleetRefusal(request.writer, request.frames, ledger);
    case "score":
      return fleetRefusal(request.writer, [request.frame], ledger);
    case "command":
    case "work":
      return vehicleRefusal(request, ledger);
    case "custody":
    case "key-change":
      return null;
  }
}

/** A key limited to fleets neither writes to another fleet's vehicle nor moves one of its own there. */
function fleetRefusal(
  { organisation, fleets }: Writer,
  frames: FramesRequest["frames"],
  ledger: Pick<StagedLedger, "find">,
): RefusedOutcome | null {
  if (fleets === null) return null;
  const places = new Map<string, Place | null>();
  for (const frame of frames) {
    const { vehicleId, timestampUs } = frame;
    const before = places.get(vehicleId) ?? ledger.find({ organisation, vehicleId });
    const after = placeAfter(before, frame);
    const isAllowed = (before === null || fleets.includes(before.fleetId)) && fleets.includes(after.fleetId);
    if (!isAllowed) {
      const detail = `This key is limited to other fleets than that of vehicle ${vehicleId}. Nothing was stored.`;
      return { kind: "refused", code: "fleet_not_allowed", detail };
    }
    places.set(vehicleId, {
      ...after,
      newestTimestampUs: Math.max(before?.newestTimestampUs ?? timestampUs, timestampUs),
    });
  }
  return null;
}

type Place = Pick<VehicleSummary, "fleetId" | "region" | "newestTimestampUs">;

/** Another fleet's vehicle is not found either: a key limited to fleets does not learn what it may not see. */
function vehicleRefusal(
  { writer, vehicleId }: Pick<CommandRequest, "writer" | "vehicleId">,
  ledger: Pick<StagedLedger, "find">,
): RefusedOutcome | null {
  const vehicle = ledger.find({ organisation: writer.organisation, vehicleId });
  if (vehicle !== null && (writer.fleets === null || writer.fleets.includes(vehicle.fleetId))) return null;
  return { kind: "refused", code: "vehicle_not_found", detail: noSuchVehicle };
}
