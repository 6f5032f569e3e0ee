import { expect, test } from "vitest";

import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { textOf, utf8 } from "../../encoding/bytes.ts";
import { sigstoreBundle, sigstoreFault } from "./sigstore-bundle.ts";

test("the export carries envelope and log entry of the bundle under Sigstore's names", () => {
  const exported: unknown = JSON.parse(textOf(sigstoreBundle(bundle))!);
  const { envelope, log } = bundle.proof;
  expect(exported).toMatchObject({
    mediaType: "application/vnd.dev.sigstore.bundle.v0.3+json",
    verificationMaterial: { tlogEntries: [{ logIndex: String(log!.index), canonicalizedBody: log!.entry }] },
    dsseEnvelope: envelope,
  });
});

test("the export of this bundle is the only one that passes", () => {
  const exported = sigstoreBundle(bundle);
  expect(sigstoreFault(exported, bundle)).toBeNull();
  expect(sigstoreFault(utf8(` ${textOf(exported)}`), bundle)).toContain("not the one");
});

test("a bundle that no log has cannot be exported", () => {
  const { log: _log, ...proof } = bundle.proof;
  expect(() => sigstoreBundle({ ...bundle, proof })).toThrow("without a log proof");
});
