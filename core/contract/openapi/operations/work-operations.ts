import type { Operation } from "../operation.ts";
import { cursorParameter, limitParameter } from "../query-parameters.ts";

const noSuchVehicle = { status: 404, description: "No such vehicle in this organisation." };

/** What people do about a vehicle, from the breach to the repair. */
export const workOperations = [
  {
    operationId: "getVehicleWork",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}/work",
    tag: "Vehicles",
    summary: "Show the work on a vehicle",
    description:
      "Who has seen it, who is to do it, whether it is snoozed, what was noted, and whether the newest repair restored it; then all that was done, latest first. " +
      "The ETag, or `version` in quotes, is what `If-Match` of a command takes.",
    access: "fleet:read",
    query: [limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "The work.", schema: "VehicleWork", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "commandWork",
    method: "POST",
    path: "/v1/vehicles/{vehicle_id}/work",
    tag: "Vehicles",
    summary: "Acknowledge, assign, snooze, comment, report as repaired, or take back",
    description:
      "`repaired` resets the baseline, which cannot be undone, and the service then reports whether the repair restored the vehicle: it compares the new baseline with the one before the fault, or with a registered reference. " +
      "What people set can be undone until someone changes it again; a comment by the key that wrote it, for 15 minutes, and its text is then deleted. " +
      "With `If-Match` the command is refused (412) if the work changed in between; the ETag of the answer is what the next command sends there.",
    access: "baseline:write",
    audited: { action: "work.command", subject: "vehicle_id", withEffect: true },
    query: [],
    requestHeaders: ["If-Match"],
    request: { schema: "WorkCommand", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The work after the command.",
        schema: "WorkResult",
        headers: ["ETag", "Idempotent-Replayed"],
      },
    ],
    problems: [
      { status: 404, description: "No such vehicle in this organisation, or no such entry to take back." },
      {
        status: 409,
        description:
          "There is nothing to be done about the vehicle (`work_not_needed`), or the entry cannot be taken back any more (`work_not_undoable`).",
      },
      { status: 412, description: "`If-Match` names an older version: the work has changed." },
    ],
  },
] as const satisfies readonly Operation[];
