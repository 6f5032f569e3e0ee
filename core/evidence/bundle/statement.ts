import { Type, type Static } from "typebox";

import type { BundleCore } from "../../encoding/bundle.ts";
import {
  eventIdSchema,
  hexDigestSchema,
  instantSchema,
  logOriginSchema,
  strict,
  tierSchema,
} from "../../encoding/field-schemas.ts";

const statementType = "https://in-toto.io/Statement/v1";
export const predicateType = "urn:plumbline:attestation:sensor-drift-evidence:1";

const subjectSchema = Type.Object(
  { name: Type.String(), digest: Type.Object({ sha256: hexDigestSchema }, strict) },
  strict,
);

/** What is signed: an in-toto Statement v1 about the canonical core and the frames file. */
export const statementSchema = Type.Object(
  {
    _type: Type.Literal(statementType),
    subject: Type.Tuple([subjectSchema, subjectSchema]),
    predicateType: Type.Literal(predicateType),
    predicate: Type.Object(
      {
        event_id: eventIdSchema,
        tier: tierSchema,
        signed_at: instantSchema,
        /** The log this signature must be in; absent from statements made before there was one. */
        log_origin: Type.Optional(logOriginSchema),
        /** Stands for the organisation to whoever sees the statement without the core. */
        organisation_tag: Type.Optional(hexDigestSchema),
      },
      strict,
    ),
  },
  strict,
);
export type Statement = Static<typeof statementSchema>;

export function statementAbout(
  core: BundleCore,
  contentDigest: string,
  logOrigin: string | null = null,
): Statement {
  return {
    _type: statementType,
    subject: [
      {
        name: `${core.event_id}/core.json`,
        digest: { sha256: contentDigest.slice("sha256:".length) },
      },
      { name: `${core.event_id}/frames.ndjson`, digest: { sha256: core.frames.sha256 } },
    ],
    predicateType,
    predicate: {
      event_id: core.event_id,
      tier: core.tier,
      signed_at: core.issued_at,
      ...(logOrigin !== null && { log_origin: logOrigin }),
      ...(core.submitter !== undefined && { organisation_tag: core.submitter.organisation_tag }),
    },
  };
}
