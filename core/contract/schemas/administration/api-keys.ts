import { Type } from "typebox";

import { scopePresets, scopes } from "../../api-key.ts";
import { plainTextPattern } from "../../plain-text.ts";
import { UtcTime, nullable, oneOf } from "../vocabulary.ts";
import { page } from "../vehicles/vehicle-list.ts";

export const Scope = oneOf(scopes, {
  $id: "Scope",
  description: "What a key may do; `admin` implies every other scope.",
});

const modes = ["live", "test"] as const;
const KeyMode = oneOf(modes, {
  $id: "ApiKeyMode",
  description:
    "`live` unless something else is asked for; `test` marks a key for tests, which begins with `plumb_test_` and opens the same data.",
});

const fleetNames = Type.Array(Type.String({ minLength: 1, maxLength: 128, pattern: plainTextPattern }), {
  minItems: 1,
  maxItems: 1000,
  uniqueItems: true,
});

/** How long the old key works beside the new one when nothing else is asked for. */
export const rotationOverlapS = 86_400;
const longestOverlapS = 2_592_000;

const keyMembers = {
  id: Type.String({ description: "Public id: the 10 characters after `plumb_live_`. No secret." }),
  organisation: Type.String({ description: "Whose data the key opens." }),
  name: Type.String({ description: "What the key is for." }),
  mode: KeyMode,
  status: oneOf(["active", "expired", "revoked"], {
    $id: "ApiKeyStatus",
    description: "Whether the key opens anything now.",
  }),
  scopes: Type.Array(Scope, { description: "What the key may do." }),
  fleets: nullable(Type.Array(Type.String()), {
    description: "Only these fleets; null for all of the organisation.",
  }),
  created_at: UtcTime,
  created_by: nullable(Type.String(), {
    description: "Public id of the key that made it; null for the command line.",
  }),
  expires_at: nullable(UtcTime, { description: "When it ends by itself; null for never." }),
  revoked_at: nullable(UtcTime, { description: "When it was revoked; null as long as it is not." }),
  last_used_at: nullable(UtcTime, { description: "To the minute; null when never used." }),
  rotated_to: nullable(Type.String(), {
    description: "Public id of the key that takes its place; null as long as it was not rotated.",
  }),
};

const exampleKey = {
  id: "3fK8zQ1mWd",
  organisation: "acme",
  name: "gateway north",
  mode: "live",
  status: "active",
  scopes: ["telemetry:write"],
  fleets: ["vans-north"],
  created_at: "2026-03-01T08:00:00.000Z",
  created_by: "Zt5vB0yRha",
  expires_at: "2027-03-01T00:00:00.000Z",
  revoked_at: null,
  last_used_at: null,
  rotated_to: null,
};

export const ApiKey = Type.Object(keyMembers, {
  $id: "ApiKey",
  description: "A key as those who manage it see it: everything but the key.",
  examples: [exampleKey],
});

export const ApiKeyList = Type.Object(
  { data: Type.Array(ApiKey, { description: "Oldest first." }), ...page },
  {
    $id: "ApiKeyList",
    description: "One page of the keys of the organisation that this key may see.",
    examples: [{ data: [exampleKey], has_more: false, next_cursor: null }],
  },
);

export const IssuedApiKey = Type.Object(
  {
    ...keyMembers,
    key: Type.String({ description: "The key. It is shown this once and cannot be found out again." }),
  },
  {
    $id: "IssuedApiKey",
    description: "A key that was just made.",
    // A key with a wrong checksum: an example that opens something would be one.
    examples: [{ ...exampleKey, key: "plumb_live_3fK8zQ1mWd_00000000000000000000000000000000000000" }],
  },
);

export const RotatedApiKey = Type.Object(
  {
    ...keyMembers,
    key: Type.String({ description: "The new key. It is shown this once and cannot be found out again." }),
    previous: { ...ApiKey, description: "The key it takes the place of, which works until `expires_at`." },
  },
  {
    $id: "RotatedApiKey",
    description: "The key that takes another one's place, and how long that one still works.",
    examples: [
      {
        ...exampleKey,
        id: "Qp2rM7xNce",
        key: "plumb_live_Qp2rM7xNce_00000000000000000000000000000000000000",
        previous: { ...exampleKey, expires_at: "2026-09-02T08:00:00.000Z", rotated_to: "Qp2rM7xNce" },
      },
    ],
  },
);

export const RevokedApiKey = Type.Object(
  {
    ...keyMembers,
    also_revoked: Type.Optional(
      Type.Array(Type.String(), {
        description: "Only with `cascade`: the ids of the keys that ended with this one.",
      }),
    ),
  },
  {
    $id: "RevokedApiKey",
    description: "The key as it ended.",
    examples: [
      {
        ...exampleKey,
        status: "revoked",
        revoked_at: "2026-09-02T08:00:00.000Z",
        also_revoked: ["Qp2rM7xNce"],
      },
    ],
  },
);

const expiresAt = nullable(UtcTime, {
  description:
    "When the key ends, RFC 3339 in UTC, before the year 2200; null for never. Never later than the key that makes it ends itself: left out, it ends with that one.",
});

export const ApiKeyRequest = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: plainTextPattern,
      description: "What the key is for, as you will see it in the list.",
    }),
    preset: Type.Optional(
      oneOf(Object.keys(scopePresets) as (keyof typeof scopePresets)[], {
        $id: "ScopePreset",
        description: "A ready-made set of scopes; this or `scopes`.",
      }),
    ),
    scopes: Type.Optional(
      Type.Array(Scope, { minItems: 1, uniqueItems: true, description: "Single scopes; this or `preset`." }),
    ),
    fleets: Type.Optional(
      nullable(fleetNames, {
        description:
          "Only these fleets; null for all of the organisation. Left out: those of the key that makes it.",
      }),
    ),
    expires_at: Type.Optional(expiresAt),
    mode: Type.Optional(KeyMode),
  },
  {
    $id: "ApiKeyRequest",
    additionalProperties: false,
    description: "A key to be made. It may do no more than the key that makes it.",
    examples: [
      {
        name: "gateway north",
        preset: "ingest",
        fleets: ["vans-north"],
        expires_at: "2099-03-01T00:00:00Z",
      },
    ],
  },
);

export const KeyRotationRequest = Type.Object(
  {
    overlap_s: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestOverlapS,
        default: rotationOverlapS,
        description: "Seconds the old key goes on working, at most until it ends by itself.",
      }),
    ),
    expires_at: Type.Optional({
      ...expiresAt,
      description: "When the new key ends; left out: when the old one would have ended.",
    }),
  },
  {
    $id: "KeyRotationRequest",
    additionalProperties: false,
    description: "How the old key gives way to the new one.",
    examples: [{ overlap_s: 86_400 }],
  },
);

export const KeyRevocationRequest = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: plainTextPattern,
        description: "Why; kept in the audit log.",
      }),
    ),
    force: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Revokes even the last key that can manage keys: after that only the operator's command line makes one.",
      }),
    ),
    cascade: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Revokes with it every key that it made, that those made, and so on.",
      }),
    ),
  },
  {
    $id: "KeyRevocationRequest",
    additionalProperties: false,
    description: "Why a key ends.",
    examples: [{ reason: "the laptop was lost" }],
  },
);
