import type { BrokenFiles } from "./break-evidence.ts";
import { breakEvidence, Dice } from "./break-evidence.ts";
import {
  askPython,
  askService,
  askShell,
  askTypescript,
  type Said,
  whyNoPython,
  whyNoShell,
} from "./ask-verifiers.ts";
import type { SoundEvidence } from "./sound-evidence.ts";

/** Broken evidence with its number: of one seed, one number is always the same case. */
export interface BrokenCase extends BrokenFiles {
  readonly name: string;
  readonly sound: SoundEvidence;
}

export interface Comparison {
  /** How many were put before which verifier. */
  readonly asked: Readonly<Record<string, number>>;
  /** Verdicts of our own verifier, the reference. */
  readonly verdicts: Readonly<Record<string, number>>;
  /** A sentence each: two verifiers of which one says what the other refuses. */
  readonly disagreements: readonly string[];
  /** What VERIFY.sh gave for a reason where it ended with 2, and how often. */
  readonly notChecked: Readonly<Record<string, number>>;
}

export function brokenCases(
  sound: readonly SoundEvidence[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly BrokenCase[] {
  return Array.from({ length: count }, (_, at) => {
    const one = sound[at % sound.length]!;
    const broken = breakEvidence(one.files, new Dice(seed * 1_000_003 + at));
    return { ...broken, name: `seed ${seed}, case ${at}: ${one.name}`, sound: one };
  });
}

/** Which of the cases each verifier is asked about: all of ours and Python's, the first ones of the slower ones. */
export interface Asking {
  /** Cases for VERIFY.sh, and a folder for its files. */
  readonly shell: { readonly cases: readonly BrokenCase[]; readonly folder: string };
  readonly service?: { readonly cases: readonly BrokenCase[]; readonly url: string };
}

export async function compareVerdicts(cases: readonly BrokenCase[], asking: Asking): Promise<Comparison> {
  const { service, shell } = asking;
  const parts = [
    ...(whyNoPython === null ? [await comparePython(cases)] : []),
    ...(service === undefined ? [] : [await compareService(service.cases, service.url)]),
    ...(whyNoShell === null ? [await compareShell(shell.cases, shell.folder)] : []),
  ];
  return {
    asked: Object.fromEntries([
      ["TypeScript", cases.length],
      ...parts.map(({ who, asked }) => [who, asked] as const),
    ]),
    verdicts: counted(cases.map((one) => dueOf(one).word)),
    disagreements: parts.flatMap(({ disagreements }) => disagreements),
    notChecked: counted(parts.flatMap(({ notChecked = [] }) => notChecked)),
  };
}

interface Part {
  readonly who: string;
  readonly asked: number;
  readonly disagreements: readonly string[];
  readonly notChecked?: readonly string[];
}

function dueOf({ files, sound }: BrokenCase): Said {
  return askTypescript(files, sound.rescore);
}

/** A whole agreement, code and all: neither recomputes. */
async function comparePython(cases: readonly BrokenCase[]): Promise<Part> {
  const theirs = await askPython(cases.map(({ files }) => files));
  const disagreements = cases.flatMap((one, at) => {
    const [said, due] = [theirs[at]!, askTypescript(one.files)];
    const isSame = said.word === due.word && (said.word === "unusable" || said.why === due.why);
    return isSame ? [] : [sentence(one, { who: "Python", said, due })];
  });
  return { who: "Python", asked: cases.length, disagreements };
}

async function compareService(cases: readonly BrokenCase[], url: string): Promise<Part> {
  const disagreements: string[] = [];
  let asked = 0;
  for (const one of cases) {
    const said = await askService(one.files, url);
    if (said === null) continue;
    asked += 1;
    // The scoring of the toy is no service's: what is left is what is said without one.
    const words = [dueOf(one).word, askTypescript(one.files).word];
    if (!words.includes(said.word)) disagreements.push(sentence(one, { who: "HTTP", said, due: dueOf(one) }));
  }
  return { who: "HTTP", asked, disagreements };
}

async function compareShell(cases: readonly BrokenCase[], folder: string): Promise<Part> {
  const theirs = await askShell(
    cases.map(({ files }) => files),
    folder,
  );
  const disagreements = cases.flatMap((one, at) => {
    const [said, due] = [theirs[at]!, dueOf(one)];
    return isOpposite(said, due) ? [sentence(one, { who: "VERIFY.sh", said, due })] : [];
  });
  const open = theirs.filter(({ word }) => word === "incomplete" || word === "unusable");
  return { who: "VERIFY.sh", asked: cases.length, disagreements, notChecked: open.map(whyOpen) };
}

/** Without what differs from case to case. */
function whyOpen({ why }: Said): string {
  return why
    .replace(/^\S*\/trust\.json\b/u, "trust.json")
    .replace(/: .* is not the key/u, ": … is not the key")
    .replace(/[0-9-]{10}T[0-9:.]+Z/gu, "…");
}

/** VALID where ours is not, or anything else where ours is; an exit with 2 may stand for any other, if it says why. */
function isOpposite(said: Said, due: Said): boolean {
  // Ours takes a root as the reader's word, whatever its own signature; openssl can only follow one that signed itself.
  if (said.word === "unusable" && said.why.includes("a root of tsa_roots")) return false;
  return (said.word === "valid") !== (due.word === "valid") || /^(?:stderr|broke off)/u.test(said.why);
}

function sentence(
  { name, done }: BrokenCase,
  { who, said, due }: { readonly who: string; readonly said: Said; readonly due: Said },
): string {
  return `${name}, ${done.join(" and ")}: ${who} says ${said.word} (${said.why}), ours ${due.word} (${due.why})`;
}

function counted(texts: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}
