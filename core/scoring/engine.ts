import { fromBase64 } from "../encoding/base64.ts";
import { heartText } from "../heart/heart-text.ts";
import { freeMemory, type Heart, openHeart } from "../heart/open-heart.ts";
import type { SensorReading, StartingPrior } from "./model/journal-entry.ts";
import type { StrongestChange } from "./model/score.ts";
import { sensorsIn, vehicleRow } from "./model/rows.ts";
import { trackNames, type TrackName } from "./model/sensors.ts";
import { defaultSettings, type NoiseSizes, type ScoringSettings } from "./settings/settings.ts";
import type { VehicleState } from "./model/state.ts";

/** What the engine makes of a vehicle. */
type Vehicle = Pick<VehicleState, "region" | "rows" | "entries">;

/**
 * The engine (core/heart) in this thread, and one vehicle in its memory. A vehicle that is folded again and again stays there:
 * only its new bytes are copied out.
 */
export class Engine {
  readonly #heart: Heart;
  #bytes: Uint8Array;
  #doubles: Float64Array;
  #settings: ScoringSettings | null = null;
  #prior: StartingPrior | null = null;
  /** The bytes that the engine's memory holds, as long as nothing else was loaded. */
  #loaded: Uint8Array | null = null;
  /** What began and did not come to its end has left its memory in no known state: the thread opens another one. */
  #isWhole = true;

  constructor(compiled: WebAssembly.Module) {
    this.#heart = openHeart(compiled, memoryMebibytes);
    this.#bytes = new Uint8Array(this.#heart.memory.buffer);
    this.#doubles = new Float64Array(this.#heart.memory.buffer);
    // A state may be read before anything is folded.
    this.#laySettings(defaultSettings, null);
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  emptyVehicle(): Vehicle {
    this.#loaded = null;
    this.#heart.layVehicle(vehicleAt);
    return this.#taken(new Uint8Array(), new Float64Array());
  }

  /** The vehicle of bytes that come from elsewhere. Throws RangeError on bytes that could lead the engine out of it. */
  read(region: Uint8Array): Vehicle {
    if (region.length > mostBytes) throw new RangeError(`a state of ${region.length} bytes is too long`);
    this.#load(region);
    if (this.#heart.isVehicle(vehicleAt, region.length) === 0)
      throw new RangeError("these bytes are no state");
    return this.#taken(region, new Float64Array());
  }

  foldFrame(state: VehicleState, reading: SensorReading, settings: ScoringSettings): VehicleState {
    this.#begin(state, settings);
    const readings = this.#place(state.rows, reading);
    const at = frameAt / 8;
    this.#doubles[at] = reading.timestampUs / 1e6;
    this.#doubles[at + 1] = readings.length;
    for (const [r, { index, numbers }] of readings.entries()) {
      const from = at + 2 + 10 * r;
      this.#doubles[from] = index;
      // JSON has −0, which sensors that round send: adding 0 makes 0 of it, the same reading.
      for (const [n, number] of numbers.entries()) this.#doubles[from + 1 + n] = number + 0;
    }
    this.#heart.foldFrame(vehicleAt, frameAt);
    return this.#end(state);
  }

  command(
    state: VehicleState,
    action: "learn" | "freeze" | "unfreeze" | "pass",
    atUs: number,
    settings: ScoringSettings,
  ): VehicleState {
    this.#begin(state, settings);
    if (action === "learn") this.#heart.learnBaseline(vehicleAt, atUs / 1e6);
    else if (action === "freeze") this.#heart.freezeBaseline(vehicleAt, atUs / 1e6);
    else if (action === "unfreeze") this.#heart.unfreezeBaseline(vehicleAt, atUs / 1e6);
    else this.#heart.passEntry(vehicleAt);
    return this.#end(state);
  }

  /** A camera's registered rotation, null to withdraw it; a camera that was never received is laid for it. */
  registerRotation(
    state: VehicleState,
    rotation: readonly number[] | null,
    validFromUs: number,
    settings: ScoringSettings,
  ): VehicleState {
    this.#begin(state, settings);
    const index = this.#indexOf(state.rows, "camera");
    for (const [n, number] of (rotation ?? []).entries()) this.#doubles[frameAt / 8 + n] = number;
    this.#heart.registerRotation(vehicleAt, index, frameAt, validFromUs / 1e6, rotation === null ? 0 : 1);
    return this.#end(state);
  }

  /** The lasting shift of a channel with a baseline that the blocks of a day would prove, in its unit. */
  provableShift(state: VehicleState, sensor: number, channel: number, settings: ScoringSettings): number {
    this.#begin(state, settings);
    const shift = this.#heart.provableShift(vehicleAt, sensor, channel, day);
    this.#isWhole = true;
    return shift;
  }

  /** The standard deviation of where a channel stands now, in its unit. */
  levelSd(state: VehicleState, sensor: number, channel: number, settings: ScoringSettings): number {
    this.#begin(state, settings);
    const sd = this.#heart.levelSd(vehicleAt, sensor, channel);
    this.#isWhole = true;
    return sd;
  }

  /** The parts of a noise model that have a time constant; null seconds of what stays the same within a session. */
  noiseParts(model: number): StrongestChange["noise"] {
    const parts = [0, 1, 2].map((part) => ({
      share: this.#heart.shareOf(model, part),
      seconds: this.#heart.timeConstantOf(model, part),
    }));
    return parts
      .filter(({ share }) => share > 0)
      .map(({ share, seconds }) => ({ share, seconds: seconds < 0 ? null : seconds }));
  }

  #begin(state: VehicleState, settings: ScoringSettings): void {
    this.#isWhole = false;
    if (settings !== this.#settings || state.prior !== this.#prior) this.#laySettings(settings, state.prior);
    if (state.region !== this.#loaded) this.#load(state.region);
  }
  #load(region: Uint8Array): void {
    this.#bytes.set(region, vehicleAt);
    this.#loaded = region;
    this.#isWhole = false;
  }
  #end(state: VehicleState): VehicleState {
    return { ...state, ...this.#taken(state.region, state.rows) };
  }

  /** The vehicle's bytes and numbers, written over those that were given where they have room. */
  #taken(region: Uint8Array, rows: Float64Array): Vehicle {
    const count = this.#heart.writeScore(vehicleAt, scoreAt);
    const length = this.#heart.vehicleBytes(vehicleAt);
    const bytes = region.length === length ? region : new Uint8Array(length);
    bytes.set(this.#bytes.subarray(vehicleAt, vehicleAt + length));
    const numbers = rows.length === count ? rows : new Float64Array(count);
    numbers.set(this.#doubles.subarray(scoreAt / 8, scoreAt / 8 + count));
    this.#loaded = bytes;
    this.#isWhole = true;
    return { region: bytes, rows: numbers, entries: numbers[vehicleRow.entries]! };
  }

  #place(rows: Float64Array, reading: SensorReading) {
    return trackNames.flatMap((name) => {
      const numbers = numbersOf[name](reading);
      return numbers === null ? [] : [{ index: this.#indexOf(rows, name), numbers }];
    });
  }
  /** Of the first rig's sensor, which is laid with its first reading. */
  #indexOf(rows: Float64Array, name: TrackName): number {
    const index = sensorsIn(rows).findIndex(({ kind, rig }) => kind === name && rig === 0);
    if (index >= 0) return index;
    const added = this.#heart.addInstance(vehicleAt, kindOf(name), 0);
    if (added < 0) throw new RangeError("a vehicle has at most 16 sensors");
    return added;
  }

  #laySettings(settings: ScoringSettings, prior: StartingPrior | null): void {
    for (const [kind, row] of kindRows(settings, prior).entries()) {
      this.#doubles.set(row, this.#heart.kindRow(kind) / 8);
    }
    this.#heart.setReorderingWindow(settings.frame.lateUs / 1e6);
    this.#heart.setLimit(settings.change.limitNats);
    this.#settings = settings;
    this.#prior = prior;
  }
}

/** In seconds. */
const day = 86_400;
const memoryMebibytes = 4;
const frameAt = freeMemory;
const scoreAt = freeMemory + 2048;
const vehicleAt = freeMemory + 16_384;
/** More than sixteen sensors in noise of every kind take; room for a bank that is made beside another is left. */
const mostBytes = 2 ** 21;

const kindOf = (name: TrackName) => trackNames.indexOf(name);
const alone = (number: number | undefined) => (number === undefined ? null : [number]);
const numbersOf: Readonly<Record<TrackName, (reading: SensorReading) => readonly number[] | null>> = {
  camera: ({ cameraRotation }) => cameraRotation ?? null,
  radar: ({ radarRangeBiasM }) => alone(radarRangeBiasM),
  lidar: ({ lidarRegistrationErrorM }) => alone(lidarRegistrationErrorM),
  confidence: ({ lidarConfidence }) => alone(lidarConfidence),
};

const [asItIs, logarithm, rotation, logit] = [0, 1, 2, 3];
const [zeroIsDefault, anyConstant, ontoAxes, never] = [0, 1, 2, -1];
const [caution, critical] = [2, 3];

/** The engine's row of each kind (core/heart/engine/layout.ts), in the order of `trackNames`. */
export function kindRows(
  { limits, change, floors, lidar, expected: usual }: ScoringSettings,
  prior: StartingPrior | null,
): readonly (readonly number[])[] {
  const expected = expectedSizes(usual, prior);
  const zone = change.harmlessShare;
  const { cameraDeg, radarM, lidarM, lidarConfidenceDrop: drop } = limits;
  const gate = [kindOf("confidence"), lidar.confidenceFloor];
  return [
    [
      3,
      rotation,
      0,
      ...pair(cameraDeg),
      floors.cameraDeg,
      zone,
      0,
      0,
      critical,
      ontoAxes,
      expected.cameraDeg,
      -1,
      0,
    ],
    [
      1,
      asItIs,
      0,
      ...pair(radarM),
      floors.radarM,
      zone,
      0,
      1,
      critical,
      zeroIsDefault,
      expected.radarM,
      -1,
      0,
    ],
    [
      1,
      logarithm,
      1,
      ...pair(lidarM),
      floors.lidarLog,
      zone,
      lidar.offsetM,
      1,
      critical,
      anyConstant,
      expected.lidarLog,
      ...gate,
    ],
    [
      1,
      logit,
      -1,
      drop,
      1,
      floors.confidenceLogit,
      zone,
      0,
      0,
      caution,
      never,
      expected.confidenceLogit,
      -1,
      0,
    ],
  ];
}

function pair(limit: { readonly caution: number; readonly critical: number }): readonly [number, number] {
  return [limit.caution, limit.critical];
}

function expectedSizes(usual: NoiseSizes, prior: StartingPrior | null): NoiseSizes {
  if (prior === null) return usual;
  const { camera, radar, lidar, confidence } = prior.sensors;
  return {
    cameraDeg: camera?.sd ?? usual.cameraDeg,
    radarM: radar?.sd ?? usual.radarM,
    lidarLog: lidar?.sd ?? usual.lidarLog,
    confidenceLogit: confidence?.sd ?? usual.confidenceLogit,
  };
}

let opened: Engine | null = null;
/** One a thread: it has memory of its own. */
export function engine(): Engine {
  if (opened?.isWhole === true) return opened;
  opened = new Engine((compiled ??= compile()));
  return opened;
}
let compiled: WebAssembly.Module | null = null;
function compile(): WebAssembly.Module {
  const bytes = fromBase64(heartText);
  if (bytes === null) throw new TypeError("the engine is not whole");
  return new WebAssembly.Module(Uint8Array.from(bytes));
}
