import { Type } from "typebox";

import { Day, UtcTime, nullable, oneOf } from "./vocabulary.ts";

const limitNames = [
  "vehicles",
  "new_vehicles",
  "stored_bytes",
  "kept_answers",
  "evidence_requests",
  "webhooks",
  "paper_jobs",
  "key_requests",
  "key_frames",
  "organisation_requests",
  "organisation_frames",
  "key_streams",
  "organisation_streams",
  "ingest_body_bytes",
  "batch_frames",
  "line_bytes",
  "verify_body_bytes",
  "body_bytes",
  "connections",
  "connections_per_address",
  "requests_in_flight",
  "failed_keys",
] as const;

export const Limit = Type.Object(
  {
    name: oneOf(limitNames, { $id: "LimitName", description: "Stable name of the limit." }),
    holds_for: oneOf(["organisation", "key", "request", "address", "service"], {
      $id: "LimitHolder",
      description:
        "Whose limit it is: what all keys of the organisation use together, what this key uses, and so on.",
    }),
    unit: oneOf(
      [
        "vehicles",
        "bytes",
        "answers",
        "webhooks",
        "requests",
        "frames",
        "connections",
        "streams",
        "attempts",
      ],
      {
        $id: "LimitUnit",
        description: "What is counted.",
      },
    ),
    limit: Type.Integer({ minimum: 0, description: "How much there may be." }),
    used: nullable(Type.Integer({ minimum: 0 }), {
      description:
        "How much of it is used now; null where that is not reported or has no meaning between requests.",
    }),
    remaining: nullable(Type.Integer({ minimum: 0 }), {
      description: "What is left; 0 where more is used than is allowed by now.",
    }),
    window_s: nullable(Type.Integer({ minimum: 1 }), {
      description: "Seconds within which it is counted; null for what stays used.",
    }),
    full_on: nullable(Day, {
      description:
        "Of `stored_bytes`: the day (UTC) on which it is full at the pace of the last week, or today where it is. Null for every " +
        "other limit, before there is a day of history, and where nothing is added.",
    }),
    code: Type.String({
      description: "`code` of the problem that a request over the limit is answered with.",
    }),
    setting: nullable(Type.String(), {
      description: "The operator's setting; null for what is fixed.",
    }),
  },
  { $id: "Limit", description: "One limit, and what is used of it." },
);

export const Limits = Type.Object(
  {
    organisation: Type.String({ description: "Whose limits these are: the organisation of the key." }),
    data: Type.Array(Limit, { description: "Every limit a request may meet." }),
    as_of: UtcTime,
  },
  {
    $id: "Limits",
    description: "Every limit of the service, with what the organisation uses of its own.",
    examples: [
      {
        organisation: "acme",
        data: [
          {
            name: "vehicles",
            holds_for: "organisation",
            unit: "vehicles",
            limit: 100_000,
            used: 412,
            remaining: 99_588,
            window_s: null,
            full_on: null,
            code: "vehicle_limit_reached",
            setting: "PLUMBLINE_VEHICLES_PER_ORGANISATION",
          },
        ],
        as_of: "2026-03-01T08:00:00.000Z",
      },
    ],
  },
);
