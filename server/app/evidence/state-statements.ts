import { sensorKinds } from "../../../core/sensors/kinds.ts";
import type { StateStatement, StateStatementList, StatementRequest } from "../../../core/contract/types.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { formatInstant } from "../../../core/encoding/instant.ts";
import { eventIdRandomBytes, formatEventId } from "../../../core/evidence/bundle/event-id.ts";
import { signDocument } from "../../../core/evidence/log/logged-document.ts";
import type { StatedState, StateStatementPayload } from "../../../core/evidence/log/state-statement.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { scoringVersion } from "../../../core/scoring/settings/settings.ts";
import type { VehicleView } from "../../../core/scoring/verdict/describe-state.ts";
import type { Caller, PageQuery, WriteContext } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import { openVehicle } from "../fleet/show-vehicle.ts";
import { submitWrite, writerOf, type WritingNeeds } from "../ingest/submit-write.ts";
import { newestCheckpoint } from "../log/read-log.ts";
import type { Written } from "../ports/kept-answer.ts";
import type { UnloggedDocument } from "../ports/logged-document.ts";
import type { StatementWrite } from "../ports/write-request.ts";
import { presentStatement } from "../present/present-custody.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { scopeOf } from "../visibility-scope.ts";
import type { EvidenceNeeds } from "./issue-evidence.ts";

type StatingNeeds = WritingNeeds & Pick<ReadingNeeds, "vehicles" | "analysis" | "statements" | "refold">;

/**
 * Has a statement signed of how a vehicle was judged at a moment: its journal up to then, folded by the scoring at work. A
 * frame that was captured before and comes while it is signed is not in it.
 */
export async function requestStatement(
  caller: Caller,
  asked: Omit<StatementRequest, "at"> & { readonly vehicleId: string; readonly atUs: number },
  ask: WriteContext,
  needs: StatingNeeds,
): Promise<Written<StateStatement>> {
  const { organisation } = caller;
  const { vehicleId, reason, case_number: caseNumber = null } = asked;
  await needs.refold?.attend({ organisation, vehicleId });
  const { vehicleKey, fleetId } = await openVehicle(caller, vehicleId, needs);
  // What is stated is a millisecond: it is judged as it stands there.
  const atUs = asked.atUs - (asked.atUs % 1000);
  const { answer } = await submitWrite<"statement">(
    {
      kind: "statement",
      writer: writerOf(caller),
      vehicle: { vehicleKey, fleetId, vehicleId },
      reason,
      caseNumber,
      at: formatInstant(atUs),
      state: await stateAt({ vehicleKey, atUs }, needs),
      keep: ask.keep ?? null,
      audit: ask.audit ?? null,
    },
    needs,
  );
  return answer;
}

async function stateAt(
  { vehicleKey, atUs }: { readonly vehicleKey: number; readonly atUs: number },
  { statements, analysis }: Pick<StatingNeeds, "statements" | "analysis">,
): Promise<StatedState> {
  const bySeq = await statements.findEntryAt({ vehicleKey, atUs });
  const { view } = await analysis.describeState({ vehicleKey, bySeq });
  const openedSeq = view.breach?.openedSeq ?? null;
  const evidenceId =
    openedSeq === null ? null : await statements.findBreachEvidence({ vehicleKey, openedSeq, bySeq });
  return statedState(view, evidenceId);
}

/** Where nothing was judged, nothing is said to have been measured. */
function statedState(view: VehicleView, evidenceId: string | null): StatedState {
  const judged = view.tier !== "UNKNOWN";
  const sensors = sensorKinds.map(({ name, unit, drift: { live } }) => {
    const stated = judged ? view.live[live] : null;
    return { sensor: name, unit, measured: stated !== null, drift: stated };
  });
  return {
    judged,
    tier: judged ? view.tier : null,
    since: judged && view.tierSinceUs !== null ? formatInstant(view.tierSinceUs) : null,
    frames: view.frames,
    last_frame_at: view.newestUs === null ? null : formatInstant(view.newestUs),
    sensors,
    health: judged ? view.healthScore : null,
    evidence_id: evidenceId,
    scoring_version: scoringVersion,
  };
}

/** Signs what was asked for; called inside the transaction that enters it in the log. */
export function signStatement(
  { writer, vehicle, reason, caseNumber, at, state }: StatementWrite,
  needs: Pick<EvidenceNeeds, "signer" | "sha256" | "nowUs" | "randomBytes" | "issuer">,
): { readonly document: UnloggedDocument; readonly answer: StateStatement } {
  const { organisation, keyId } = writer;
  const { vehicleId, vehicleKey, fleetId } = vehicle;
  const loggedAtUs = needs.nowUs();
  const issuedAt = formatInstant(loggedAtUs);
  const statementId = formatEventId(issuedAt, needs.randomBytes(eventIdRandomBytes), "STM");
  const payload: StateStatementPayload = {
    schema: "urn:plumbline:state:1",
    statement_id: statementId,
    organisation,
    vehicle_id: vehicleId,
    at,
    issued_at: issuedAt,
    key_id: keyId,
    reason,
    case_number: caseNumber,
    issuer: needs.issuer,
    state,
  };
  const document = {
    ...signDocument("state", payload, needs),
    organisation,
    subject: statementId,
    loggedAtUs,
    states: { vehicleKey, fleetId, keyId },
  };
  return { document, answer: presentStatement(document.envelope) };
}

/** A statement with the proof of its entry under the newest checkpoint. */
export async function readStatement(
  caller: Caller,
  statementId: string,
  { statements, log }: Pick<ReadingNeeds, "statements" | "log">,
): Promise<StateStatement> {
  const found = await statements.findStatement({ scope: scopeOf(caller), statementId });
  if (found === null) {
    const detail = "There is no such statement; /v1/vehicles/{vehicle_id}/statements lists what there is.";
    throw new Refusal("statement_not_found", detail);
  }
  const { envelope, leafIndex: index } = found;
  // Read after the document: a checkpoint that holds it.
  const { size, note } = await newestCheckpoint(log);
  const hashes = await log.proveInclusion({ index, size });
  return presentStatement(envelope, {
    index,
    proof: formatTlogProof({ index, hashes, checkpoint: note }),
  });
}

/** One page of the statements about a vehicle, newest first. */
export async function listStatements(
  caller: Caller,
  { vehicleId, limit, cursor: given }: PageQuery & { readonly vehicleId: string },
  needs: Pick<ReadingNeeds, "vehicles" | "statements" | "cursorSecret">,
): Promise<StateStatementList> {
  const scope = scopeOf(caller);
  const { vehicleKey } = await openVehicle(caller, vehicleId, needs);
  const cursor = new ListCursor<number>(
    {
      operation: "listStatements",
      organisation: caller.organisation,
      query: [scope.fleets, vehicleId],
    },
    needs.cursorSecret,
  );
  const ask = { scope, vehicleKey, beforeIndex: cursor.open(given), limit: limit + 1 };
  const found = await needs.statements.listStatements(ask);
  const { items, hasMore, next } = cursor.page(found, { limit, placeOf: ({ leafIndex }) => leafIndex });
  const data = items.map(({ envelope, leafIndex }) => ({
    ...presentStatement(envelope),
    log_index: leafIndex,
  }));
  return { data, has_more: hasMore, next_cursor: next };
}
