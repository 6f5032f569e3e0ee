import { UnexpectedAnswerError } from "../errors.ts";
import { APIPromise } from "./api-promise.ts";
import type { Answer } from "./answer.ts";

/** What every list of the contract answers. */
export interface List<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly awaiting_issuer?: number;
}

type ReadPage<Item> = (cursor: string) => PagePromise<Item>;

/** One page of a list. Iterating over it goes on to the pages behind it. */
export class Page<Item> implements AsyncIterable<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  /** To go on from here later: `cursor` of the next call, or `after` for events. */
  readonly next_cursor: string | null;
  /** Of evidence: how many breaches have none yet, because the operator has not named the issuer. */
  readonly awaiting_issuer?: number;
  readonly #readNext: ReadPage<Item>;

  constructor(list: List<Item>, readNext: ReadPage<Item>) {
    this.data = list.data;
    this.has_more = list.has_more;
    this.next_cursor = list.next_cursor;
    if (list.awaiting_issuer !== undefined) this.awaiting_issuer = list.awaiting_issuer;
    this.#readNext = readNext;
  }

  hasNextPage(): boolean {
    return this.has_more && this.next_cursor !== null;
  }

  getNextPage(): PagePromise<Item> {
    if (this.next_cursor === null || !this.has_more) throw new RangeError("this is the last page");
    return this.#readNext(this.next_cursor);
  }

  /** This page and all behind it. */
  async *pages(): AsyncGenerator<Page<Item>, void> {
    yield this;
    let next = this.hasNextPage() ? await this.getNextPage() : null;
    while (next !== null) {
      yield next;
      next = next.hasNextPage() ? await next.getNextPage() : null;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page.data;
  }
}

/** The promise of the first page, and of every item: `for await (const vehicle of client.vehicles.list())`. */
export class PagePromise<Item> extends APIPromise<Page<Item>> implements AsyncIterable<Item> {
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    yield* await this;
  }
}

/** A list whose pages follow one another; `cursor` is where this one begins. */
export function readPage<Item>(
  answer: Answer,
  list: List<Item>,
  given: { readonly cursor: string | undefined; readonly readNext: ReadPage<Item> },
): Page<Item> {
  if (!Array.isArray(list.data)) {
    throw new UnexpectedAnswerError(`${answer.request} answered without a list of data`, answer);
  }
  // Nothing else would ever end the walk through the pages.
  if (list.has_more && list.next_cursor === given.cursor) {
    throw new UnexpectedAnswerError(`${answer.request} names itself as the next page`, answer);
  }
  return new Page({ ...list, next_cursor: list.next_cursor ?? null }, given.readNext);
}
