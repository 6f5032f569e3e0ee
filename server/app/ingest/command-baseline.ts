import type { BaselineCommand, BaselineResult } from "../../../core/contract/types.ts";
import type { Caller, WriteContext } from "../application.ts";
import type { Written } from "../ports/kept-answer.ts";
import { submitWrite, writerOf, type WritingNeeds } from "./submit-write.ts";

/** Starts a vehicle's baseline afresh, freezes it or lets it learn again; an entry of its journal like any frame. */
export async function commandBaseline(
  caller: Caller,
  command: BaselineCommand & { readonly vehicleId: string },
  ask: WriteContext,
  needs: WritingNeeds,
): Promise<Written<BaselineResult>> {
  const { answer } = await submitWrite<"command">(
    {
      kind: "command",
      writer: writerOf(caller),
      vehicleId: command.vehicleId,
      entry: { kind: "baseline", action: command.action, atUs: ask.receivedAtUs },
      reason: command.reason,
      keyId: caller.keyId,
      requestId: ask.requestId,
      receivedAtUs: ask.receivedAtUs,
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer as Written<BaselineResult>;
}
