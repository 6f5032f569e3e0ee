import { setTimeout as sleep } from "node:timers/promises";

import { connect, type IClientOptions, type ISubscriptionGrant, type MqttClient } from "mqtt";
import { generate, type IPublishPacket } from "mqtt-packet";

import { messageOf } from "../platform/fault.ts";
import { type Broker, type BrokerNeeds, brokerPauseMs, messagesUnderWay, problemProperty } from "./broker.ts";
import type { Message } from "./frame-message.ts";
import { SettleMessages } from "./settle-messages.ts";

export interface MqttSettings {
  /** mqtt://, mqtts://, ws:// or wss://, with user and password where the broker asks for them. */
  readonly url: string;
  /** Topic filters (MQTT 5, 4.7) of the frames. */
  readonly topics: readonly string[];
  /** Where messages go that are refused for good. */
  readonly refusedTopic: string;
}

/**
 * Reads frames from an MQTT 5 broker: a session that lives on at the broker while the service is away, and quality of
 * service 1, acknowledged once the frames are durable. What was sent with quality 0 is read, too, and may be lost.
 */
export function readMqtt(settings: MqttSettings, needs: BrokerNeeds): Broker {
  return new MqttReader(settings, needs);
}

class MqttReader implements Broker {
  readonly #settings: MqttSettings;
  readonly #needs: BrokerNeeds;
  readonly #client: MqttClient;
  readonly #stopping = new AbortController();
  readonly #messages: SettleMessages;
  /** Messages handed to the intake that are not settled yet. */
  readonly #open = new Set<Promise<void>>();
  #connection = "not connected yet";
  #subscription = "ok";

  constructor(settings: MqttSettings, needs: BrokerNeeds) {
    this.#settings = settings;
    this.#needs = needs;
    const { refusedTopic } = settings;
    this.#messages = new SettleMessages({
      ...needs,
      broker: "mqtt",
      refusedAt: refusedTopic,
      stopping: this.#stopping.signal,
      publish: (message, problem) => this.park(message, problem),
    });
    this.#client = connect(settings.url, clientOptions(needs.name));
    this.#client.handleMessage = (packet, next) => void this.#handle(packet, next);
    this.#client.on("connect", () => void this.#subscribe());
    this.#client.on("error", (fault) => this.#disconnected(messageOf(fault)));
    this.#client.on("close", () => this.#disconnected("the connection is closed"));
  }

  check(): string {
    const checks = [this.#connection, this.#subscription, this.#messages.check()];
    return checks.find((check) => check !== "ok") ?? "ok";
  }

  async park({ payload }: Message, problem: string): Promise<void> {
    await this.#client.publishAsync(this.#settings.refusedTopic, Buffer.from(payload), {
      qos: 1,
      properties: { userProperties: { [problemProperty]: problem } },
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#needs.intake.stop();
    await Promise.all(this.#open);
    // What was acknowledged last is still on its way; a broker that does not answer is not waited for.
    await Promise.race([this.#client.endAsync(), sleep(goodbyeMs)]);
    await this.#client.endAsync(true);
  }

  /**
   * The client answers each packet before it reads the next, which would be one frame a commit. Called with an error it
   * goes on without an answer; the answer is written by `#acknowledge`.
   */
  async #handle(packet: IPublishPacket, next: (error?: Error) => void): Promise<void> {
    const settled = this.#take(packet, this.#client.stream);
    this.#open.add(settled);
    void settled.finally(() => this.#open.delete(settled));
    await this.#needs.intake.room();
    if (packet.qos === 0) next();
    else next(new Error("it is acknowledged when it is stored"));
  }

  async #take(packet: IPublishPacket, stream: MqttClient["stream"]): Promise<void> {
    const { topic, payload: given, qos } = packet;
    const payload = typeof given === "string" ? Buffer.from(given) : given;
    const isSettled = await this.#messages.settle({ payload, source: topic });
    if (isSettled && qos === 1) this.#acknowledge(packet, stream);
  }

  /** On the connection it came by: on another one the number is another message's, and the broker sends this one again. */
  #acknowledge({ messageId }: IPublishPacket, stream: MqttClient["stream"]): void {
    if (messageId === undefined || this.#client.stream !== stream || !this.#client.connected) return;
    stream.write(generate({ cmd: "puback", messageId, reasonCode: 0 }, { protocolVersion: 5 }));
  }

  async #subscribe(): Promise<void> {
    this.#connection = "ok";
    const { topics } = this.#settings;
    try {
      // What is kept at the broker as the last message of a topic was taken when it was new.
      const granted = await this.#client.subscribeAsync([...topics], { qos: 1, rh: 1 });
      this.#subscription = refusedGrant(granted) ?? "ok";
    } catch (fault) {
      this.#subscription = `${topics.join(", ")} cannot be subscribed to: ${messageOf(fault)}`;
    }
    const members = { broker: "mqtt", topics };
    if (this.#subscription === "ok") this.#needs.log.info(members, "reading frames from a broker");
    else this.#needs.log.warn({ ...members, reason: this.#subscription }, "a broker gives no frames");
  }

  #disconnected(reason: string): void {
    if (this.#stopping.signal.aborted || this.#connection === reason) return;
    // The reason that came first says more than "closed", which follows it.
    if (this.#connection === "ok" || reason !== "the connection is closed") {
      this.#connection = reason;
      this.#needs.log.warn({ broker: "mqtt", reason }, "a broker cannot be reached");
    }
  }
}

function refusedGrant(granted: readonly ISubscriptionGrant[]): string | null {
  const refused = granted.filter(({ qos }) => qos >= 0x80).map(({ topic }) => topic);
  if (refused.length > 0) return `the broker does not let this user read ${refused.join(", ")}`;
  const weaker = granted.filter(({ qos }) => qos < 1).map(({ topic }) => topic);
  return weaker.length === 0
    ? null
    : `the broker grants only quality 0 for ${weaker.join(", ")}: frames may be lost`;
}

function clientOptions(name: string): IClientOptions {
  return {
    protocolVersion: 5,
    clientId: name,
    clean: false,
    keepalive: 30,
    reconnectPeriod: brokerPauseMs,
    reconnectOnConnackError: true,
    resubscribe: false,
    properties: { sessionExpiryInterval: sessionS, receiveMaximum: messagesUnderWay },
  };
}

const goodbyeMs = 500;

/** A week: after that a broker need not keep messages for a service that never came back. */
const sessionS = 7 * 86_400;
