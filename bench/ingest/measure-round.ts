import { setTimeout as wait } from "node:timers/promises";

import type { Competitor } from "./competitor.ts";
import { type LoadForm, requestsOf } from "./load-forms.ts";
import { figuresOf, folderBytes } from "./process-figures.ts";
import { quantile } from "./quantile.ts";
import { sendInTurn } from "./send-load.ts";

/** One competitor under one form of load, once. Null where the system does not tell. */
export interface Round {
  readonly framesPerSecond: number;
  /** Processor time of all threads and processes, user and system. */
  readonly cpuUsPerFrame: number | null;
  readonly answerMsP50: number;
  readonly answerMsP99: number;
  readonly writtenBytesPerFrame: number | null;
  /** By how much its folder grew. */
  readonly storedBytesPerFrame: number | null;
  readonly turnedAway: number;
}

/** What a server does after its last answer is part of the price: it is given this long before its time is read. */
const settleMs = 300;

export async function measureRound(
  competitor: Competitor,
  form: LoadForm,
  frames: readonly string[],
): Promise<Round> {
  const { pids, folder, door } = competitor;
  const requests = requestsOf(frames, form, door);
  // What earlier rounds put off is theirs.
  competitor.finish?.();
  const before = figuresOf(pids);
  const bytesBefore = folder === null ? null : folderBytes(folder);
  const sent = await sendInTurn(door.port, requests, form.clients);
  await wait(settleMs);
  const after = figuresOf(pids);
  const finished = competitor.finish?.() ?? { cpuUs: 0, writtenBytes: 0 };
  const perFrame = (from?: number | null, to?: number | null, more = 0) =>
    from === undefined || to === undefined || from === null || to === null
      ? null
      : (to - from + more) / frames.length;
  return {
    framesPerSecond: frames.length / sent.tookS,
    cpuUsPerFrame: perFrame(before?.cpuUs, after?.cpuUs, finished.cpuUs),
    answerMsP50: quantile(sent.answersMs, 0.5),
    answerMsP99: quantile(sent.answersMs, 0.99),
    writtenBytesPerFrame: perFrame(before?.writtenBytes, after?.writtenBytes, finished.writtenBytes),
    storedBytesPerFrame: perFrame(bytesBefore, folder === null ? null : folderBytes(folder)),
    turnedAway: sent.turnedAway,
  };
}
