import { setTimeout as sleep } from "node:timers/promises";

import { messageOf } from "../platform/fault.ts";
import { type BrokerNeeds, brokerPauseMs } from "./broker.ts";
import { IntakeStopped } from "./frame-intake.ts";
import type { Message } from "./frame-message.ts";
import { type Outcome, problemOf } from "./message-outcome.ts";

interface SettlingNeeds extends Pick<BrokerNeeds, "intake" | "log"> {
  readonly broker: string;
  /** Topic or subject of messages that are refused for good. */
  readonly refusedAt: string;
  readonly stopping: AbortSignal;
  /** Sends a message that was refused to where such messages go; resolves once the broker has it. */
  readonly publish: (message: Message, problem: string) => Promise<unknown>;
}

/** Brings messages of a broker to where they may be acknowledged: stored, or parked with the reason. */
export class SettleMessages {
  readonly #needs: SettlingNeeds;
  #parking = "ok";

  constructor(needs: SettlingNeeds) {
    this.#needs = needs;
  }

  /** `ok`, or why messages are neither taken nor parked. */
  check(): string {
    return this.#parking === "ok" ? (this.#needs.intake.trouble ?? "ok") : this.#parking;
  }

  /** False where the message is left to the broker. */
  async settle(message: Message): Promise<boolean> {
    // Parked by this service, where what is read takes in the messages that are parked.
    if (message.source === this.#needs.refusedAt) return true;
    try {
      const outcome = await this.#needs.intake.take(message);
      if (outcome.refused === null) return true;
      await this.#park(message, { ...outcome, refused: outcome.refused });
      return true;
    } catch (fault) {
      if (!(fault instanceof IntakeStopped))
        this.#needs.log.error({ err: fault, source: message.source }, "a message met a fault");
      return false;
    }
  }

  async #park(
    message: Message,
    outcome: Outcome & { readonly refused: NonNullable<Outcome["refused"]> },
  ): Promise<void> {
    const { broker, refusedAt, log, publish } = this.#needs;
    const { source } = message;
    const { code, detail } = outcome.refused;
    log.warn({ broker, source, code, reason: detail }, "frames of a message were refused");
    const problem = problemOf(source, outcome);
    for (;;) {
      try {
        await this.#untilStopped(publish(message, problem));
        this.#parking = "ok";
        return;
      } catch (fault) {
        if (fault instanceof IntakeStopped) throw fault;
        this.#parking = `a refused message cannot be parked in ${refusedAt}: ${messageOf(fault)}`;
        await this.#untilStopped(sleep(brokerPauseMs));
      }
    }
  }

  /** A broker that does not answer is not waited for. */
  async #untilStopped<T>(work: Promise<T>): Promise<T> {
    const { stopping } = this.#needs;
    return new Promise<T>((resolve, reject) => {
      const stopped = (): void => reject(new IntakeStopped());
      stopping.addEventListener("abort", stopped, { once: true });
      if (stopping.aborted) stopped();
      work.then(resolve, reject).finally(() => stopping.removeEventListener("abort", stopped));
    });
  }
}
