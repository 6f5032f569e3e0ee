import { type GivenFile, type HeldFiles, type Role, roleNames, roleOf, roles } from "./given-file.ts";

/** A file as the browser hands it over: its bytes, or why there are none. */
export type OfferedFile =
  | GivenFile
  | {
      readonly name: string;
      readonly why: string;
      /** What it would have been, where that is recognised; such a file has no form any verifier takes. */
      readonly role: Role | null;
    };

/** A file that was given and cannot be judged. */
export interface RefusedFile {
  readonly name: string;
  readonly why: string;
  readonly role: Role | null;
}

/** What the page holds after files were given: everything in its slot, or what keeps that from being judged. */
export interface Case {
  readonly held: HeldFiles;
  readonly refused: readonly RefusedFile[];
  /** Files of an archive that belong beside the evidence and that no verdict rests on. */
  readonly beside: readonly string[];
  /** The trust file was given by itself: not in this page, and not in one drop with the evidence, as an unpacked archive is. */
  readonly trustIsApart: boolean;
}

export const emptyCase: Case = { held: {}, refused: [], beside: [], trustIsApart: false };

/**
 * Takes the files of one drop into the case. A single one that cannot be judged is the outcome, whatever lies beside it:
 * no reader may take the verdict on other evidence as the verdict on the file they have just given. The evidence held
 * before is laid aside with it.
 */
export function takeFiles({ held, ...before }: Case, offered: readonly OfferedFile[]): Case {
  const roled = offered.map((file) => ({
    file,
    role: "bytes" in file ? roleOf(file) : file.role,
  }));
  const sorted = roled.filter((one) => !isGivenBesides(one, held, roled));
  const hasBundle = sorted.some(({ role }) => role === "bundle");
  const isBeside = ({ file, role }: (typeof sorted)[number]) =>
    hasBundle && role === null && "bytes" in file && besideNames.test(file.name);
  const beside = sorted.filter(isBeside).map(({ file }) => file.name);
  const refused = [
    ...(offered.length === 0 ? [{ name: "What was given", why: "it is no file", role: null }] : []),
    ...sorted.filter((one) => !isBeside(one)).flatMap(({ file, role }) => refusalOf(file, role)),
    ...doubles(sorted),
  ];
  const isEvidence = sorted.some(({ role }) => role === "bundle" || role === "frames");
  const trustGiven = sorted.find(({ role }) => role === "trust")?.file;
  const trustIsApart =
    trustGiven === undefined
      ? before.trustIsApart
      : "bytes" in trustGiven && trustGiven.origin === "given" && !isEvidence;
  if (refused.length > 0)
    return { held: withoutEvidence(held), refused, beside, trustIsApart: before.trustIsApart };
  return sorted.reduce<Case>(
    (so, { file, role }) =>
      role === null || !("bytes" in file)
        ? so
        : { ...so, held: { ...forgetOther(so.held, role), [role]: file } },
    { held, refused, beside, trustIsApart },
  );
}

interface Sorted {
  readonly file: OfferedFile;
  readonly role: Role | null;
}

/** Whom to believe is for the reader to say: what they gave themselves is not replaced by what lies in an archive. */
function isGivenBesides({ file, role }: Sorted, held: HeldFiles, offered: readonly Sorted[]): boolean {
  if (role !== "trust" && role !== "keyring") return false;
  if (!("bytes" in file) || file.origin !== "unpacked") return false;
  const isOffered = offered.some((one) => one.role === role && one.file !== file && !isUnpacked(one.file));
  return isOffered || held[role]?.origin === "given";
}

function isUnpacked(file: OfferedFile): boolean {
  return "bytes" in file && file.origin === "unpacked";
}

/** Of the files of an archive (core/reports/archive/archive-files.ts) those that are made of the bundle, or are for people. */
const besideNames =
  /^(?:README\.txt|VERIFY\.sh|verify\.html|(?:core|envelope|statement|leaf|sigstore|trusted_root)\.json|inclusion\.tlog-proof|checkpoint\.txt|timestamp-[0-9]+\.tsr|scoring-method\.md|scorer-[0-9][\w.-]*\.mjs|report\.(?:html|pdf)|certification-fre-902\.txt|SHA256SUMS)$/;

function refusalOf(file: OfferedFile, role: Role | null): readonly RefusedFile[] {
  if (!("bytes" in file)) return [file];
  return role === null ? [{ name: file.name, why: whyNothing(file.bytes), role }] : [];
}

function whyNothing(bytes: Uint8Array): string {
  return bytes.length === 0
    ? "it is empty"
    : "it is neither a bundle or statement, nor frames, a trust file or a keyring";
}

/** Two of a kind at once: whichever were taken, a reader could take it for the other. */
function doubles(sorted: readonly Sorted[]): readonly RefusedFile[] {
  return roles.flatMap((role) => {
    const names = sorted.filter((one) => one.role === role).map(({ file }) => file.name);
    const why = `each looks like the ${roleNames[role].toLowerCase()}: give one at a time`;
    return names.length < 2 ? [] : [{ name: names.join(" and "), why, role: null }];
  });
}

function withoutEvidence({ bundle: _bundle, frames: _frames, ...rest }: HeldFiles): HeldFiles {
  return rest;
}

/** Another bundle is another case: frames that came with the one before must not be held against it. */
function forgetOther(held: HeldFiles, role: Role): HeldFiles {
  if (role !== "bundle" || held.frames?.origin === "given") return held;
  const { frames: _frames, ...rest } = held;
  return rest;
}
