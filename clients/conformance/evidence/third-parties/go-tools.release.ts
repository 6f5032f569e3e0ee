import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fromBase64 } from "../../../../core/encoding/base64.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { bundle } from "../examples/toy-evidence.ts";
import { loggedAtOnce } from "../examples/example-log.ts";
import { writeLogFolder } from "../examples/log-folder.ts";
import { buildGoTools } from "./build-go-tools.ts";

/** The log and its proofs, judged by Go's sumdb/note and sumdb/tlog, which nobody here wrote. */
const folder = mkdtempSync(join(tmpdir(), "plumbline-go-"));
afterAll(() => rmSync(folder, { recursive: true }));

const built = buildGoTools(folder);
const canRun = built.kind === "built";
if (!canRun) console.warn(`go-tools.release.ts is skipped: ${built.reason}`);

function tools(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(join(folder, "tools"), words, { encoding: "utf8" });
  return { status, stdout, stderr };
}

describe.skipIf(!canRun)("Go's own packages", () => {
  const log = join(folder, "log");
  beforeAll(() => {
    const entries = Array.from({ length: 700 }, (_, at) => utf8(`entry ${at}`));
    const { leaves } = writeLogFolder(log, entries);
    writeFileSync(join(log, "checkpoint.old"), loggedAtOnce(entries.slice(0, 300)).checkpoint);
    mkdirSync(join(log, "proofs"));
    for (const { index, entry, proof } of [leaves[0]!, leaves[255]!, leaves[256]!, leaves[699]!]) {
      writeFileSync(join(log, "proofs", `${index}.tlog-proof`), proof);
      writeFileSync(join(log, "proofs", `${index}.entry`), entry);
    }
    const { entry, tlog_proof: proof } = bundle.proof.log!;
    writeFileSync(join(log, "proofs", "bundle.tlog-proof"), proof);
    writeFileSync(join(log, "proofs", "bundle.entry"), fromBase64(entry)!);
  });

  test("compute the very vectors this folder holds", () => {
    expect(tools("vectors").stdout).toBe(readFileSync(new URL("../log-tiles.json", import.meta.url), "utf8"));
  });

  test("accept the log, its earlier checkpoint, and the proof in a bundle", () => {
    expect(tools("check", log)).toEqual({
      status: 0,
      stderr: "",
      stdout:
        "ok: 700 leaves lead to the root of the checkpoint, through entries and through tiles\n" +
        "ok: the log of 300 leaves is the beginning of the one of 700\n" +
        "ok: 5 proofs\n",
    });
  });

  test.each([
    ["checkpoint", 30],
    ["checkpoint.old", 30],
    ["tile/0/001", 40],
    ["tile/1/000.p/2", 40],
    ["tile/entries/000", 40],
    ["proofs/256.tlog-proof", 60],
    ["proofs/bundle.entry", 60],
  ])("refuse %s with a bit changed", (path, at) => {
    const bent = join(folder, "bent");
    cpSync(log, bent, { recursive: true });
    const bytes = readFileSync(join(bent, path));
    bytes[at]! ^= 1;
    writeFileSync(join(bent, path), bytes);
    expect(tools("check", bent).status).toBe(1);
    copyFileSync(join(log, path), join(bent, path));
    expect(tools("check", bent).status).toBe(0);
    rmSync(bent, { recursive: true });
  });
});
