import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { runRecorded } from "../../../cli/run-recorded-for-tests.ts";
import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { parseInstant } from "../../../core/encoding/instant.ts";
import { readTrust, TrustFault } from "../../../core/evidence/keys/trust.ts";
import type { Rescorer } from "../../../core/evidence/rescore/rescore.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { developmentApiKey } from "../../../core/contract/api-key.ts";
import type { EvidenceFiles } from "./break-evidence.ts";

/** What a verifier says of some files: its verdict, or that it can give none by that trust file; and why. */
export interface Said {
  readonly word: "valid" | "incomplete" | "invalid" | "unusable";
  readonly why: string;
}

/** The verifier of the service, the command line, the TypeScript client and the pages. Left out the scoring: not recomputed. */
export function askTypescript({ trust, now, ...files }: EvidenceFiles, rescore?: Rescorer): Said {
  try {
    const report = verifyBundle({ ...files, trust: readTrust(trust, primitives.sha256) }, primitives, {
      nowUs: parseInstant(now)!,
      ...(rescore !== undefined && { rescore }),
    });
    return { word: report.verdict, why: report.code ?? "" };
  } catch (fault) {
    if (fault instanceof TrustFault) return { word: "unusable", why: fault.message };
    throw fault;
  }
}

const client = join(import.meta.dirname, "../../..", "clients", "python");
const python = join(client, ".venv", "bin", "python");

/** Why the Python client cannot be asked here; null where it can. */
export const whyNoPython = existsSync(python) ? null : "clients/python/install.sh was not run";

/** All of them by one process, none recomputed. */
export async function askPython(all: readonly EvidenceFiles[]): Promise<readonly Said[]> {
  const child = spawn(python, [join(client, "tools", "report_evidence.py")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  // Where it ended early, the lines it wrote say so.
  child.stdin.on("error", () => {});
  const base64 = (bytes: Uint8Array | null) =>
    bytes === null ? null : Buffer.from(bytes).toString("base64");
  for (const { bundle, frames, trust, keyring, now } of all) {
    const given = [bundle, frames, trust, keyring].map(base64);
    const [b, f, t, k] = given;
    child.stdin.write(
      `${JSON.stringify({ bundle: b, frames: f, trust: t, keyring: k, relaxed: false, now })}\n`,
    );
  }
  child.stdin.end();
  let out = "";
  for await (const chunk of child.stdout) out += String(chunk);
  const lines = out.trimEnd().split("\n");
  if (lines.length !== all.length)
    throw new Error(`the Python client ended after ${lines.length} of ${all.length}`);
  return lines.map((line) => {
    const said = JSON.parse(line) as { trust?: string; verdict?: Said["word"]; code?: string | null };
    return said.verdict === undefined
      ? { word: "unusable", why: "trust file" }
      : { word: said.verdict, why: said.code ?? "" };
  });
}

const shellTools = ["jq", "openssl", "sha256sum", "awk", "sed", "base64"];
const absent = shellTools.filter((tool) => spawnSync("which", [tool]).status !== 0);

/** Why VERIFY.sh cannot be asked here; null where it can. */
export const whyNoShell = absent.length === 0 ? null : `${absent.join(", ")} is not installed`;

const script = readFileSync(new URL("../../../core/reports/archive/enclosures/VERIFY.sh", import.meta.url));

/** VERIFY.sh, a process each, as many at once as there are processors; in `folder`. */
export async function askShell(all: readonly EvidenceFiles[], folder: string): Promise<readonly Said[]> {
  return askSome(all, availableParallelism(), (files, at) => askShellOnce(files, join(folder, `${at}`)));
}

/** Their answers in the order of the questions, of which so many are open at once. */
export async function askSome<Question, Answer>(
  questions: readonly Question[],
  atOnce: number,
  ask: (question: Question, at: number) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < questions.length; at = next++) answers[at] = await ask(questions[at]!, at);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

async function askShellOnce(files: EvidenceFiles, folder: string): Promise<Said> {
  const sums = Object.entries(writeFiles(files, folder)).map(([name, bytes]) => {
    // Whoever changes a file can change the list.
    return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  });
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  writeFileSync(join(folder, "VERIFY.sh"), script);
  const said = await new Promise<Said>((resolve) => {
    const env = { ...process.env, AS_OF: files.now };
    const child = execFile("sh", [join(folder, "VERIFY.sh")], { env }, (_fault, stdout, stderr) => {
      resolve(shellSaid(child.exitCode ?? -1, stdout, stderr));
    });
  });
  rmSync(folder, { recursive: true });
  return said;
}

/** By their names in an archive, as they were written. */
function writeFiles({ bundle, frames, trust, keyring }: EvidenceFiles, folder: string) {
  const written: Readonly<Record<string, Uint8Array>> = {
    "bundle.json": bundle,
    "frames.ndjson": frames,
    "trust.json": trust,
    ...(keyring !== null && { "keyring.json": keyring }),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(written)) writeFileSync(join(folder, name), bytes);
  return written;
}

function shellSaid(status: number, stdout: string, stderr: string): Said {
  const failed = [...stdout.matchAll(/^ {2}(\S+) .*FAIL.*/gmu)].map(([line]) => line.trim());
  const open = /not all was checked:\n([^]*?)\n\n/u.exec(stdout);
  const refused = /^cannot check: (.*)$/u.exec(stderr.trim());
  switch (status) {
    case 0:
      return stderr === "" ? { word: "valid", why: "" } : { word: "valid", why: `stderr: ${stderr}` };
    case 1:
      return { word: "invalid", why: failed.join("; ") || stdout };
    case 2:
      if (refused !== null) return { word: "unusable", why: refused[1]! };
      return { word: "incomplete", why: open?.[1] ?? `broke off: ${stderr} ${stdout}` };
    default:
      return { word: "invalid", why: `ended with ${status}: ${stderr}` };
  }
}

/** `plumbline evidence verify`, in this process, with the files in `folder`. */
export async function askCommandLine(files: EvidenceFiles, folder: string): Promise<Said> {
  const [bundle, frames, trust] = Object.keys(writeFiles(files, folder)).map((name) => join(folder, name));
  const words = [bundle!, "--frames", frames!, "--trust", trust!, "--now", files.now, "--json"];
  const { exitCode, out, err } = await runRecorded(["evidence", "verify", ...words]);
  rmSync(folder, { recursive: true });
  if (out === "") return { word: "unusable", why: err };
  const said = JSON.parse(out) as { verdict: "valid" | "incomplete" | "invalid"; code?: string | null };
  const due = { valid: 0, incomplete: 1, invalid: 6 }[said.verdict];
  if (exitCode !== due) return { word: "unusable", why: `says ${said.verdict} and ends with ${exitCode}` };
  return { word: said.verdict, why: said.code ?? "" };
}

/** `POST /v1/evidence/verify` of a running service; null for what is no text, and so cannot be sent. */
export async function askService(files: EvidenceFiles, url: string): Promise<Said | null> {
  const [bundle, frames, trust, keyring] = [files.bundle, files.frames, files.trust, files.keyring].map(
    textOf,
  );
  if (bundle === undefined || frames === undefined || trust === undefined || keyring === undefined)
    return null;
  const response = await fetch(`${url}/v1/evidence/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${developmentApiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ bundle, frames, trust, ...(keyring !== null && { keyring }), now: files.now }),
  });
  const answer = (await response.json()) as { verdict?: Said["word"]; code: string | null; detail?: string };
  if (response.status === 422) return { word: "unusable", why: answer.detail ?? "" };
  if (answer.verdict === undefined) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return { word: answer.verdict, why: answer.code ?? "" };
}

/** Undefined for bytes that are not UTF-8; a mark before them would not survive either. */
function textOf(bytes: Uint8Array | null): string | null | undefined {
  if (bytes === null) return null;
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
