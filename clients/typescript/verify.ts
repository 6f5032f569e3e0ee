export { TrustFileError, verifyEvidence } from "./verify/verify-evidence.ts";
export type { Verification, VerifyOptions } from "./verify/verify-evidence.ts";
