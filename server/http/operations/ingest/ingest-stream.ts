import type { Hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type {
  FramePlace,
  IncomingFrame,
  RejectedFrame,
} from "../../../../core/contract/requests/parse-frame.ts";
import {
  type BodyContext,
  batchFramesLimit,
  ingestBodyBytes,
  sortEntry,
  lineLimitBytes,
} from "../../../../core/contract/requests/read-ingest-body.ts";
import { Refusal } from "../../../../core/contract/refusal.ts";
import type { AnswerSlot } from "../../../app/ports/kept-answer.ts";
import type { BatchTally } from "../../../app/ports/write-request.ts";
import type { FrameGroup } from "../../../app/application.ts";
import type { Answer } from "../../answer/answer.ts";
import type { AuthorisedRequest } from "../../authorised-request.ts";
import {
  batchRejection,
  batchWithoutRoom,
  keptOutByFleet,
  listedErrors,
  rejectionDetail,
  withRejected,
} from "./batch-answer.ts";
import { emptyTally } from "../../../app/ingest/ingest-frames.ts";
import type { ContentCoding } from "../../body/content-coding.ts";
import { HttpRefusal, headerRefusal } from "../../answer/http-refusal.ts";
import {
  type Claim,
  type RunOutcome,
  beginFingerprint,
  readIdempotencyKey,
  slotOf,
} from "../../body/idempotency.ts";
import { commitLastGroup, ingestBatch, noteRights } from "./ingest-batch.ts";
import { contextOf } from "./ingest-document.ts";
import { type Line, LineSplitter } from "../../body/line-splitter.ts";
import type { OperationNeeds } from "../../operation-needs.ts";
import { WriteSequence } from "../../../app/ingest/write-sequence.ts";
import { type BodyLimits, readBody, stopping } from "../../body/read-body.ts";
import { readLine } from "../../body/read-line.ts";
import { writeContextOf } from "../answer-write.ts";

/** One commit of a stream: large enough that the disk is not what it waits for, small enough to be soon. */
const groupFrames = 1_000;
const groupBytes = 1024 * 1024;

/** A group is being committed, the next is there when it is done; meanwhile a third is read. */
const groupsAtOnce = 2;

/** What a stream may hold at once. Booked as body memory. */
const heldBytes = (groupsAtOnce + 1) * groupBytes + lineLimitBytes;

export interface StreamForm {
  readonly coding: ContentCoding;
  /** Take all or nothing; such a body has the limits of a JSON body (api.md 9.4). */
  readonly abortsOnError: boolean;
}

/** NDJSON, committed in groups as it comes; reading waits while groups are being committed (api.md 9.4). */
export async function ingestStream(
  request: AuthorisedRequest,
  needs: OperationNeeds,
  form: StreamForm,
): Promise<Answer> {
  const key = readIdempotencyKey(request);
  const claim = key === null ? null : needs.idempotency.claim(key, request);
  const booked = form.abortsOnError ? ingestBodyBytes : heldBytes;
  try {
    needs.admission.holdBody(booked);
    try {
      const isKnown = claim !== null && (await needs.idempotency.isKnown(claim));
      const stream = new StreamedBatch(request, needs, { form, claim, isKnown });
      await stream.read();
      return await stream.finish();
    } finally {
      needs.admission.releaseBody(booked);
    }
  } finally {
    claim?.release();
  }
}

function limitsOf(form: StreamForm, needs: OperationNeeds, full: AbortSignal): BodyLimits {
  return {
    bytes: form.abortsOnError ? ingestBodyBytes : Infinity,
    withinMs: Infinity,
    end: AbortSignal.any([needs.streamsEnd, full]),
  };
}

class StreamedBatch {
  readonly #request: AuthorisedRequest;
  readonly #needs: OperationNeeds;
  readonly #form: StreamForm;
  readonly #claim: Claim | null;
  /** The key is known already: nothing is taken as it comes, because only the last byte tells whether it is the same. */
  readonly #isKnown: boolean;
  readonly #fingerprint: Hash | null;
  readonly #context: BodyContext;
  readonly #splitter = new LineSplitter(lineLimitBytes);
  /** The group being gathered. */
  #frames: IncomingFrame[] = [];
  #places: FramePlace[] = [];
  #rejected: RejectedFrame[] = [];
  #groupBytes = 0;
  /** Frames seen, taken or not. */
  #count = 0;
  /** Frames of a repeat that would be taken if they were new. */
  #passed = 0;
  /** Of a repeat, its first frames of vehicles that the caller may not hear of: one more than an answer lists. */
  readonly #hidden: { readonly index: number; readonly vehicleId: string }[] = [];
  /** Whether a group before had frames that only a limit or a fleet can have refused. */
  #wasTried = false;
  /** What became of the groups before, once those being committed are done. */
  #committed: Promise<BatchTally> = Promise.resolve(emptyTally);
  readonly #underWay: Promise<unknown>[] = [];
  readonly #sequence = new WriteSequence();
  /** Aborted once a group had frames without room: nothing more is read, because nothing more can be stored. */
  readonly #full = new AbortController();
  /** True when the stream broke off: what came before is kept, but there is no whole request to repeat. */
  #isBroken = false;

  constructor(
    request: AuthorisedRequest,
    needs: OperationNeeds,
    more: { readonly form: StreamForm; readonly claim: Claim | null; readonly isKnown: boolean },
  ) {
    this.#isKnown = more.isKnown;
    this.#request = request;
    this.#needs = needs;
    this.#form = more.form;
    this.#claim = more.claim;
    this.#fingerprint = more.claim === null ? null : beginFingerprint(request);
    this.#context = contextOf(request);
  }

  /** Reads the body to its end, or to where it breaks off after at least one line. */
  async read(): Promise<void> {
    try {
      for await (const chunk of readBody(
        this.#request.exchange,
        this.#form.coding,
        limitsOf(this.#form, this.#needs, this.#full.signal),
      )) {
        this.#fingerprint?.update(chunk);
        await this.#takeLines(this.#splitter.push(chunk));
        if (this.#full.signal.aborted) return;
      }
      await this.#takeLines(this.#splitter.end());
    } catch (fault) {
      if (this.#full.signal.aborted) return;
      const isBreak = fault instanceof Refusal && breaks.has(fault.code) && !this.#form.abortsOnError;
      if (!isBreak || this.#count === 0) throw fault;
      this.#isBroken = true;
      const detail = `${fault.detail} The lines before it were read.`;
      this.#rejected.push({
        index: this.#count,
        line: this.#splitter.number,
        code: fault.code,
        pointer: "",
        detail,
      });
    }
  }

  async finish(): Promise<Answer> {
    // Beyond the first group that had no room nothing was read, so that there is no whole request to repeat either.
    return this.#full.signal.aborted ? this.#outOfRoom(await this.#committed).answer : this.#finishWhole();
  }

  async #finishWhole(): Promise<Answer> {
    if (this.#claim === null || this.#fingerprint === null || this.#isBroken)
      return (await this.#close(null)).answer;
    const { idempotency } = this.#needs;
    const slot = slotOf(this.#claim, this.#request, this.#fingerprint.digest("hex"));
    if (!this.#isKnown) return idempotency.settle(slot, { request: this.#request }, () => this.#close(slot));
    const recalled = await idempotency.recall(slot);
    await this.#passGroup();
    switch (recalled.kind) {
      case "answer":
        await this.#authorise(keptOutByFleet(recalled.answer));
        return recalled.answer;
      case "refused":
        await this.#authorise(new Set());
        if (this.#passed > 0 && !this.#form.abortsOnError) throw wouldBeTaken();
        return idempotency.settle(slot, { request: this.#request, before: recalled.refusal }, () =>
          this.#close(slot),
        );
      case "none":
        // The answer expired while the body came in.
        throw new HttpRefusal("idempotency_in_progress", "Send the request again.", {
          headers: { "Retry-After": "1" },
        });
    }
  }

  #outOfRoom(tally: BatchTally): RunOutcome {
    noteRights(this.#request, tally);
    const answer = batchWithoutRoom(tally, this.#request.exchange.requestId);
    return { answer, isKept: false, isTransient: true };
  }

  /** Of a repeat: its frames are not taken, only held against what the caller may do now. */
  async #passGroup(): Promise<void> {
    const frames = this.#frames;
    const hidden = await this.#needs.idempotency.hidden(this.#request, () =>
      frames.map(({ vehicleId }) => vehicleId),
    );
    for (const [at, { vehicleId }] of frames.entries()) {
      if (this.#hidden.length > listedErrors) break;
      if (hidden.has(vehicleId)) this.#hidden.push({ index: this.#places[at]!.index, vehicleId });
    }
    this.#passed += frames.length;
    if (this.#form.abortsOnError) return;
    this.#committed = this.#takeGroup().soFar;
  }

  /** The answer is repeated where it tells of no vehicle that is hidden now. */
  async #authorise(keptOut: ReadonlySet<number>): Promise<void> {
    const shown = this.#hidden.filter(({ index }) => !keptOut.has(index));
    await this.#needs.idempotency.authorise(this.#request, () => shown.map(({ vehicleId }) => vehicleId));
  }

  async #takeLines(lines: readonly Line[]): Promise<void> {
    for (const line of lines) {
      sortEntry(readLine(line, this.#count, this.#context), {
        frames: this.#frames,
        places: this.#places,
        rejected: this.#rejected,
      });
      this.#count += 1;
      this.#groupBytes += line.kind === "line" ? line.bytes.length : 0;
      if (this.#form.abortsOnError) this.#checkCount();
      else if (this.#full.signal.aborted) return;
      else if (this.#isGroupFull()) await (this.#isKnown ? this.#passGroup() : this.#commitGroup());
    }
  }

  #checkCount(): void {
    if (this.#count <= batchFramesLimit) return;
    throw new Refusal(
      "too_many_frames",
      `on_error=abort takes at most ${batchFramesLimit} frames in one body.`,
    );
  }

  #isGroupFull(): boolean {
    return this.#frames.length + this.#rejected.length >= groupFrames || this.#groupBytes >= groupBytes;
  }

  /** Sends the gathered group off as soon as few enough are under way; meanwhile the next one is read. */
  async #commitGroup(): Promise<void> {
    while (this.#underWay.length >= groupsAtOnce) await this.#underWay.shift();
    const group = this.#takeGroup();
    this.#wasTried ||= group.frames.length > 0;
    await this.#waitForFrameQuota(group.frames.length);
    if (this.#full.signal.aborted) return;
    if (this.#needs.streamsEnd.aborted) throw stopping();
    this.#committed =
      group.frames.length === 0
        ? group.soFar
        : this.#needs.application
            .ingestBatch(this.#request.caller, group, {
              ...writeContextOf(this.#request.exchange, null),
              last: false,
              sequence: this.#sequence,
            })
            .then(({ tally }) => this.#noteRoom(tally));
    // Whoever awaits it next gets the fault; until then it must not count as unhandled.
    this.#committed.catch(() => undefined);
    this.#underWay.push(this.#committed);
  }

  #noteRoom(tally: BatchTally): BatchTally {
    if (tally.withoutRoom > 0) this.#full.abort();
    return tally;
  }

  #takeGroup(): GatheredGroup {
    const rejected = this.#rejected;
    const soFar = this.#committed.then((tally) => withRejected(tally, rejected));
    soFar.catch(() => undefined);
    const group = { frames: this.#frames, places: this.#places, soFar };
    this.#frames = [];
    this.#places = [];
    this.#rejected = [];
    this.#groupBytes = 0;
    return group;
  }

  /** A stream over its quota is not refused in the middle; it is slowed down. */
  async #waitForFrameQuota(frames: number): Promise<void> {
    const { rateLimits, streamsEnd } = this.#needs;
    for (;;) {
      const waitMs = rateLimits.frameWaitMs(this.#request.caller);
      if (waitMs === 0 || streamsEnd.aborted || this.#full.signal.aborted) break;
      await sleep(Math.min(waitMs, longestSleepMs));
    }
    rateLimits.countFrames(this.#request.caller, frames);
  }

  /** The last group, with the answer to all of them. */
  async #close(slot: AnswerSlot | null): Promise<RunOutcome> {
    const { requestId } = this.#request.exchange;
    if (this.#count === 0) {
      const detail = "The body holds no frame, only blank lines or nothing; send at least one line.";
      throw new Refusal("batch_empty", detail, [{ pointer: "", code: "batch_empty", detail }]);
    }
    if (this.#form.abortsOnError) {
      const batch = {
        frames: this.#frames,
        places: this.#places,
        rejected: this.#rejected,
        abortsOnError: true,
      };
      return ingestBatch(this.#request, this.#needs, { batch, slot });
    }
    const taken = this.#takeGroup();
    const soFar = await taken.soFar;
    // The groups before were still being committed when the body ended.
    if (soFar.withoutRoom > 0) return this.#outOfRoom(soFar);
    const group = { ...taken, soFar };
    if (soFar.ingested + soFar.duplicate + group.frames.length === 0) {
      noteRights(this.#request, soFar);
      const refused = batchRejection(soFar, rejectionDetail(soFar), requestId);
      return { answer: refused, isKept: false, isTransient: this.#wasTried };
    }
    await this.#waitForFrameQuota(group.frames.length);
    return commitLastGroup(this.#request, this.#needs, { group, slot, wholeOrNothing: false });
  }
}

type GatheredGroup = FrameGroup & { readonly soFar: Promise<BatchTally> };

function wouldBeTaken(): HttpRefusal {
  return headerRefusal(
    "idempotency_key_reused",
    "idempotency-key",
    "The first request with this Idempotency-Key was refused; some of these frames would be taken now. Send them under a new key.",
  );
}

const longestSleepMs = 1_000;

/** Faults of the way here, after which the lines that came whole are still good. */
const breaks: ReadonlySet<string> = new Set([
  "content_coding_damaged",
  "decompression_ratio_exceeded",
  "framing_invalid",
]);
