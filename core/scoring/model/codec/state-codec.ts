import { engine } from "../../engine.ts";
import type { SensorNoise, StartingPrior } from "../journal-entry.ts";
import { sensorsIn, vehicleRow } from "../rows.ts";
import type { RegisteredReference, VehicleState } from "../state.ts";
import {
  count,
  decodeBytes,
  encodeBytes,
  float64,
  listOf,
  nullable,
  record,
  sparseBytes,
  type Codec,
} from "./binary-codec.ts";

const noise: Codec<SensorNoise> = record({ sd: float64, vehicles: count });
const prior: Codec<StartingPrior> = record({
  sensors: record({
    camera: nullable(noise),
    radar: nullable(noise),
    lidar: nullable(noise),
    confidence: nullable(noise),
  }),
  atUs: float64,
});
const reference: Codec<RegisteredReference> = record({
  cameraRotation: listOf(float64),
  validFromUs: float64,
});

type Packed = Pick<VehicleState, "entries" | "region" | "sensors" | "reference" | "prior">;

const packed: Codec<Packed> = record({
  entries: count,
  sensors: listOf(count),
  reference: nullable(reference),
  prior: nullable(prior),
  region: sparseBytes,
});

/** A state as bytes; `unpackState` gives back exactly the same. */
export function packState({
  entries,
  region,
  sensors,
  reference: registered,
  prior: expected,
}: VehicleState): Uint8Array {
  return encodeBytes(packed, { entries, region, sensors, reference: registered, prior: expected });
}

/** Throws RangeError on bytes that `packState` did not write. */
export function unpackState(state: Uint8Array): VehicleState {
  const { region, ...rest } = decodeBytes(packed, state);
  const vehicle = engine().read(region);
  const sensors = sensorsIn(vehicle.rows).map((one) => 16 * one.rig + one.of("kind"));
  if (vehicle.rows[vehicleRow.entries] !== rest.entries || String(sensors) !== String(rest.sensors)) {
    throw new RangeError("the state's parts do not fit together");
  }
  return { ...rest, ...vehicle };
}
