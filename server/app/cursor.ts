import { createHmac, timingSafeEqual } from "node:crypto";

import { Refusal } from "../../core/contract/refusal.ts";

/** Which list a cursor belongs to: given to another list, organisation, filter or order it is refused. */
export interface CursorList {
  readonly operation: string;
  readonly organisation: string;
  /** Filters and order, as plain JSON. The page size is not part of it: it may change between pages. */
  readonly query: unknown;
}

/** 96 bits: not to be guessed, and a cursor stays short. */
const tagBytes = 12;

/**
 * A place in a list as text a client gives back unchanged: `<place>.<tag>`, base64url. The tag is an HMAC-SHA-256
 * under the installation's secret, so a place never comes from outside, and no page can be asked for by guessing.
 */
export function signCursor(list: CursorList, place: unknown, secret: Uint8Array): string {
  const text = Buffer.from(JSON.stringify(place), "utf8").toString("base64url");
  return `${text}.${tagOf(list, text, secret).toString("base64url")}`;
}

/** The place `signCursor` was given. Throws `Refusal` `cursor_invalid` for anything else. */
export function openCursor(list: CursorList, cursor: string, secret: Uint8Array): unknown {
  const [text, tag, ...rest] = cursor.split(".");
  if (text === undefined || tag === undefined || rest.length > 0) throw cursorRefusal();
  const given = Buffer.from(tag, "base64url");
  const expected = tagOf(list, text, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw cursorRefusal();
  return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
}

/** The pages of one list: a place in it goes out signed, and comes back as it was. */
export class ListCursor<Place> {
  readonly #list: CursorList;
  readonly #secret: Uint8Array;

  constructor(list: CursorList, secret: Uint8Array) {
    this.#list = list;
    this.#secret = secret;
  }

  /** Null for the first page. Throws `Refusal` `cursor_invalid` for a cursor that `page` did not give. */
  open(cursor: string | undefined): Place | null {
    // What is signed for this list was a place of it.
    return cursor === undefined ? null : (openCursor(this.#list, cursor, this.#secret) as Place);
  }

  /** A place as a cursor. */
  place(place: Place): string {
    return signCursor(this.#list, place, this.#secret);
  }

  /** At most `limit` of what was found, and where to go on when there is more. */
  page<Item>(
    found: readonly Item[],
    { limit, placeOf }: { readonly limit: number; readonly placeOf: (last: Item) => Place },
  ): { readonly items: readonly Item[]; readonly hasMore: boolean; readonly next: string | null } {
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : this.place(placeOf(last));
    return { items, hasMore: last !== undefined, next };
  }
}

/** The secret cursors are signed under, from the installation's own: one purpose never reveals another's. */
export function cursorSecretOf(installationSecret: Uint8Array): Uint8Array {
  return createHmac("sha256", installationSecret).update("plumbline list cursors").digest();
}

function tagOf(list: CursorList, text: string, secret: Uint8Array): Buffer {
  const { operation, organisation, query } = list;
  return createHmac("sha256", secret)
    .update(JSON.stringify([operation, organisation, query, text]))
    .digest()
    .subarray(0, tagBytes);
}

/** For a cursor that is not of its list, or whose place in it is gone. */
export function cursorRefusal(): Refusal {
  const detail =
    "The cursor does not belong to this list. Give back next_cursor unchanged, with the same filters and order, or start without one.";
  return new Refusal("cursor_invalid", detail, [{ parameter: "cursor", code: "cursor_invalid", detail }]);
}
