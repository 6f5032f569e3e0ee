import { spawnSync } from "node:child_process";
import { sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bundleFromJSON, type SerializedBundle } from "@sigstore/bundle";
import { type PublicKey, PublicKeyDetails, TrustedRoot } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { equalBytes, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { readCertificate } from "../../../../core/evidence/timestamp/certificate.ts";
import { checkTimeStamp } from "../../../../core/evidence/timestamp/check-time-stamp.ts";
import { childrenOf, readDer, writeDer } from "../../../../core/encoding/der.ts";
import { sigstoreBundle } from "../../../../core/evidence/bundle/sigstore-bundle.ts";
import { readTimeStamp, storedTimeStamp } from "../../../../core/evidence/timestamp/time-stamp-token.ts";
import { trustedRoot } from "../../../../core/evidence/keys/trusted-root.ts";
import { readTrust, writeTrust } from "../../../../core/evidence/keys/trust.ts";
import type { VerifyOptions } from "../../../../core/evidence/verify/verification-input.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { nodeX509 } from "../../../../server/platform/node-primitives.ts";
import { primitives, testSigner } from "../examples/example-evidence.ts";
import { exampleLogSigner } from "../examples/example-log.ts";
import {
  hasOpenssl,
  opensslAuthority,
  opensslRequest,
  type KeyKind,
  type OpensslAuthority,
  type ReplyOptions,
} from "./openssl-authority.ts";
import { breachedFrom, realRescore } from "../examples/scored-evidence.ts";

/** Time stamps over our evidence by an authority that openssl plays; the attack matrix's rows T-30 to T-36 among them. */
const folder = mkdtempSync(join(tmpdir(), "plumbline-tsa-"));
afterAll(() => rmSync(folder, { recursive: true }));

const anHour = 3_600_000_000;
const example = breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 - anHour);
const issued = readStoredBundle(example.issued.bytes);
const signature = fromBase64(issued.proof.envelope.signatures[0]!.sig)!;
const trustOf = (roots: readonly Uint8Array[], threshold: number | null = null) => {
  const file = JSON.parse(
    writeTrust([testSigner], [exampleLogSigner], { timeStampRoots: roots, witnesses: [] }),
  ) as object;
  return readTrust(
    utf8(JSON.stringify({ ...file, ...(threshold !== null && { tsa_threshold: threshold }) })),
    primitives.sha256,
  );
};
const stamp = (bundle: Bundle, ...tokens: readonly Uint8Array[]) => {
  const timestamps = tokens.map((token) => {
    return { type: "rfc3161", over: "dsse-signature", token: toBase64(token) };
  });
  return canonicalBytes({ ...bundle, proof: { ...bundle.proof, timestamps } });
};
const stamped = (...tokens: readonly Uint8Array[]) => stamp(issued, ...tokens);

// Skipped, and shown as skipped, on machines without openssl.
describe.skipIf(!hasOpenssl())("time stamps by openssl", () => {
  let ec: OpensslAuthority;
  let rsa: OpensslAuthority;
  beforeAll(() => {
    ec = opensslAuthority(join(folder, "ec"), "ec");
    rsa = opensslAuthority(join(folder, "rsa"), "rsa");
  });
  const authority = (kind: KeyKind) => (kind === "ec" ? ec : rsa);
  const stampOf = (kind: KeyKind, how: ReplyOptions = {}, data: Uint8Array = signature) =>
    storedTimeStamp(authority(kind).reply(opensslRequest(folder, data), how));

  function check(
    bundle: Uint8Array,
    roots: readonly Uint8Array[] = [ec.root, rsa.root],
    options: VerifyOptions & { readonly threshold?: number } = {},
  ) {
    const input = { bundle, frames: example.frames.bytes, trust: trustOf(roots, options.threshold) };
    const { verdict, code, findings, provenTime } = verifyBundle(input, primitives, {
      rescore: realRescore,
      ...options,
    });
    return { verdict, code, step: findings.timeStamps, notAfter: provenTime.notAfter };
  }
  const refused = { verdict: "invalid", code: "E_TIMESTAMP" };

  test.each(["ec", "rsa"] as const)("one by %s keys makes the time a third party's", (kind) => {
    const report = check(stamped(stampOf(kind)));
    expect(report).toMatchObject({ verdict: "valid", code: null, step: { kind: "pass" } });
    expect(Math.abs(Date.parse(report.notAfter!) - Date.now())).toBeLessThan(60_000);
  });

  test("certificates may be bound by SHA-1 as RFC 2634 has it, and two authorities may be due", () => {
    expect(check(stamped(stampOf("ec", { section: "v1" })))).toMatchObject({ verdict: "valid" });
    const two = stamped(stampOf("ec"), stampOf("rsa"));
    expect(check(two, [ec.root, rsa.root], { threshold: 2 })).toMatchObject({ verdict: "valid" });
  });

  test("openssl accepts what we store, as docs/verify-without-us.md says", () => {
    writeFileSync(join(folder, "token.tsr"), stampOf("ec"));
    writeFileSync(join(folder, "signature.der"), signature);
    const words = ["ts", "-verify", "-in", "token.tsr", "-data", "signature.der", "-CAfile", "ec/root.pem"];
    const { stdout, status } = spawnSync("openssl", words, { cwd: folder, encoding: "utf8" });
    expect([stdout, status]).toEqual(["Verification: OK\n", 0]);
  });

  test("@sigstore/verify counts it, and misses it when it is gone", () => {
    const chain = ["signer", "middle", "root"].map((name) => ec.certificate(name));
    const root = trustedRoot({ logs: [exampleLogSigner], timestampChains: [chain] });
    const rawBytes = Buffer.from(testSigner.spki);
    const key: PublicKey = { rawBytes, keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256 };
    const trust = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(root)), { [testSigner.keyId]: key });
    const verifier = new Verifier(trust, { tlogThreshold: 1, timestampThreshold: 1 });
    const verify = (bundle: Uint8Array) => {
      const sigstore = Buffer.from(sigstoreBundle(readStoredBundle(bundle))).toString();
      return verifier.verify(toSignedEntity(bundleFromJSON(JSON.parse(sigstore) as SerializedBundle)));
    };
    expect(verify(stamped(stampOf("ec"))).key.type).toBe("public");
    expect(() => verify(example.issued.bytes)).toThrow(/expected 1 timestamps, got 0/);
    expect(() => verify(stamped(stampOf("rsa")))).toThrow(/could not be verified/);
  });

  test("T-30 over another signature", () => {
    expect(check(stamped(stampOf("ec", {}, utf8("another signature"))))).toMatchObject(refused);
  });

  test("T-31 with any bit of it changed", () => {
    const token = stampOf("ec");
    const roots = [readCertificate(ec.root)];
    const holds = (stored: Uint8Array) =>
      checkTimeStamp(stored, { data: signature, roots, x509: nodeX509 }).kind === "proven";
    expect(holds(token)).toBe(true);
    const kept: number[] = [];
    for (let at = 0; at < token.length; at++) {
      const bent = token.slice();
      bent[at]! ^= 1 << (at % 8);
      if (holds(bent)) kept.push(at);
    }
    expect(kept).toEqual([]);
  });

  test("T-31 with its content edited, whether or not the digest of it is edited too", () => {
    const stored = stampOf("ec");
    const token = readTimeStamp(stored);
    const info = token.infoBytes.slice();
    info[info.length - 1]! ^= 1;
    const swapped = replaced(stored, token.infoBytes, info);
    expect(check(stamped(swapped))).toMatchObject(refused);
    const digest = nodeX509.digest("sha256", info);
    expect(check(stamped(replaced(swapped, token.attributes.messageDigest, digest)))).toMatchObject(refused);
  });

  test.each([
    ["lenient", /critically/],
    ["broad", /alone/],
    ["plain", /critically/],
  ])("T-32 by the certificate %s", (by, why) => {
    expect(check(stamped(signedBy(by)))).toMatchObject({
      ...refused,
      step: { detail: expect.stringMatching(why) },
    });
  });

  test("T-32 by an authority that is not in the trust file", () => {
    expect(check(stamped(stampOf("ec")), [rsa.root])).toMatchObject(refused);
  });

  test("T-33 by a certificate that had ended; one that ends later is fine later", () => {
    expect(check(stamped(stampOf("ec", { by: "expired" })))).toMatchObject({
      ...refused,
      step: { detail: expect.stringContaining("was not valid at that time") },
    });
    const years = 20 * 365 * 86_400_000_000;
    const nowUs = Date.now() * 1000 + years;
    expect(check(stamped(stampOf("ec")), [ec.root], { nowUs })).toMatchObject({ verdict: "valid" });
  });

  test("T-34 of the future", () => {
    const nowUs = Date.now() * 1000 - 3_600_000_000;
    expect(check(stamped(stampOf("ec")), [ec.root], { nowUs })).toMatchObject(refused);
  });

  test("T-34 older than what it stamps says it is", () => {
    const later = breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 + anHour);
    const bundle = readStoredBundle(later.issued.bytes);
    const token = stampOf("ec", {}, fromBase64(bundle.proof.envelope.signatures[0]!.sig)!);
    const input = { bundle: stamp(bundle, token), frames: later.frames.bytes, trust: trustOf([ec.root]) };
    expect(verifyBundle(input, primitives, { rescore: realRescore })).toMatchObject(refused);
  });

  test("T-35 the same twice, and two by one authority", () => {
    const token = stampOf("ec");
    expect(check(stamped(token, token), [ec.root, rsa.root], { threshold: 2 })).toMatchObject(refused);
    const two = stamped(token, stampOf("ec", { by: "spare" }));
    expect(check(two, [ec.root, rsa.root], { threshold: 2 })).toMatchObject(refused);
  });

  test("T-36 stripped: invalid where one is due, incomplete where one was only hoped for", () => {
    const bare = example.issued.bytes;
    expect(check(bare, [ec.root], { threshold: 1 })).toMatchObject(refused);
    expect(check(bare, [ec.root], { requireTimestamp: true })).toMatchObject(refused);
    expect(check(bare, [ec.root])).toMatchObject({ verdict: "incomplete", code: null });
  });

  test("a verifier without roots, or without the cryptography, says that it did not check", () => {
    const bundle = stamped(stampOf("ec"));
    const { sha256, verifySignature } = primitives;
    const input = { bundle, frames: example.frames.bytes, trust: trustOf([ec.root]) };
    expect(verifyBundle(input, { sha256, verifySignature }, { rescore: realRescore })).toMatchObject({
      verdict: "incomplete",
      findings: { timeStamps: { kind: "not_checked", wanted: true } },
    });
    expect(verifyBundle({ ...input, trust: trustOf([]) }, primitives)).toMatchObject({
      verdict: "incomplete",
    });
  });

  test("a refusal of the authority is no time stamp", () => {
    const refusal = ec.reply(utf8("this is no request"));
    expect(() => storedTimeStamp(refusal)).toThrow(/refused \(status 2\)/);
  });

  test("T-32 signed by another certificate of the same authority than the token binds", () => {
    const token = stampOf("ec");
    const bent = replaced(token, ec.certificate("signer"), ec.certificate("spare"));
    expect(check(stamped(bent))).toMatchObject({
      ...refused,
      step: { detail: expect.stringMatching(/binds/) },
    });
  });

  /** openssl does not sign with a certificate that is unfit for it, so its own token is signed again, by that one. */
  function signedBy(name: string): Uint8Array {
    const token = stampOf("ec");
    const [fit, unfit] = [ec.certificate("signer"), ec.certificate(name)];
    const hashes = [fit, unfit].map((one) => nodeX509.digest("sha256", one));
    const bound = replaced(replaced(token, fit, unfit), hashes[0]!, hashes[1]!);
    const { signed, signature: old } = readTimeStamp(bound);
    return replaced(bound, old, sign("sha256", signed, ec.key(name)));
  }
});

/** A DER value's content exchanged wherever it stands, and every length around it with it. */
function replaced(whole: Uint8Array, old: Uint8Array, fresh: Uint8Array): Uint8Array {
  const value = readDer(whole);
  if (equalBytes(value.whole, old)) return fresh;
  if (equalBytes(value.content, old)) return writeDer(value.tag, fresh);
  const isConstructed = (value.tag & 0x20) !== 0;
  return isConstructed
    ? writeDer(value.tag, ...childrenOf(value).map((child) => replaced(child.whole, old, fresh)))
    : whole;
}
