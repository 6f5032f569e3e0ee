import { Type, type Static } from "typebox";

import { type Sensor, sensors } from "../../sensors/sensor-lists.ts";
import { issuerSchema, maxCaseNumberLength, maxReasonLength } from "../../encoding/bundle.ts";
import {
  eventIdSchema,
  instantSchema,
  keyNameSchema,
  organisationSchema,
  statementIdSchema,
  strict,
  textSchema,
  tierSchema,
  vehicleIdSchema,
} from "../../encoding/field-schemas.ts";

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** How a vehicle was judged at a moment, by its own journal. */
const stateSchema = Type.Object(
  {
    judged: Type.Boolean(),
    /** Null where nothing was judged; so are `since`, `health` and `evidence_id`. */
    tier: orNull(tierSchema),
    since: orNull(instantSchema),
    /** Of the vehicle until then. */
    frames: count,
    /** Newest capture time. */
    last_frame_at: orNull(instantSchema),
    sensors: Type.Array(
      Type.Object(
        {
          sensor: Type.Unsafe<Sensor>(Type.Union(sensors.map((sensor) => Type.Literal(sensor)))),
          unit: Type.Union([Type.Literal("deg"), Type.Literal("m")]),
          measured: Type.Boolean(),
          drift: orNull(Type.Number()),
        },
        strict,
      ),
      { minItems: sensors.length, maxItems: sensors.length },
    ),
    health: orNull(Type.Number()),
    /** Of the breach that was open. */
    evidence_id: orNull(eventIdSchema),
    scoring_version: textSchema(64),
  },
  strict,
);

/** Payload of a signed statement of a vehicle's state at a moment. It carries no frames: it is what the issuer claims. */
export const stateStatementSchema = Type.Object(
  {
    schema: Type.Literal("urn:plumbline:state:1"),
    statement_id: statementIdSchema,
    organisation: organisationSchema,
    vehicle_id: vehicleIdSchema,
    /** The moment it is about. */
    at: instantSchema,
    issued_at: instantSchema,
    /** Public id of the API key that asked. */
    key_id: keyNameSchema,
    reason: textSchema(maxReasonLength),
    case_number: orNull(textSchema(maxCaseNumberLength)),
    issuer: issuerSchema,
    state: stateSchema,
  },
  strict,
);
export type StateStatementPayload = Static<typeof stateStatementSchema>;
export type StatedState = StateStatementPayload["state"];
