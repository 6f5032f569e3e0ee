import { Type, type Static } from "typebox";
import { Check } from "typebox/value";

import type { BundleCore } from "./bundle.ts";
import { eventIdSchema, hexDigestSchema, instantSchema, strict, tierSchema } from "./bundle-words.ts";

export const statementType = "https://in-toto.io/Statement/v1";
export const predicateType = "urn:plumbline:attestation:sensor-drift-evidence:1";

const subjectSchema = Type.Object(
  { name: Type.String(), digest: Type.Object({ sha256: hexDigestSchema }, strict) },
  strict,
);

/** What is signed: an in-toto Statement v1 about the canonical core and the frames file. */
const statementSchema = Type.Object(
  {
    _type: Type.Literal(statementType),
    subject: Type.Tuple([subjectSchema, subjectSchema]),
    predicateType: Type.Literal(predicateType),
    predicate: Type.Object({ event_id: eventIdSchema, tier: tierSchema, signed_at: instantSchema }, strict),
  },
  strict,
);
type Statement = Static<typeof statementSchema>;

export function statementAbout(core: BundleCore, contentDigest: string): Statement {
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
    predicate: { event_id: core.event_id, tier: core.tier, signed_at: core.issued_at },
  };
}

/** Whether a signed statement is about this very core and nothing else. `signature` is the bundle's content digest. */
export function statementFault(
  statement: unknown,
  about: { readonly core: BundleCore; readonly signature: string },
): string | null {
  if (!Check(statementSchema, statement))
    return "not a statement of the type and predicate this verifier knows";
  const due = statementAbout(about.core, about.signature);
  const [core, frames] = statement.subject;
  const [dueCore, dueFrames] = due.subject;
  if (core.digest.sha256 !== dueCore.digest.sha256) return "signed for another content digest";
  if (frames.digest.sha256 !== dueFrames.digest.sha256) return "signed for another frames file";
  if (core.name !== dueCore.name || frames.name !== dueFrames.name) return "signed for another event";
  if (statement.predicate.event_id !== due.predicate.event_id) return "signed for another event id";
  if (statement.predicate.tier !== due.predicate.tier) return "signed for another tier";
  if (statement.predicate.signed_at !== due.predicate.signed_at) return "signed at another time than issued";
  return null;
}
