import type { AttestationCollector } from "../app/evidence/attestation-collector.ts";

/** How long a round waits for the next when there was nothing to do. */
const idlePauseMs = 500;

/**
 * Collects attestations again and again until it is stopped. A round that fails is reported and tried again: what waits is in the
 * store. Stopping waits for the round that runs.
 */
export function keepCollecting(
  collector: Pick<AttestationCollector, "collect">,
  given: { readonly warn: (fault: unknown) => void; readonly pauseMs?: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const attested = await collector.collect().catch((fault: unknown) => {
        if (!stopping.signal.aborted) given.warn(fault);
        return 0;
      });
      if (attested === 0) await pause(given.pauseMs ?? idlePauseMs, stopping.signal);
    }
  }
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
    if (signal.aborted) resolve();
  });
}
