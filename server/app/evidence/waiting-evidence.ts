import type { IssuedRecord, OpenedBreach } from "../commit/staged-ledger.ts";
import { ownJson } from "../own-json.ts";
import type { WaitingEvidence } from "../ports/changes.ts";
import { draftEvidence, signDraft, type DraftNeeds, type EvidenceDraft } from "./issue-evidence.ts";
import type { EvidenceNeeds } from "./issue-evidence.ts";

/** What is stored as text: the draft without its byte strings, and the columns of the evidence to be. */
interface WaitingText {
  readonly draft: Omit<EvidenceDraft, "frames" | "initialState" | "random"> & {
    readonly frames: Omit<EvidenceDraft["frames"], "bytes">;
    readonly initialState: { readonly seq: number };
    readonly random: readonly number[];
  };
  readonly record: OpenedBreach["record"];
}

/**
 * A breach whose evidence nobody signs yet. It is kept whole, with the frames and the method of the moment: a scoring that
 * changes meanwhile would fold the journal to another verdict than the one that was announced.
 */
export function waitingEvidenceOf(
  { announced, facts, record }: OpenedBreach,
  needs: DraftNeeds,
): WaitingEvidence {
  const { frames, initialState, random, ...draft } = draftEvidence({ ...facts, announced }, needs);
  const { bytes, ...ofFrames } = frames;
  const { organisation, vehicleKey, fleetId } = record;
  const text: WaitingText = {
    draft: {
      ...draft,
      frames: ofFrames,
      initialState: { seq: initialState.seq },
      random: [...random],
    },
    record,
  };
  return {
    eventId: announced.eventId,
    organisation,
    vehicleKey,
    fleetId,
    draft: JSON.stringify(text),
    initialState: initialState.packed,
    frames: bytes,
  };
}

/** Signs what waited: found then, issued now. Nothing in the log committed to its frames, and none is claimed to. */
export function issueWaiting(waiting: WaitingEvidence, needs: EvidenceNeeds): IssuedRecord {
  const { draft, record } = ownJson<WaitingText>(waiting.draft);
  const whole: EvidenceDraft = {
    ...draft,
    frames: { ...draft.frames, bytes: waiting.frames },
    initialState: { ...draft.initialState, packed: waiting.initialState },
    random: Uint8Array.from(draft.random),
  };
  return { ...signDraft(whole, needs), ...record };
}
