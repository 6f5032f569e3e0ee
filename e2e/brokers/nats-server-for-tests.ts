import { join } from "node:path";

import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";

import {
  type BrokerKind,
  BrokerProcess,
  freePort,
  type ParkedMessage,
  type TestBroker,
  whyNoProgram,
} from "./broker-for-tests.ts";

/** The NATS server with JetStream, as Debian has it. */
export const natsServer: BrokerKind = { name: "nats", skipReason: whyNoProgram("nats-server"), open };

async function open(
  folder: string,
  { user, password }: { readonly user?: string; readonly password?: string } = {},
): Promise<TestBroker> {
  const port = await freePort();
  const kept = join(folder, "nats");
  const words = ["--jetstream", "--store_dir", kept, "--addr", "127.0.0.1", "--port", String(port)];
  if (user !== undefined && password !== undefined) words.push("--user", user, "--pass", password);
  const broker = new BrokerProcess("nats-server", words, port);
  await broker.start();
  const begin = (): Promise<NatsConnection> =>
    connect({ servers: `127.0.0.1:${port}`, ...(user !== undefined && { user, pass: password }) });
  let connection = await begin();
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: "PLUMBLINE", subjects: ["plumbline.frames.>", "plumbline.refused"] });
  const login = user === undefined ? "" : `${user}:${password}@`;
  return {
    env: { PLUMBLINE_NATS_URL: `nats://${login}127.0.0.1:${port}` },
    async publish(payload) {
      await jetstream(connection).publish("plumbline.frames.test", Buffer.from(payload));
    },
    async parked() {
      const found: ParkedMessage[] = [];
      const js = jetstream(connection);
      const consumer = await js.consumers.get("PLUMBLINE", { filter_subjects: "plumbline.refused" });
      const waiting = (await consumer.info()).num_pending;
      if (waiting === 0) return found;
      for await (const message of await consumer.fetch({ max_messages: waiting, expires: 2_000 })) {
        const given = message.headers?.get("plumbline-problem") ?? "null";
        found.push({
          payload: Buffer.from(message.data),
          problem: JSON.parse(given) as ParkedMessage["problem"],
        });
        if (found.length === waiting) break;
      }
      return found;
    },
    async stop() {
      await connection.close();
      await broker.stop("SIGKILL");
    },
    async start() {
      await broker.start();
      connection = await begin();
    },
    async close() {
      await connection.close();
      await broker.stop("SIGKILL");
    },
  };
}
