import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { APIError } from "../../../clients/typescript/errors.ts";
import type { Plumbline } from "../../../clients/typescript/plumbline.ts";
import type { Part } from "./plan-parts.ts";

/** How far a what-if has come. */
export interface Progress {
  readonly vehicles: readonly RescoredVehicle[];
  readonly framesDone: number;
  /** Set while the service has no room for this work: seconds until it is asked again. */
  readonly waitsS: number | null;
}

/** A part is seconds of work, which may have to wait for that of others. */
const partTimeoutMs = 120_000;
/** Where the service does not say when to come back. */
const defaultWaitS = 5;

/**
 * Asks for one part after another and tells after each; a service that is busy is asked again when it says. Ends with the last
 * part or when `signal` is given; rejects with what the service refuses for another reason. Nothing is saved anywhere.
 */
export async function rescoreParts(
  service: Pick<Plumbline, "fleet">,
  asked: { readonly parts: readonly Part[]; readonly settings: Readonly<Record<string, unknown>> },
  { onProgress, signal }: { readonly onProgress: (progress: Progress) => void; readonly signal: AbortSignal },
): Promise<void> {
  const vehicles: RescoredVehicle[] = [];
  let framesDone = 0;
  for (const part of asked.parts) {
    const request = { settings: asked.settings, vehicle_ids: [...part.vehicleIds] };
    const whenFree = () =>
      service.fleet.rescore(request, { signal, timeoutMs: partTimeoutMs, maxRetries: 0 });
    const tellWait = (waitsS: number) => onProgress({ vehicles: [...vehicles], framesDone, waitsS });
    const judged = await untilFree(whenFree, { tellWait, signal });
    vehicles.push(...judged.vehicles);
    framesDone += part.frames;
    onProgress({ vehicles: [...vehicles], framesDone, waitsS: null });
  }
}

async function untilFree<Answer>(
  ask: () => PromiseLike<Answer>,
  { tellWait, signal }: { readonly tellWait: (seconds: number) => void; readonly signal: AbortSignal },
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (fault) {
      const waitsS = busyForS(fault);
      if (waitsS === null) throw fault;
      tellWait(waitsS);
      await pause(waitsS, signal);
    }
  }
}

/** Null where waiting would not help. */
function busyForS(fault: unknown): number | null {
  if (!(fault instanceof APIError) || (fault.status !== 429 && fault.status !== 503)) return null;
  return fault.retryAfterS ?? defaultWaitS;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}
