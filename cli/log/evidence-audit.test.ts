import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { trustText } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner, loggedAtOnce } from "../../clients/conformance/evidence/examples/example-log.ts";
import { writeLogFolder } from "../../clients/conformance/evidence/examples/log-folder.ts";
import { toBase64 } from "../../core/encoding/base64.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { formatCheckpoint } from "../../core/evidence/log/checkpoint.ts";
import { signNote } from "../../core/evidence/log/signed-note.ts";
import { consistencyPathFrom, openLogSource } from "./log-source.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const entries = Array.from({ length: 600 }, (_, at) => utf8(`entry ${at}`));
const forked = entries.with(3, utf8("another entry"));

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-audit-"));
  writeLogFolder(at("log"), entries);
  writeFileSync(at("trust.json"), trustText);
  for (const size of [1, 256, 300, 599])
    writeFileSync(at(`seen-${size}`), loggedAtOnce(entries.slice(0, size)).checkpoint);
  writeFileSync(at("seen-600"), loggedAtOnce(entries).checkpoint);
  writeFileSync(at("fork-300"), loggedAtOnce(forked.slice(0, 300)).checkpoint);
  writeFileSync(at("fork-600"), loggedAtOnce(forked).checkpoint);
  writeFileSync(at("later-700"), loggedAtOnce([...entries, ...entries.slice(0, 100)]).checkpoint);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, ...args: readonly string[]) =>
  runRecorded(["evidence", command, ...args, "--trust", at("trust.json")]);

test("a sound log is found sound, and to have only grown since the checkpoints seen", async () => {
  const seen = [1, 256, 300, 599, 600].map((size) => at(`seen-${size}`));
  const audit = await run("audit", at("log"), "--seen", ...seen);
  expect(audit).toMatchObject({ exitCode: 0, err: "" });
  expect(audit.out).toContain("evidence.example.org  600 entries");
  expect(audit.out).toContain(
    "SOUND: every tile and the root follow from the entries, and only grew since the 5",
  );
});

test.each([
  ["fork-300", "it was forked"],
  ["fork-600", "it was forked"],
  ["later-700", "had 700 entries and now has 600"],
])("T-29 a checkpoint seen before that the log does not lead to (%s) breaks it", async (name, fault) => {
  const audit = await run("audit", at("log"), "--seen", at(name), "--json");
  expect(audit.exitCode).toBe(6);
  expect(JSON.parse(audit.out)).toMatchObject({ result: "broken", faults: [expect.stringContaining(fault)] });
});

test.each<[string, string, (bytes: Buffer) => Uint8Array]>([
  ["a tile of 255 hashes", "tile/0/000", (bytes) => bytes.subarray(32)],
  ["a tile of 257 hashes", "tile/0/000", (bytes) => Buffer.concat([bytes, bytes.subarray(0, 32)])],
  ["a tile with another hash", "tile/0/001", flipped],
  ["an unfinished tile with another hash", "tile/0/002.p/88", flipped],
  ["a tile of roots with another hash", "tile/1/000.p/2", flipped],
  ["another entry", "tile/entries/001", flipped],
  ["an entry less", "tile/entries/000", (bytes) => bytes.subarray(2 + bytes.readUInt16BE(0))],
  ["half an entry", "tile/entries/002.p/88", (bytes) => bytes.subarray(0, -1)],
])("T-52 %s is found", async (_, path, bend) => {
  cpSync(at("log"), at("bent"), { recursive: true });
  writeFileSync(at(`bent/${path}`), bend(readFileSync(at(`bent/${path}`))));
  const audit = await run("audit", at("bent"));
  rmSync(at("bent"), { recursive: true });
  expect(audit.exitCode).toBe(6);
  expect(audit.out).toContain("BROKEN");
});

function flipped(bytes: Buffer): Uint8Array {
  const copy = Buffer.from(bytes);
  copy[40]! ^= 1;
  return copy;
}

test("T-52 a tile that is missing, and a checkpoint of an untrusted signer, end the audit", async () => {
  cpSync(at("log"), at("less"), { recursive: true });
  rmSync(at("less/tile/0/001"));
  expect((await run("audit", at("less"))).exitCode).not.toBe(0);
  const untrusted = signNote(
    formatCheckpoint({ origin: "evidence.example.org", size: 0, root: new Uint8Array(32) }),
    [{ ...exampleLogSigner, sign: () => new Uint8Array(64) }],
  );
  writeFileSync(at("less/checkpoint"), untrusted);
  const audit = await run("audit", at("less"));
  expect([audit.exitCode, audit.err]).toEqual([6, expect.stringContaining("E_CHECKPOINT")]);
});

test("a log that was saved is the log, to the byte", async () => {
  await run("audit", at("log"), "--save", at("saved"));
  const names = ["checkpoint", "tile/0/000", "tile/0/002.p/88", "tile/1/000.p/2", "tile/entries/002.p/88"];
  for (const name of names)
    expect(readFileSync(at(`saved/${name}`))).toEqual(readFileSync(at(`log/${name}`)));
  expect((await run("audit", at("saved"))).exitCode).toBe(0);
});

test.each([1, 256, 300, 599])(
  "the log of %i entries is shown to be the beginning, by tiles and by a proof",
  async (size) => {
    const tiles = await run("consistency", at(`seen-${size}`), at("seen-600"), "--log", at("log"));
    expect(tiles).toMatchObject({ exitCode: 0 });
    expect(tiles.out).toContain("CONSISTENT");
    const path = await consistencyPathFrom(openLogSource(at("log"), new AbortController().signal), size, 600);
    writeFileSync(at("proof"), path.map((hash) => `${toBase64(hash)}\n`).join(""));
    expect(
      (await run("consistency", at(`seen-${size}`), at("seen-600"), "--proof", at("proof"))).exitCode,
    ).toBe(0);
  },
);

test("T-29 two roots for a size, or a history that does not continue, is a fork", async () => {
  const twoRoots = await run("consistency", at("fork-600"), at("seen-600"));
  expect([twoRoots.exitCode, twoRoots.out]).toEqual([6, expect.stringContaining("two roots (E_FORK)")]);
  const other = await run("consistency", at("fork-300"), at("seen-600"), "--log", at("log"));
  expect([other.exitCode, other.out]).toEqual([6, expect.stringContaining("E_FORK")]);
});

test("without a proof, or the wrong way round, there is nothing to compare", async () => {
  const unproven = await run("consistency", at("seen-300"), at("seen-600"));
  expect([unproven.exitCode, unproven.err]).toEqual([2, expect.stringContaining("need a proof")]);
  const backwards = await run("consistency", at("seen-600"), at("seen-300"));
  expect([backwards.exitCode, backwards.err]).toEqual([2, expect.stringContaining("larger")]);
});
