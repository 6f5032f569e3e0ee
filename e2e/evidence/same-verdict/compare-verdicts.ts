import { join } from "node:path";

import type { BrokenFiles, EvidenceFiles } from "./break-evidence.ts";
import { breakEvidence, Dice } from "./break-evidence.ts";
import {
  askCommandLine,
  askPython,
  askService,
  askShell,
  askSome,
  askTypescript,
  type Said,
  whyNoPython,
  whyNoShell,
} from "./ask-verifiers.ts";
import type { NamedFault } from "./named-faults.ts";
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

/** What the verifiers need; of the slower ones, which of the cases they are asked about. */
export interface Asking {
  /** For the files of VERIFY.sh and of the command line. */
  readonly folder: string;
  readonly shell: readonly BrokenCase[];
  readonly service: { readonly cases: readonly BrokenCase[]; readonly url: string };
}

export async function compareVerdicts(cases: readonly BrokenCase[], asking: Asking): Promise<Comparison> {
  const { folder, service, shell } = asking;
  const parts = [
    ...(whyNoPython === null ? [await comparePython(cases)] : []),
    await compareOurs("HTTP", service.cases, (files) => askService(files, service.url)),
    await compareOurs("command line", service.cases, (files, at) =>
      askCommandLine(files, join(folder, `command-line-${at}`)),
    ),
    ...(whyNoShell === null ? [await compareShell(shell, folder)] : []),
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

/** Of each fault by its name the different words that the verifiers say: one, where they agree. VERIFY.sh must be there. */
export async function wordsOfAll(
  faults: readonly NamedFault[],
  { folder, url }: { readonly folder: string; readonly url: string },
): Promise<Readonly<Record<string, readonly string[]>>> {
  const all = faults.map(({ files }) => files);
  const shell = await askShell(all, folder);
  const python = whyNoPython === null ? await askPython(all) : null;
  const found: Record<string, readonly string[]> = {};
  for (const [at, { name, files }] of faults.entries()) {
    const http = await askService(files, url);
    const words = [askTypescript(files), shell[at]!, http, python?.[at] ?? null];
    found[name] = [...new Set(words.flatMap((one) => one?.word ?? []))];
  }
  return found;
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

/** Those that run our own code with a service's scorers. */
async function compareOurs(
  who: string,
  cases: readonly BrokenCase[],
  ask: (files: EvidenceFiles, at: number) => Promise<Said | null>,
): Promise<Part> {
  const theirs = await askSome(cases, 8, ({ files }, at) => ask(files, at));
  const disagreements = cases.flatMap((one, at) => {
    const said = theirs[at]!;
    // The scoring of the toy is no service's: what is left is what is said without one.
    const words = [dueOf(one).word, askTypescript(one.files).word];
    return said === null || words.includes(said.word) ? [] : [sentence(one, { who, said, due: dueOf(one) })];
  });
  return { who, asked: theirs.filter((said) => said !== null).length, disagreements };
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
