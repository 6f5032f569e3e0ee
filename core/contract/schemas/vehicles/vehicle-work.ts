import { faulty } from "../../../sensors/contract-words.ts";
import { turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { plainTextPattern } from "../../plain-text.ts";
import {
  CaptureTime,
  RecommendedAction,
  Sensor,
  Unit,
  UtcTime,
  VehicleId,
  nullable,
  oneOf,
} from "../vocabulary.ts";
import { page } from "./vehicle-list.ts";

export const workStateValues = ["open", "acknowledged", "snoozed", "repaired", "closed"] as const;
export type WorkStateName = (typeof workStateValues)[number];
export const WorkState = oneOf(workStateValues, {
  $id: "WorkState",
  description:
    "Where the work on a vehicle stands. `open`: something is to be done; `acknowledged`: marks it as seen; `snoozed`: left alone until a time, " +
    "or until it becomes worse; `repaired`: a repair was reported and is being checked; `closed`: nothing is to be done.",
});

export const workCommandValues = [
  "acknowledge",
  "assign",
  "snooze",
  "comment",
  "repaired",
  "reopen",
  "close",
  "undo",
] as const;
export type WorkCommandName = (typeof workCommandValues)[number];
const WorkCommandAction = oneOf(workCommandValues, {
  $id: "WorkCommandAction",
  description:
    "`acknowledge`: seen; `assign`: to `assignee`, or to nobody; `snooze`: leave it alone `until` a time; `comment`; `repaired`: reset the baseline and compare the new one " +
    "with the one before; `reopen`: work is needed after all; `close`: accept a repair as it is, checked or not, or close what was reopened; `undo`: undo `entry`.",
});

export const workActionValues = [...workCommandValues, "checked", "snooze_ended"] as const;
export type WorkAction = (typeof workActionValues)[number];
export const WorkActionName = oneOf(workActionValues, {
  $id: "WorkAction",
  description:
    "What was done, as it was commanded; `checked`: the service decided whether a repair restored the vehicle; `snooze_ended`: the time of a snooze was over, and the vehicle is in the queue again.",
});

const commentLength = 500;
const plainText = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: plainTextPattern, description });
const EntryNumber = Type.Integer({ minimum: 1, maximum: 9_999_999_999 });

export const WorkCommand = Type.Object(
  {
    action: WorkCommandAction,
    comment: Type.Optional(
      plainText(
        commentLength,
        "A note for the next person; of `repaired` it is the reason kept with the baseline. Needed for `comment` and `repaired`; not taken with `undo`.",
      ),
    ),
    assignee: Type.Optional(
      nullable(
        plainText(
          128,
          "Who is to do it: a name, an address, a workshop; it need not be known here. Null: nobody. With `assign` only, which needs it.",
        ),
      ),
    ),
    until: Type.Optional({
      ...CaptureTime,
      description:
        "When a snoozed vehicle comes back: at most 400 days ahead. With `snooze` only, which needs it.",
    }),
    entry: Type.Optional({
      ...EntryNumber,
      description: "Which entry is taken back. With `undo` only, which needs it.",
    }),
  },
  {
    $id: "WorkCommand",
    additionalProperties: false,
    description: "What to do with the work on a vehicle.",
    examples: [
      { action: "comment", comment: "van is at the depot tonight" },
      { action: "assign", assignee: "workshop north" },
      { action: "undo", entry: 2 },
      { action: "repaired", comment: `${faulty.name} bracket replaced, work order 4711` },
    ],
  },
);

export const WorkActor = Type.Object(
  {
    key_id: nullable(Type.String(), {
      description: "Public id of the API key; null for the service itself.",
    }),
    key_name: nullable(Type.String(), { description: "The name the key bore; null where it had none." }),
  },
  { $id: "WorkActor", description: "Who did it." },
);

export const WorkComment = Type.Object(
  { entry: EntryNumber, text: Type.String(), at: UtcTime, by: WorkActor },
  { $id: "WorkComment", description: "Something somebody noted." },
);

export const repairOutcomeValues = ["pending", "restored", "not_restored", "undecided"] as const;
export const RepairOutcome = oneOf(repairOutcomeValues, {
  $id: "RepairOutcome",
  description:
    "Whether a repair brought every sensor back. `pending`: the new baseline is not settled yet; `restored`; `not_restored`: a sensor is beyond its caution limit; " +
    "`undecided`: there was nothing to compare with, or the work was closed before it was decided.",
});

export const RepairedSensor = Type.Object(
  {
    sensor: Sensor,
    outcome: RepairOutcome,
    compared_with: oneOf(["baseline_before", "registered_reference"], {
      $id: "RepairReference",
      description: `What the new baseline is compared with: the one before the fault, or the ${turnedNames}'s registered reference.`,
    }),
    unit: Unit,
    before_repair: nullable(Type.Number(), {
      description:
        "How far the sensor was from its baseline when the repair was reported; null where that was not known.",
    }),
    difference: nullable(Type.Number(), {
      description: "How far the new baseline is from what it is compared with; null while there is none.",
    }),
    difference_sd: nullable(Type.Number({ minimum: 0 }), {
      description: "Standard deviation of that difference.",
    }),
    caution_limit: Type.Number(),
    critical_limit: Type.Number(),
    blocks: Type.Integer({ minimum: 0, description: "Blocks of frames the new baseline was learnt from." }),
    blocks_needed: Type.Integer({ minimum: 1, description: "So many it takes before it is judged." }),
  },
  { $id: "RepairedSensor", description: "One sensor after a repair." },
);

export const RepairCheck = Type.Object(
  {
    entry: EntryNumber,
    at: UtcTime,
    by: WorkActor,
    comment: Type.String(),
    outcome: RepairOutcome,
    why: Type.String({
      description: "One or two sentences for a person: which sensor is where, against what.",
    }),
    decided_at: nullable(UtcTime),
    sensors: Type.Array(RepairedSensor, { description: "Not restored ones first." }),
  },
  { $id: "RepairCheck", description: "The newest repair, and whether it restored the vehicle." },
);

export const WorkEntry = Type.Object(
  {
    entry: { ...EntryNumber, description: "Its number; they count from 1 without gaps for each vehicle." },
    action: WorkActionName,
    at: UtcTime,
    by: WorkActor,
    frame_seq: Type.Integer({
      minimum: 0,
      description:
        "Newest entry of the vehicle's journal then; of `repaired` the one that began the new baseline.",
    }),
    comment: nullable(Type.String(), {
      description: "Null where none was given, and once it was taken back.",
    }),
    assignee: Type.Optional(nullable(Type.String(), { description: "Of `assign`." })),
    until: Type.Optional({ ...UtcTime, description: "Of `snooze`." }),
    undoes: Type.Optional({ ...EntryNumber, description: "Of `undo`: the entry it took back." }),
    outcome: Type.Optional({ ...RepairOutcome, description: "Of `checked`." }),
    undone_by: nullable(EntryNumber, { description: "The entry that took this one back; null for none." }),
    undoable: Type.Boolean({ description: "Whether the key that asks could take it back now." }),
  },
  { $id: "WorkEntry", description: "One thing that was done." },
);

const standing = {
  vehicle_id: VehicleId,
  recommended_action: RecommendedAction,
  version: Type.Integer({
    minimum: 0,
    description:
      "Number of the newest entry, 0 before the first. `If-Match` takes it in quotes: the command is refused where somebody was quicker.",
  }),
  state: WorkState,
  assignee: nullable(Type.String()),
  acknowledged: nullable(Type.Object({ entry: EntryNumber, at: UtcTime, by: WorkActor }), {
    description: "Null once the vehicle became worse, or was calm in between: that is another fault.",
  }),
  snooze: nullable(
    Type.Object({
      entry: EntryNumber,
      at: UtcTime,
      by: WorkActor,
      until: UtcTime,
      ended: nullable(
        oneOf(["time", "worse"], {
          $id: "SnoozeEnd",
          description: "Why it no longer holds: its time is over, or the tier rose or another sensor joined.",
        }),
        { description: "Null while it holds." },
      ),
    }),
  ),
  comment: nullable(WorkComment, { description: "The newest." }),
  repair: nullable(RepairCheck),
};

const exampleActor = { key_id: "4f8Zk2Qp9a", key_name: "workshop desk" };
const exampleStanding = {
  vehicle_id: "veh-0042",
  recommended_action: "calibration_required",
  version: 1,
  state: "acknowledged",
  assignee: null,
  acknowledged: { entry: 1, at: "2025-03-01T08:00:00.000Z", by: exampleActor },
  snooze: null,
  comment: {
    entry: 1,
    text: "van is at the depot tonight",
    at: "2025-03-01T08:00:00.000Z",
    by: exampleActor,
  },
  repair: null,
};
const exampleEntry = {
  entry: 1,
  action: "acknowledge",
  at: "2025-03-01T08:00:00.000Z",
  by: exampleActor,
  frame_seq: 412,
  comment: "van is at the depot tonight",
  undone_by: null,
  undoable: true,
};

export const VehicleWork = Type.Object(
  {
    ...standing,
    data: Type.Array(WorkEntry, { description: "What was done, latest first." }),
    ...page,
  },
  {
    $id: "VehicleWork",
    description: "The work on a vehicle: where it stands, and what was done.",
    examples: [{ ...exampleStanding, data: [exampleEntry], has_more: false, next_cursor: null }],
  },
);

export const WorkResult = Type.Object(
  { ...standing, entry: WorkEntry },
  {
    $id: "WorkResult",
    description: "The work on a vehicle after a command, and the entry it made.",
    examples: [{ ...exampleStanding, entry: exampleEntry }],
  },
);

/** What the queue shows of it. */
export const QueuedWork = Type.Object(
  {
    version: Type.Integer({ minimum: 0 }),
    state: WorkState,
    assignee: nullable(Type.String()),
    snoozed_until: nullable(UtcTime, { description: "Null unless it is snoozed now." }),
    comment: nullable(WorkComment, { description: "The newest." }),
    repair_outcome: nullable(RepairOutcome, { description: "Of the newest repair; null before the first." }),
  },
  { $id: "QueuedWork", description: "What people have done about it so far." },
);
