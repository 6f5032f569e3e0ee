/** Version of the rules of `fold`: another version may judge the same frames differently, and refolds them. */
export const scoringVersion = "1.0.0-dev";

/** Name of the arithmetic every decision is computed in (core/heart/engine/numeric.ts, docs/scoring-method.md). */
export const numericProfile = "binary64-ltr-v1";

export interface LimitPair {
  readonly caution: number;
  readonly critical: number;
}

/** One number for each quantity whose noise is learnt, in the unit that it is scored in. */
export interface NoiseSizes {
  /** Camera, degrees an axis; radar, metres; lidar, in ln(error + offset); its confidence, in logits. */
  readonly cameraDeg: number;
  readonly radarM: number;
  readonly lidarLog: number;
  readonly confidenceLogit: number;
}

/**
 * Every number a verdict depends on that an organisation may choose, besides the frames. Frames, settings and version together
 * give the verdicts bit for bit, so evidence records them whole. What belongs to the method stands in its engine (core/heart).
 */
export interface ScoringSettings {
  /** How far a sensor may be out before it matters, in physical units. */
  readonly limits: {
    /** Angle between the present mean rotation and the baseline, degrees. */
    readonly cameraDeg: LimitPair;
    /** Absolute change of the range bias, metres; also compared with zero. */
    readonly radarM: LimitPair;
    /** Rise of the registration error, metres; also compared with zero. */
    readonly lidarM: LimitPair;
    /** Fall of the lidar confidence that is worth an inspection. */
    readonly lidarConfidenceDrop: number;
  };
  readonly change: {
    /** What the log likelihood ratio of a change has to reach, nats. */
    readonly limitNats: number;
    /** The share of the CAUTION limit that is no drift. */
    readonly harmlessShare: number;
  };
  /** The standard deviations that are expected before a vehicle has shown its own. */
  readonly expected: NoiseSizes;
  /** Smallest standard deviations that are trusted. */
  readonly floors: NoiseSizes;
  readonly lidar: {
    /** Added to the registration error before the logarithm, metres. */
    readonly offsetM: number;
    /** Below this confidence the registration error counts as missing. */
    readonly confidenceFloor: number;
    /** Confidence below which the lidar itself is to be inspected. */
    readonly lowConfidence: number;
  };
  readonly frame: {
    /** A reading this much older than its sensor's newest moves nothing, microseconds. */
    readonly lateUs: number;
  };
}

export const defaultSettings: ScoringSettings = {
  limits: {
    // 0.2° is 35 cm at 100 m, 0.5° is 87 cm: half a metre decides which lane a target is in.
    cameraDeg: { caution: 0.2, critical: 0.5 },
    // Half a metre of wrong distance; data sheets state ±0.1 to ±0.2 m at short range.
    radarM: { caution: 0.2, critical: 0.5 },
    // 0.30 m is the lateral localisation error at which Autoware's monitor reports an error.
    lidarM: { caution: 0.1, critical: 0.3 },
    // A fifth of the matched points lost.
    lidarConfidenceDrop: 0.2,
  },
  change: {
    // By simulation (npm run bench -- noise-bank): about one faultless channel in fifty within 2,000 blocks.
    limitNats: 9.5,
    // Less than a quarter of the CAUTION limit is not drift, by definition.
    harmlessShare: 0.25,
  },
  expected: { cameraDeg: 0.06, radarM: 0.06, lidarLog: 0.35, confidenceLogit: 0.6 },
  // Rotation noise of five-decimal matrices is 0.0002°; below 0.002° the estimator's own rounding rules.
  floors: { cameraDeg: 0.002, radarM: 0.002, lidarLog: 0.02, confidenceLogit: 0.05 },
  lidar: { offsetM: 0.01, confidenceFloor: 0.2, lowConfidence: 0.3 },
  frame: { lateUs: 600_000_000 },
};

/** A plain JSON value with snake_case names, complete: what evidence and replays record. */
export function settingsToJson(settings: ScoringSettings): Record<string, unknown> {
  return renameMembers(settings, snakeCase);
}

/**
 * The settings that `settingsToJson` wrote. Throws TypeError with the path of the first member that is missing,
 * unknown or not a finite number: a recorded verdict must never be recomputed with today's defaults.
 */
export function settingsFromJson(json: unknown): ScoringSettings {
  const named = rename(json, camelCase);
  assertComplete(named);
  return named;
}

function rename(value: unknown, renamed: (name: string) => string): unknown {
  return typeof value === "object" && value !== null ? renameMembers(value, renamed) : value;
}

function renameMembers(value: object, renamed: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [renamed(name), rename(member, renamed)]),
  );
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function assertComplete(value: unknown): asserts value is ScoringSettings {
  expectSameShape(value, defaultSettings, "settings");
}

function expectSameShape(value: unknown, like: unknown, path: string): void {
  if (typeof like === "number") expectNumber(value, path);
  else if (typeof like === "object" && like !== null) expectMembers(value, like, path);
}

function expectNumber(value: unknown, path: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new TypeError(`${path}: not a number`);
}

function expectMembers(value: unknown, like: object, path: string): void {
  if (typeof value !== "object" || value === null) throw new TypeError(`${path}: not an object`);
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of members.keys()) {
    if (!Object.hasOwn(like, name)) throw new TypeError(`${path}.${name}: unknown`);
  }
  for (const [name, member] of Object.entries(like)) {
    expectSameShape(members.get(name), member, `${path}.${name}`);
  }
}
