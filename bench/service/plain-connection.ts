import { type Socket, connect } from "node:net";

/** One kept HTTP connection with one request at a time: a client that costs next to nothing. */
export class PlainConnection {
  readonly #socket: Socket;
  #received = "";
  #answered: ((status: number) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => this.#take(chunk.toString("latin1")));
    this.#socket.on("error", () => this.#answered?.(0));
  }

  send(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(request);
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
    this.#answered?.(status);
  }
}
