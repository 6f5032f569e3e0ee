import type { Caller } from "../../app/application.ts";
import type { ServiceLimits } from "../service-limits.ts";
import { countIn } from "../../platform/count-in.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";

type StreamLimits = Pick<ServiceLimits, "streamsPerKey" | "streamsPerOrganisation">;

/** Counts the event streams that are open, for each key and each organisation. */
export class StreamPlaces {
  readonly #limits: StreamLimits;
  readonly #ofKey = new Map<string, number>();
  readonly #ofOrganisation = new Map<string, number>();
  #open = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Streams of everybody. */
  get open(): number {
    return this.#open;
  }

  /** Takes a place; what is returned gives it back and may be called twice. Refuses with `stream_limit_reached`. */
  enter({ organisation, keyId }: Caller): () => void {
    const used = this.usedBy({ organisation, keyId });
    if (used.key >= this.#limits.streamsPerKey) throw full("this key", this.#limits.streamsPerKey);
    if (used.organisation >= this.#limits.streamsPerOrganisation) {
      throw full("this organisation", this.#limits.streamsPerOrganisation);
    }
    const leaveKey = countIn(this.#ofKey, keyId);
    const leaveOrganisation = countIn(this.#ofOrganisation, organisation);
    this.#open += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#open -= 1;
      leaveKey();
      leaveOrganisation();
    };
  }

  usedBy({ organisation, keyId }: Pick<Caller, "organisation" | "keyId">) {
    return { key: this.#ofKey.get(keyId) ?? 0, organisation: this.#ofOrganisation.get(organisation) ?? 0 };
  }
}

function full(whose: string, limit: number): HttpRefusal {
  return new HttpRefusal(
    "stream_limit_reached",
    `${limit} event streams of ${whose} are open, which is the maximum. Close one, share one among several readers, or read pages: Accept: application/json.`,
    { headers: { "Retry-After": String(retryAfterS) } },
  );
}

const retryAfterS = 5;
