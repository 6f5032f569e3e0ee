import { type Hash, createHash, createHmac } from "node:crypto";

import { Refusal } from "../../../core/contract/refusal.ts";
import { noteRefusal } from "../access-log.ts";
import { takesIdempotencyKey } from "../../../core/contract/openapi/operations.ts";
import type { AnswerSlot, KeptRefusal, StoredAnswer } from "../../app/ports/kept-answer.ts";
import type { Application, Caller } from "../../app/application.ts";
import type { Answer } from "../answer/answer.ts";
import type { AuthorisedRequest } from "../authorised-request.ts";
import { HttpRefusal, headerRefusal } from "../answer/http-refusal.ts";
import { problemAnswer } from "../answer/problem-answer.ts";
import { openSealedText, sealText } from "../../app/sealed-text.ts";
import { sha256Hex } from "../../app/sha256.ts";

/** A key held by one running request. */
export interface Claim {
  readonly space: string;
  release(): void;
}

/** What is known under a key when a request comes: nothing, the answer to repeat, or that it was refused before. */
export type Recalled =
  | { readonly kind: "none" }
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "refused"; readonly refusal: KeptRefusal };

/** What a request led to, and whether its answer was kept together with its effect. */
export interface RunOutcome {
  readonly answer: Answer;
  readonly isKept: boolean;
  /** Nothing was taken because of a limit, as with 429: the same request may be let through later. */
  readonly isTransient?: boolean;
}

/** What is done once: the body is parsed once, for its fingerprint, for the rights of a repeat and for the work itself. */
export interface Work<Body> {
  /** Throws the `Refusal` of a body that has no fingerprint. */
  readonly parse: () => Body;
  readonly canonical: (body: Body) => string;
  /** Vehicles the body names, the answer does not, and yet it tells of them. */
  readonly vehicleIds?: (body: Body, answer: Answer) => readonly string[];
  readonly run: (body: Body, slot: AnswerSlot | null) => Promise<RunOutcome>;
}

type Memory = Pick<Application, "recallAnswer" | "rememberAnswer" | "authoriseRepeat" | "hiddenVehicles">;

/**
 * Answers under an Idempotency-Key (api.md 5 and 9.9): the first request runs, its repeats get the same status and
 * bytes, twins that come while it runs are refused until it is over, other requests under the same key are refused. An answer is
 * repeated only to a key of the same rights, and only while the request itself would be let through.
 */
export class Idempotency {
  readonly #memory: Memory;
  readonly #running = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * Runs a request whose body was read, at most once under its key; without a key, it simply runs. Throws at once what
   * is at fault without any waiting.
   */
  once<Body>(request: AuthorisedRequest, work: Work<Body>): Promise<Answer> {
    const key = readIdempotencyKey(request);
    return key === null ? work.run(work.parse(), null).then(answerOf) : this.#onceUnder(key, request, work);
  }

  async #onceUnder<Body>(key: string, request: AuthorisedRequest, work: Work<Body>): Promise<Answer> {
    const claim = this.claim(key, request);
    try {
      const body = work.parse();
      const fingerprint = beginFingerprint(request).update(work.canonical(body)).digest("hex");
      const slot = slotOf(claim, request, fingerprint);
      const recalled = await this.recall(slot);
      switch (recalled.kind) {
        case "answer":
          await this.authorise(request, () => [
            ...(work.vehicleIds?.(body, recalled.answer) ?? []),
            ...vehiclesNamedIn(recalled.answer),
          ]);
          return recalled.answer;
        case "refused":
          return this.settle(slot, { request, before: recalled.refusal }, () => work.run(body, slot));
        case "none":
          return await this.settle(slot, { request }, () => work.run(body, slot));
      }
    } finally {
      claim.release();
    }
  }

  /** Takes the key for one request. Refuses with `idempotency_in_progress` while another holds it. */
  claim(key: string, request: AuthorisedRequest): Claim {
    const space = spaceOf(key, request);
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

  /** Refuses when the key belongs to another request. */
  async recall(slot: AnswerSlot): Promise<Recalled> {
    const remembered = await this.#memory.recallAnswer(slot);
    switch (remembered.kind) {
      case "none":
        return remembered;
      case "same":
        return { kind: "answer", answer: { ...opened(remembered.answer, slot), headers: replayed } };
      case "same-refused":
        return { kind: "refused", refusal: remembered.refusal };
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

  /** Throws what the request would meet if it spoke of these vehicles now. */
  async authorise(
    { caller, operation }: AuthorisedRequest,
    vehicleIds: () => readonly string[],
  ): Promise<void> {
    // Evidence stays with the fleet its vehicle was in at the breach, so that its rights cannot move.
    if (caller.fleets === null || operation.tag === "Evidence") return;
    const writesFrames = operation.access === "telemetry:write" || operation.access === "score:write";
    const foreign = writesFrames ? "fleet_not_allowed" : "vehicle_not_found";
    await this.#memory.authoriseRepeat(caller, { vehicleIds: vehicleIds(), foreign });
  }

  /** Those of these vehicles that the caller may not hear of. */
  async hidden(
    { caller }: AuthorisedRequest,
    vehicleIds: () => readonly string[],
  ): Promise<ReadonlySet<string>> {
    return caller.fleets === null ? new Set() : this.#memory.hiddenVehicles(caller, vehicleIds());
  }

  /**
   * Runs, and keeps the answer where it was not kept with its effect and where repeats are to get it again. What was
   * refused before and is refused alike now is the same answer, byte for byte; judged otherwise, it is a new one.
   */
  async settle(
    slot: AnswerSlot,
    { request, before }: { readonly request: AuthorisedRequest; readonly before?: KeptRefusal },
    run: () => Promise<RunOutcome>,
  ): Promise<Answer> {
    const { answer, isKept, isTransient = false } = await ranOrRefused(run, request);
    if (before !== undefined) {
      const body = bodyUnder(before.requestId, answer);
      const isAlike = answer.status === before.status && sha256Hex(body) === before.sha256;
      if (isAlike) return { ...answer, body, headers: { ...answer.headers, ...replayed } };
    }
    if (!isKept && !isTransient && isRepeatable(answer.status)) {
      const kept = answer.status < 400 ? storedAnswer(answer, slot) : keptRefusal(answer, request);
      await this.#memory.rememberAnswer(slot, kept);
    }
    return answer;
  }
}

function answerOf({ answer }: RunOutcome): Answer {
  return answer;
}

const replayed = { "Idempotent-Replayed": "true" } as const;

export function slotOf({ space }: Claim, request: AuthorisedRequest, fingerprint: string): AnswerSlot {
  const { caller, operation } = request;
  const slot = { space, organisation: caller.organisation, fingerprint };
  return operation.answersSecret === true ? { ...slot, sealKey: sealKeyOf(request, space) } : slot;
}

/**
 * A secret is kept for repeats sealed under the API key that asked, of which the service has but a digest: whoever
 * takes the database, and every other key, finds nothing to open it with.
 */
function sealKeyOf({ exchange }: AuthorisedRequest, space: string): Uint8Array {
  return createHmac("sha256", exchange.headers.authorization ?? "")
    .update(`plumbline sealed answer\n${space}`)
    .digest();
}

function opened(answer: StoredAnswer, { sealKey }: AnswerSlot): StoredAnswer {
  return sealKey === undefined ? answer : { ...answer, body: openSealedText(answer.body, sealKey) };
}

/** The vehicle an answer is about: the member of the contract, or the one a scenario shows. */
function vehiclesNamedIn({ body }: Answer): readonly string[] {
  const found: string[] = [];
  JSON.parse(String(body), (name, value: unknown) => {
    if (/^(highlight_)?vehicle_id$/.test(name) && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}

/** A problem's text as it reads under another request id. */
function bodyUnder(requestId: string, { body, status }: Answer): string {
  if (status < 400) return String(body);
  const problem: object = JSON.parse(String(body));
  return JSON.stringify({ ...problem, instance: `/requests/${requestId}`, request_id: requestId });
}

function keptRefusal({ status, body }: Answer, request: AuthorisedRequest): KeptRefusal {
  return { status, requestId: request.exchange.requestId, sha256: sha256Hex(String(body)) };
}

async function ranOrRefused(run: () => Promise<RunOutcome>, request: AuthorisedRequest): Promise<RunOutcome> {
  try {
    return await run();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    noteRefusal(request.exchange, thrown);
    return { answer: problemAnswer(thrown, request.exchange.requestId), isKept: false };
  }
}

/** The key in the header, without the quotes of its structured form; null when none was sent or none is taken. */
export function readIdempotencyKey({ exchange, operation }: AuthorisedRequest): string | null {
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
export function beginFingerprint({ operation, target }: AuthorisedRequest): Hash {
  return createHash("sha256").update(JSON.stringify([operation.method, target.path, target.query]));
}

/** 401, 403, 409, 413, 415, 429 and 5xx are about the moment, and a 400 has no fingerprint. */
function isRepeatable(status: number): boolean {
  return status < 300 || status === 404 || status === 410 || status === 422;
}

function storedAnswer({ status, contentType, body }: Answer, { sealKey }: AnswerSlot): StoredAnswer {
  const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
  return { status, contentType, body: sealKey === undefined ? text : sealText(text, sealKey) };
}

/**
 * Two keys share answers only where they may do exactly the same: a rotated key finds what the one before it did. A
 * secret is shared with none.
 */
function spaceOf(key: string, { caller, operation }: AuthorisedRequest): string {
  const rights = operation.answersSecret === true ? `key ${caller.keyId}` : rightsOf(caller);
  return JSON.stringify([caller.organisation, rights, operation.method, operation.path, key]);
}

/** A digest, because a key may be limited to many fleets. Neither order nor repetition changes what a key may do. */
function rightsOf({ scopes, fleets }: Caller): string {
  const held = scopes.includes("admin") ? ["admin"] : [...new Set(scopes)].sort();
  return sha256Hex(JSON.stringify([held, fleets === null ? null : [...new Set(fleets)].sort()]));
}
