/** Of the time that passes, a view is being refreshed for at most so much. */
const share = 0.1;
const leastMs = 250;
const mostMs = 5_000;

/** How long to leave the service and the page alone after a refresh that took so long. */
export function restAfter(tookMs: number): number {
  return Math.min(mostMs, Math.max(leastMs, tookMs * (1 / share - 1)));
}

export interface Paced {
  /** Something has happened: a refresh is due. */
  readonly poke: () => void;
  readonly stop: () => void;
}

interface Pace {
  readonly run: () => Promise<unknown>;
  /** While this says no, what is due waits for the next poke. */
  readonly mayRun: () => boolean;
}

/**
 * One at a time, a burst together, and after each a rest: however much happens, a page spends a tenth of its time on it, and
 * what takes long is never given up for the next.
 */
export function paced({ run, mayRun }: Pace): Paced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isBusy = false;
  let isDue = false;
  let isStopped = false;
  let restMs = leastMs;
  const plan = (): void => {
    if (!isStopped && !isBusy && timer === null) timer = setTimeout(() => void take(), restMs);
  };
  const take = async (): Promise<void> => {
    timer = null;
    if (!mayRun()) return;
    [isBusy, isDue] = [true, false];
    const startedMs = performance.now();
    // What failed is said where it is shown.
    await run().catch(() => undefined);
    restMs = restAfter(performance.now() - startedMs);
    isBusy = false;
    if (isDue) plan();
  };
  return {
    poke: () => {
      isDue = true;
      plan();
    },
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
