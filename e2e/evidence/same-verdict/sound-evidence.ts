import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

import { trustText } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  keyA,
  pinText,
  root,
  Story,
  first,
  storySigner,
} from "../../../clients/conformance/evidence/examples/keyring-story.ts";
import { precommitted } from "../../../clients/conformance/evidence/examples/precommitted-evidence.ts";
import {
  breachedFrom,
  fromStart,
  realRescore,
} from "../../../clients/conformance/evidence/examples/scored-evidence.ts";
import {
  keyringCaseFrames,
  keyringCases,
} from "../../../clients/conformance/evidence/tamperings/keyring-cases.ts";
import { trustWith } from "../../../clients/conformance/evidence/tamperings/policy-cases.ts";
import { reportCases } from "../../../clients/conformance/evidence/tamperings/report-cases.ts";
import {
  hasOpenssl,
  opensslAuthority,
  opensslRequest,
} from "../../../clients/conformance/evidence/third-parties/openssl-authority.ts";
import { fromBase64, toBase64 } from "../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { canonicalBytes } from "../../../core/encoding/canonical-json.ts";
import { storedTimeStamp } from "../../../core/evidence/timestamp/time-stamp-token.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { rescorer, type Rescorer } from "../../../core/evidence/rescore/rescore.ts";
import { toyScoring } from "../../../core/evidence/rescore/toy-scoring-for-tests.ts";
import { type ServiceProcess, startServiceProcess } from "../../service-process.ts";
import type { EvidenceFiles } from "./break-evidence.ts";

/** Evidence every verifier finds sound, one of each way in which trust is given, with the scoring it is recomputed by. */
export interface SoundEvidence {
  readonly name: string;
  readonly files: EvidenceFiles;
  readonly rescore: Rescorer;
}

/** Ten days after the issue. */
const now = "2026-11-30T09:00:00.000Z";

/** Sound evidence in a folder of its own, and a service to ask while the tests of the file run. */
export function soundEvidenceBesideService() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-same-verdict-"));
  let service: ServiceProcess | undefined;
  beforeAll(async () => {
    service = await startServiceProcess({ dataDir: join(folder, "data"), port: 0 });
  });
  afterAll(async () => {
    await service?.kill();
    rmSync(folder, { recursive: true });
  });
  return { folder, sound: soundEvidence(folder), service: () => service! };
}

/** `folder`: where openssl, if there is one, makes authorities for time stamps; their keys are other ones each time. */
function soundEvidence(folder: string): readonly SoundEvidence[] {
  const toy = rescorer(toyScoring);
  const committed = precommitted();
  const rotated = keyringCases().find(({ name }) => name === "revoked: by the next key")!;
  const scored = { frames: fromStart.frames.bytes, keyring: null, now };
  const reported = (wanted: string): EvidenceFiles => {
    const { bundle, trust } = reportCases().find(({ name }) => name === wanted)!;
    return { ...scored, bundle: bundle!, trust: trustWith(trust!) };
  };
  return [
    {
      name: "keys listed",
      files: { ...scored, bundle: fromStart.issued.bytes, trust: utf8(trustText) },
      rescore: realRescore,
    },
    {
      name: "keyring",
      files: { ...rotated, frames: keyringCaseFrames, trust: utf8(rotated.trust), now },
      rescore: realRescore,
    },
    { name: "two root keys", files: byTwoRoots(), rescore: realRescore },
    {
      name: "pre-commitment",
      files: {
        ...committed,
        trust: trustWith({ require: { precommit: true, organisation: "acme" } }),
        keyring: null,
        now,
      },
      rescore: toy,
    },
    { name: "witnesses", files: reported("seen by two, both due"), rescore: realRescore },
    ...(hasOpenssl() ? [{ name: "time stamps", files: stampedByTwo(folder), rescore: realRescore }] : []),
  ];
}

/** By authorities that any openssl takes, and at the time of this test, so that the evidence is of an hour before. */
function stampedByTwo(folder: string): EvidenceFiles {
  const anHourUs = 3_600_000_000;
  const { issued, frames } = breachedFrom(Math.floor(Date.now() / 1000) * 1_000_000 - anHourUs);
  const bundle = readStoredBundle(issued.bytes);
  const signature = fromBase64(bundle.proof.envelope.signatures[0]!.sig)!;
  const authorities = ["one", "two"].map((name) => opensslAuthority(join(folder, `authority-${name}`), "ec"));
  const timestamps = authorities.map((by) => ({
    type: "rfc3161" as const,
    over: "dsse-signature" as const,
    token: toBase64(storedTimeStamp(by.reply(opensslRequest(by.folder, signature)))),
  }));
  return {
    bundle: canonicalBytes({ ...bundle, proof: { ...bundle.proof, timestamps } }),
    frames: frames.bytes,
    trust: trustWith({ tsa_roots: authorities.map(({ root: der }) => toBase64(der)), tsa_threshold: 2 }),
    keyring: null,
    now: new Date(Date.now() + 60_000).toISOString(),
  };
}

/** The signature of the second root stands in no log. */
function byTwoRoots(): EvidenceFiles {
  const roots = [root, storySigner("second root")];
  const story = new Story();
  story.append(utf8("entry 0"));
  story.append(utf8("entry 1"));
  story.publish(first(roots), roots);
  const bundle = story.issue(keyA, fromStart.facts);
  return {
    bundle: bundle(),
    frames: fromStart.frames.bytes,
    trust: utf8(pinText({ roots, digest: story.newest.digest })),
    keyring: story.history(),
    now,
  };
}
