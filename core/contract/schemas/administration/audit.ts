import { Type } from "typebox";

import { type AuditAction, auditActions, auditResults } from "../../audit-action.ts";
import { UtcTime, nullable, oneOf, sha256HexPattern } from "../vocabulary.ts";
import { page } from "../vehicles/vehicle-list.ts";

const Sha256Hex = Type.String({ pattern: sha256HexPattern });

export const auditActionValues = Object.keys(auditActions) as readonly AuditAction[];

const AuditActionName = oneOf(auditActionValues, {
  $id: "AuditAction",
  description: Object.entries(auditActions)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(" "),
});

const exampleRecord = {
  seq: 412,
  at: "2026-03-01T08:00:00.000Z",
  organisation: "acme",
  key_id: "Zt5vB0yRha",
  action: "key.create",
  subject: "3fK8zQ1mWd",
  result: "done",
  code: null,
  reason: null,
  request_id: "req_5aa607bbc881c1d65d49375c",
  client_address: "192.0.2.7",
  count: 1,
  prev: "333f4b115848c7f1622f830e0036de6fbb127672cf40007b50961e1fa707e183",
  digest: "d4f02eaafd1a9e9de7d10972ca8e47fa7a985825c3c9c1e249c72683cb3e4f19",
} as const;

export const AuditRecord = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: "Number of the record in its organisation, without gaps." }),
    at: UtcTime,
    organisation: Type.String({
      description: "Whose record it is; empty for what belongs to no organisation.",
    }),
    key_id: nullable(Type.String(), {
      description:
        "Public id of the API key, never the key; null for the command line, and where no key was known.",
    }),
    action: AuditActionName,
    subject: nullable(Type.String(), {
      description:
        "What it was done to: the id of a key, a vehicle, evidence; for `authorise` the operation.",
    }),
    result: oneOf(auditResults, {
      $id: "AuditResult",
      description:
        "`done`; `refused`, with the `code` the client got; `failed`, for a fault or a limit of the service.",
    }),
    code: nullable(Type.String(), {
      description:
        "Code of the problem. Of keys that are `api_key_invalid` to the client it says more: see `reason`.",
    }),
    reason: nullable(Type.String(), {
      description:
        "Why, as the client said; for `authenticate` what was wrong: `unknown`, `wrong_secret`, `expired`, `revoked`.",
    }),
    request_id: nullable(Type.String(), { description: "As in the answer; null for the command line." }),
    client_address: nullable(Type.String(), {
      description: "Address of the connection, which is a proxy's where there is one.",
    }),
    count: Type.Integer({
      minimum: 1,
      description:
        "How many alike it stands for: beyond so many a minute they are counted, and request and address are the first one's.",
    }),
    prev: nullable(Sha256Hex, { description: "`digest` of the record before; null in the very first." }),
    digest: {
      ...Sha256Hex,
      description: "SHA-256 of this record without `digest`, in canonical JSON (RFC 8785), hex.",
    },
  },
  {
    $id: "AuditRecord",
    description: "One thing that was done, or tried, and by whom.",
    examples: [exampleRecord],
  },
);

export const AuditList = Type.Object(
  { data: Type.Array(AuditRecord, { description: "Latest first." }), ...page },
  {
    $id: "AuditList",
    description: "One page of the organisation's audit log.",
    examples: [{ data: [exampleRecord], has_more: false, next_cursor: null }],
  },
);
