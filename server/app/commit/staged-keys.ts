import { decideKeyChange } from "../api-keys/decide-key-change.ts";
import { presentKeyChange } from "../api-keys/present-key.ts";
import type { StoredApiKey } from "../ports/reading/api-key-reader.ts";
import type { KeyDecision } from "../ports/key-change.ts";
import type { Transaction } from "../ports/transaction.ts";
import type {
  KeyChangeOutcome,
  KeyChangeRequest,
  RefusedOutcome,
  WriteRequest,
} from "../ports/write-request.ts";

/** Where a batch changes API keys: the keys as they were before it, and as its requests leave them one after another. */
export class StagedKeys {
  readonly #known: Map<string, StoredApiKey>;
  readonly #changed = new Map<string, StoredApiKey>();
  readonly #nowUs: number;

  static async open(
    requests: readonly WriteRequest[],
    transaction: Pick<Transaction, "findApiKeys">,
    nowUs: number,
  ): Promise<StagedKeys> {
    const changes = requests.filter((request) => request.kind === "key-change");
    const known = new Map<string, StoredApiKey>();
    for (const { organisation, publicIds, all } of asksOf(changes)) {
      const found = await transaction.findApiKeys({
        organisation,
        publicIds,
        inForceAtUs: all ? null : nowUs,
      });
      for (const key of found) known.set(key.publicId, key);
    }
    return new StagedKeys(known, nowUs);
  }

  private constructor(known: Map<string, StoredApiKey>, nowUs: number) {
    this.#known = known;
    this.#nowUs = nowUs;
  }

  /** Keys as the batch leaves them. */
  get changed(): readonly StoredApiKey[] {
    return [...this.#changed.values()];
  }

  refusalOf(request: WriteRequest): RefusedOutcome | null {
    if (request.kind !== "key-change") return null;
    const decision = this.#decide(request);
    return decision.kind === "refused" ? decision : null;
  }

  /** Carries out a request that is not refused. */
  carryOut(request: KeyChangeRequest): Omit<KeyChangeOutcome, "kind"> {
    const decision = this.#decide(request);
    if (decision.kind === "refused") throw new Error("a refused change of keys was to be carried out");
    for (const key of [decision.key, decision.previous, ...(decision.alsoEnded ?? [])])
      if (key !== null) this.#change(key);
    const value = presentKeyChange(decision, { secret: request.secret, nowUs: this.#nowUs });
    const alsoEnded = (decision.alsoEnded ?? []).map(({ publicId }) => publicId);
    return { answer: { value, body: JSON.stringify(value) }, keyId: decision.key.publicId, alsoEnded };
  }

  #decide({ change }: KeyChangeRequest): KeyDecision {
    return decideKeyChange(change, this.#known, this.#nowUs);
  }

  #change(key: StoredApiKey): void {
    this.#known.set(key.publicId, key);
    this.#changed.set(key.publicId, key);
  }
}

/** Of each organisation the keys its requests name. */
function asksOf(changes: readonly KeyChangeRequest[]) {
  const asks = new Map<string, { readonly publicIds: string[]; all: boolean }>();
  for (const { writer, change } of changes) {
    const { act, authority } = change;
    const ask = asks.get(writer.organisation) ?? { publicIds: [], all: false };
    if (act.kind !== "create") ask.publicIds.push(act.publicId);
    if (authority !== "operator") ask.publicIds.push(authority.keyId);
    // Who made whom is followed through keys that have ended, too.
    ask.all ||= act.kind === "revoke" && act.cascade;
    asks.set(writer.organisation, ask);
  }
  return [...asks].map(([organisation, ask]) => ({ organisation, ...ask }));
}
