/** A vehicle as far as it matters for how much work it is. */
export interface Journal {
  readonly vehicle_id: string;
  readonly frames: number;
}

/** Vehicles whose stored frames are judged again in one request. */
export interface Part {
  readonly vehicleIds: readonly string[];
  readonly frames: number;
}

/** A request of so many frames answers within seconds, so that progress is seen; and no request takes more vehicles. */
const framesAPart = 10_000;
const vehiclesAPart = 100;
/** One request of the service folds at most 50,000 entries, of which a few are no frames. */
const framesAVehicle = 49_000;

/** Cuts a fleet into parts that one request each can judge. What is too long for any is named apart. */
export function planParts(vehicles: readonly Journal[]): {
  readonly parts: readonly Part[];
  readonly tooLong: readonly Journal[];
} {
  const parts: { vehicleIds: string[]; frames: number }[] = [];
  const tooLong: Journal[] = [];
  for (const vehicle of vehicles) {
    if (vehicle.frames > framesAVehicle) {
      tooLong.push(vehicle);
      continue;
    }
    const last = parts.at(-1);
    const fits =
      last !== undefined &&
      last.vehicleIds.length < vehiclesAPart &&
      last.frames + vehicle.frames <= framesAPart;
    const part = fits ? last : { vehicleIds: [], frames: 0 };
    if (!fits) parts.push(part);
    part.vehicleIds.push(vehicle.vehicle_id);
    part.frames += vehicle.frames;
  }
  return { parts, tooLong };
}
