import { Type, type Static } from "typebox";

import { maxReasonLength } from "../../encoding/bundle.ts";
import {
  eventIdSchema,
  hexDigestSchema,
  instantSchema,
  keyNameSchema,
  namedDigestSchema,
  organisationSchema,
  seqSchema,
  strict,
  textSchema,
} from "../../encoding/field-schemas.ts";
import { namedDigestOf } from "./content-digest.ts";
import type { Sha256 } from "../../encoding/primitives.ts";

/** What a key was given of a piece of evidence. */
const handOutFormSchema = Type.Union([
  Type.Literal("bundle"),
  Type.Literal("frames"),
  Type.Literal("redacted"),
  Type.Literal("archive"),
  Type.Literal("report"),
  Type.Literal("sigstore"),
]);
export type HandOutForm = Static<typeof handOutFormSchema>;

const recordHead = {
  schema: Type.Literal("urn:plumbline:custody:1"),
  event_id: eventIdSchema,
  /** Whose evidence it is; absent from records made before evidence named it. */
  organisation: Type.Optional(organisationSchema),
  /** From 1, without gaps. */
  seq: seqSchema,
  at: instantSchema,
  /** Public id of the API key that asked. */
  key_id: keyNameSchema,
  /** `sha256:` and the digest of the canonical record before; of the first, the bundle's content digest. */
  prev: namedDigestSchema,
};

/** One thing that was done with evidence after its issue. */
export const custodyRecordSchema = Type.Union([
  Type.Object(
    {
      ...recordHead,
      action: Type.Literal("handed_out"),
      form: handOutFormSchema,
    },
    strict,
  ),
  Type.Object(
    {
      ...recordHead,
      action: Type.Union([Type.Literal("hold_set"), Type.Literal("hold_released")]),
      reason: textSchema(maxReasonLength),
    },
    strict,
  ),
  Type.Object(
    {
      ...recordHead,
      action: Type.Literal("erased"),
      basis: textSchema(maxReasonLength),
      decision_sha256: hexDigestSchema,
    },
    strict,
  ),
]);
export type CustodyRecord = Static<typeof custodyRecordSchema>;

/** Payload of the tombstone: all that is left of erased evidence besides its entry in the log. */
export const tombstoneSchema = Type.Object(
  {
    schema: Type.Literal("urn:plumbline:tombstone:1"),
    event_id: eventIdSchema,
    /** Whose evidence it was; absent from tombstones made before evidence named it. */
    organisation: Type.Optional(organisationSchema),
    /** The digest of a core that held 32 random bytes: the core cannot be guessed from it. */
    content_digest: namedDigestSchema,
    /** Place of the evidence in the log. */
    leaf_index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    erased_at: instantSchema,
    basis: textSchema(maxReasonLength),
    /** SHA-256 of the decision to erase, hex; the decision itself stays with whoever took it. */
    decision_sha256: hexDigestSchema,
  },
  strict,
);
export type Tombstone = Static<typeof tombstoneSchema>;

/** What the next record of the same evidence has to have in `prev`. */
export function custodyDigest(record: CustodyRecord, sha256: Sha256): string {
  return namedDigestOf(record, sha256);
}
