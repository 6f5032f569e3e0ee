import { tierRanks } from "../../../../core/encoding/field-schemas.ts";
import { tiers } from "../../../../core/scoring/model/tier.ts";
import type {
  SinceMark,
  StoredWork,
  Work,
  WorkComment,
  WorkEntry,
  WorkMark,
} from "../../../app/ports/work.ts";
import { parseStored } from "../prepare-query.ts";

/** What a mark was set at: SQL expressions. */
export interface MarkSql {
  readonly vehicleKey: string;
  readonly seq: string;
  readonly tier: string;
  readonly source: string;
  /** Of the vehicle as it is now. */
  readonly sourceNow: string;
}

/**
 * Whether a vehicle became worse since a mark: a tier beyond the mark's, also one that is over by now; evidence of another
 * sensor; or a fault that another sensor has joined.
 */
export function worseSince({ vehicleKey, seq, tier, source, sourceNow }: MarkSql): string {
  return `(EXISTS (SELECT 1 FROM tier_transition AS later WHERE later.vehicle_key = ${vehicleKey} AND later.seq > ${seq}
       AND ${rankOf("later.to_tier")} > ${rankOf(tier)})
    OR ${source} <> 'multi_modal' AND (${sourceNow} NOT IN ('none', ${source})
      OR EXISTS (SELECT 1 FROM evidence AS other WHERE other.vehicle_key = ${vehicleKey} AND other.opened_seq > ${seq}
        AND substr(other.channel, 1, length(${source})) <> ${source})))`;
}

/** Whether it was out of CAUTION and CRITICAL since. */
export function calmedSince({ vehicleKey, seq }: Pick<MarkSql, "vehicleKey" | "seq">): string {
  return `EXISTS (SELECT 1 FROM tier_transition AS calm WHERE calm.vehicle_key = ${vehicleKey} AND calm.seq > ${seq}
    AND calm.to_tier IN ('NOMINAL', 'UNKNOWN'))`;
}

function rankOf(tier: string): string {
  return `CASE ${tier} ${tiers.map((name) => `WHEN '${name}' THEN ${tierRanks[name]}`).join(" ")} END`;
}

const acknowledged = markSql("acknowledged");
const snoozed = markSql("snoozed");

function markSql(name: "acknowledged" | "snoozed") {
  return {
    vehicleKey: "work.vehicle_key",
    seq: `work.${name}_seq`,
    tier: `work.${name}_tier`,
    source: `work.${name}_source`,
    sourceNow: "vehicle.probable_fault_source",
  };
}

/** Whether a snooze is over because the vehicle became worse; over the tables `vehicle` and `vehicle_work AS work`. */
export const snoozedIsWorse = worseSince(snoozed);
/** Whether an acknowledgement is of another fault than the present one. */
export const acknowledgedIsPast = `(${worseSince(acknowledged)} OR ${calmedSince(acknowledged)})`;

const newestComment = `SELECT max(entry) FROM work_entry WHERE work_entry.vehicle_key = work.vehicle_key
  AND comment IS NOT NULL AND undone_by IS NULL`;

/** The work on one vehicle, by its key. */
export const workQuery = `SELECT work.vehicle_key AS vehicleKey, work.work,
    CASE WHEN work.acknowledged_seq IS NOT NULL THEN ${worseSince(acknowledged)} END AS acknowledgedWorse,
    CASE WHEN work.acknowledged_seq IS NOT NULL THEN ${calmedSince(acknowledged)} END AS acknowledgedCalmed,
    CASE WHEN work.snoozed_seq IS NOT NULL THEN ${worseSince(snoozed)} END AS snoozedWorse,
    CASE WHEN work.snoozed_seq IS NOT NULL THEN ${calmedSince(snoozed)} END AS snoozedCalmed,
    note.entry AS commentEntry, note.at_us AS commentAtUs, note.key_id AS commentKeyId, note.key_name AS commentKeyName,
    note.comment AS commentText
  FROM vehicle_work AS work JOIN vehicle ON vehicle.vehicle_key = work.vehicle_key
    LEFT JOIN work_entry AS note ON note.vehicle_key = work.vehicle_key AND note.entry = (${newestComment})
  WHERE work.vehicle_key = ?`;

/** What has become of a vehicle since a mark that is given. */
export const sinceMarkQuery = `SELECT ${worseSince({
  vehicleKey: "vehicle.vehicle_key",
  seq: ":seq",
  tier: ":tier",
  source: ":source",
  sourceNow: "vehicle.probable_fault_source",
})} AS worse, ${calmedSince({ vehicleKey: "vehicle.vehicle_key", seq: ":seq" })} AS calmed
  FROM vehicle WHERE vehicle_key = :vehicleKey`;

export interface WorkRow {
  readonly vehicleKey: number;
  readonly work: string;
  readonly acknowledgedWorse: number | null;
  readonly acknowledgedCalmed: number | null;
  readonly snoozedWorse: number | null;
  readonly snoozedCalmed: number | null;
  readonly commentEntry: number | null;
  readonly commentAtUs: number | null;
  readonly commentKeyId: string | null;
  readonly commentKeyName: string | null;
  readonly commentText: string | null;
}

export function workOfRow(row: WorkRow | undefined): StoredWork | null {
  if (row === undefined) return null;
  return {
    work: parseStored<Work>(row.work),
    sinceAcknowledged: sinceOf(row.acknowledgedWorse, row.acknowledgedCalmed),
    sinceSnoozed: sinceOf(row.snoozedWorse, row.snoozedCalmed),
    comment: commentOf(row),
  };
}

export function sinceOf(worse: number | null, calmed: number | null): SinceMark | null {
  return worse === null ? null : { worse: worse === 1, calmed: calmed === 1 };
}

function commentOf(row: WorkRow): WorkComment | null {
  const { commentEntry: entry, commentAtUs: atUs, commentText: text } = row;
  if (entry === null || atUs === null || text === null) return null;
  return { entry, atUs, text, by: { keyId: row.commentKeyId, keyName: row.commentKeyName } };
}

export interface WorkEntryRow {
  readonly entry: number;
  readonly at_us: number;
  readonly action: WorkEntry["action"];
  readonly seq: number;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly comment: string | null;
  readonly details: string;
  readonly undone_by: number | null;
}

type Details = Pick<WorkEntry, "assignee" | "untilUs" | "undoes" | "outcome" | "before">;

export function entryOfRow(row: WorkEntryRow): WorkEntry {
  const { entry, at_us: atUs, action, seq, comment, undone_by: undoneBy } = row;
  const by = { keyId: row.key_id, keyName: row.key_name };
  return { entry, atUs, by, action, seq, comment, undoneBy, ...parseStored<Details>(row.details) };
}

export function detailsOf({ assignee, untilUs, undoes, outcome, before }: WorkEntry): string {
  return JSON.stringify({ assignee, untilUs, undoes, outcome, before } satisfies Details);
}

/** A mark in the columns that lists look at. */
export function markColumns(mark: WorkMark | null): readonly (number | string | null)[] {
  return mark === null ? [null, null, null] : [mark.seq, mark.tier, mark.source];
}
