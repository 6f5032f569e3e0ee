import { NotModifiedError, UnexpectedAnswerError } from "../errors.ts";

/** A whole answer, its body read to the end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** `GET https://…/v1/vehicles`, for messages. */
  readonly request: string;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what an operation answers is for the contract to say
export function readJson<T>(answer: Answer): T {
  requireContent(answer);
  const mediaType = answer.headers.get("content-type") ?? "no media type";
  if (!jsonType.test(mediaType)) {
    throw unexpected(answer, `answered ${mediaType} instead of JSON: is this the address of the service?`);
  }
  try {
    return JSON.parse(decoder.decode(answer.bytes));
  } catch {
    throw unexpected(answer, "answered what says it is JSON, and is not");
  }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu;
const decoder = new TextDecoder();

export function readText(answer: Answer): string {
  return decoder.decode(readBytes(answer));
}

export function readBytes(answer: Answer): Uint8Array<ArrayBuffer> {
  requireContent(answer);
  return answer.bytes;
}

function requireContent(answer: Answer): void {
  if (answer.status === 304) {
    throw new NotModifiedError(`${answer.request} has not changed`, answer);
  }
  if (answer.status >= 300 && answer.status < 400) {
    throw unexpected(
      answer,
      `answered with a redirect (${answer.status}), which is not followed: name the address it leads to`,
    );
  }
  if (answer.status === 204) throw unexpected(answer, "answered without content");
}

function unexpected(answer: Answer, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(`${answer.request} ${what}`, answer);
}
