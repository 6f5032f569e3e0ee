import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { developmentApiKey } from "../../core/contract/api-key.ts";
import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/**
 * Both clients of the last release against today's service (docs/versions.md). A release is a tag `v1.2.3`. The same is
 * done with the clients of this commit, so that the way of doing it is known to work before there is a release.
 */
const root = resolve(import.meta.dirname, "../..");
const python = join(root, "clients/python/.venv/bin/python");

const told = (language: string) => ({
  ingested: 199,
  tier: "CRITICAL",
  source: "radar",
  vehicles: 1,
  listed: `veh-released-${language}`,
  frames: 200,
  signed: "sha256:",
  firstEvent: expect.stringMatching(/^(?:vehicle|breach|evidence)\./u) as string,
  refused: "404",
});

describe.each([
  ["this commit", "HEAD"],
  ["the last release", lastRelease()],
])("the clients of %s", (name, commit) => {
  const isHere = commit !== null && git("rev-parse", "--verify", "--quiet", `${commit}^{commit}`) !== null;
  const lacking = isHere
    ? ""
    : `: there is no ${name === "this commit" ? "git history" : "release (tag v…)"}`;
  let folder = "";
  let service: ServiceProcess;
  beforeAll(async () => {
    if (!isHere) return;
    folder = mkdtempSync(join(tmpdir(), "plumbline-released-"));
    const archive = git("archive", "--format=tar", commit, "core", "clients", "package.json");
    execFileSync("tar", ["-x", "-C", folder], { input: archive! });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!isHere)(`TypeScript${lacking}`, async () => {
    service = await startServiceProcess({ dataDir: join(folder, "typescript"), port: 0 });
    try {
      const program = join(import.meta.dirname, "call-service.ts");
      const words = [program, join(folder, "clients/typescript"), service.url, developmentApiKey];
      expect(JSON.parse(run(process.execPath, words))).toEqual(told("typescript"));
    } finally {
      await service.kill();
    }
  });

  const needsPython = existsSync(python) ? lacking : ": clients/python/.venv is not here";
  test.skipIf(!isHere || !existsSync(python))(`Python${needsPython}`, async () => {
    service = await startServiceProcess({ dataDir: join(folder, "python"), port: 0 });
    try {
      const words = [join(import.meta.dirname, "call_service.py"), service.url, developmentApiKey];
      const env = { PYTHONPATH: join(folder, "clients/python/src") };
      expect(JSON.parse(run(python, words, env))).toEqual(told("python"));
    } finally {
      await service.kill();
    }
  });
});

function lastRelease(): string | null {
  const tags = git("tag", "--list", "v*", "--sort=-version:refname")?.toString().split("\n") ?? [];
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/u.test(tag)) ?? null;
}

/** What git says; null where it fails, as outside of a checkout. */
function git(...words: readonly string[]): Buffer | null {
  try {
    return execFileSync("git", words, { cwd: root, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 30 });
  } catch {
    return null;
  }
}

function run(program: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(program, words, { env: { ...process.env, ...env }, timeout: 60_000 }).toString();
}
