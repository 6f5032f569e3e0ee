import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { parseInstant } from "../../../core/encoding/instant.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { EvidenceVerification, EvidenceVerifyRequest } from "../../../core/contract/types.ts";
import type { Caller } from "../application.ts";
import type { JudgeJob } from "../ports/report-worker.ts";
import type { PrintingNeeds } from "./print-evidence.ts";
import { readKeyringHistory } from "../log/read-keyring.ts";

type JudgingNeeds = Pick<PrintingNeeds, "reports" | "readTrust" | "keyring" | "log"> & {
  readonly nowUs: () => number;
};

/**
 * What the verifier says of evidence somebody sent, by the same code as the command line's. It proves no more to the
 * sender than a check of their own would, and less, because they have to trust this service.
 */
export async function judgeEvidence(
  { organisation }: Caller,
  request: EvidenceVerifyRequest,
  needs: JudgingNeeds,
): Promise<EvidenceVerification> {
  const judged = await needs.reports.judge(organisation, await jobOf(request, needs));
  if (judged.kind === "trust-unusable") {
    const detail = judged.detail.slice(0, longestDetail);
    const fault = { pointer: "/trust", code: "wrong_format", detail } as const;
    throw new Refusal("wrong_format", detail, [fault]);
  }
  const trustFrom = request.trust === undefined ? "service" : "request";
  return { ...judged.report, trust_from: trustFrom } as unknown as EvidenceVerification;
}

async function jobOf(request: EvidenceVerifyRequest, needs: JudgingNeeds): Promise<JudgeJob> {
  const { bundle, frames, trust } = request;
  return {
    bundle: bytesOf(bundle),
    frames: typeof frames === "string" ? utf8(frames) : null,
    trust: trust === undefined ? needs.readTrust() : bytesOf(trust),
    ...(await keyringsOf(request, needs)),
    required: request.require ?? [],
    requiredOrganisation: request.require_organisation ?? null,
    nowUs: momentOf(request.now) ?? needs.nowUs(),
  };
}

/** The service's own keyring is taken where none was sent. */
async function keyringsOf(
  { keyring }: EvidenceVerifyRequest,
  needs: JudgingNeeds,
): Promise<Pick<JudgeJob, "keyring" | "ownKeyring">> {
  return keyring === undefined
    ? { keyring: null, ownKeyring: await readKeyringHistory(needs) }
    : { keyring: bytesOf(keyring), ownKeyring: null };
}

/** Null: the service's own clock. */
function momentOf(now: string | undefined): number | null {
  if (now === undefined) return null;
  const atUs = parseInstant(now);
  if (atUs !== null) return atUs;
  const detail = "now must be a time in UTC such as 2027-01-31T12:00:00Z.";
  throw new Refusal("timestamp_invalid", detail, [{ pointer: "/now", code: "timestamp_invalid", detail }]);
}

/** A refusal repeats no more than this of what it refuses. */
const longestDetail = 200;

/** A text stands for its very bytes; an object for the canonical form of what it says. */
function bytesOf(file: string | object): Uint8Array {
  return typeof file === "string" ? utf8(file) : canonicalBytes(file);
}
