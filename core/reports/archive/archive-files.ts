import { fromBase64 } from "../../encoding/base64.ts";
import { coreOf, type Bundle } from "../../encoding/bundle.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { submitterLabels } from "../../evidence/bundle/submitter.ts";
import { parseTlogProof } from "../../evidence/log/tlog-proof.ts";
import type { ScorerShelf } from "../../scorers/scorer-shelf.ts";
import { carryInPage } from "./carry-in-page.ts";
import { type EvidenceFiles, openBundle } from "../evidence-files.ts";
import { drawHtml } from "../html-report.ts";
import { drawPdf } from "../pdf-report.ts";
import { maxEmbeddedFrameBytes, reportContent } from "../report-content.ts";
import type { ArchiveFile } from "../../encoding/zip-archive.ts";

/** What goes into an archive besides the evidence; the same for every archive of an installation. */
export interface Enclosures {
  /** `README.txt`, `certification-fre-902.txt` and `VERIFY.sh` of this folder. */
  readonly readme: string;
  readonly certification: string;
  readonly verifyScript: string;
  /** The built offline verifier; null where it was not built. */
  readonly verifierPage: string | null;
}

export interface ArchiveGiven {
  readonly enclosures: Enclosures;
  /** The issuer's trust file, byte for byte. */
  readonly trust: Uint8Array;
  /** The text of the scoring method the bundle names, if it is at hand; another text stays out. */
  readonly scoringMethod: Uint8Array | null;
  /** Further parts that are not made of the bundle alone, such as a keyring. */
  readonly further: readonly FurtherPart[];
  readonly scorerOf: ScorerShelf["scorerOf"];
  readonly sha256: Sha256;
}

export interface FurtherPart extends ArchiveFile {
  /** One line of the README. */
  readonly about: string;
}

/** All files of an archive, in their fixed order. Rejects with `ReportFault` for a bundle that is none. */
export async function archiveFiles(
  evidence: EvidenceFiles,
  given: ArchiveGiven,
): Promise<{ readonly folder: string; readonly files: readonly ArchiveFile[] }> {
  const { enclosures, trust, sha256 } = given;
  const bundle = openBundle(evidence.bundle);
  const further = [...timeStampsOf(bundle), ...given.further];
  const trustSha256 = toHex(sha256(trust));
  const content = reportContent(evidence, { sha256, trustSha256, scorerOf: given.scorerOf });
  const fields = formFields(bundle, evidence, { trustSha256, further, sha256 });
  const files: ArchiveFile[] = [
    text("README.txt", fillForm(enclosures.readme, fields)),
    { ...text("VERIFY.sh", enclosures.verifyScript), isExecutable: true },
    ...verifierOf(evidence, given),
    { name: "bundle.json", bytes: evidence.bundle },
    { name: "frames.ndjson", bytes: evidence.frames },
    { name: "trust.json", bytes: trust },
    ...partsOf(bundle),
    ...further.map(({ name, bytes }) => ({ name, bytes })),
    ...methodOf(bundle, given),
    text("report.html", drawHtml(content, evidence, sha256)),
    { name: "report.pdf", bytes: await drawPdf(content, evidence) },
    text("certification-fre-902.txt", fillForm(enclosures.certification, fields)),
  ];
  return { folder: bundle.event_id, files: [...files, text("SHA256SUMS", sums(files, sha256))] };
}

function methodOf({ scoring }: Bundle, { scoringMethod, sha256 }: ArchiveGiven): readonly ArchiveFile[] {
  if (scoringMethod === null || toHex(sha256(scoringMethod)) !== scoring.specification_sha256) return [];
  return [{ name: "scoring-method.md", bytes: scoringMethod }];
}

function text(name: string, content: string): ArchiveFile {
  return { name, bytes: utf8(content) };
}

/** The verifier with the evidence inside, where that keeps it a page one can open. */
function verifierOf(
  evidence: EvidenceFiles,
  { enclosures, trust, further }: ArchiveGiven,
): readonly ArchiveFile[] {
  if (enclosures.verifierPage === null) return [];
  const keyring = further.filter(({ name }) => name === "keyring.json");
  const carried = [
    { name: "bundle.json", bytes: evidence.bundle },
    ...(evidence.frames.length <= maxEmbeddedFrameBytes
      ? [{ name: "frames.ndjson", bytes: evidence.frames }]
      : []),
    { name: "trust.json", bytes: trust },
    ...keyring,
  ];
  return [text("verify.html", carryInPage(enclosures.verifierPage, carried))];
}

/** The parts of a bundle, for tools that want them one by one. All of them can be made of the bundle again. */
function partsOf(bundle: Bundle): readonly ArchiveFile[] {
  const { envelope, log } = bundle.proof;
  return [
    { name: "core.json", bytes: canonicalBytes(coreOf(bundle)) },
    { name: "envelope.json", bytes: canonicalBytes(envelope) },
    { name: "statement.json", bytes: decoded(envelope.payload) },
    ...(log === undefined
      ? []
      : [
          { name: "leaf.json", bytes: decoded(log.entry) },
          text("inclusion.tlog-proof", log.tlog_proof),
          text("checkpoint.txt", parseTlogProof(log.tlog_proof)?.checkpoint ?? ""),
        ]),
  ];
}

function timeStampsOf({ proof }: Bundle): readonly FurtherPart[] {
  return (proof.timestamps ?? []).map(({ token }, at) => ({
    name: `timestamp-${at + 1}.tsr`,
    bytes: decoded(token),
    about: "a time stamp of a third party over the signature (RFC 3161)",
  }));
}

function decoded(base64: string): Uint8Array {
  return fromBase64(base64) ?? new Uint8Array();
}

function sums(files: readonly ArchiveFile[], sha256: Sha256): string {
  return files.map(({ name, bytes }) => `${toHex(sha256(bytes))}  ${name}\n`).join("");
}

/** What the API key that a bundle names did. */
const keyActs = {
  breach_opened: "brought the breach frame",
  tier_worsened: "brought the frame that made the tier worse",
  requested: "requested this evidence",
} as const satisfies Record<Bundle["breach"]["trigger"], string>;

/** What the forms leave open that the bundle can fill. */
function formFields(
  bundle: Bundle,
  evidence: EvidenceFiles,
  given: {
    readonly trustSha256: string;
    readonly further: readonly FurtherPart[];
    readonly sha256: Sha256;
  },
): Readonly<Record<string, string>> {
  const { issuer, scoring, frames, clock, chain_of_custody: custody } = bundle;
  const { sha256 } = given;
  const submitter = submitterLabels(bundle.submitter);
  const further = given.further.map(({ name, about }) => `  ${name.padEnd(22)} ${about}\n`).join("");
  return {
    submitter: submitter.organisation,
    api_key_id: submitter.apiKeyId,
    api_key_act: keyActs[bundle.breach.trigger],
    event_id: bundle.event_id,
    vehicle_id: bundle.vehicle_id,
    issued_at: bundle.issued_at,
    detected_at: bundle.breach.detected_at,
    received_at: custody[0].at,
    organisation: issuer.organisation,
    software_name: issuer.software.name,
    software_version: issuer.software.version,
    build_sha256: issuer.software.build_sha256,
    scoring_algorithm: scoring.algorithm,
    scoring_version: scoring.version,
    numeric_profile: scoring.numeric_profile,
    specification_sha256: scoring.specification_sha256,
    clock_source: clock.source,
    clock_error: clock.max_error_ms === null ? "not measured" : `at most ${clock.max_error_ms} ms`,
    frame_count: String(frames.count),
    frame_bytes: String(frames.bytes),
    frames_sha256: frames.sha256,
    bundle_sha256: toHex(sha256(evidence.bundle)),
    content_digest: bundle.signature,
    content_sha256: bundle.signature.slice("sha256:".length),
    trust_sha256: given.trustSha256,
    further_parts: further,
  };
}

/** Puts fields in place of `{{name}}`. Throws for a name without a field: a form must not go out with holes. */
export function fillForm(form: string, fields: Readonly<Record<string, string>>): string {
  return form.replaceAll(/\{\{([a-z0-9_]+)\}\}/g, (_hole, name: string) => {
    const field = fields[name];
    if (field === undefined) throw new TypeError(`the form has a place ${name} that nothing fills`);
    return field;
  });
}
