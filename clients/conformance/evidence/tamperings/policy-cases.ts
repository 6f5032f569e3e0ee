import { utf8 } from "../../../../core/encoding/bytes.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { trustText } from "../examples/example-evidence.ts";
import { issuedBeforeSubmitters, type InputParts } from "../examples/toy-evidence.ts";

/** The same evidence before verifiers that insist on more, and before those whose trust file is old. */
export interface PolicyCase {
  readonly name: string;
  readonly base: "toy" | "precommitted" | "scored";
  /** Members the trust file has besides. */
  readonly trust: Readonly<Record<string, unknown>>;
  readonly input?: () => InputParts;
  readonly now?: string;
  readonly stale?: true;
  readonly verdict: "valid" | "incomplete" | "invalid";
  readonly code: VerificationCode | null;
}

const refreshAfter = "2027-12-26T00:00:00.000Z";
const dated = { refresh_after: refreshAfter };

export const policyCases: readonly PolicyCase[] = [
  {
    name: "pre-commitment required, and there is none",
    base: "scored",
    trust: { require: { precommit: true } },
    verdict: "invalid",
    code: "E_FRAMES",
  },
  {
    name: "pre-commitment required, and there is one",
    base: "precommitted",
    trust: { require: { precommit: true } },
    verdict: "incomplete",
    code: null,
  },
  {
    name: "its organisation required",
    base: "scored",
    trust: { require: { organisation: "acme" } },
    verdict: "valid",
    code: null,
  },
  {
    name: "another organisation required",
    base: "scored",
    trust: { require: { organisation: "globex" } },
    verdict: "invalid",
    code: "E_STATEMENT",
  },
  {
    name: "an organisation required of a bundle that states none",
    base: "toy",
    trust: { require: { organisation: "acme" } },
    input: issuedBeforeSubmitters,
    verdict: "invalid",
    code: "E_STATEMENT",
  },
  {
    name: "judged at the last moment of the trust file",
    base: "scored",
    trust: dated,
    now: refreshAfter,
    verdict: "valid",
    code: null,
  },
  {
    name: "judged after the trust file was to be fetched again",
    base: "scored",
    trust: dated,
    now: "2027-12-26T00:00:00.001Z",
    stale: true,
    verdict: "incomplete",
    code: null,
  },
];

/** The trust file of the vectors with these members besides. */
export function trustWith(members: Readonly<Record<string, unknown>>): Uint8Array {
  return utf8(`${JSON.stringify({ ...(JSON.parse(trustText) as object), ...members }, null, 2)}\n`);
}
