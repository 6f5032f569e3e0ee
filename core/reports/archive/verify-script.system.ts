import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  primitives,
  untrustedSigner,
  testSigner,
  trustText,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { keyringCases } from "../../../clients/conformance/evidence/tamperings/keyring-cases.ts";
import { trustWith } from "../../../clients/conformance/evidence/tamperings/policy-cases.ts";
import {
  breachedFrom,
  fromFirstBlocks,
  fromStart,
  fromState,
  presentScorer,
} from "../../../clients/conformance/evidence/examples/scored-evidence.ts";
import { exampleAuthority } from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { readEnclosures } from "../../../server/reports/read-enclosures.ts";
import {
  opensslAuthority,
  opensslRequest,
} from "../../../clients/conformance/evidence/third-parties/openssl-authority.ts";
import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { readStoredBundle } from "../../encoding/bundle.ts";
import { toHex, utf8 } from "../../encoding/bytes.ts";
import { attachAttestations } from "../../evidence/bundle/bundle-proof.ts";
import { storedTimeStamp } from "../../evidence/timestamp/time-stamp-token.ts";
import { writeTrust } from "../../evidence/keys/trust.ts";
import { archiveFiles } from "./archive-files.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";

const needed = ["jq", "openssl", "sha256sum", "awk", "sed", "base64"];
const absent = needed.filter((tool) => spawnSync("which", [tool]).status !== 0);
if (absent.length > 0) console.warn(`VERIFY.sh is not tried: ${absent.join(", ")} is not installed`);

const folder = mkdtempSync(join(tmpdir(), "plumbline-archive-"));
const fresh = join(folder, "fresh");
const other = join(folder, "other");
afterAll(() => rmSync(folder, { recursive: true }));

async function unpack(
  into: string,
  { issued, frames }: Pick<typeof fromStart, "issued" | "frames">,
  pinned?: { readonly trust: string; readonly keyring: Uint8Array },
): Promise<void> {
  mkdirSync(into);
  const evidence = { bundle: issued.bytes, frames: frames.bytes };
  const enclosures = { ...readEnclosures(), verifierPage: null };
  const given = {
    enclosures,
    trust: utf8(pinned?.trust ?? trustText),
    further: pinned === undefined ? [] : [{ name: "keyring.json", bytes: pinned.keyring, about: "" }],
    scoringMethod: null,
    scorerOf: presentScorer,
    sha256: primitives.sha256,
  };
  const { files } = await archiveFiles(evidence, given);
  for (const { name, bytes } of files) writeFileSync(join(into, name), bytes);
}

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
  /** Steps that failed, in their order. */
  readonly failed: readonly (string | undefined)[];
}

function verify(where: string, ...words: readonly string[]): Promise<Run> {
  return runShell("sh", [join(where, "VERIFY.sh"), ...words]);
}

function runShell(shell: string, words: readonly string[], env = process.env): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(shell, words, { env }, (_fault, stdout, stderr) => {
      const failed = [...stdout.matchAll(/^ {2}(\S+) .*FAIL/gmu)].map(([, step]) => step);
      resolve({ stdout, stderr, status: child.exitCode ?? -1, failed });
    });
  });
}

function sha256Of(path: string): string {
  return toHex(primitives.sha256(readFileSync(path)));
}

/** An archive with one file changed. `listed`: the list of digests agrees with it, as an attacker would see to. */
function tampered(
  file: string,
  change: (text: string) => string,
  { from = fresh, listed = false }: { readonly from?: string; readonly listed?: boolean } = {},
): string {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(from, copy, { recursive: true });
  const before = readFileSync(join(copy, file), "latin1");
  const after = change(before);
  expect(after, `${file} was changed`).not.toBe(before);
  writeFileSync(join(copy, file), after, "latin1");
  if (listed) {
    const digest = sha256Of(join(copy, file));
    const sums = readFileSync(join(copy, "SHA256SUMS"), "utf8");
    const line = new RegExp(`^[0-9a-f]{64}(?=  ${file.replaceAll(".", "\\.")}$)`, "mu");
    writeFileSync(join(copy, "SHA256SUMS"), sums.replace(line, digest));
  }
  return copy;
}

const someRoot = toBase64(exampleAuthority("one").root.bytes);
const replace = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

describe.skipIf(absent.length > 0).concurrent("VERIFY.sh", () => {
  beforeAll(async () => {
    await unpack(fresh, fromFirstBlocks);
    await unpack(other, fromState);
  });

  test("finds a fresh archive unchanged, says whose word that is, and names no issuer", async () => {
    const run = await verify(fresh);
    expect(run.stderr).toBe("");
    expect(run.failed).toEqual([]);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("UNCHANGED, ISSUER NOT CONFIRMED: every step holds");
    expect(run.stdout).not.toMatch(/^VALID/mu);
    const fingerprint = sha256Of(join(fresh, "trust.json"));
    expect(run.stdout).toContain(fingerprint);
    expect(run.stdout).toContain("It came with the archive");
    for (const step of ["V2", "V3", "V5", "V6", "V7", "V8", "V9", "V14"]) {
      expect(run.stdout).toMatch(new RegExp(`^  ${step} .* pass$`, "mu"));
    }
  });

  test("takes a trust file from elsewhere, and only the one whose fingerprint was named", async () => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    const trust = join(elsewhere, "trust.json");
    writeFileSync(trust, trustText);
    const fingerprint = sha256Of(trust);
    const said = expect.stringMatching(/^VALID: signed by the issuer and unchanged/mu);
    for (const words of [[trust], [trust, fingerprint], ["", fingerprint]])
      expect(await verify(fresh, ...words)).toMatchObject({ status: 0, stdout: said });
    expect((await verify(fresh, trust)).stdout).not.toContain("It came with the archive");
    const own = await verify(fresh, join(fresh, "trust.json"));
    expect(own.stdout).toContain("UNCHANGED, ISSUER NOT CONFIRMED");
    expect(await verify(fresh, trust, "0".repeat(64))).toMatchObject({ status: 2 });
    expect(await verify(fresh, join(folder, "none.json"))).toMatchObject({ status: 2 });
  });

  test("gives no verdict by a trust file it does not understand whole", async () => {
    const files: readonly (readonly [what: string, members: Readonly<Record<string, unknown>>])[] = [
      ["a-demand-that-is-none", { require: { precommit: false } }],
      ["a-month-that-no-clock-reaches", { refresh_after: "2026-13-01T00:00:00.000Z" }],
      ["a-time-stamp-of-no-authority", { require: { timestamp: true } }],
    ];
    for (const [what, members] of files) {
      const trust = join(folder, `${what}.json`);
      writeFileSync(trust, trustWith(members));
      const run = await verify(fresh, trust);
      expect([what, run.status, run.stdout]).toEqual([what, 2, ""]);
      expect(run.stderr, what).toMatch(
        /^cannot check: .*(?:require|refresh_after|members this script does not know)/u,
      );
    }
  });

  test("believes nobody whom the trust file does not name", async () => {
    const stranger = join(folder, "stranger.json");
    writeFileSync(stranger, writeTrust([untrustedSigner], [exampleLogSigner]));
    expect(await verify(fresh, stranger)).toMatchObject({
      status: 1,
      failed: expect.arrayContaining(["V5"]),
      // The entry is of this very signature; what is missing is a key to say so by.
      stdout: expect.stringMatching(/V7 .*there is no trusted signature to compare the entry with/u),
    });
    const logless = join(folder, "logless.json");
    writeFileSync(logless, writeTrust([testSigner]));
    expect(await verify(fresh, logless)).toMatchObject({ status: 1, failed: ["V8", "V9"] });
  });

  test("holds the bundle against what the trust file demands, and refuses demands it does not know", async () => {
    const demanding = (name: string, members: object) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify({ ...(JSON.parse(trustText) as object), ...members }));
      return verify(fresh, file);
    };
    const require = (demands: object) => ({ require: demands });
    expect(await demanding("acme", require({ organisation: "acme" }))).toMatchObject({ status: 0 });
    expect(await demanding("globex", require({ organisation: "globex" }))).toMatchObject({ failed: ["V6"] });
    expect(await demanding("committed", require({ precommit: true }))).toMatchObject({ failed: ["V14"] });
    expect(
      await demanding("stamped", { ...require({ timestamp: true }), tsa_roots: [someRoot] }),
    ).toMatchObject({ failed: ["V12"] });
    expect(await demanding("no-root", { tsa_roots: ["AAAA"] })).toMatchObject({ status: 2, stdout: "" });
    expect(await demanding("unknown", require({ witness: true }))).toMatchObject({ status: 2, stdout: "" });
  });

  test("says which file is too old to know of keys revoked since, and how to judge as of an earlier day", async () => {
    const dated = join(folder, "dated.json");
    const members = { ...(JSON.parse(trustText) as object), refresh_after: "2020-06-30T00:00:00.000Z" };
    writeFileSync(dated, JSON.stringify(members));
    const run = await verify(fresh, dated);
    expect(run).toMatchObject({ status: 2, failed: [] });
    expect(run.stdout).toContain("INCOMPLETE");
    expect(run.stdout).toContain("AS_OF=2020-06-30T00:00:00.000Z sh VERIFY.sh");
    const asOf = (AS_OF: string) =>
      runShell("sh", [join(fresh, "VERIFY.sh"), dated], { ...process.env, AS_OF });
    for (const day of ["2020-06-30T00:00:00.000Z", "2020-06-29"])
      expect(await asOf(day)).toMatchObject({ status: 0 });
    expect(await asOf("2020-06-30T00:00:00.001Z")).toMatchObject({ status: 2, failed: [] });
    expect(await asOf("long ago")).toMatchObject({ status: 2, stdout: "" });
  });

  test("reads a date alike in every time zone, summer time or not", async () => {
    const dated = join(folder, "summer.json");
    for (const [refresh_after, TZ] of [
      ["2099-01-15T00:00:00.000Z", "Pacific/Auckland"],
      ["2099-07-15T00:00:00.000Z", "Europe/Berlin"],
    ] as const) {
      writeFileSync(dated, JSON.stringify({ ...(JSON.parse(trustText) as object), refresh_after }));
      const run = await runShell("sh", [join(fresh, "VERIFY.sh"), dated], { ...process.env, TZ });
      expect({ TZ, refresh_after, status: run.status }).toEqual({ TZ, refresh_after, status: 0 });
    }
  });

  test("names every file that was changed by accident", async () => {
    const names =
      "README.txt frames.ndjson core.json envelope.json statement.json leaf.json inclusion.tlog-proof checkpoint.txt report.html report.pdf certification-fre-902.txt".split(
        " ",
      );
    const copy = names.reduce(
      (from, name) => tampered(name, (text) => `${text.slice(0, -2)} ${text.slice(-1)}`, { from }),
      fresh,
    );
    const run = await verify(copy);
    expect(run.status).toBe(1);
    expect(run.failed).toEqual(["files", "V2", "V3", "V6", "V7", "V8", "V9", "V14"]);
    const [, said] = /FAIL: (.*)changed or missing/u.exec(run.stdout) ?? [];
    expect(said?.trim().split(" ").toSorted()).toEqual(names.toSorted());
  });

  // As an attacker would: the list of digests agrees with what was changed. One row a step; every other row of the attack
  // matrix is judged by the verifiers in clients/conformance/evidence.
  test("finds what was changed at its step, though the list of digests agrees", async () => {
    const rows = [
      ["T-01 a measured value", "bundle.json", replace(/"radar_drift_mm":3/, '"radar_drift_mm":1'), "V2 V6"],
      [
        "T-03 the statement",
        "bundle.json",
        replace(/"payload":"eyJfdHlwZSI6I/, '"payload":"eyJfdHlwZSI5I'),
        "V3",
      ],
      ["the signature", "bundle.json", replace(/("sig":".{40})./, "$1x"), "V5"],
      [
        "the entry of the log",
        "bundle.json",
        replace(/"entry":"eyJhcGlWZXJzaW9uIjoiMC4wLjIi/, '"entry":"eyJhcGlWZXJzaW9uIjoiMC4wLjEi'),
        "V7",
      ],
      ["T-28 the size of the checkpoint", "bundle.json", replace("\\n13\\n", "\\n14\\n"), "V8"],
      [
        "T-26 a hash of the proof left out",
        "bundle.json",
        replace(/(index 7\\n)[A-Za-z0-9+/=]{44}\\n/, "$1"),
        "V8 V9",
      ],
      ["T-40 a frame", "frames.ndjson", replace(/"seq":5,/, '"seq":4,'), "V14"],
    ] as const;
    for (const [name, file, change, steps] of rows) {
      const run = await verify(tampered(file, change, { listed: true }));
      expect([name, run.status]).toEqual([name, 1]);
      expect(run.failed, name).toEqual(expect.arrayContaining(steps.split(" ")));
      expect(run.stdout, name).toContain("INVALID: do not rely on this archive");
      expect(run.stdout, name).not.toMatch(/^VALID/mu);
    }
  });

  test("finds parts that are not those of the bundle beside them", async () => {
    const changes = [
      ["core.json", replace("CAUTION", "NOMINAL")],
      ["statement.json", replace("CAUTION", "NOMINAL")],
      ["leaf.json", replace("0.0.2", "0.0.1")],
      ["checkpoint.txt", replace("\n13\n", "\n12\n")],
    ] as const;
    const others = [
      ["envelope.json", replace(/"sig":"ME./, '"sig":"MEY')],
      ["inclusion.tlog-proof", replace("index 7", "index 8")],
    ] as const;
    const changed = (list: readonly (readonly [string, (text: string) => string])[]) =>
      list.reduce((from, [file, change]) => tampered(file, change, { from, listed: true }), fresh);
    expect(await verify(changed(changes))).toMatchObject({
      status: 1,
      failed: ["V2", "V3", "V7", "V8", "V9"],
    });
    expect(await verify(changed(others))).toMatchObject({ status: 1, failed: ["V3", "V8", "V9"] });
  });

  test("T-14 finds the envelope and the place in the log of other evidence", async () => {
    const proofOf = (text: string) => /"proof":\{.*"version":1\}/u.exec(text)![0];
    const theirs = proofOf(readFileSync(join(other, "bundle.json"), "latin1"));
    const copy = tampered("bundle.json", (text) => text.replace(proofOf(text), () => theirs), {
      listed: true,
    });
    const run = await verify(copy);
    expect(run).toMatchObject({ status: 1, failed: expect.arrayContaining(["V6"]) });
  });

  test.each(["jq", "openssl"])("says that it cannot check without %s, and gives no verdict", async (tool) => {
    const tools = join(folder, `without-${tool}`);
    mkdirSync(tools);
    const rest =
      "sh dirname awk sed base64 sha256sum od cmp tr wc head tail mktemp cat rm touch jq openssl".split(" ");
    for (const name of rest.filter((each) => each !== tool)) {
      const path = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
      if (existsSync(path)) spawnSync("ln", ["-s", path, join(tools, name)]);
    }
    const { status, stdout, stderr } = await runShell("sh", [join(fresh, "VERIFY.sh")], { PATH: tools });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(`cannot check: ${tool} is not installed\n`);
  });

  test("takes the word of a time-stamp authority whose root the trust file names, and of no other", async () => {
    const authority = opensslAuthority(join(folder, "authority"), "ec");
    const stranger = opensslAuthority(join(folder, "other-authority"), "ec");
    const recent = breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 - 3_600_000_000);
    const bundle = readStoredBundle(recent.issued.bytes);
    const signature = fromBase64(bundle.proof.envelope.signatures[0]!.sig)!;
    const token = storedTimeStamp(authority.reply(opensslRequest(authority.folder, signature)));
    const bytes = canonicalBytes(attachAttestations(bundle, { timestamps: [token], tlogProof: null }));
    const stamped = join(folder, "stamped");
    await unpack(stamped, { ...recent, issued: { ...recent.issued, bytes } });
    const trusting = (root: Uint8Array, name: string) => {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(trustText), tsa_roots: [toBase64(root)] }));
      return path;
    };
    const believed = await verify(stamped, trusting(authority.root, "authority.json"));
    expect(believed).toMatchObject({ status: 0, failed: [] });
    expect(believed.stdout).toMatch(/^ {2}V12 .* pass$/mu);
    expect(await verify(stamped, trusting(stranger.root, "stranger-authority.json"))).toMatchObject({
      status: 1,
      failed: ["V12"],
    });
    const unnamed = await verify(stamped);
    expect(unnamed).toMatchObject({ status: 2, failed: [] });
    expect(unnamed.stdout).toContain("the bundle has time stamps, and the trust file names no authority");
    const unstamped = await verify(fresh, join(folder, "authority.json"));
    expect(unstamped).toMatchObject({ status: 2, failed: [] });
    expect(unstamped.stdout).toContain("the trust file names authorities, and the bundle has no time stamp");
  });

  const stepOf = { E_KEYRING: "V4", E_KEY_WINDOW: "V10" } as const;
  // One case of each class; every case is run by other verifiers (clients/conformance/evidence).
  test("goes by the keyring a trust file pins", async () => {
    for (const [at, name] of [
      "revoked: from before",
      "rotated: by the retired key, today",
      "compromised: at the leaf named",
      "compromised: by an old keyring under a newer trust file",
      "reissued: the successor",
      "a keyring by other roots than the pinned ones",
      "a keyring with a root signature that does not verify",
    ].entries()) {
      const { bundle, keyring, trust, code } = keyringCases().find((one) => one.name === name)!;
      const archive = join(folder, `keyring-${at}`);
      await unpack(
        archive,
        { issued: { ...fromStart.issued, bytes: bundle }, frames: fromStart.frames },
        { trust, keyring },
      );
      const run = await verify(archive);
      expect([name, run.stderr]).toEqual([name, ""]);
      if (code === null) expect(run, name).toMatchObject({ status: 0, failed: [] });
      else expect(run, name).toMatchObject({ status: 1, failed: expect.arrayContaining([stepOf[code]]) });
    }
  });

  test("takes the keyring named, or the one beside the trust file, before the one in the archive", async () => {
    const [old, stolen] = [
      "compromised: by an old keyring, which cannot know",
      "compromised: at the leaf named",
    ].map((name) => keyringCases().find((one) => one.name === name)!);
    const archive = join(folder, "keyring-of-its-day");
    await unpack(
      archive,
      { issued: { ...fromStart.issued, bytes: old!.bundle }, frames: fromStart.frames },
      old,
    );
    expect(await verify(archive)).toMatchObject({ status: 0 });
    const newer = join(folder, "newer");
    mkdirSync(newer);
    writeFileSync(join(newer, "trust.json"), stolen!.trust);
    writeFileSync(join(newer, "named.json"), stolen!.keyring);
    const named = await verify(archive, join(newer, "trust.json"), "", join(newer, "named.json"));
    expect(named).toMatchObject({ status: 1, failed: ["V10"] });
    writeFileSync(join(newer, "keyring.json"), stolen!.keyring);
    expect(await verify(archive, join(newer, "trust.json"))).toMatchObject({ status: 1, failed: ["V10"] });
    rmSync(join(archive, "keyring.json"));
    expect((await verify(archive)).failed).toEqual(expect.arrayContaining(["V4", "V5"]));
  });

  test("runs in bash as well", async () => {
    expect(await runShell("bash", [join(fresh, "VERIFY.sh")])).toMatchObject({ status: 0, failed: [] });
  });
});
