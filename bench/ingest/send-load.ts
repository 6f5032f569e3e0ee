import { connect, type Socket } from "node:net";

/** One kept HTTP connection with one request at a time: a client that costs next to nothing. */
export class PlainConnection {
  readonly #socket: Socket;
  #received = "";
  #answered: ((status: number) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => this.#take(chunk.toString("latin1")));
    // A connection that breaks answers 0; a failed one is also closed.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => this.#answer(0));
  }

  /** The status of the answer; 0 when the connection broke. */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      if (this.#socket.destroyed) this.#answer(0);
      else this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf("\r\n\r\n");
    const length = /^content-length: ([0-9]+)\r$/im.exec(this.#received)?.[1];
    if (end < 0 || length === undefined || this.#received.length < end + 4 + Number(length)) return;
    const status = Number(this.#received.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    this.#received = "";
    this.#answer(status);
  }

  #answer(status: number): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(status);
  }
}

export interface Sent {
  readonly tookS: number;
  /** In order of size. */
  readonly answersMs: readonly number[];
  /** Requests that were turned away with 503 and sent again. */
  readonly turnedAway: number;
}

/** Closed loop: every client sends its next request when the one before is answered. */
export async function sendInTurn(port: number, requests: readonly Buffer[], clients: number): Promise<Sent> {
  const waiting = [...requests].toReversed();
  const answersMs: number[] = [];
  let turnedAway = 0;
  const client = async (): Promise<void> => {
    let connection = new PlainConnection(port);
    for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
      const sentMs = performance.now();
      const status = await connection.send(request);
      if (status === 200) answersMs.push(performance.now() - sentMs);
      else if (status === 503) {
        turnedAway += 1;
        waiting.push(request);
        connection.close();
        await new Promise((resolve) => setTimeout(resolve, 100));
        connection = new PlainConnection(port);
      } else throw new Error(`the server answered ${status}`);
    }
    connection.close();
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { tookS: (performance.now() - beganMs) / 1000, answersMs: sorted(answersMs), turnedAway };
}

/**
 * Open loop: request n is due at n/rate, whatever became of those before it, and its latency counts from then. A
 * server that stands still is so charged for everything that was due meanwhile (coordinated omission: Tene, "How NOT
 * to measure latency", 2013). The timer that sends may itself be a millisecond late, which counts too.
 */
export async function sendOnTime(
  port: number,
  requests: readonly Buffer[],
  { perSecond, clients }: { readonly perSecond: number; readonly clients: number },
): Promise<Sent> {
  const beganMs = performance.now();
  const dueMs = (at: number) => beganMs + (1000 * at) / perSecond;
  const answersMs: number[] = [];
  let turnedAway = 0;
  let next = 0;
  const client = async (): Promise<void> => {
    const connection = new PlainConnection(port);
    while (next < requests.length) {
      const at = next;
      next += 1;
      const earlyMs = dueMs(at) - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      const status = await connection.send(requests[at]!);
      if (status === 503) turnedAway += 1;
      else if (status !== 200) throw new Error(`the server answered ${status}`);
      answersMs.push(performance.now() - dueMs(at));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { tookS: (performance.now() - beganMs) / 1000, answersMs: sorted(answersMs), turnedAway };
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((one, other) => one - other);
}
