import { buildBundle, type BundleFacts } from "../../../core/evidence/bundle/build-bundle.ts";
import type { Signer } from "../../../core/evidence/keys/dsse.ts";
import type { Bundle, BundleCore, EvidenceTrigger } from "../../../core/encoding/bundle.ts";
import { eventIdRandomBytes, formatEventId } from "../../../core/evidence/bundle/event-id.ts";
import { writeFramesFile } from "../../../core/evidence/frames/frames-file.ts";
import type { PrecommitSummary } from "../../../core/evidence/frames/ingest-chain.ts";
import { formatInstant } from "../../../core/encoding/instant.ts";
import type { JsonObject } from "../../../core/encoding/strict-json.ts";
import { knownScorerOf } from "../../../core/scorers/known-scorers.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import {
  numericProfile,
  scoringVersion,
  settingsToJson,
  type ScoringSettings,
} from "../../../core/scoring/settings/settings.ts";
import type { OpeningFacts } from "../../../core/scoring/verdict/state-events.ts";
import type { JournalRecord } from "../ports/journal.ts";

/** What the ledger knows at the frame that leads to evidence of a breach. */
export interface BreachFacts {
  readonly organisation: string;
  /** Public id of the API key under which the newest frame came. */
  readonly apiKeyId: string;
  readonly vehicleId: string;
  readonly fleetId: string;
  readonly trigger: EvidenceTrigger;
  /** Of the newest frame. */
  readonly score: Score;
  readonly opening: OpeningFacts;
  /** The newest evidence of the same breach so far; null for the first. */
  readonly supersedes: string | null;
  /** Of evidence that somebody asked for. */
  readonly request?: NonNullable<BundleCore["request"]>;
  /** Capture time of the frame that set the tier before; null for a vehicle that had none. */
  readonly tierBeforeSinceUs: number | null;
  /** After the last entry before the newest frame that moved the detectors; null when there was none. */
  readonly healthBefore: number | null;
  readonly window: {
    readonly initialSeq: number;
    /** Packed state before the first record; null is the empty state at seq 0. */
    readonly initialState: Uint8Array | null;
    /** Contiguous; the last one is the newest frame. */
    readonly records: readonly JournalRecord[];
  };
  readonly settings: ScoringSettings;
  /** What was announced of it when the breach opened; left out: announced now. */
  readonly announced?: AnnouncedEvidence;
  /** Where the frames of the window were committed to; left out where nothing is known of it. */
  readonly precommit?: PrecommitSummary;
}

/** What has a name before it is written: the evidence of a breach found in the middle of a batch. */
export interface AnnouncedEvidence {
  readonly eventId: string;
  /** Server clock, never before the breach frame's receipt. */
  readonly detectedAtUs: number;
  readonly random: Uint8Array;
}

/** Names the evidence of a breach that was found just now. */
export function announceEvidence(
  receivedAtUs: number,
  { nowUs, randomBytes }: Pick<EvidenceNeeds, "nowUs" | "randomBytes">,
): AnnouncedEvidence {
  // The clock may have been set back since the frame came; custody times must not decrease.
  const detectedAtUs = Math.max(nowUs(), receivedAtUs);
  const random = randomBytes(eventIdRandomBytes);
  return { eventId: formatEventId(formatInstant(detectedAtUs), random), detectedAtUs, random };
}

/** A key that signs evidence and never shows itself. */
export type EvidenceSigner = Signer;

export interface EvidenceNeeds {
  readonly signer: EvidenceSigner;
  readonly nowUs: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  /** 16 bytes, base64url, the same at every call for one entry of one vehicle. `vehicle` is unique over organisations. */
  readonly frameSalt: (vehicle: string, seq: number) => string;
  readonly issuer: BundleCore["issuer"];
  /** The transparency log every bundle is entered in when it is issued. */
  readonly logOrigin: string;
  /** SHA-256 of docs/scoring-method.md, hex. */
  readonly specificationSha256: string;
}

export interface IssuedEvidence {
  readonly eventId: string;
  readonly issuedAtUs: number;
  /** The contract's `signature`. */
  readonly contentDigest: string;
  /** Written once it has its place in the log. */
  readonly bundle: Bundle;
  readonly frames: Uint8Array;
  readonly frameCount: number;
}

/** What a demonstration's evidence and log are called, so that nobody relies on them. The domain is reserved (RFC 6761). */
export const demonstration = {
  issuer: "Plumbline demonstration, not a production issuer",
  logOrigin: "plumbline-demonstration.invalid",
} as const;

/** Undefined while this version of the scoring is in development: evidence then names no scorer. */
export const presentScorer = knownScorerOf(scoringVersion);
/** The system clock's error is not measured yet: a bundle that named a figure would be lying. */
const clock = { source: "system", max_error_ms: null };
/** Claims come up to ten years after the damage (Product Liability Directive 2024/2853, Art. 17). */
const retentionYears = 10;

/** Evidence as it is known when its breach opens: all but who issues it, under which log, and when. */
export interface EvidenceDraft extends Omit<
  BundleFacts,
  "issuedAtUs" | "precommit" | "clock" | "issuer" | "retention" | "logOrigin" | "random"
> {
  /** Random part of the event id. */
  readonly random: Uint8Array;
}

export type DraftNeeds = Pick<
  EvidenceNeeds,
  "nowUs" | "randomBytes" | "sha256" | "frameSalt" | "specificationSha256"
>;

/** Writes the signed evidence of a breach. Pure but for the needs; called inside the transaction that stores it. */
export function issueEvidence(facts: BreachFacts, needs: EvidenceNeeds): IssuedEvidence {
  return signDraft(draftEvidence(facts, needs), { ...needs, precommit: facts.precommit });
}

/** The first half of `issueEvidence`: what stays true however long its signature waits. */
export function draftEvidence(facts: BreachFacts, needs: DraftNeeds): EvidenceDraft {
  const { window, score, opening, trigger, supersedes, request } = facts;
  const newestFrame = window.records.at(-1);
  if (newestFrame?.entry.kind !== "frame" || newestFrame.seq !== score.seq) {
    throw new TypeError(`the evidence window of entry ${score.seq} does not end with that frame`);
  }
  const announced = facts.announced ?? announceEvidence(newestFrame.receivedAtUs, needs);
  const { detectedAtUs } = announced;
  const vehicle = JSON.stringify([facts.organisation, facts.vehicleId]);
  const frames = writeFramesFile(facts.vehicleId, window.records, {
    sha256: needs.sha256,
    salt: (seq) => needs.frameSalt(vehicle, seq),
  });

  return {
    submitter: { organisation: facts.organisation, apiKeyId: facts.apiKeyId },
    vehicleId: facts.vehicleId,
    capturedAtUs: newestFrame.entry.reading.timestampUs,
    receivedAtUs: newestFrame.receivedAtUs,
    detectedAtUs,
    before: { sinceUs: facts.tierBeforeSinceUs, healthScore: facts.healthBefore },
    score,
    breach: { trigger, ...opening },
    ...(request !== undefined && { request }),
    ...(supersedes !== null && { supersedes }),
    initialState: { seq: window.initialSeq, packed: window.initialState },
    method: {
      version: scoringVersion,
      numericProfile,
      specificationSha256: needs.specificationSha256,
      ...(presentScorer !== undefined && { scorerSha256: presentScorer.sha256 }),
      parameters: settingsToJson(facts.settings) as JsonObject,
    },
    frames,
    random: announced.random,
  };
}

/** The second half: who issues it, now. */
export function signDraft(
  { random, ...draft }: EvidenceDraft,
  needs: EvidenceNeeds & { readonly precommit?: PrecommitSummary | undefined },
): IssuedEvidence {
  const { frames } = draft;
  const issuedAtUs = Math.max(needs.nowUs(), draft.detectedAtUs);
  const bundle = buildBundle(
    {
      ...draft,
      issuedAtUs,
      ...(needs.precommit !== undefined && { precommit: needs.precommit }),
      clock,
      issuer: needs.issuer,
      retention: { policy: "claims-10y", delete_after: retentionEnd(issuedAtUs), legal_hold: false },
      logOrigin: needs.logOrigin,
      random: { salt: needs.randomBytes(32), eventId: random },
    },
    needs.signer,
    needs.sha256,
  );
  return {
    eventId: bundle.event_id,
    issuedAtUs,
    contentDigest: bundle.signature,
    bundle,
    frames: frames.bytes,
    frameCount: frames.count,
  };
}

function retentionEnd(issuedAtUs: number): string {
  const end = new Date(issuedAtUs / 1000);
  end.setUTCFullYear(end.getUTCFullYear() + retentionYears);
  return end.toISOString().slice(0, 10);
}
