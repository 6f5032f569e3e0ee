import { developmentKeyId } from "../../../core/contract/api-key.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { WorkResult } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { AskedOfVehicle, Caller, WriteContext } from "../application.ts";
import { submitWrite, writerOf, type WritingNeeds } from "../ingest/submit-write.ts";
import type { ApiKeyReader } from "../ports/reading/api-key-reader.ts";
import type { Written } from "../ports/kept-answer.ts";

/** Does something about a vehicle, in the name of the key that asks. */
export async function commandWork(
  caller: Caller,
  { vehicleId, command, expected }: AskedOfVehicle,
  ask: WriteContext,
  needs: WritingNeeds & { readonly keys: Pick<ApiKeyReader, "find">; readonly nowUs: () => number },
): Promise<Written<WorkResult>> {
  const nowUs = needs.nowUs();
  if (command.kind === "snooze") refuseUnlessAhead(command.untilUs, nowUs);
  const { keyId } = caller;
  const by = { keyId, keyName: await nameOf(keyId, needs.keys) };
  const { answer } = await submitWrite<"work">(
    {
      kind: "work",
      writer: writerOf(caller),
      vehicleId,
      act: command,
      by,
      expected,
      keyId,
      requestId: ask.requestId,
      receivedAtUs: ask.receivedAtUs,
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer;
}

const longestSnoozeUs = 400 * 86_400_000_000;

function refuseUnlessAhead(untilUs: number, nowUs: number): void {
  if (untilUs > nowUs && untilUs <= nowUs + longestSnoozeUs) return;
  const detail =
    untilUs > nowUs
      ? "until is more than 400 days ahead."
      : `until is in the past: it is ${formatTime(nowUs)} here. Give a future time, in UTC.`;
  throw new Refusal("out_of_range", detail, [{ pointer: "/until", code: "out_of_range", detail }]);
}

async function nameOf(keyId: string, keys: Pick<ApiKeyReader, "find">): Promise<string | null> {
  if (keyId === developmentKeyId) return "development key";
  return (await keys.find(keyId))?.name ?? null;
}
