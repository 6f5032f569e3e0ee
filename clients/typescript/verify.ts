export { TrustFileError, verifyEvidence } from "./verify/verify-evidence.ts";
export type { Verification, VerifyOptions } from "./verify/verify-evidence.ts";
export { EvidenceFileError, rescoreEvidence } from "./verify/rescore-evidence.ts";
export type { EvidenceRescoring } from "./verify/rescore-evidence.ts";
