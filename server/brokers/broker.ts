import type { FrameIntake } from "./frame-intake.ts";
import type { Message } from "./frame-message.ts";
import type { RefusedFrames } from "./message-outcome.ts";

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

/**
 * What a parked message says of why it was refused, as JSON of ASCII characters alone: headers and properties of
 * brokers are not all made for others.
 */
export function problemOf(
  source: string,
  { refused, taken }: { readonly refused: RefusedFrames; readonly taken: number },
): string {
  const { code, detail, rejected, errors } = refused;
  const problem = {
    code,
    detail,
    source,
    frames_taken: taken,
    frames_rejected: rejected,
    errors: errors.slice(0, listedErrors).map(({ index, pointer, code: of, detail: why }) => ({
      index,
      code: of,
      pointer,
      detail: why,
    })),
    errors_truncated: errors.length > listedErrors,
  };
  return JSON.stringify(problem).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The member of a parked message under which `problemOf` stands. */
export const problemProperty = "plumbline-problem";
/** Enough to see what is wrong; properties have to fit into a packet beside the message. */
const listedErrors = 20;

/** How long to wait before asking a broker again that refused something. */
export const brokerPauseMs = 2_000;
/** Messages that may be under way between the broker and the store. */
export const messagesUnderWay = 500;
