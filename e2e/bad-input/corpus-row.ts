import { readdirSync, readFileSync } from "node:fs";

/** Text, or pieces of text put together: a piece may be repeated, `#` in it standing for the number of the repetition. */
export type Pieces = string | readonly (string | { readonly repeat: string; readonly times: number })[];

export interface CorpusRequest {
  readonly method: string;
  readonly path: Pieces;
  /** Null takes a header away that is sent otherwise; an array sends it several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: Pieces | { readonly base64: string };
  /** Compresses the body; then `cut` takes bytes from its end, `flip` inverts one from the middle, `append` adds some. */
  readonly coding?: "gzip" | "br" | "zstd";
  readonly cut?: number;
  readonly flip?: number;
  readonly append?: string;
  readonly chunked?: boolean;
  /** Instead of the row's key. */
  readonly key?: string;
}

export interface Expectation {
  readonly status: number;
  /** Slug of the problem. */
  readonly type?: string;
  /** `*`: any code. */
  readonly code?: string;
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
  /** A piece of the detail. */
  readonly detail?: string;
  /** The entries of a batch answer, in part. */
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
  /** The answer, in part. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly allow?: string;
  readonly replayed?: boolean;
}

/**
 * One hostile or borderline request, and what must come of it. `{{key:NAME}}`, `{{time:+SECONDS}}`, `{{other:…}}` and
 * `{{trap}}` stand for what is only known when the server runs.
 */
export interface CorpusRow {
  readonly name: string;
  /** Which key is sent: `admin` when left out, none when null. */
  readonly key?: string | null;
  readonly request?: CorpusRequest;
  /** The bytes of the connection, as Latin-1, for what no HTTP library would send. */
  readonly raw?: Pieces;
  /** Ends the sending side after the bytes. */
  readonly halfClose?: boolean;
  /** Sent before, for their effect. */
  readonly first?: readonly CorpusRequest[];
  /** Must be answered with the very same bytes, request ids aside. */
  readonly likeWith?: CorpusRequest;
  /** How many answers the connection may carry. */
  readonly answers?: number;
  readonly expect: Expectation;
}

/** The rows of every file of `corpus`, by its name. */
export function readCorpus(): ReadonlyMap<string, readonly CorpusRow[]> {
  const folder = new URL("corpus/", import.meta.url);
  return new Map(
    readdirSync(folder)
      .toSorted()
      .map((file) => [file.replace(".ndjson", ""), rowsOf(readFileSync(new URL(file, folder), "utf8"))]),
  );
}

/** In the files a request to take frames in names neither its method nor its path, and a 422 not its usual type. */
function rowsOf(text: string): readonly CorpusRow[] {
  const usual = { method: "POST", path: "/v1/telemetry/ingest" };
  const whole = (request: Partial<CorpusRequest>): CorpusRequest => ({ ...usual, ...request });
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const row = JSON.parse(line) as CorpusRow;
      const { request, first, likeWith, expect } = row;
      return {
        ...row,
        ...(request && { request: whole(request) }),
        ...(first && { first: first.map(whole) }),
        ...(likeWith && { likeWith: whole(likeWith) }),
        expect: expect.status === 422 ? { type: "validation-error", ...expect } : expect,
      };
    });
}

export function joined(pieces: Pieces): string {
  if (typeof pieces === "string") return pieces;
  return pieces.map((piece) => (typeof piece === "string" ? piece : repeated(piece))).join("");
}

function repeated({ repeat, times }: { readonly repeat: string; readonly times: number }): string {
  if (!repeat.includes("#")) return repeat.repeat(times);
  return Array.from({ length: times }, (_, at) => repeat.replaceAll("#", String(at))).join("");
}
