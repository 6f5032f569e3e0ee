import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Shell, completionScript } from "./completion-script.ts";
import { plumblineCommand } from "./run-command-line.ts";
import { nowhere } from "./run-recorded-for-tests.ts";

const program = plumblineCommand(nowhere);

/** Shells write into their user's home, which need not be there; and they read what the user set up. */
const home = mkdtempSync(join(tmpdir(), "plumbline-completion-"));
afterAll(() => rmSync(home, { recursive: true }));
const { XDG_CONFIG_HOME: _config, XDG_DATA_HOME: _data, ZDOTDIR: _zsh, ...inherited } = process.env;
const env = { ...inherited, HOME: home };

/** What each shell, having read the script, offers after these words; the last one is being typed. */
const ask: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `${completionScript(program, "bash")}
COMP_WORDS=(plumbline ${words.map(quoted).join(" ")}); COMP_CWORD=${words.length}; _plumbline
printf '%s\\n' "\${COMPREPLY[@]}"`,
  // zsh completes only in a terminal; what it would be offered is caught instead, and sieved as zsh does it.
  zsh: (words) =>
    `compdef() { :; }; _files() { print -l *; }; _message() { :; }; compadd() { shift; print -l -- "\${(M)@:#\${words[CURRENT]}*}"; }
${completionScript(program, "zsh")}
words=(plumbline ${words.map(quoted).join(" ")}); CURRENT=${words.length + 1}; _plumbline`,
  fish: (words) =>
    `${completionScript(program, "fish")}
complete -C '${["plumbline", ...words].join(" ")}'`,
};

function quoted(word: string): string {
  return `'${word}'`;
}

describe.each(["bash", "zsh", "fish"] as const)("%s", (shell) => {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  if (!isThere) console.warn(`completion-script.test.ts does not try ${shell}: it is not installed`);

  test.skipIf(!isThere).each([
    [["ev"], ["evidence", "evidence-keys"], ["fleet"]],
    [["keys", ""], ["create", "list", "revoke"], ["evidence"]],
    [["keys", "create", "--"], ["--org", "--preset", "--data-dir", "--help"], ["--frames"]],
    [["keys", "create", "--org", "acme", "--preset", ""], ["ingest", "insurer", "admin"], ["create"]],
    [["evidence", "verify", "--tr"], ["--trust"], ["--org"]],
    [["completion", "--h"], ["--help"], ["--org"]],
    [["replay", "pack"], ["package.json"], ["--help"]],
  ])("offers after %j what may follow", (words, offered, notOffered) => {
    const { stdout, stderr, status } = spawnSync(shell, ["-c", ask[shell](words)], { encoding: "utf8", env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const given = stdout.split("\n").map((line) => line.split("\t")[0]!.trim());
    expect(given).toEqual(expect.arrayContaining([...offered]));
    for (const word of notOffered) expect(given).not.toContain(word);
  });
});

test.each(["bash", "zsh", "fish"] as const)(
  "the script for %s names every command and every option",
  (shell) => {
    const script = completionScript(program, shell);
    for (const command of program.commands) {
      expect(script).toContain(command.name());
      for (const { long } of command.options) expect(script).toContain(long!.slice(2));
    }
  },
);
