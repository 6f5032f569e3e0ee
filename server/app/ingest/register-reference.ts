import { parseTime } from "../../../core/encoding/instant.ts";
import { poseMembers, posesOf, type StatedPoses } from "../../../core/sensors/sensor-lists.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { isRotation, rotationDefect } from "../../../core/encoding/rotation-rule.ts";
import type { ReferenceExtrinsics, ReferenceResult } from "../../../core/contract/types.ts";
import type { Caller, WriteContext } from "../application.ts";
import { submitWrite, writerOf, type WritingNeeds } from "./submit-write.ts";

/**
 * Registers the extrinsics a vehicle's sensors were calibrated to, or withdraws them; an entry of its journal like any
 * frame. Without `valid_from` they hold from now on.
 */
export async function registerReference(
  caller: Caller,
  reference: ReferenceExtrinsics & { readonly vehicleId: string },
  ask: WriteContext,
  needs: WritingNeeds & { readonly nowUs: () => number },
): Promise<ReferenceResult> {
  const nowUs = needs.nowUs();
  const { vehicleId, valid_from: validFrom } = reference;
  for (const { name } of poseMembers) refuseUnlessRotation(name, reference[name]);
  const validFromUs = validFrom === undefined ? nowUs : readTime(validFrom);

  const { answer } = await submitWrite<"command">(
    {
      kind: "command",
      writer: writerOf(caller),
      vehicleId,
      entry: { kind: "reference", ...posesOf(reference), validFromUs },
      reason: reference.source,
      keyId: caller.keyId,
      requestId: ask.requestId,
      receivedAtUs: nowUs,
      keep: null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer.value as ReferenceResult;
}

function refuseUnlessRotation(name: keyof StatedPoses, matrix: readonly number[] | null): void {
  if (matrix === null || isRotation(rotationDefect(matrix))) return;
  const detail =
    "The 9 numbers are not a rotation matrix. Send the matrix row by row, or null to withdraw it.";
  throw new Refusal("rotation_matrix_invalid", detail, [
    { pointer: `/${name}`, code: "rotation_matrix_invalid", detail },
  ]);
}

function readTime(text: string): number {
  const time = parseTime(text);
  if (time.kind === "time") return time.timestampUs;
  throw new Refusal("timestamp_invalid", time.detail, [
    { pointer: "/valid_from", code: "timestamp_invalid", detail: time.detail },
  ]);
}
