import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";

import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { parseInstant } from "../../../../core/encoding/instant.ts";
import { readTrust, TrustFault, writeTrust } from "../../../../core/evidence/keys/trust.ts";
import { storedTimeStamp } from "../../../../core/evidence/timestamp/time-stamp-token.ts";
import { verificationSteps } from "../../../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { primitives, testSigner, trustText } from "../examples/example-evidence.ts";
import { exampleLogSigner } from "../examples/example-log.ts";
import { carriedStatement, statedExample, statementFile } from "../examples/example-statement.ts";
import { precommitted } from "../examples/precommitted-evidence.ts";
import { breachedFrom, fromStart } from "../examples/scored-evidence.ts";
import {
  edited,
  frames,
  issued,
  reframed,
  reissuedBody,
  rerecorded,
  resignedCore,
  restated,
  type InputParts,
} from "../examples/toy-evidence.ts";
import { keyringCaseFrames, keyringCases } from "../tamperings/keyring-cases.ts";
import { trustWith } from "../tamperings/policy-cases.ts";
import { anyEdit, anyFlip, anyRespelling, rewritten } from "../tamperings/random-edit.ts";
import { reportCases } from "../tamperings/report-cases.ts";
import { hasOpenssl, opensslAuthority, opensslRequest, type OpensslAuthority } from "./openssl-authority.ts";

/** The Python client's verifier beside ours, on what no table lists: edits by chance, and stamps whose keys openssl makes. */
const client = join(import.meta.dirname, "..", "..", "..", "python");
const python = join(client, ".venv", "bin", "python");
const canRun = existsSync(python);
if (!canRun) console.warn("python-client.system.ts is skipped: run clients/python/install.sh for it");

interface Given {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array | null;
  readonly trust: Uint8Array;
  readonly keyring?: Uint8Array;
  readonly relaxed?: true;
  readonly now?: string;
}

const trust = utf8(trustText);
const whole = { bundle: issued.bytes, frames: frames.bytes, trust };
const committed = precommitted();
const stated = carriedStatement();
const tenDaysLater = "2026-11-30T09:00:00.000Z";

function toy({ bundle, frames: given }: InputParts): Given {
  return { ...whole, ...(bundle && { bundle }), ...(given !== undefined && { frames: given }) };
}

function ours(given: Given): unknown {
  try {
    const { verdict, code, findings, provenTime } = verifyBundle(
      { ...given, trust: readTrust(given.trust, primitives.sha256), keyring: given.keyring ?? null },
      primitives,
      {
        nowUs: parseInstant(given.now ?? tenDaysLater)!,
        form: given.relaxed === true ? "relaxed" : "strict",
      },
    );
    const steps = verificationSteps.map(({ step }) => findings[step].kind[0]).join("");
    return { verdict, code, steps, notAfter: provenTime.notAfter };
  } catch (fault) {
    if (fault instanceof TrustFault) return { trust: "unusable" };
    throw fault;
  }
}

function theirs(all: readonly Given[]): readonly unknown[] {
  const lines = all.map(({ bundle, frames: file, trust: believed, keyring, relaxed = false, now }) =>
    JSON.stringify({
      bundle: toBase64(bundle),
      frames: file === null ? null : toBase64(file),
      trust: toBase64(believed),
      keyring: keyring === undefined ? null : toBase64(keyring),
      relaxed,
      now: now ?? tenDaysLater,
    }),
  );
  const { stdout, stderr, status } = spawnSync(python, [join(client, "tools", "report_evidence.py")], {
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

const record = fc.nat(frames.count - 1);
const keyed = fc.constantFrom(...keyringCases());
const reported = fc.constantFrom(...reportCases().filter(({ bundle, trust: members }) => bundle && members));

/** What is done to what, and by whom: an outsider, or whoever holds the keys. */
const attacks: Readonly<Record<string, fc.Arbitrary<Given>>> = {
  "the bundle, by an outsider": anyEdit.map((edit) => toy(edited(edit))),
  "the finished core, signed": anyEdit.map((edit) => toy(resignedCore(edit))),
  "the core before its custody chain, signed": anyEdit.map((edit) =>
    // What no longer has what a chain of custody is made of cannot be issued, and stays as it is.
    toy(tried(() => reissuedBody(edit)) ?? {}),
  ),
  "the statement, signed": anyEdit.map((edit) => toy(restated(edit))),
  "a line of the frames file, signed": fc
    .tuple(record, anyEdit)
    .map(([at, edit]) => toy(rerecorded(at, edit))),
  "the frame as received, signed": fc.tuple(record, anyEdit).map(([at, edit]) =>
    toy(
      rerecorded(at, (line) => {
        const { raw } = line as { raw?: string };
        const sent = raw === undefined ? null : rewritten(Buffer.from(raw, "base64url"), edit);
        if (sent !== null) Object.assign(line as object, { raw: Buffer.from(sent).toString("base64url") });
      }),
    ),
  ),
  "the text of the frames file, signed": anyRespelling.map((respell) => toy(reframed(respell))),
  "a bit of the bundle": anyFlip.map((flip) => ({ ...whole, bundle: flip(issued.bytes) })),
  "a bit of the frames": anyFlip.map((flip) => ({ ...whole, frames: flip(frames.bytes) })),
  "the text of a bundle laid out anew": anyRespelling.map((respell) => {
    const spread = JSON.stringify(JSON.parse(Buffer.from(issued.bytes).toString()), null, 1);
    return { ...whole, bundle: utf8(respell(spread)), relaxed: true as const };
  }),
  "the proof of pre-commitment": anyEdit.map((edit) => {
    const bundle = structuredClone(readStoredBundle(committed.bundle));
    edit(bundle.proof);
    return { ...committed, bundle: canonicalBytes(bundle), trust };
  }),
  "a keyring": fc.tuple(keyed, anyEdit).map(([one, edit]) => ({
    ...underKeyring(one),
    keyring: canonicalBytes(JSON.parse(Buffer.from(rewritten(one.keyring, edit)).toString())),
  })),
  "the trust file of a keyring": fc
    .tuple(keyed, anyEdit)
    .map(([one, edit]) => ({ ...underKeyring(one), trust: rewritten(utf8(one.trust), edit) })),
  "the trust file of third parties": fc
    .tuple(reported, anyEdit)
    .map(([one, edit]) => ({ ...third(one), trust: rewritten(third(one).trust, edit) })),
  "a bundle with third parties' words": fc.tuple(reported, anyEdit).map(([one, edit]) => {
    const bundle = JSON.parse(Buffer.from(one.bundle!).toString()) as { proof: object };
    edit(bundle.proof);
    return { ...third(one), bundle: canonicalBytes(bundle) };
  }),
  "a statement of a state": anyEdit.map((edit) => {
    const statement = structuredClone(stated);
    edit(statement);
    return { bundle: statementFile(statement), frames: null, trust };
  }),
  "what a statement says, signed": anyEdit.map((edit) => {
    const payload = structuredClone(statedExample);
    edit(payload);
    const statement = tried(() => carriedStatement({ payload })) ?? stated;
    return { bundle: statementFile(statement), frames: null, trust };
  }),
  "the text of a statement": anyRespelling.map((respell) => {
    return { bundle: utf8(respell(JSON.stringify(stated))), frames: null, trust };
  }),
  "a bit of a time stamp": fc
    .tuple(
      reported.filter(({ bundle }) => tokensIn(bundle!).length > 0),
      anyFlip,
    )
    .map(([one, flip]) => {
      const bundle = structuredClone(readStoredBundle(one.bundle!));
      const timestamps = tokensIn(one.bundle!).map((token) => ({
        type: "rfc3161" as const,
        over: "dsse-signature" as const,
        token: toBase64(flip(token)),
      }));
      return { ...third(one), bundle: canonicalBytes({ ...bundle, proof: { ...bundle.proof, timestamps } }) };
    }),
};

function tried<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}

function underKeyring(one: ReturnType<typeof keyringCases>[number]): Given {
  return { bundle: one.bundle, frames: keyringCaseFrames, trust: utf8(one.trust), keyring: one.keyring };
}

function third(one: ReturnType<typeof reportCases>[number]): Given {
  return { bundle: one.bundle ?? fromStart.issued.bytes, frames: null, trust: trustWith(one.trust ?? {}) };
}

function tokensIn(bundle: Uint8Array): readonly Uint8Array[] {
  const { proof } = JSON.parse(Buffer.from(bundle).toString()) as ReturnType<typeof readStoredBundle>;
  return (proof.timestamps ?? []).map(({ token }) => fromBase64(token)!);
}

const seed = Number(process.env["PLUMBLINE_SEED"] ?? 20_261_123);

describe.skipIf(!canRun)("the Python client's verifier finds what ours finds", () => {
  test.each(Object.keys(attacks))(`in 60 edits of %s (seed ${seed})`, (name) => {
    const all = fc.sample(attacks[name]!, { seed, numRuns: 60 });
    const found = theirs(all);
    const differing = all.flatMap((given, at) => {
      const [due, is] = [ours(given), found[at]];
      return JSON.stringify(due) === JSON.stringify(is) ? [] : [{ at, due, is }];
    });
    expect(differing).toEqual([]);
  });
});

describe.skipIf(!canRun || !hasOpenssl())("the Python client's verifier on stamps by openssl", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-python-tsa-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("takes and refuses what ours does, by keys on curves and by RSA", () => {
    const anHour = 3_600_000_000;
    const example = breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 - anHour);
    const bundle = readStoredBundle(example.issued.bytes);
    const signature = fromBase64(bundle.proof.envelope.signatures[0]!.sig)!;
    const ec = opensslAuthority(join(folder, "ec"), "ec");
    const rsa = opensslAuthority(join(folder, "rsa"), "rsa");
    const stamp = (by: OpensslAuthority, how = {}, data = signature) =>
      storedTimeStamp(by.reply(opensslRequest(folder, data), how));
    const given = (
      tokens: readonly Uint8Array[],
      roots: readonly Uint8Array[] = [ec.root, rsa.root],
    ): Given => {
      const timestamps = tokens.map((token) => ({
        type: "rfc3161" as const,
        over: "dsse-signature" as const,
        token: toBase64(token),
      }));
      return {
        bundle: canonicalBytes({ ...bundle, proof: { ...bundle.proof, timestamps } }),
        frames: example.frames.bytes,
        trust: utf8(writeTrust([testSigner], [exampleLogSigner], { timeStampRoots: roots, witnesses: [] })),
        now: new Date(Date.now() + 60_000).toISOString(),
      };
    };
    const cases = {
      "by a curve": given([stamp(ec)]),
      "by RSA": given([stamp(rsa)]),
      "by both": given([stamp(ec), stamp(rsa)]),
      "bound by SHA-1": given([stamp(ec, { section: "v1" })]),
      "by a certificate that ended": given([stamp(ec, { by: "expired" })]),
      "by an authority nobody named": given([stamp(ec)], [rsa.root]),
      "over something else": given([stamp(rsa, {}, utf8("something else"))]),
      "two by one authority": given([stamp(ec), stamp(ec, { by: "spare" })]),
    };
    const due = Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, ours(one)]));
    const found = theirs(Object.values(cases));
    expect(Object.fromEntries(Object.keys(cases).map((name, at) => [name, found[at]]))).toEqual(due);
    expect(due["by RSA"]).toMatchObject({ verdict: "incomplete", steps: expect.stringMatching(/^p{11}np/u) });
    expect(due["by a certificate that ended"]).toMatchObject({ code: "E_TIMESTAMP" });
  });
});
