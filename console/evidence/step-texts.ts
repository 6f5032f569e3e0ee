import type { VerificationStep } from "../../core/evidence/verify/verification-report.ts";

/** What a step looks at, and what it has to find: docs/evidence-format.md has them in full. */
export interface StepText {
  readonly input: string;
  readonly expected: string;
}

export const stepTexts: Readonly<Record<VerificationStep, StepText>> = {
  form: { input: "the file’s bytes", expected: "one JSON object in the one form it can have" },
  schema: { input: "every member", expected: "names, types and ranges of the format" },
  contentDigest: {
    input: "the bundle without signature and proof",
    expected: "its SHA-256 is the digest it contains",
  },
  envelope: { input: "the envelope around what was signed", expected: "DSSE, with one signature" },
  trustedKeys: { input: "the key’s id and the trust file", expected: "a key the issuer’s root names" },
  signature: {
    input: "what was signed, and that key",
    expected: "the key’s signature over exactly these bytes",
  },
  statement: { input: "the signed statement and the bundle", expected: "both say the same" },
  logEntry: { input: "the entry of the log", expected: "it is that of this signature" },
  checkpoint: { input: "the log’s checkpoint", expected: "signed by the log of the trust file" },
  inclusion: {
    input: "entry, proof and checkpoint",
    expected: "the hashes lead to the root that was signed",
  },
  keyWindow: { input: "the key and the place in the log", expected: "the key counted at that place" },
  witnesses: {
    input: "lines of third parties under the checkpoint",
    expected: "as many as the trust file asks for",
  },
  timeStamps: { input: "tokens of time-stamp authorities", expected: "as many as the trust file asks for" },
  custody: { input: "the steps up to the issue", expected: "each holds the digest of the one before" },
  frames: { input: "the file of readings", expected: "its digest and root are those in the bundle" },
  scoring: {
    input: "readings, start and settings",
    expected: "the scorer gives every figure again, bit for bit",
  },
  comparison: { input: "other evidence at hand", expected: "one event, one content digest" },
};
