import { formatTime } from "../../../core/encoding/instant.ts";
import {
  batchFramesLimit,
  ingestBodyBytes,
  lineLimitBytes,
} from "../../../core/contract/requests/read-ingest-body.ts";
import type { Limit, Limits } from "../../../core/contract/types.ts";
import { taggedRead } from "./answer-read.ts";
import type { Handler } from "../authorised-request.ts";
import type { ServiceLimits } from "../service-limits.ts";
import { smallBodyBytes, verifyBodyBytes } from "../body/json-body.ts";
import type { OperationNeeds } from "../operation-needs.ts";
import type { RateStanding } from "../guard/rate-limits.ts";

const hourS = 3_600;

/** GET /v1/limits */
export function getLimits({
  application,
  rateLimits,
  streamPlaces,
  limits,
}: Pick<OperationNeeds, "application" | "rateLimits" | "streamPlaces" | "limits">): Handler {
  return async (request) => {
    const { caller, exchange } = request;
    const { quotas, usage, fullOn, evidenceRequests } = await application.readUsage(caller);
    const ours = { holds_for: "organisation", window_s: null } as const;
    const body: Limits = {
      organisation: caller.organisation,
      data: [
        limitOf({
          ...ours,
          name: "vehicles",
          unit: "vehicles",
          limit: quotas.vehicles,
          used: usage.vehicles,
          code: "vehicle_limit_reached",
          setting: "PLUMBLINE_VEHICLES_PER_ORGANISATION",
        }),
        limitOf({
          ...ours,
          name: "new_vehicles",
          unit: "vehicles",
          limit: quotas.newVehiclesPerHour,
          used: usage.newVehicles,
          window_s: hourS,
          code: "new_vehicle_limit_reached",
          setting: "PLUMBLINE_NEW_VEHICLES_PER_HOUR",
        }),
        limitOf({
          ...ours,
          name: "stored_bytes",
          unit: "bytes",
          limit: quotas.storedBytes,
          used: usage.storedBytes,
          full_on: fullOn,
          code: "stored_bytes_limit_reached",
          setting: "PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION",
        }),
        limitOf({
          ...ours,
          name: "kept_answers",
          unit: "answers",
          limit: quotas.keptAnswers,
          used: usage.keptAnswers,
          code: "kept_answer_limit_reached",
          setting: "PLUMBLINE_KEPT_ANSWERS_PER_ORGANISATION",
        }),
        limitOf({
          name: "evidence_requests",
          holds_for: "key",
          unit: "requests",
          limit: quotas.evidenceRequestsPerDay,
          used: evidenceRequests,
          window_s: 24 * hourS,
          code: "evidence_request_limit_reached",
          setting: "PLUMBLINE_EVIDENCE_REQUESTS_PER_DAY",
        }),
        limitOf({
          ...ours,
          name: "paper_jobs",
          unit: "requests",
          limit: limits.reportJobsPerOrganisation,
          used: application.reportPlacesOf(caller),
          code: "paper_queue_full",
          setting: "PLUMBLINE_PAPER_JOBS_PER_ORGANISATION",
        }),
        limitOf({
          ...ours,
          name: "webhooks",
          unit: "webhooks",
          limit: limits.webhooksPerOrganisation,
          used: null,
          code: "webhook_limit_reached",
          setting: "PLUMBLINE_WEBHOOKS_PER_ORGANISATION",
        }),
        ...rateLimits.standingOf(caller).map(rateOf),
        ...limitsOfStreams(limits, streamPlaces.usedBy(caller)),
        ...limitsOfRequests(limits),
      ],
      as_of: formatTime(exchange.receivedAtUs),
    };
    return taggedRead(request, body);
  };
}

function limitOf(given: Omit<Limit, "remaining" | "full_on"> & Partial<Pick<Limit, "full_on">>): Limit {
  const { limit, used } = given;
  return { full_on: null, ...given, remaining: used === null ? null : Math.max(0, limit - used) };
}

function rateOf({ name, unit, perMinute, remaining }: RateStanding): Limit {
  const rate = rates[name];
  return limitOf({
    ...rate,
    unit,
    limit: perMinute,
    used: perMinute - remaining,
    window_s: 60,
    code: "rate_limited",
  });
}

const rates = {
  "key-requests": {
    name: "key_requests",
    holds_for: "key",
    setting: "PLUMBLINE_REQUESTS_PER_MINUTE_PER_KEY",
  },
  "key-frames": { name: "key_frames", holds_for: "key", setting: "PLUMBLINE_FRAMES_PER_MINUTE_PER_KEY" },
  "organisation-requests": {
    name: "organisation_requests",
    holds_for: "organisation",
    setting: "PLUMBLINE_REQUESTS_PER_MINUTE_PER_ORGANISATION",
  },
  "organisation-frames": {
    name: "organisation_frames",
    holds_for: "organisation",
    setting: "PLUMBLINE_FRAMES_PER_MINUTE_PER_ORGANISATION",
  },
} as const;

function limitsOfStreams(
  limits: ServiceLimits,
  used: { readonly key: number; readonly organisation: number },
): readonly Limit[] {
  const streams = { unit: "streams", window_s: null, code: "stream_limit_reached" } as const;
  return [
    limitOf({
      ...streams,
      name: "key_streams",
      holds_for: "key",
      limit: limits.streamsPerKey,
      used: used.key,
      setting: "PLUMBLINE_STREAMS_PER_KEY",
    }),
    limitOf({
      ...streams,
      name: "organisation_streams",
      holds_for: "organisation",
      limit: limits.streamsPerOrganisation,
      used: used.organisation,
      setting: "PLUMBLINE_STREAMS_PER_ORGANISATION",
    }),
  ];
}

/** What one request, one address and the service as a whole may do: how much of it is in use is not reported. */
function limitsOfRequests(limits: ServiceLimits): readonly Limit[] {
  const fixed = { holds_for: "request", used: null, window_s: null, setting: null } as const;
  const bytes = { ...fixed, unit: "bytes", code: "body_too_large" } as const;
  const shared = { used: null, window_s: null, code: "overloaded" } as const;
  return [
    limitOf({ ...bytes, name: "ingest_body_bytes", limit: ingestBodyBytes }),
    limitOf({
      ...fixed,
      name: "batch_frames",
      unit: "frames",
      limit: batchFramesLimit,
      code: "too_many_frames",
    }),
    limitOf({ ...bytes, name: "line_bytes", limit: lineLimitBytes, code: "line_too_long" }),
    limitOf({ ...bytes, name: "verify_body_bytes", limit: verifyBodyBytes }),
    limitOf({ ...bytes, name: "body_bytes", limit: smallBodyBytes }),
    limitOf({
      ...shared,
      name: "connections",
      holds_for: "service",
      unit: "connections",
      limit: limits.connections,
      setting: "PLUMBLINE_CONNECTIONS",
    }),
    limitOf({
      ...shared,
      name: "connections_per_address",
      holds_for: "address",
      unit: "connections",
      limit: limits.connectionsPerAddress,
      setting: "PLUMBLINE_CONNECTIONS_PER_ADDRESS",
    }),
    limitOf({
      ...shared,
      name: "requests_in_flight",
      holds_for: "service",
      unit: "requests",
      limit: limits.requestsInFlight,
      setting: "PLUMBLINE_REQUESTS_IN_FLIGHT",
    }),
    limitOf({
      name: "failed_keys",
      holds_for: "address",
      unit: "attempts",
      limit: limits.failedKeysPerMinute,
      used: null,
      window_s: 60,
      code: "rate_limited",
      setting: "PLUMBLINE_FAILED_KEYS_PER_MINUTE",
    }),
  ];
}
