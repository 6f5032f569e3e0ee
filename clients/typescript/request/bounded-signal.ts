/** A signal that ends with the caller's or after a time, whichever is first, and leaves no timer and no listener behind. */
export interface BoundedSignal {
  readonly signal: AbortSignal;
  readonly timedOut: () => boolean;
  readonly release: () => void;
}

/** `AbortSignal.any` and `.timeout` would do it, and keep what they were made of until the outer signal is gone. */
export function boundedSignal(outer: AbortSignal | undefined, timeoutMs: number): BoundedSignal {
  const inner = new AbortController();
  let timedOut = false;
  const stop = () => inner.abort(outer?.reason);
  if (outer?.aborted === true) stop();
  outer?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => {
      timedOut = true;
      inner.abort(new Error("out of time"));
    },
    Math.min(timeoutMs, longestTimerMs),
  );
  return {
    signal: inner.signal,
    timedOut: () => timedOut,
    release: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    },
  };
}

/** Timers take no more than a signed 32-bit number; with more they go off at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Resolves after a time; rejects with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(ms, longestTimerMs),
    );
    signal?.addEventListener("abort", stop, { once: true });
  });
}
