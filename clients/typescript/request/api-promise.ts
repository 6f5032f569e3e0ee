import type { Answer } from "./answer.ts";

/** The result of a call together with the answer it was read from. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
}

/**
 * The promise of a result, which also gives the answer it comes from. A refusal, a lost connection and a timeout reject each
 * of its forms alike.
 */
export class APIPromise<T> extends Promise<T> {
  readonly #answer: Promise<Answer>;
  readonly #read: (answer: Answer) => T;
  #result: Promise<T> | null = null;

  constructor(answer: Promise<Answer>, read: (answer: Answer) => T) {
    // Never awaited: `then` below goes to the result, which is read when somebody asks for it.
    super((resolve) => resolve(undefined as T));
    this.#answer = answer;
    this.#read = read;
  }

  /** The promises that `then` makes are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The answer as it came; its body is not looked at. */
  async asResponse(): Promise<Response> {
    return responseOf(await this.#answer);
  }

  /** The body byte for byte, as a verifier wants it. */
  async asBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#answer;
    this.#read(answer);
    return answer.bytes;
  }

  async withResponse(): Promise<WithResponse<T>> {
    const [answer, data] = await Promise.all([this.#answer, this.#parsed()]);
    return { data, response: responseOf(answer), requestId: answer.headers.get("x-request-id") };
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise: this is what makes it give the result
  override then<Kept = T, Caught = never>(
    onKept?: ((value: T) => Kept | PromiseLike<Kept>) | null,
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#parsed().then(onKept, onCaught);
  }

  override catch<Caught = never>(
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<T | Caught> {
    return this.#parsed().catch(onCaught);
  }

  override finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#parsed().finally(onEnd);
  }

  #parsed(): Promise<T> {
    this.#result ??= this.#answer.then(this.#read);
    return this.#result;
  }
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ status, headers, bytes }: Answer): Response {
  return new Response(withoutBody.has(status) ? null : bytes, { status, headers });
}
