import { type Hash, createHash } from "node:crypto";

import { Refusal } from "../../core/contract/refusal.ts";
import { takesIdempotencyKey } from "../../core/contract/routes.ts";
import type { AnswerSlot, Application, StoredAnswer } from "../app/application.ts";
import type { Answer } from "./answer.ts";
import type { Ask } from "./ask.ts";
import { HttpRefusal, headerRefusal } from "./http-refusal.ts";
import { problemAnswer } from "./problem-answer.ts";

/** A key held by one running request. */
export interface Claim {
  readonly space: string;
  release(): void;
}

/** What a request led to, and whether its answer was kept together with its effect. */
export interface Ran {
  readonly answer: Answer;
  readonly isKept: boolean;
}

/**
 * Answers under an Idempotency-Key (api.md 5 and 9.9): the first request runs, its repeats get the same status and
 * bytes, twins that come while it runs are told to wait, other requests under the same key are refused.
 */
export class Idempotency {
  readonly #memory: Pick<Application, "recallAnswer" | "rememberAnswer">;
  readonly #running = new Set<string>();

  constructor(memory: Pick<Application, "recallAnswer" | "rememberAnswer">) {
    this.#memory = memory;
  }

  /** Runs a request whose body was read, at most once under its key; without a key, it simply runs. */
  async once(
    ask: Ask,
    work: { readonly canonicalBody: () => string; readonly run: (slot: AnswerSlot | null) => Promise<Ran> },
  ): Promise<Answer> {
    const key = readIdempotencyKey(ask);
    if (key === null) return (await work.run(null)).answer;
    const claim = this.claim(key, ask);
    try {
      const fingerprint = beginFingerprint(ask).update(work.canonicalBody()).digest("hex");
      const slot = { space: claim.space, fingerprint };
      return (await this.recall(slot)) ?? (await this.settle(slot, ask, () => work.run(slot)));
    } finally {
      claim.release();
    }
  }

  /** Takes the key for one request. Refuses with `idempotency_in_progress` while another holds it. */
  claim(key: string, ask: Ask): Claim {
    const space = spaceOf(key, ask);
    if (this.#running.has(space)) {
      throw new HttpRefusal(
        "idempotency_in_progress",
        "The first request with this Idempotency-Key is still running.",
        { headers: { "Retry-After": "1" } },
      );
    }
    this.#running.add(space);
    return { space, release: () => this.#running.delete(space) };
  }

  /** The answer to repeat, or null when this request is the first. Refuses when the key belongs to another request. */
  async recall(slot: AnswerSlot): Promise<Answer | null> {
    const remembered = await this.#memory.recallAnswer(slot);
    switch (remembered.kind) {
      case "none":
        return null;
      case "same":
        return { ...remembered.answer, headers: { "Idempotent-Replayed": "true" } };
      case "other-request":
        throw headerRefusal(
          "idempotency_key_reused",
          "idempotency-key",
          "This Idempotency-Key came before with another path, query or body; use a new key for a new request.",
        );
    }
  }

  /** Whether anything was ever kept under this key, by whatever request. */
  async isKnown({ space }: Claim): Promise<boolean> {
    // No request has an empty fingerprint, so that the answer can only be "none" or "other-request".
    return (await this.#memory.recallAnswer({ space, fingerprint: "" })).kind !== "none";
  }

  /** Runs, and keeps the answer where it was not kept with its effect and where repeats are to get it again. */
  async settle(slot: AnswerSlot, ask: Ask, run: () => Promise<Ran>): Promise<Answer> {
    const { answer, isKept } = await ranOrRefused(run, ask);
    if (!isKept && isRepeatable(answer.status)) {
      await this.#memory.rememberAnswer(slot, storedAnswer(answer));
    }
    return answer;
  }
}

async function ranOrRefused(run: () => Promise<Ran>, ask: Ask): Promise<Ran> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    ask.exchange.log.code = thrown.code;
    return { answer: problemAnswer(thrown, ask.exchange.requestId), isKept: false };
  }
}

/** The key in the header, without the quotes of its structured form; null when none was sent or none is taken. */
export function readIdempotencyKey({ exchange, operation }: Ask): string | null {
  const given = exchange.headers["idempotency-key"];
  if (given === undefined || !takesIdempotencyKey(operation)) return null;
  const text = typeof given === "string" ? given.trim() : "";
  const key =
    /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/.exec(text)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? text;
  const isQuotedBadly = key === text && text.startsWith('"');
  if (/^[\x21-\x7e]{1,255}$/.test(key) && !isQuotedBadly) return key;
  throw headerRefusal(
    "idempotency_key_invalid",
    "idempotency-key",
    "Idempotency-Key must have 1 to 255 visible ASCII characters, for example a UUID.",
  );
}

/** Begins the fingerprint of a request; its body follows, as canonical JSON or as decoded bytes. */
export function beginFingerprint({ operation, target }: Ask): Hash {
  return createHash("sha256").update(JSON.stringify([operation.method, target.path, target.query]));
}

/** 401, 403, 409, 413, 415, 429 and 5xx are about the moment, and a 400 has no fingerprint. */
function isRepeatable(status: number): boolean {
  return status < 300 || status === 404 || status === 410 || status === 422;
}

function storedAnswer({ status, contentType, body }: Answer): StoredAnswer {
  return { status, contentType, body: typeof body === "string" ? body : Buffer.from(body).toString("utf8") };
}

function spaceOf(key: string, { caller, operation }: Ask): string {
  return JSON.stringify([caller.organisation, operation.method, operation.path, key]);
}
