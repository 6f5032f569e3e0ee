import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { numericProfile, scoringVersion } from "../scoring/settings/settings.ts";
import { buildScorer, builtWith } from "./build-scorer.ts";
import { knownScorers, whyNotReleased } from "./known-scorers.ts";
import manifest from "./scorers.json" with { type: "json" };

type Entry = (typeof manifest.scorers)[number];

const folder = fileURLToPath(new URL(".", import.meta.url));
const repository = join(folder, "../..");
/** Everything a scorer is built from. */
const sources = ["core/scoring", "core/heart", "core/encoding", "core/evidence/bundle/scoring-outputs.ts"];

/**
 * `npm run scorer:freeze` writes the module of the present scoring version, its entry in scorers.json, and evidence that
 * names it.
 * `-- --check` rebuilds every module from the commit it was built from and compares the bytes.
 * `-- --check --present` also fails while the scoring at work has none: a step of a release (docs/releasing.md).
 * `-- --replace` freezes anew a version that no service has issued evidence by.
 */
const asked = process.argv.slice(2).join(" ");
switch (asked) {
  case "":
    await freeze({ replaces: false });
    break;
  case "--replace":
    await freeze({ replaces: true });
    break;
  case "--check":
    await checkAll();
    break;
  case "--check --present":
    await checkAll();
    checkPresent();
    break;
  default:
    leave(`${asked} is none of --check, --check --present, --replace`);
}

async function freeze({ replaces }: { readonly replaces: boolean }): Promise<void> {
  const frozen = manifest.scorers.find(({ version }) => version === scoringVersion);
  if (frozen !== undefined && !replaces) {
    say(`scoring ${scoringVersion} is frozen already: ${frozen.file}, sha256 ${frozen.sha256}`);
    return;
  }
  const changed = git("status", "--porcelain", "--", ...sources).trim();
  if (changed !== "") leave(`commit the scoring first, so that the module can be built again:\n${changed}`);
  const text = await buildScorer(join(repository, "core"));
  const entry: Entry = {
    version: scoringVersion,
    file: `${scoringVersion}.mjs`,
    sha256: sha256(text),
    numeric_profile: numericProfile,
    commit: git("rev-parse", "HEAD").trim(),
    built_with: builtWith,
  };
  const others = manifest.scorers.filter(({ version }) => version !== scoringVersion);
  writeFileSync(join(folder, entry.file), text);
  writeFileSync(
    join(folder, "scorers.json"),
    `${JSON.stringify({ ...manifest, scorers: [...others, entry] }, null, 2)}\n`,
  );
  say(`wrote core/scorers/${entry.file}, ${text.length} bytes, sha256 ${entry.sha256}`);
  keepEvidence();
}

/** Evidence that names the new scorer, which stays as it is when the vectors go on. */
function keepEvidence(): void {
  const conformance = join(repository, "clients/conformance");
  execFileSync(process.execPath, [join(conformance, "write-vectors.ts")], {
    cwd: repository,
    stdio: "inherit",
  });
  const vectors = join(conformance, "written/evidence");
  const kept = join(conformance, `evidence/scoring-${scoringVersion}`);
  mkdirSync(kept, { recursive: true });
  const names = readdirSync(vectors).filter((name) => name.startsWith("scored"));
  for (const name of [...names, "trust.json"]) copyFileSync(join(vectors, name), join(kept, name));
  say(`kept ${names.length} files of evidence in ${relative(repository, kept)}/`);
}

function checkPresent(): void {
  const reason = whyNotReleased(scoringVersion, knownScorers);
  if (reason !== null) leave(reason);
  say(`${scoringVersion}: at work, and frozen`);
}

async function checkAll(): Promise<void> {
  for (const entry of manifest.scorers) await check(entry);
}

async function check(entry: Entry): Promise<void> {
  const { version, file, commit, built_with: tool } = entry;
  const text = readFileSync(join(folder, file), "utf8");
  if (sha256(text) !== entry.sha256) leave(`${file} was changed: its SHA-256 is not the one in scorers.json`);
  if (!hasCommit(commit)) {
    say(`${version}: sha256 as listed; not rebuilt, because commit ${commit} is not in this history`);
    return;
  }
  const isSame = (await rebuilt(commit)) === text;
  if (isSame) return say(`${version}: rebuilt from ${commit}, every byte the same`);
  if (tool !== builtWith) {
    return say(
      `${version}: sha256 as listed; not comparable, because it was built with ${tool}, here is ${builtWith}`,
    );
  }
  leave(`${file} is not what commit ${commit} builds to with ${tool}`);
}

/** What the sources of a commit build to. They lie in a folder of their own meanwhile: no checkout is touched. */
async function rebuilt(commit: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), "plumbline-scorer-"));
  try {
    const archive = join(place, "core.tar");
    git("archive", "--output", archive, commit, "core");
    execFileSync("tar", ["-xf", archive, "-C", place]);
    return await buildScorer(join(place, "core"));
  } finally {
    rmSync(place, { recursive: true });
  }
}

function hasCommit(commit: string): boolean {
  try {
    git("cat-file", "-e", `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function leave(reason: string): never {
  process.stderr.write(`scorer:freeze: ${reason}\n`);
  process.exit(1);
}
