import type { Answer } from "../answer/answer.ts";
import { type Ask, type Handler, numberOf, textOf, textsOf } from "../authorised-request.ts";
import { ndjsonType } from "../body/body-head.ts";
import { immutableAnswer, taggedAnswer, unlessKnown } from "../answer/entity-tag.ts";
import { handOut } from "./hand-out.ts";
import type { OperationNeeds } from "./operation-needs.ts";

/** GET /v1/fleet/health-summary */
export function getFleetHealthSummary({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const groupBy = textOf(ask.query, "group_by");
    const summary = await application.summariseFleet(ask.caller, {
      ...given("fleets", textsOf(ask.query, "fleet_id")),
      ...given("regions", textsOf(ask.query, "region")),
      ...(groupBy !== undefined && { groupBy: groupBy === "fleet" ? "fleet" : "region" }),
      ...given("silentAfterS", numberOf(ask.query, "silent_after_s")),
    });
    return tagged(ask, summary);
  };
}

/** GET /v1/fleet/queue */
export function getWorkQueue({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const queue = await application.rankWorkQueue(ask.caller, {
      ...given("fleets", textsOf(ask.query, "fleet_id")),
      limit: limitOf(ask),
    });
    return tagged(ask, queue);
  };
}

/** GET /v1/vehicles */
export function listVehicles({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const page = await application.listVehicles(ask.caller, {
      ...given("tiers", textsOf(ask.query, "tier")),
      ...given("fleets", textsOf(ask.query, "fleet_id")),
      ...given("regions", textsOf(ask.query, "region")),
      ...given("sort", textOf(ask.query, "sort")),
      ...given("cursor", textOf(ask.query, "cursor")),
      limit: limitOf(ask),
    });
    return tagged(ask, page, linkToNext(ask, page.next_cursor));
  };
}

/** GET /v1/vehicles/{vehicle_id} */
export function getVehicle({ application }: OperationNeeds): Handler {
  return async (ask) => tagged(ask, await application.showVehicle(ask.caller, ask.path["vehicle_id"]!));
}

/** GET /v1/vehicles/{vehicle_id}/series */
export function getVehicleSeries({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const series = await application.readSeries(ask.caller, ask.path["vehicle_id"]!, {
      ...given("fromUs", numberOf(ask.query, "from")),
      ...given("toUs", numberOf(ask.query, "to")),
      points: numberOf(ask.query, "points")!,
    });
    return tagged(ask, series);
  };
}

/** GET /v1/evidence */
export function listEvidence({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const page = await application.listEvidence(ask.caller, {
      ...given("vehicleId", textOf(ask.query, "vehicle_id")),
      ...given("tiers", textsOf(ask.query, "tier")),
      ...given("cursor", textOf(ask.query, "cursor")),
      limit: limitOf(ask),
    });
    return tagged(ask, page, linkToNext(ask, page.next_cursor));
  };
}

/** GET /v1/evidence/{event_id}/bundle */
export function getEvidenceBundle({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const { bundle } = await application.readEvidence(ask.caller, ask.path["event_id"]!);
    return handOut(immutableAnswer(bundle, "application/json"), "bundle", { ask, application });
  };
}

/** GET /v1/evidence/{event_id}/frames */
export function getEvidenceFrames({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const eventId = ask.path["event_id"]!;
    const { frames } = await application.readEvidence(ask.caller, eventId);
    const headers = { "Content-Disposition": `attachment; filename="${eventId}.frames.ndjson"` };
    return handOut(immutableAnswer(frames, ndjsonType, headers), "frames", { ask, application });
  };
}

/** GET /v1/evidence/{event_id}/sigstore */
export function getEvidenceSigstore({ application }: OperationNeeds): Handler {
  return async (ask) => {
    const bytes = await application.readSigstoreBundle(ask.caller, ask.path["event_id"]!);
    return handOut(immutableAnswer(bytes, sigstoreType), "sigstore", { ask, application });
  };
}

const sigstoreType = "application/vnd.dev.sigstore.bundle.v0.3+json";

function tagged(ask: Ask, value: object, headers: Readonly<Record<string, string>> = {}): Answer {
  return unlessKnown(taggedAnswer(value, headers), ask.exchange.headers);
}

/** A member only where there is a value for it. */
function given<const Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [name in Name]: Value });
}

function limitOf(ask: Ask): number {
  return numberOf(ask.query, "limit")!;
}

/** The next page as RFC 8288 has it: the same query with another cursor. */
function linkToNext(ask: Ask, nextCursor: string | null): Readonly<Record<string, string>> {
  if (nextCursor === null) return {};
  const query = ask.target.query.split("&").filter((part) => part !== "" && !part.startsWith("cursor="));
  const next = [...query, `cursor=${encodeURIComponent(nextCursor)}`].join("&");
  return { Link: `<${ask.target.path}?${next}>; rel="next"` };
}
