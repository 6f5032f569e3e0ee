import { connect } from "node:net";

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchanged {
  readonly answers: readonly RawAnswer[];
  /** What came after the last whole answer. */
  readonly rest: string;
}

/** A server that answers before the whole request came reads on for a while; nobody has to wait for that. */
const lingerMs = 100;

/**
 * Sends bytes over a connection of its own, exactly as they are, and reads until the server closes it, or a whole
 * answer is there and nothing follows. Rejects when nothing comes in time.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  more: { readonly halfClose?: boolean; readonly isHead?: boolean; readonly withinMs: number },
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(
          `no answer within ${more.withinMs} ms; got ${JSON.stringify(textOf(received).slice(0, 200))}`,
        ),
      );
    }, more.withinMs);
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answersIn(textOf(received), more.isHead === true));
    };
    socket.on("connect", () => {
      socket.write(bytes);
      if (more.halfClose === true) socket.end();
    });
    socket.on("data", (chunk: Buffer) => {
      received.push(chunk);
      const { answers, rest } = answersIn(textOf(received), more.isHead === true);
      const last = answers.at(-1);
      if (rest !== "" || last === undefined) return;
      if (last.headers.get("connection") === "close") setTimeout(finish, lingerMs);
      else finish();
    });
    socket.on("end", finish);
    // A server that refuses a large body may close while it is still being sent; the answer is there all the same.
    socket.on("error", finish);
    socket.on("close", finish);
  });
}

function textOf(received: readonly Buffer[]): string {
  return Buffer.concat(received).toString("latin1");
}

function answersIn(text: string, isHead: boolean): Exchanged {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const first = firstAnswer(rest, isHead);
    if (first === null) return { answers, rest };
    // An invitation to go on is no answer.
    if (first.answer.status !== 100) answers.push(first.answer);
    rest = rest.slice(first.length);
  }
}

/** The answer at the beginning of a text and its length there; null while it is not whole. */
function firstAnswer(
  text: string,
  isHead: boolean,
): { readonly answer: RawAnswer; readonly length: number } | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(statusLine)?.[1] ?? Number.NaN);
  const headers = headersIn(lines);
  const isEmpty = isHead || status === 100 || status === 304;
  const bodyAt = headEnd + 4;
  const length = bodyAt + (isEmpty ? 0 : Number(headers.get("content-length") ?? 0));
  if (text.length < length) return null;
  const body = Buffer.from(text.slice(bodyAt, length), "latin1").toString("utf8");
  return { answer: { status, headers, body }, length };
}

function headersIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value);
  }
  return headers;
}
