import { createPublicKey, hash, verify } from "node:crypto";

import { toBase64Url } from "../../../../core/encoding/base64.ts";
import { buildBundle, type BundleFacts } from "../../../../core/evidence/bundle/build-bundle.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import {
  writeFramesFile,
  type FramesFile,
  type JournalLine,
} from "../../../../core/evidence/frames/frames-file.ts";
import { isWorseTier } from "../../../../core/encoding/field-schemas.ts";
import type { Primitives } from "../../../../core/encoding/primitives.ts";
import type { BreachOpening, ScoringParts } from "../../../../core/evidence/rescore/rescore.ts";
import type { ScoredFrame } from "../../../../core/evidence/bundle/scoring-outputs.ts";
import type { JsonObject } from "../../../../core/encoding/strict-json.ts";
import { readTrust, writeTrust } from "../../../../core/evidence/keys/trust.ts";
import { knownScorerOf } from "../../../../core/scorers/known-scorers.ts";
import { nodeX509 } from "../../../../server/platform/node-primitives.ts";
import { deterministicSigner } from "./deterministic-p256.ts";
import { exampleLogSigner, exampleOrigin, inExampleLog } from "./example-log.ts";

/** Node's cryptography in the form the evidence core asks for. */
export const primitives: Primitives = {
  sha256: (bytes) => hash("sha256", bytes, "buffer"),
  verifySignature: ({ algorithm, spki, message, signature }) => {
    try {
      const key = createPublicKey({ key: Buffer.from(spki), type: "spki", format: "der" });
      return verify(algorithm === "ED25519" ? null : "sha256", message, key, signature);
    } catch {
      return false;
    }
  },
  x509: nodeX509,
};
const { sha256 } = primitives;

/** A key everybody knows: it signs test vectors and proves nothing. */
export const testSigner = deterministicSigner(BigInt(`0x${hash("sha256", "Plumbline test vectors")}`));
/** Another one, for evidence by a stranger. */
export const untrustedSigner = deterministicSigner(BigInt(`0x${hash("sha256", "Plumbline stranger")}`));
export const trustText = writeTrust([testSigner], [exampleLogSigner]);
export const trust = readTrust(utf8(trustText), sha256);

/** Whose vehicles the examples are about. */
export const exampleSubmitter = { organisation: "acme", apiKeyId: "7K3M9Q2XW4" };

export interface Example {
  readonly facts: BundleFacts;
  readonly frames: FramesFile;
  readonly issued: IssuedExample;
}

/** A bundle as it was issued, and what names it. */
export interface IssuedExample {
  readonly eventId: string;
  readonly contentDigest: string;
  /** The bundle's exact bytes, canonical. */
  readonly bytes: Uint8Array;
}

/**
 * Folds the lines to the first breach, or on to where its tier gets worse, and issues evidence of it, with fixed clock, randomness and key. `from` is the
 * packed state before the first line; absent: the empty state.
 */
export function issueExample<State, Settings>(given: {
  readonly scoring: ScoringParts<State, Settings>;
  readonly parameters: JsonObject;
  readonly vehicleId: string;
  readonly lines: readonly JournalLine[];
  readonly from?: { readonly seq: number; readonly packed: Uint8Array };
  readonly trigger?: "breach_opened" | "tier_worsened";
  readonly supersedes?: string;
}): Example {
  const breached = foldToBreach(given);
  const scorer = knownScorerOf(given.scoring.version);
  const lines = given.lines.slice(0, breached.count);
  const last = lines.at(-1)!;
  if (last.entry.kind !== "frame") throw new TypeError("a breach opens on a frame");
  const frames = writeFramesFile(given.vehicleId, lines, { sha256, salt: exampleSalt });
  const facts: BundleFacts = {
    submitter: exampleSubmitter,
    vehicleId: given.vehicleId,
    capturedAtUs: last.entry.reading.timestampUs,
    receivedAtUs: last.receivedAtUs,
    detectedAtUs: last.receivedAtUs + 7_000,
    issuedAtUs: last.receivedAtUs + 19_000,
    before: breached.before,
    score: breached.score,
    breach: breached.breach,
    initialState: { seq: given.from?.seq ?? 0, packed: given.from?.packed ?? null },
    method: {
      version: given.scoring.version,
      numericProfile: given.scoring.numericProfile,
      specificationSha256: hash("sha256", "the method of the test vectors"),
      ...(scorer !== undefined && { scorerSha256: scorer.sha256 }),
      parameters: given.parameters,
    },
    frames,
    ...(given.supersedes !== undefined && { supersedes: given.supersedes }),
    clock: { source: "system", max_error_ms: null },
    issuer: {
      organisation: "Example Fleet Safety",
      software: { name: "plumbline", version: "0.1.0", build_sha256: hash("sha256", "build") },
    },
    retention: { policy: "claims-10y", delete_after: "2036-11-20", legal_hold: false },
    logOrigin: exampleOrigin,
    random: {
      salt: hash("sha256", "salt", "buffer"),
      eventId: hash("sha256", "event", "buffer").subarray(0, 8),
    },
  };
  return { facts, frames, issued: issueInLog(facts) };
}

/** As a service issues it: signed, and completed by its place in the example log. */
export function issueInLog(facts: BundleFacts): IssuedExample {
  const bundle = buildBundle(facts, testSigner, sha256);
  return { eventId: bundle.event_id, contentDigest: bundle.signature, bytes: inExampleLog(bundle) };
}

export function exampleSalt(seq: number): string {
  return toBase64Url(hash("sha256", `salt ${seq}`, "buffer").subarray(0, 16));
}

interface Breached {
  /** Lines up to and with the breach frame. */
  readonly count: number;
  readonly score: ScoredFrame;
  readonly breach: BundleFacts["breach"];
  readonly before: BundleFacts["before"];
}

function foldToBreach<State, Settings>(given: {
  readonly scoring: ScoringParts<State, Settings>;
  readonly parameters: JsonObject;
  readonly lines: readonly JournalLine[];
  readonly from?: { readonly packed: Uint8Array };
  readonly trigger?: "breach_opened" | "tier_worsened";
}): Breached {
  const { scoring, trigger = "breach_opened" } = given;
  const settings = scoring.settingsFromJson(given.parameters);
  let state = given.from === undefined ? scoring.initialState() : scoring.unpackState(given.from.packed);
  let before: BundleFacts["before"] = { sinceUs: null, healthScore: null };
  for (const [index, { entry }] of given.lines.entries()) {
    const step = scoring.fold(state, entry, settings);
    const { score } = step;
    if (score !== null && isDue(trigger, score)) {
      const opening = openingOf(scoring.openBreach(step.state, settings));
      return { count: index + 1, score, before, breach: { ...opening, trigger } };
    }
    state = step.state;
    if (score !== null && entry.kind === "frame")
      before = stateAfter(before, score, entry.reading.timestampUs);
  }
  throw new RangeError("no breach opens in these lines");
}

function openingOf(open: BreachOpening | null): BreachOpening {
  if (open === null) throw new RangeError("a score says that a breach opened, and the state has none");
  return open;
}

function stateAfter(before: BundleFacts["before"], score: ScoredFrame, atUs: number): BundleFacts["before"] {
  return {
    sinceUs: score.tier === score.tierBefore ? before.sinceUs : atUs,
    healthScore: score.late ? before.healthScore : score.healthScore,
  };
}

function isDue(trigger: "breach_opened" | "tier_worsened", score: ScoredFrame): boolean {
  return trigger === "breach_opened" ? score.breachOpened : hasWorsened(score);
}

function hasWorsened({ cusumTriggered, breachOpened, tier, tierBefore }: ScoredFrame): boolean {
  return cusumTriggered && !breachOpened && isWorseTier(tier, tierBefore);
}
