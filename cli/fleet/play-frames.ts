import type { TelemetryFrame } from "../../clients/typescript/generated/contract.ts";

export interface Playing {
  /** Simulated seconds a second; Infinity sends everything at once. */
  readonly speed: number;
  /** Where in simulated time playing starts; everything captured before is sent at once. */
  readonly fromUs: number;
  /** The present, microseconds since 1970. Playing never runs ahead of it: a frame cannot come from the future. */
  readonly nowUs: () => number;
  /** Takes up to `groupFrames` frames, in order of capture. */
  readonly send: (frames: readonly TelemetryFrame[]) => Promise<void>;
  readonly groupFrames: number;
  readonly stop: AbortSignal;
  /** Called when all frames due at this simulated time were sent. */
  readonly onCaughtUp?: (simulatedUs: number) => Promise<void>;
}

/** Sends frames as simulated time passes over them. Ends with the frames, or quietly when stopped. */
export async function playFrames(frames: Iterable<TelemetryFrame>, playing: Playing): Promise<void> {
  const startedUs = playing.nowUs();
  const simulatedNowUs = () => {
    const nowUs = playing.nowUs();
    if (playing.speed === Infinity) return Infinity;
    return Math.min(nowUs, playing.fromUs + (nowUs - startedUs) * playing.speed);
  };

  let untilUs = simulatedNowUs();
  let group: TelemetryFrame[] = [];
  const flush = async () => {
    if (group.length > 0) await playing.send(group);
    group = [];
  };
  for (const frame of frames) {
    const capturedUs = Date.parse(frame.timestamp) * 1000;
    while (capturedUs > untilUs) {
      await flush();
      await playing.onCaughtUp?.(untilUs);
      await pause(tickMs, playing.stop);
      if (playing.stop.aborted) return;
      untilUs = simulatedNowUs();
    }
    group.push(frame);
    if (group.length >= playing.groupFrames) await flush();
    if (playing.stop.aborted) return;
  }
  await flush();
  await playing.onCaughtUp?.(untilUs);
}

const tickMs = 1000;

/** Resolves after the time, or at once when stopped. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener("abort", end, { once: true });
  });
}
