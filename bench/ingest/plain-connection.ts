import { type Socket, connect } from "node:net";

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
