import type { Bundle } from "../../core/encoding/bundle.ts";
import { toHex } from "../../core/encoding/bytes.ts";
import type { VerificationReport } from "../../core/evidence/verify/verification-report.ts";
import { openBundle, ReportFault } from "../../core/reports/evidence-files.ts";
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";
import type { HeldFiles } from "../verifier/given-file.ts";
import { judgeFiles } from "../verifier/judge-files.ts";
import { isZip, unpackArchive, type Unpacked } from "../verifier/unpack-archive.ts";
import { serviceScorers } from "./service-scorers.ts";

/** What this browser found of an archive, by the code of the offline verifier and of the command line. */
export type CheckedEvidence =
  | {
      readonly kind: "checked";
      readonly report: VerificationReport;
      readonly tookMs: number;
      /** Null where the bundle cannot be read at all. */
      readonly bundle: Bundle | null;
      /** Of the trust file that decided, hex. */
      readonly trustSha256: string;
      /** What was judged by, for other evidence that is held beside it. */
      readonly believed: Pick<HeldFiles, "trust" | "keyring">;
    }
  /** It could not be judged, which says nothing for or against it. */
  | { readonly kind: "not_checked"; readonly why: string };

/** Takes the bundle, its frames and the issuer's trust file out of an archive and judges them. Never rejects for what it holds. */
export async function checkArchive(archive: Uint8Array): Promise<CheckedEvidence> {
  const unpacked = unpackArchive(archive);
  if (unpacked.kind === "not_unpacked") return notUnpacked(unpacked);
  const held = unpacked.files;
  if (held.bundle === undefined || held.trust === undefined) {
    return { kind: "not_checked", why: "The archive has no bundle, or no trust file." };
  }
  return check({ ...held, bundle: held.bundle, trust: held.trust });
}

/**
 * Checks a file from disk, an archive or a bundle alone, by what the evidence it is held beside was judged by: the trust file
 * inside an archive says whom its maker believes. `knownDigests`: of the evidence beside it, by event id.
 */
export async function checkBeside(
  given: Uint8Array,
  {
    believed,
    knownDigests,
  }: {
    readonly believed: Pick<HeldFiles, "trust" | "keyring">;
    readonly knownDigests: ReadonlyMap<string, string>;
  },
): Promise<CheckedEvidence> {
  if (given.length > largestGiven)
    return { kind: "not_checked", why: "The file is larger than any archive." };
  const opened: Unpacked = isZip(given)
    ? unpackArchive(given)
    : {
        kind: "unpacked",
        files: { bundle: { name: "bundle.json", bytes: given, origin: "given" } },
      };
  if (opened.kind === "not_unpacked") return notUnpacked(opened);
  const held = opened.files;
  if (held.bundle === undefined || believed.trust === undefined) {
    return { kind: "not_checked", why: "The archive has no bundle." };
  }
  const { trust, keyring } = believed;
  const files = {
    ...(held.frames !== undefined && { frames: held.frames }),
    ...(keyring !== undefined && { keyring }),
  };
  return check({ ...files, bundle: held.bundle, trust }, knownDigests);
}

function notUnpacked({ why }: Extract<Unpacked, { readonly kind: "not_unpacked" }>): CheckedEvidence {
  return { kind: "not_checked", why: `The archive cannot be unpacked: ${why}.` };
}

const largestGiven = 256 * 1024 * 1024;

type Checkable = HeldFiles & Required<Pick<HeldFiles, "bundle" | "trust">>;

async function check(held: Checkable, knownDigests?: ReadonlyMap<string, string>): Promise<CheckedEvidence> {
  await serviceScorers.openFor(held.bundle.bytes);
  const clock = { nowUs: () => Date.now() * 1000, nowMs: () => performance.now() };
  const { rescore } = serviceScorers;
  const judgement = judgeFiles(
    { held, refused: [] },
    { clock, rescore, ...(knownDigests !== undefined && { knownDigests }) },
  );
  switch (judgement.kind) {
    case "judged":
      if (judgement.report.statement !== null)
        return {
          kind: "not_checked",
          why: "It is a statement of a state, and no evidence. Check it on /verify.",
        };
      return {
        kind: "checked",
        report: judgement.report,
        tookMs: judgement.tookMs,
        bundle: readable(held.bundle.bytes),
        trustSha256: toHex(noblePrimitives.sha256(held.trust.bytes)),
        believed: { trust: held.trust, ...(held.keyring !== undefined && { keyring: held.keyring }) },
      };
    case "unusable":
      return { kind: "not_checked", why: `The trust file cannot be used: ${judgement.detail}` };
    case "refused":
      return { kind: "not_checked", why: judgement.files.map(({ why }) => why).join("; ") };
    case "waiting":
      return { kind: "not_checked", why: `There is no ${judgement.missing}.` };
  }
}

function readable(bytes: Uint8Array): Bundle | null {
  try {
    return openBundle(bytes);
  } catch (fault) {
    if (fault instanceof ReportFault) return null;
    throw fault;
  }
}
