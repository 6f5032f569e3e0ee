import type { WriteContext } from "../app/application.ts";
import type { Exchange } from "./exchange.ts";

/** What the application is told of a write, with the slot its answer is to be kept in, if any. */
export function writeAskOf(exchange: Exchange, keep: WriteContext["keep"] | null): WriteContext {
  const { requestId, receivedAtUs } = exchange;
  return keep === null || keep === undefined
    ? { requestId, receivedAtUs }
    : { requestId, receivedAtUs, keep };
}
