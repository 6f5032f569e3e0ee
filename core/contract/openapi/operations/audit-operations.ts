import type { Operation } from "../operation.ts";
import {
  auditActionFilter,
  auditKeyFilter,
  auditSubjectFilter,
  auditUntilParameter,
  auditSinceParameter,
  cursorParameter,
  limitParameter,
} from "../query-parameters.ts";

/** What was done to the organisation's data and keys, and by whom. */
export const auditOperations = [
  {
    operationId: "listAuditRecords",
    method: "GET",
    path: "/v1/audit",
    tag: "Audit",
    summary: "Read the audit log",
    description:
      "Each failed authentication and authorisation, change of a key, hand-out of evidence, command to a vehicle, legal hold and erasure. " +
      "Records are never changed; each holds the digest of the one before, and the oldest go after the operator's retention. " +
      "Needs a key for all fleets. `Accept: application/x-ndjson` gives the page as lines, for an export; `Link` leads on.",
    access: "audit:read",
    audited: { action: "audit.read" },
    query: [
      auditActionFilter,
      auditKeyFilter,
      auditSubjectFilter,
      auditSinceParameter,
      auditUntilParameter,
      limitParameter,
      cursorParameter,
    ],
    answers: [
      {
        status: 200,
        description: "One page.",
        schema: "AuditList",
        orMediaType: "application/x-ndjson",
        headers: ["ETag", "Link"],
      },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 403, description: "The key is limited to fleets (`fleet_not_allowed`)." }],
  },
] as const satisfies readonly Operation[];
