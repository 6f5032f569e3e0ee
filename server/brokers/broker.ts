import type { FrameIntake } from "./frame-intake.ts";
import type { Message } from "./frame-message.ts";

/** A connection to a message broker that frames are read from. */
export interface Broker {
  /** `ok`, or why frames do not come or cannot be taken. */
  check(): string;
  /** Puts a message, with the reason, where refused ones go; resolves once the broker has it, and rejects where it cannot be now. */
  park(message: Message, problem: string): Promise<void>;
  /** Stores and acknowledges what is being committed; everything else is left to the broker. */
  stop(): Promise<void>;
}

export interface BrokerNeeds {
  readonly intake: FrameIntake;
  /** The name this service goes by at the broker: the same after a restart, and no other service's. */
  readonly name: string;
  readonly log: Record<"info" | "warn" | "error", (members: object, message: string) => void>;
}

/** The member of a parked message under which its problem stands (`problemOf`). */
export const problemProperty = "plumbline-problem";
/** How long to wait before asking a broker again that refused something. */
export const brokerPauseMs = 2_000;
/** Messages that may be under way between the broker and the store. */
export const messagesUnderWay = 500;
