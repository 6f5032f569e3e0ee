import { sha256Hex } from "../app/sha256.ts";
import { type Broker, brokerPauseMs } from "./broker.ts";
import { FrameIntake, type IntakeNeeds } from "./frame-intake.ts";
import type { Message } from "./frame-message.ts";
import type { MqttSettings } from "./read-mqtt.ts";
import type { NatsSettings } from "./read-nats.ts";

/** Where frames come from besides requests; none by default. */
export interface BrokerSettings {
  /** Says whose the frames are; null where nobody gave one. */
  readonly apiKey: string | null;
  readonly mqtt: MqttSettings | null;
  readonly nats: NatsSettings | null;
}

export interface BrokersNeeds extends Omit<IntakeNeeds, "apiKey" | "bearer" | "broker" | "pauseMs"> {
  /** A secret of this installation, from which its name at brokers is made. */
  readonly installationSecret: Uint8Array;
}

/** The brokers frames are read from. Their clients are loaded only where there is one. */
export class Brokers {
  readonly #open = new Map<string, Broker>();

  /** Lets the clients load while there is nothing to read into yet: on a busy machine that takes seconds. */
  begin({ mqtt, nats, apiKey }: BrokerSettings): void {
    // A fault comes again where they are opened.
    if (apiKey !== null && mqtt !== null) import("./read-mqtt.ts").catch(() => {});
    if (apiKey !== null && nats !== null) import("./read-nats.ts").catch(() => {});
  }

  async open(settings: BrokerSettings, needs: BrokersNeeds): Promise<void> {
    const { mqtt, nats, apiKey } = settings;
    if (apiKey === null) return;
    if (mqtt !== null) {
      const { readMqtt } = await import("./read-mqtt.ts");
      // A session remembers its filters: with others it is another one.
      const name = nameOf(needs.installationSecret, ["mqtt", ...mqtt.topics]);
      this.#open.set(
        "mqtt",
        readMqtt(mqtt, { name, log: needs.log, intake: intakeOf(apiKey, "mqtt", needs) }),
      );
    }
    if (nats !== null) {
      const { readNats } = await import("./read-nats.ts");
      const name = nameOf(needs.installationSecret, ["nats", nats.stream, nats.subject]);
      this.#open.set(
        "nats",
        readNats(nats, { name, log: needs.log, intake: intakeOf(apiKey, "nats", needs) }),
      );
    }
  }

  /** Of each broker `ok`, or why its frames do not come. */
  checks(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#open].map(([name, broker]) => [name, broker.check()]));
  }

  /** Puts a message where the refused ones of its broker go. Rejects where that cannot be done now. */
  async park(name: string, message: Message, problem: string): Promise<void> {
    const broker = this.#open.get(name);
    if (broker === undefined) throw new Error("frames are not read from this broker now");
    await broker.park(message, problem);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#open.values()].map((broker) => broker.stop()));
  }
}

function intakeOf(apiKey: string, broker: string, needs: BrokersNeeds): FrameIntake {
  // The settings name the broker and the key, so that it is this machine that asks, whoever sent the message.
  const bearer = { requestId: `broker_${broker}`, clientAddress: broker, isLoopback: true };
  return new FrameIntake({ ...needs, apiKey, bearer, broker, pauseMs: brokerPauseMs });
}

function nameOf(secret: Uint8Array, parts: readonly string[]): string {
  return `plumbline-${sha256Hex(`${Buffer.from(secret).toString("hex")} ${JSON.stringify(parts)}`).slice(0, 16)}`;
}
