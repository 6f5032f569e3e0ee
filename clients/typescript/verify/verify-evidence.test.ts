import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { applyEdits, type ByteEdit } from "../../conformance/evidence/tamperings/edit-script.ts";
import type { VerificationDemand } from "../generated/contract.ts";
import { TrustFileError, verifyEvidence } from "./verify-evidence.ts";

/** Every evidence case of clients/conformance, through what the package publishes. */
const folder = new URL("../../conformance/evidence/", import.meta.url);
const file = (name: string): Uint8Array => readFileSync(new URL(name, folder));

/** What names no moment is judged at this one, and not at another one each day. */
const judgedAt = "2026-11-24T00:00:00Z";

interface Verdict {
  readonly name: string;
  readonly verdict: string;
  readonly code: string | null;
  readonly steps: string;
}

interface EditedCase extends Verdict {
  readonly base: string;
  readonly bundle: readonly ByteEdit[];
  readonly frames: readonly ByteEdit[];
  readonly trust?: readonly ByteEdit[];
  readonly now?: string;
}

test.each(read<EditedCase>("cases.json").cases)("$base: $name", async (one) => {
  const report = await verifyEvidence(
    applyEdits(file(`${one.base}.bundle.json`), one.bundle),
    applyEdits(file(`${one.base}.frames.ndjson`), one.frames),
    {
      trust: applyEdits(file("trust.json"), one.trust ?? []),
      now: one.now ?? judgedAt,
    },
  );
  expect(report).toMatchObject({ verdict: one.verdict, code: one.code });
});

interface KeyringCase extends Verdict {
  readonly bundle: string;
  readonly trust: string;
  readonly keyring: string;
}

const keyrings = read<KeyringCase>("keyring-cases.json") as Table<KeyringCase> & {
  readonly files: Readonly<Record<string, string>>;
};
test.each(keyrings.cases)("a keyring $name", async (one) => {
  const named = (name: string) => Buffer.from(keyrings.files[name]!, "base64");
  const report = await verifyEvidence(named(one.bundle), named("frames"), {
    now: judgedAt,
    trust: named(one.trust),
    keyring: named(one.keyring),
  });
  expect(report).toMatchObject({ verdict: one.verdict, code: one.code });
});

interface DemandingCase extends Verdict {
  readonly bundle: readonly ByteEdit[];
  readonly frames: readonly ByteEdit[] | null;
  readonly trust: readonly ByteEdit[];
  readonly now: string;
  readonly require?: readonly VerificationDemand[];
  readonly require_organisation?: string;
  readonly relaxed?: boolean;
  readonly known_digest?: string;
  readonly sigstore?: string;
}

test.each(read<DemandingCase>("report-cases.json").cases)("more given or asked: $name", async (one) => {
  const scored = file("scored.bundle.json");
  const { event_id: eventId } = JSON.parse(Buffer.from(scored).toString()) as { readonly event_id: string };
  const report = await verifyEvidence(
    applyEdits(scored, one.bundle),
    one.frames === null ? null : applyEdits(file("scored.frames.ndjson"), one.frames),
    {
      trust: applyEdits(file("trust.json"), one.trust),
      now: one.now,
      ...(one.require && { require: one.require }),
      ...(one.require_organisation !== undefined && { requireOrganisation: one.require_organisation }),
      ...(one.relaxed === true && { relaxed: true }),
      ...(one.known_digest !== undefined && { knownDigests: { [eventId]: one.known_digest } }),
      ...(one.sigstore !== undefined && { sigstore: Buffer.from(one.sigstore, "base64") }),
    },
  );
  expect(report).toMatchObject({ verdict: one.verdict, code: one.code });
  expect(report.steps.map(({ result }) => result[0]).join("")).toBe(one.steps);
});

test.each(["1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0"])(
  "evidence scored by the frozen %s is recomputed",
  async (version) => {
    const at = (name: string) => file(`scoring-${version}/${name}`);
    const report = await verifyEvidence(at("scored.bundle.json"), at("scored.frames.ndjson"), {
      now: judgedAt,
      trust: at("trust.json"),
    });
    expect(report).toMatchObject({ verdict: "valid", code: null });
    expect(report.steps.find(({ step }) => step === "V15")?.result).toBe("pass");
  },
);

test("a bundle without its frames is incomplete, as text as well as in bytes", async () => {
  const bundle = file("scored.bundle.json");
  const trust = file("trust.json");
  expect(await verifyEvidence(bundle, null, { trust })).toMatchObject({
    verdict: "incomplete",
    exit_status: 3,
  });
  const text = Buffer.from(bundle).toString();
  expect(await verifyEvidence(text, null, { trust: Buffer.from(trust).toString() })).toMatchObject({
    verdict: "incomplete",
  });
});

test.each(["", "{}", "\0", "[]", "null"])("what is no bundle (%j) is a verdict, no error", async (bundle) => {
  expect(await verifyEvidence(bundle, "", { trust: file("trust.json") })).toMatchObject({
    verdict: "invalid",
    code: expect.stringMatching(/^E_(?:FORM|SCHEMA)$/u) as string,
  });
});

test("what is no trust file, and what is no moment, is an error", async () => {
  const bundle = file("scored.bundle.json");
  await expect(verifyEvidence(bundle, null, { trust: "{}" })).rejects.toBeInstanceOf(TrustFileError);
  const call = verifyEvidence(bundle, null, { trust: file("trust.json"), now: "soon" });
  await expect(call).rejects.toBeInstanceOf(RangeError);
});

interface Table<Case> {
  readonly cases: readonly Case[];
}

function read<Case>(name: string): Table<Case> {
  return JSON.parse(Buffer.from(file(name)).toString()) as Table<Case>;
}
