import { setTimeout as sleep } from "node:timers/promises";

import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type JetStreamManager,
} from "@nats-io/jetstream";
import { connect, headers, type NatsConnection, nanos } from "@nats-io/transport-node";

import { messageOf } from "../platform/fault.ts";
import { type Broker, type BrokerNeeds, brokerPauseMs, messagesUnderWay, problemProperty } from "./broker.ts";
import type { Message } from "./frame-message.ts";
import { SettleMessages } from "./settle-messages.ts";

export interface NatsSettings {
  /** nats:// or tls://, with user and password, or a token as the user. */
  readonly url: string;
  /** The JetStream stream that holds the frames. */
  readonly stream: string;
  /** Which of its subjects are read; it may have wildcards. */
  readonly subject: string;
  /** Where messages go that are refused for good. */
  readonly refusedSubject: string;
}

/**
 * Reads frames from a stream of NATS JetStream by a durable pull consumer, and acknowledges each message once its frames
 * are durable. The stream carries; what it held may be wiped without a frame that was acknowledged being lost.
 */
export function readNats(settings: NatsSettings, needs: BrokerNeeds): Broker {
  return new NatsReader(settings, needs);
}

class NatsReader implements Broker {
  readonly #settings: NatsSettings;
  readonly #needs: BrokerNeeds;
  readonly #stopping = new AbortController();
  readonly #settling: SettleMessages;
  /** Messages handed to the intake that are not settled yet. */
  readonly #open = new Map<JsMsg, Promise<void>>();
  readonly #running: Promise<void>;
  #connection: NatsConnection | null = null;
  #messages: ConsumerMessages | null = null;
  #state = "not connected yet";

  constructor(settings: NatsSettings, needs: BrokerNeeds) {
    this.#settings = settings;
    this.#needs = needs;
    const { refusedSubject } = settings;
    this.#settling = new SettleMessages({
      ...needs,
      broker: "nats",
      refusedAt: refusedSubject,
      stopping: this.#stopping.signal,
      publish: (message, problem) => this.park(message, problem),
    });
    this.#running = this.#run();
  }

  check(): string {
    return this.#state === "ok" ? this.#settling.check() : this.#state;
  }

  async park({ payload }: Message, problem: string): Promise<void> {
    const connection = this.#connection;
    if (connection === null) throw new Error("not connected yet");
    const given = headers();
    given.set(problemProperty, problem);
    try {
      await jetstream(connection).publish(this.#settings.refusedSubject, payload, { headers: given });
    } catch (fault) {
      throw new Error(`${messageOf(fault)}; a stream has to take that subject in`, { cause: fault });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#messages?.close();
    await this.#needs.intake.stop();
    await Promise.all(this.#open.values());
    const connection = this.#connection;
    // What was acknowledged last is still on its way; a broker that does not answer is not waited for.
    if (connection !== null) {
      await Promise.race([connection.drain().catch(() => undefined), sleep(goodbyeMs)]);
      await connection.close().catch(() => undefined);
    }
    await this.#running;
  }

  async #run(): Promise<void> {
    const stillUnderWay = setInterval(() => {
      for (const message of this.#open.keys()) message.working();
    }, ackWaitMs / 3);
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#read();
      } catch (fault) {
        this.#note(this.#explain(fault));
      }
      await sleep(brokerPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
    clearInterval(stillUnderWay);
  }

  /** Connects, and reads until the consumer or the connection ends. */
  async #read(): Promise<void> {
    const connection = await this.#connect();
    const manager = await jetstreamManager(connection);
    await this.#prepareConsumer(manager);
    const consumer = await jetstream(connection).consumers.get(this.#settings.stream, this.#needs.name);
    const messages = await consumer.consume({
      max_messages: messagesUnderWay,
      abort_on_missing_resource: true,
    });
    this.#messages = messages;
    if (this.#stopping.signal.aborted) return;
    this.#note("ok");
    for await (const message of messages) {
      const settled = this.#take(message);
      this.#open.set(message, settled);
      void settled.finally(() => this.#open.delete(message));
      await this.#needs.intake.room();
    }
  }

  async #connect(): Promise<NatsConnection> {
    if (this.#connection !== null && !this.#connection.isClosed()) return this.#connection;
    const connection = await connect(connectionOptions(this.#settings.url, this.#needs.name));
    this.#connection = connection;
    void this.#watch(connection);
    return connection;
  }

  /** Says when the connection breaks and when it is back; the client itself connects again. */
  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === "disconnect") this.#note("the connection is lost");
      if (status.type === "reconnect") this.#note("ok");
    }
  }

  /**
   * The consumer, whose place in the stream outlives this process. Messages that were under way when a process ended
   * would come again only after the wait for their acknowledgement, behind newer frames of the same vehicles. So the
   * consumer begins anew right behind what is acknowledged without a gap; a frame that was stored counts once.
   */
  async #prepareConsumer(manager: JetStreamManager): Promise<void> {
    const { stream, subject } = this.#settings;
    const { name } = this.#needs;
    const wanted = {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: messagesUnderWay,
      filter_subject: subject,
    };
    const known = await manager.consumers.info(stream, name).catch(noneIfMissing);
    if (known === null) {
      await manager.consumers.add(stream, { ...wanted, deliver_policy: DeliverPolicy.All });
      return;
    }
    if (known.num_ack_pending === 0) return;
    await manager.consumers.delete(stream, name);
    await manager.consumers.add(stream, {
      ...wanted,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: known.ack_floor.stream_seq + 1,
    });
  }

  async #take(message: JsMsg): Promise<void> {
    const { subject: source, data: payload } = message;
    if (await this.#settling.settle({ payload, source })) message.ack();
  }

  #note(state: string): void {
    if (this.#stopping.signal.aborted || this.#state === state) return;
    this.#state = state;
    const { stream, subject } = this.#settings;
    const members = { broker: "nats", stream, subject };
    if (state === "ok") this.#needs.log.info(members, "reading frames from a broker");
    else this.#needs.log.warn({ ...members, reason: state }, "a broker gives no frames");
  }

  #explain(fault: unknown): string {
    const { stream, subject } = this.#settings;
    if (fault instanceof JetStreamApiError && fault.code === JetStreamApiCodes.StreamNotFound)
      return `there is no stream ${stream}; make it: nats stream add ${stream} --subjects "${subject},${this.#settings.refusedSubject}"`;
    return messageOf(fault);
  }
}

function noneIfMissing(fault: unknown): null {
  if (fault instanceof JetStreamApiError && fault.code === JetStreamApiCodes.ConsumerNotFound) return null;
  throw fault;
}

function connectionOptions(url: string, name: string): Parameters<typeof connect>[0] {
  const { protocol, host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    servers: host,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: brokerPauseMs,
    ...(protocol === "tls:" && { tls: {} }),
    ...(user !== "" && password === "" && { token: user }),
    ...(user !== "" && password !== "" && { user, pass: decodeURIComponent(password) }),
  };
}

/** After that a message that nobody says is under way comes again. */
const ackWaitMs = 30_000;
const goodbyeMs = 500;
