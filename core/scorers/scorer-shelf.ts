import type { BundleCore } from "../encoding/bundle.ts";
import { textOf, toHex } from "../encoding/bytes.ts";
import type { Sha256 } from "../encoding/primitives.ts";
import { rescorer, type Rescorer, type ScoringParts } from "../evidence/rescore/rescore.ts";
import { stated, type Contradiction, type Statement } from "../evidence/rescore/stated-twice.ts";
import type { KnownScorer } from "./known-scorers.ts";

/** Where the modules lie and how this platform runs one. */
export interface ScorerSource {
  /** The bytes at hand. Rejects where there are none. */
  read(scorer: KnownScorer): Promise<Uint8Array>;
  /** The module these very bytes are. */
  load(bytes: Uint8Array): Promise<unknown>;
}

export interface ScorerModule {
  readonly scorer: KnownScorer;
  readonly bytes: Uint8Array;
}

export type OpenedScorer =
  | { readonly kind: "open"; readonly parts: ScoringParts<unknown, unknown> }
  /** This verifier cannot recompute it; that says nothing against the bundle. */
  | { readonly kind: "unable"; readonly reason: string }
  /** The bundle names a scorer that cannot be the one of its version. */
  | { readonly kind: "refused"; readonly contradiction: Contradiction };

/** What a bundle says of who scored it. */
type Named = Pick<BundleCore["scoring"], "version" | "numeric_profile" | "scorer_sha256">;

/**
 * The frozen scorers at hand. A module is loaded once, and only after its bytes have the digest that this program pins
 * for it: a changed one never runs, whoever changed it.
 */
export class ScorerShelf {
  readonly #given: ScorerShelfGiven;
  /** By digest. */
  readonly #opened = new Map<string, OpenedScorer>();

  constructor(given: ScorerShelfGiven) {
    this.#given = given;
  }

  /** Opens the scorer these bytes name. What is no bundle names none; finding that out is the verifier's business. */
  async openFor(bundle: Uint8Array): Promise<void> {
    const named = namedIn(bundle);
    if (named === null) return;
    const choice = chooseScorer(named, this.#given.known);
    if (choice.kind === "known") await this.#open(choice.scorer);
  }

  /** The module these bytes name, for somebody else to read or run; null for what names none that is at hand. */
  async moduleFor(bundle: Uint8Array): Promise<ScorerModule | null> {
    const named = namedIn(bundle);
    const choice = named === null ? null : chooseScorer(named, this.#given.known);
    return choice?.kind === "known" ? readScorer(choice.scorer, this.#given) : null;
  }

  /** The module of a digest; null for one that is not known here. */
  async moduleOf(sha256: string): Promise<Uint8Array | null> {
    const scorer = this.#given.known.find((one) => one.sha256 === sha256);
    return scorer === undefined ? null : (await readScorer(scorer, this.#given)).bytes;
  }

  /** Opens every known scorer, for a place that cannot wait later on. */
  async openAll(): Promise<void> {
    for (const scorer of this.#given.known) await this.#open(scorer);
  }

  /** Recomputes by the scorer a bundle names, if it was opened. */
  readonly rescore: Rescorer = (core, records) => {
    const opened = this.scorerOf(core.scoring);
    switch (opened.kind) {
      case "open":
        return rescorer(opened.parts)(core, records);
      case "unable":
        return opened;
      case "refused":
        return { kind: "different", differences: [opened.contradiction] };
    }
  };

  scorerOf(named: Named): OpenedScorer {
    const { known, inDevelopment } = this.#given;
    const choice = chooseScorer(named, known);
    if (choice.kind === "known") {
      return (
        this.#opened.get(choice.scorer.sha256) ?? unable(`the scorer of ${named.version} was not opened`)
      );
    }
    const isDeveloped =
      choice.kind === "unable" &&
      inDevelopment !== null &&
      named.version === inDevelopment.version &&
      named.scorer_sha256 === undefined;
    // It is not frozen yet: there is no other scorer of this version than the one at work.
    return isDeveloped && !known.some(({ version }) => version === named.version)
      ? { kind: "open", parts: inDevelopment }
      : choice;
  }

  async #open(scorer: KnownScorer): Promise<void> {
    if (this.#opened.get(scorer.sha256)?.kind === "open") return;
    this.#opened.set(scorer.sha256, await openScorer(scorer, this.#given));
  }
}

export interface ScorerShelfGiven {
  readonly known: readonly KnownScorer[];
  readonly source: ScorerSource;
  readonly sha256: Sha256;
  /** The scoring of this very program, where there is one. It counts only as long as its version is not frozen. */
  readonly inDevelopment: ScoringParts<unknown, unknown> | null;
}

async function openScorer(
  scorer: KnownScorer,
  { source, sha256 }: Pick<ScorerShelfGiven, "source" | "sha256">,
): Promise<OpenedScorer> {
  try {
    const { bytes } = await readScorer(scorer, { source, sha256 });
    const parts = (await source.load(bytes)) as ScoringParts<unknown, unknown>;
    // Where WebAssembly is forbidden that shows here, and is no verdict on any evidence.
    parts.initialState();
    return { kind: "open", parts };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    return unable(`the scorer of ${scorer.version} does not run here: ${reason.slice(0, longestFault)}`);
  }
}

/** Rejects for bytes that are not the ones this program pins. */
async function readScorer(
  scorer: KnownScorer,
  { source, sha256 }: Pick<ScorerShelfGiven, "source" | "sha256">,
): Promise<ScorerModule> {
  const bytes = await source.read(scorer);
  const found = toHex(sha256(bytes));
  if (found === scorer.sha256) return { scorer, bytes };
  throw new Error(
    `${scorer.file} was changed: it has sha256:${found}, not sha256:${scorer.sha256}; reinstall the verifier`,
  );
}

/** Messages of loaders repeat what they load. */
const longestFault = 300;

type Choice =
  | { readonly kind: "known"; readonly scorer: KnownScorer }
  | Exclude<OpenedScorer, { readonly kind: "open" }>;

/** A bundle names its scorer by digest; one of a version in development has none to name. */
function chooseScorer(named: Named, known: readonly KnownScorer[]): Choice {
  const { version, numeric_profile: profile, scorer_sha256: digest } = named;
  const scorer = known.find((one) => one.version === version);
  const here = `this verifier has ${known.map((one) => one.version).join(", ")}`;
  if (digest === undefined) {
    return scorer === undefined
      ? unable(`scored by ${version} (${profile}), which left no frozen scorer; ${here}`)
      : unable(`scored by ${version} before it was frozen: the bundle names no scorer`);
  }
  if (scorer !== undefined && scorer.sha256 !== digest) {
    return refused(
      stated("/scoring/scorer_sha256", digest),
      stated(`this verifier's list of scorers, for ${version}`, scorer.sha256),
    );
  }
  const other = known.find((one) => one.sha256 === digest);
  if (other !== undefined && other.version !== version) {
    return refused(
      stated("/scoring/version", version),
      stated(`this verifier's list of scorers, for sha256:${digest}`, other.version),
    );
  }
  return scorer === undefined
    ? unable(
        `scored by ${version} with scorer sha256:${digest}, which is not known here; ${here}: take a newer verifier`,
      )
    : { kind: "known", scorer };
}

function unable(reason: string): { readonly kind: "unable"; readonly reason: string } {
  return { kind: "unable", reason };
}

function refused(here: Statement, there: Statement): Extract<OpenedScorer, { readonly kind: "refused" }> {
  return { kind: "refused", contradiction: { kind: "stated", here, there } };
}

/** Only to know what to open: what the bundle really says is read strictly, later. */
function namedIn(bundle: Uint8Array): Named | null {
  try {
    const { scoring } = JSON.parse(textOf(bundle) ?? "") as { readonly scoring?: Partial<Named> };
    return typeof scoring?.version === "string" ? (scoring as Named) : null;
  } catch {
    return null;
  }
}
