import { Compile } from "typebox/compile";
import { expect, test } from "vitest";

import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { textOf } from "../../encoding/bytes.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import { statementAbout, statementSchema } from "./statement.ts";

const core = coreOf(bundle);

test("a statement names the core and the frames file by their digests", () => {
  const { subject, predicate } = statementAbout(core, bundle.signature);
  expect(subject).toEqual([
    { name: `${bundle.event_id}/core.json`, digest: { sha256: bundle.signature.slice(7) } },
    { name: `${bundle.event_id}/frames.ndjson`, digest: { sha256: bundle.frames.sha256 } },
  ]);
  expect(predicate).not.toHaveProperty("log_origin");
});

test("the statement that a bundle carries is the one about it, for its log", () => {
  const carried = textOf(fromBase64(bundle.proof.envelope.payload)!);
  const due = statementAbout(core, bundle.signature, bundle.proof.log!.origin);
  expect(carried).toBe(canonicalText(due));
  expect(Compile(statementSchema).Check(due)).toBe(true);
});

test("evidence from before it named an organisation has no tag", () => {
  const { submitter: _submitter, ...old } = core;
  expect(statementAbout(old, bundle.signature).predicate).not.toHaveProperty("organisation_tag");
});
