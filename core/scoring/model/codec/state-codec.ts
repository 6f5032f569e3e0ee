import { engine } from "../../engine.ts";
import type { SensorNoise, StartingPrior } from "../journal-entry.ts";
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

type Packed = Pick<VehicleState, "region" | "reference" | "prior">;

const packed: Codec<Packed> = record({
  reference: nullable(reference),
  prior: nullable(prior),
  region: sparseBytes,
});

/** A state as bytes; `unpackState` gives back exactly the same. */
export function packState({ region, reference: registered, prior: expected }: VehicleState): Uint8Array {
  return encodeBytes(packed, { region, reference: registered, prior: expected });
}

/** Throws RangeError on bytes that `packState` did not write. */
export function unpackState(state: Uint8Array): VehicleState {
  const { region, ...rest } = decodeBytes(packed, state);
  return { ...rest, ...engine().read(region) };
}
