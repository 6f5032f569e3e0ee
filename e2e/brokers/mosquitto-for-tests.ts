import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { connectAsync, type MqttClient } from "mqtt";

import {
  type BrokerKind,
  BrokerProcess,
  freePort,
  type ParkedMessage,
  type TestBroker,
  whyNoProgram,
} from "./broker-for-tests.ts";

/** Mosquitto, as Debian has it. */
export const mosquitto: BrokerKind = { name: "mqtt", skipReason: whyNoProgram("mosquitto"), open };

async function open(
  folder: string,
  { user, password }: { readonly user?: string; readonly password?: string } = {},
): Promise<TestBroker> {
  const port = await freePort();
  const kept = join(folder, "mosquitto");
  await mkdir(kept);
  const lines = [
    `listener ${port} 127.0.0.1`,
    "persistence true",
    `persistence_location ${kept}/`,
    "max_queued_messages 0",
    "max_inflight_messages 0",
    // As root it would become another user, who cannot look into a folder of this test.
    ...(process.getuid?.() === 0 ? ["user root"] : []),
  ];
  if (user === undefined || password === undefined) lines.push("allow_anonymous true");
  else {
    const file = join(kept, "passwords");
    spawnSync("mosquitto_passwd", ["-b", "-c", file, user, password]);
    lines.push("allow_anonymous false", `password_file ${file}`);
  }
  const configuration = join(kept, "mosquitto.conf");
  await writeFile(configuration, `${lines.join("\n")}\n`);
  const broker = new BrokerProcess("mosquitto", ["-c", configuration], port);
  await broker.start();

  const url = `mqtt://127.0.0.1:${port}`;
  const login = user === undefined ? "" : `${user}:${password}@`;
  const parked: ParkedMessage[] = [];
  const connect = async (): Promise<MqttClient> => {
    const client = await connectAsync(url, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      clientId: `vehicles-${port}`,
      clean: false,
      properties: { sessionExpiryInterval: 600 },
      ...(user !== undefined && { username: user, password }),
    });
    client.on("error", () => {});
    client.on("message", (_topic, payload, packet) => {
      const given = packet.properties?.userProperties?.["plumbline-problem"];
      parked.push({ payload, problem: JSON.parse(String(given)) as ParkedMessage["problem"] });
    });
    await client.subscribeAsync("plumbline/refused", { qos: 1 });
    return client;
  };
  let client = await connect();
  return {
    env: { PLUMBLINE_MQTT_URL: `mqtt://${login}127.0.0.1:${port}` },
    async publish(payload) {
      await client.publishAsync("plumbline/frames/test", Buffer.from(payload), { qos: 1 });
    },
    async parked() {
      await sleep(200);
      return parked;
    },
    async stop() {
      await client.endAsync(true);
      // It writes what it holds when it is asked to end, and at long intervals.
      await broker.stop("SIGTERM");
    },
    async start() {
      await broker.start();
      client = await connect();
    },
    async close() {
      await client.endAsync(true);
      await broker.stop("SIGKILL");
    },
  };
}
