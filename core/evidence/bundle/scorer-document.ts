import { Type, type Static } from "typebox";

import { hexDigestSchema, instantSchema, strict, textSchema } from "../../encoding/field-schemas.ts";

/**
 * Payload of the document by which a log says which scorer it begins to use: entered before the first evidence that names
 * it, so that the issuer cannot swap the scorer for another later on.
 */
export const scorerDocumentSchema = Type.Object(
  {
    schema: Type.Literal("urn:plumbline:scorer:1"),
    version: textSchema(64),
    numeric_profile: textSchema(64),
    /** Of the module's bytes, hex. */
    sha256: hexDigestSchema,
    /** Of the normative text that went with it, hex. */
    specification_sha256: hexDigestSchema,
    /** Server clock, when this log first used it. */
    at: instantSchema,
  },
  strict,
);
export type ScorerDocument = Static<typeof scorerDocumentSchema>;
