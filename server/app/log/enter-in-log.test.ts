import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  exampleLogSigner,
  exampleOrigin,
} from "../../../clients/conformance/evidence/examples/example-log.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import type { PrecommitProof } from "../../../core/evidence/frames/ingest-chain.ts";
import { appendToLog, type LogEdge } from "../../../core/evidence/log/append-to-log.ts";
import { logEntryOf } from "../../../core/evidence/log/log-entry.ts";
import { leafIsLogged, openLogPlace } from "../../../core/evidence/log/log-place.ts";
import { LogGuardFault } from "../ports/high-water-mark.ts";
import { sha256 } from "../sha256.ts";
import { enterInLog, type LogNeeds } from "./enter-in-log.ts";

const empty: LogEdge = { size: 0, root: sha256(new Uint8Array(0)), tiles: [] };
const before = [utf8("leaf 0"), utf8("leaf 1"), utf8("leaf 2")];
const edge: LogEdge = appendToLog(empty, before, { signer: exampleLogSigner, sha256 });

function needsFor(admit: LogNeeds["mark"]["admit"] = () => undefined) {
  const signed: Uint8Array[] = [];
  const signer: LogNeeds["signer"] = {
    ...exampleLogSigner,
    sign(text) {
      signed.push(text);
      return exampleLogSigner.sign(text);
    },
  };
  const needs: LogNeeds = { signer, mark: { admit, raise: () => undefined }, sha256 };
  return { signed, needs };
}
const documents = [
  { entry: utf8("one"), name: "one" },
  { entry: utf8("other"), name: "other" },
];
const evidence = [{ bundle, eventId: bundle.event_id }];

test("documents get the next places in the log, and the evidence those behind them", () => {
  const { signed, needs } = needsFor();
  const entered = enterInLog({ documents, evidence }, edge, needs);
  expect(entered.documents.map(({ name, leafIndex }) => [name, leafIndex])).toEqual([
    ["one", 3],
    ["other", 4],
  ]);
  expect(entered.log.leaves.map(({ index }) => index)).toEqual([3, 4, 5]);
  expect(entered.log.checkpoint.split("\n").slice(0, 2)).toEqual([exampleOrigin, "6"]);
  expect(signed, "one checkpoint over all of it").toHaveLength(1);
});

test("a bundle is completed with the proof of its own entry, and says what it said", () => {
  const [entered] = enterInLog({ documents, evidence }, edge, needsFor().needs).evidence;
  const written = readStoredBundle(entered?.bundle ?? new Uint8Array());
  const { proof, ...rest } = written;
  const { proof: proofBefore, ...restBefore } = bundle;
  expect([rest, proof.envelope, proof.keys]).toEqual([restBefore, proofBefore.envelope, proofBefore.keys]);
  expect(proof.log).toMatchObject({ origin: exampleOrigin, index: 5 });
  const place = openLogPlace(proof.log ?? { origin: "", tlog_proof: "" }, {
    logs: [exampleLogSigner],
    primitives,
  });
  if (place.kind === "broken") throw new Error(place.detail);
  expect(leafIsLogged(logEntryOf(bundle.proof, sha256), place, primitives)).toBe(true);
  expect(leafIsLogged(utf8("one"), place, primitives)).toBe(false);
});

test("the proof of an interval is asked for once the log has grown, and only there where it is known", () => {
  const asked: unknown[] = [];
  const envelope = { payload: "", payloadType: "interval", signatures: [] };
  const proofs: PrecommitProof = [{ index: 2, path: [], envelope, tlog_proof: "proof" }];
  const entered = enterInLog(
    {
      documents,
      evidence: [...evidence, ...evidence],
      precommitOf(at, { size }) {
        asked.push([at, size]);
        return at === 0 ? proofs : undefined;
      },
    },
    edge,
    needsFor().needs,
  );
  expect(asked).toEqual([
    [0, 7],
    [1, 7],
  ]);
  const written = entered.evidence.map((one) => readStoredBundle(one.bundle));
  expect(written.map(({ proof }) => proof.log?.index)).toEqual([5, 6]);
  expect(written.map(({ proof }) => proof.precommit)).toEqual([proofs, undefined]);
});

test("with nothing to enter the log stays as long as it is", () => {
  const { log } = enterInLog({ documents: [], evidence: [] }, edge, needsFor().needs);
  expect([log.size, log.root, log.leaves]).toEqual([3, edge.root, []]);
});

test("a log that may not be gone on with is not signed", () => {
  const { signed, needs } = needsFor(({ size }) => {
    throw new LogGuardFault(`size ${size} was signed with another root`);
  });
  expect(() => enterInLog({ documents, evidence }, edge, needs)).toThrow("size 3 was signed");
  expect(signed).toEqual([]);
});
