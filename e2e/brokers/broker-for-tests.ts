import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect as connectSocket, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A message that the service put aside, and what it says of why. */
export interface ParkedMessage {
  readonly payload: Buffer;
  readonly problem: Readonly<Record<string, unknown>>;
}

/** A real broker with a client of its own maker, of which the service under test knows nothing. */
export interface TestBroker {
  /** What the service is told of it. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves once the broker has the message. */
  publish(payload: string | Uint8Array): Promise<void>;
  /** All that were parked, in order. */
  parked(): Promise<readonly ParkedMessage[]>;
  /** Ends the broker, keeping what it holds, and begins it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface BrokerKind {
  readonly name: "mqtt" | "nats";
  /** Null where its program is there. */
  readonly skipReason: string | null;
  readonly open: (
    folder: string,
    given?: { readonly user?: string; readonly password?: string },
  ) => Promise<TestBroker>;
}

/** Why tests that need a program have to be skipped; null where it is there. */
export function whyNoProgram(program: string): string | null {
  const found = spawnSync("sh", ["-c", `command -v ${program}`], { env: searchEnv });
  return found.status === 0 ? null : `${program} is not installed (Debian: apt-get install ${program})`;
}

/** Where Debian puts servers is not on everybody's path. */
const searchEnv = { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin` };

/** A broker's process that can be ended and begun again. */
export class BrokerProcess {
  readonly #program: string;
  readonly #words: readonly string[];
  readonly #port: number;
  #child: ChildProcess | null = null;

  constructor(program: string, words: readonly string[], port: number) {
    this.#program = program;
    this.#words = words;
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#child = spawn(this.#program, this.#words, { stdio: "ignore", env: searchEnv });
    for (let waited = 0; !(await takesConnections(this.#port)); waited += 1) {
      if (waited === 200) throw new Error(`${this.#program} does not listen`);
      await sleep(50);
    }
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
    this.#child = null;
  }
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
