import { Type } from "typebox";
import { Compile } from "typebox/compile";

import { toBase64, fromBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { canonicalText, parseCanonical } from "../../encoding/canonical-json.ts";
import { formatInstant } from "../../encoding/instant.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { JsonFault } from "../../encoding/strict-json.ts";
import type { PublicKey } from "../keys/public-key.ts";
import { documentPayloadType } from "../log/logged-document.ts";
import { logEntry } from "../log/log-entry.ts";
import { stateStatementSchema, type StateStatementPayload } from "../log/state-statement.ts";
import { parseTlogProof } from "../log/tlog-proof.ts";
import { checkWitnesses } from "../third-parties/check-witnesses.ts";
import { existenceTime } from "../third-parties/third-party-times.ts";
import { checkLog } from "./check-log.ts";
import { openEnvelopeOf, signingKey, type Envelope } from "./check-signature.ts";
import { effectiveKeys } from "./effective-keys.ts";
import {
  requiredBy,
  type Required,
  type VerificationInput,
  type VerifyOptions,
} from "./verification-input.ts";
import {
  everyStep,
  failed,
  finding,
  notApplicable,
  passed,
  verdictOf,
  type Finding,
  type VerificationReport,
} from "./verification-report.ts";

export interface Given {
  readonly input: VerificationInput;
  readonly primitives: Primitives;
  readonly options: VerifyOptions;
}

export type ReportOnFile = Pick<VerificationReport, "provenTime" | "findings" | "subject" | "statement">;

const payloadShape = Compile(stateStatementSchema);

/** How a statement travels besides its members in clear: what was signed, and its place in the log. */
const carriedShape = Compile(
  Type.Object({
    envelope: Type.Object(
      {
        payload: Type.String(),
        payloadType: Type.String(),
        signatures: Type.Array(
          Type.Object({ keyid: Type.String(), sig: Type.String() }, { additionalProperties: false }),
        ),
      },
      { additionalProperties: false },
    ),
    log_index: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    tlog_proof: Type.Optional(Type.String()),
  }),
);

/** Whether a document is meant to be a statement of a state, as the service hands it out: by its members, sound or not. */
export function isStatementFile(document: unknown): document is object {
  if (typeof document !== "object" || document === null) return false;
  return Object.hasOwn(document, "statement_id") && Object.hasOwn(document, "envelope");
}

/**
 * The steps of a bundle, as far as a statement has what they are about. It carries no frames: who signed it, whether that key
 * counted at its place of the log, and that the members in clear are those that were signed. How the file is laid out is
 * free. What a bundle is required to have and no statement can have makes it invalid.
 */
export function reportOnStatement(document: object, given: Given): ReportOnFile {
  if (carriedShape.Check(document)) return examine(document, given);
  const [first] = carriedShape.Errors(document);
  const detail = `${first?.instancePath || "/"} ${first?.message ?? "is not as the schema wants it"}`;
  const findings = {
    ...everyStep(notApplicable("not a statement")),
    form: passed,
    schema: failed(detail),
  };
  return { findings, subject: null, statement: null, provenTime: { notBefore: null, notAfter: null } };
}

interface Carried {
  readonly envelope: Bundle["proof"]["envelope"];
  readonly log_index?: number;
  readonly tlog_proof?: string;
}

function examine(carried: Carried, { input, primitives, options }: Given): ReportOnFile {
  const { trust, keyring = null } = input;
  const { envelope: signed, log_index: index, tlog_proof: tlogProof, ...shown } = carried;
  const required = requiredBy(trust, options);
  const envelope = openEnvelopeOf(signed, documentPayloadType("state"));
  const effective = effectiveKeys({ trust, keyring, nowUs: options.nowUs }, primitives);
  const key = signingKey(signed, envelope, { keys: effective.keys, primitives });
  const payload = readPayload(envelope);
  const proof = {
    envelope: signed,
    ...(tlogProof !== undefined && {
      log: logProofOf({ envelope, signed, index, tlogProof }, effective.keys, primitives),
    }),
  };
  const witnesses = checkWitnesses(
    { proof },
    { trust, primitives, nowUs: options.nowUs, required: required.witness },
  );
  const times = { witnesses, timeStamps: { finding: noTimeStamps(input, required), notAfterUs: null } };
  const existence = existenceTime(times, { trust, required });
  const findings = {
    ...everyStep(notApplicable("a statement of a state has none")),
    form: passed,
    schema: passed,
    envelope: envelope.kind === "broken" ? failed(envelope.detail) : passed,
    trustedKeys: effective.finding,
    signature: typeof key === "string" ? failed(key) : passed,
    statement: finding(statementFault(payload, shown, required)),
    ...checkLog({ proof }, { envelope, trust, effective, existence, primitives }),
    witnesses: witnesses.finding,
    timeStamps: times.timeStamps.finding,
    frames: absent("a statement of a state carries no frames", required.frames || required.precommit),
    scoring: absent("a statement of a state cannot be recomputed", required.rescore),
    comparison: absent("a statement of a state makes no Sigstore bundle", options.sigstore !== undefined),
  };
  const seenUs = verdictOf(findings).verdict === "invalid" ? null : witnesses.notAfterUs;
  return {
    findings,
    subject: typeof payload === "string" ? null : subjectOf(payload, signed),
    statement: typeof payload === "string" ? null : payload,
    provenTime: { notBefore: null, notAfter: seenUs === null ? null : formatInstant(seenUs) },
  };
}

/** The entry is not carried: it is the one that this very signature must have. */
function logProofOf(
  given: {
    readonly envelope: Envelope;
    readonly signed: Carried["envelope"];
    readonly index: number | undefined;
    readonly tlogProof: string;
  },
  keys: readonly PublicKey[],
  { sha256 }: Primitives,
): NonNullable<Bundle["proof"]["log"]> {
  const { envelope, signed, index = -1, tlogProof } = given;
  const key = keys.find(({ keyId }) => keyId === signed.signatures[0]?.keyid);
  const signature = fromBase64(signed.signatures[0]?.sig ?? "-");
  const { payloadType } = signed;
  const entry =
    key === undefined || signature === null || envelope.kind === "broken"
      ? ""
      : toBase64(logEntry({ payloadType, payload: envelope.payload, signature, key }, sha256));
  const [origin = ""] = (parseTlogProof(tlogProof)?.checkpoint ?? "").split("\n");
  return { origin, index, entry, tlog_proof: tlogProof };
}

/** What was signed, or why that is no statement. */
function readPayload(envelope: Envelope): StateStatementPayload | string {
  if (envelope.kind === "broken") return "there is no envelope to read a statement from";
  try {
    const payload = parseCanonical(envelope.payload);
    return payloadShape.Check(payload) ? payload : "not a statement of a state of this version";
  } catch (fault) {
    if (fault instanceof JsonFault) return `the statement is ${fault.message}`;
    throw fault;
  }
}

function statementFault(
  payload: StateStatementPayload | string,
  shown: object,
  { organisations }: Required,
): string | null {
  if (typeof payload === "string") return payload;
  const { schema: _schema, ...signed } = payload;
  if (canonicalText(shown) !== canonicalText(signed)) return "shown with other words than were signed";
  const other = organisations.find((name) => name !== payload.organisation);
  return other === undefined
    ? null
    : `the organisation ${other} is required, and the statement is of ${payload.organisation}`;
}

function subjectOf(
  { organisation, key_id: apiKeyId, vehicle_id: vehicleId, state }: StateStatementPayload,
  { signatures }: Carried["envelope"],
): VerificationReport["subject"] {
  const keyId = signatures[0]?.keyid ?? null;
  return { organisation, apiKeyId, eventId: null, vehicleId, tier: state.tier, contentDigest: null, keyId };
}

function noTimeStamps({ trust }: VerificationInput, required: Required): Finding {
  const due = Math.max(trust.timeStampThreshold ?? 0, required.timestamp ? 1 : 0);
  return due > 0
    ? failed(`0 time stamps where ${due} are due`)
    : notApplicable("a statement of a state has no time stamps");
}

function absent(reason: string, isRequired: boolean): Finding {
  return isRequired ? failed(`required, but ${reason}`) : notApplicable(reason);
}
