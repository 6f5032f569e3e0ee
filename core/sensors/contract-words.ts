import {
  type Kind,
  kindOf,
  type KindNamed,
  type MeasuredKind,
  measuredKinds,
  perKind,
  perRow,
  type Sensor,
  type SensorMembers,
  sensors,
  turnedNames,
} from "./sensor-lists.ts";
import { sensorKinds } from "./kinds.ts";

/** Variances of an ordinary mount. */
const mountM2 = 0.000009;
const mountRad2 = 7.615435494667715e-7;

/** What only the contract says of each kind, and what its examples are made of: a row each. */
export const contractWords = {
  camera: {
    figure: null,
    readings: {
      camera_rotation_matrix: [
        0.9999923846, -0.0017544553, -0.0034860644, 0.0017361784, 0.9999847692, -0.0052389967, 0.0034952029,
        0.0052329044, 0.9999801999,
      ],
    },
    drift: 0.01,
    probability: 0.02,
    limits: { caution: 0.2, critical: 0.5 },
    spread: { vehicles: 40, p5: 0.004, p25: 0.01, p50: 0.02, p75: 0.03, p95: 0.41 },
    estimate: {
      camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      drift_deg: 0.01,
      drift_sd_deg: 0.008,
      drift_axis: [0, 0, 1],
    },
    scenario: {
      now: {
        xyz_m: [1.72, 0, 1.38],
        quat_xyzw: [0.009843408590793204, 0, -0.007382556443094903, 0.9999242997185733],
      },
      variances: [
        mountM2,
        mountM2,
        mountM2,
        1.2184696791468346e-7,
        1.2184696791468346e-7,
        2.7415567780803767e-7,
      ],
      measuredDof: ["roll", "pitch", "yaw"],
      figure: null,
      partNumber: "CAM-7731-B",
      measured: ["now", "covariance_6x6", "part_number"],
      moves: {
        axis: [0.8, 0, -0.6],
        rotation_deg_per_deg: 1,
        translation_m_per_deg: [0, 0, 0],
      },
      risesPerDeg: 0,
    },
  },
  radar: {
    figure:
      "change of the range bias, metres; a radar that reads too far is shown as one that stands as much farther back.",
    readings: { radar_range_bias_m: 0.012 },
    drift: -2,
    probability: 0.99,
    limits: { caution: 0.2, critical: 0.5 },
    spread: { vehicles: 40, p5: -20, p25: -6, p50: 0, p75: 7, p95: 240 },
    estimate: { radar_range_bias_m: 0.574, drift_m: 0.562, drift_sd_m: 0.006 },
    scenario: {
      now: { xyz_m: [3.2399999999999998, 0, 0.5], quat_xyzw: [0, 0, 0, 1] },
      variances: [0.0004, mountM2, mountM2, mountRad2, mountRad2, mountRad2],
      measuredDof: ["tx"],
      figure: 0.31,
      partNumber: null,
      measured: ["now", "covariance_6x6"],
      moves: {
        axis: [0, 0, 1],
        rotation_deg_per_deg: 0,
        translation_m_per_deg: [-0.45, 0, 0],
      },
      risesPerDeg: 0,
    },
  },
  lidar: {
    figure:
      "rise of the registration error, metres. It has a size and no direction, so that `now` stays at the baseline.",
    readings: { lidar_registration_error_m: 0.031, lidar_confidence: 0.94 },
    drift: 0.004,
    probability: 0.03,
    limits: { caution: 0.1, critical: 0.3 },
    spread: null,
    estimate: null,
    scenario: {
      now: { xyz_m: [1.1, 0, 1.62], quat_xyzw: [0, 0, 0, 1] },
      variances: [mountM2, mountM2, mountM2, mountRad2, mountRad2, mountRad2],
      measuredDof: [],
      figure: 0.04,
      partNumber: null,
      measured: ["registration_error_m"],
      moves: {
        axis: [0, 0, 1],
        rotation_deg_per_deg: 0,
        translation_m_per_deg: [0, 0, 0],
      },
      risesPerDeg: 0.2,
    },
  },
} as const satisfies { readonly [Name in Sensor]: WordsOfKind<Name> };

export interface WordsOfKind<Name extends Sensor> {
  /** Of a scenario's `figure`. */
  readonly figure: string | null;
  /** All that a frame says of it. */
  readonly readings: Required<Pick<SensorMembers, KindNamed<Name>["members"][number]["name"]>>;
  /** While it is in order, as its member states it. */
  readonly drift: number;
  /** That it takes part in the change. */
  readonly probability: number;
  readonly limits: { readonly caution: number; readonly critical: number };
  readonly spread: object | null;
  readonly estimate: object | null;
  readonly scenario: {
    readonly now: object;
    /** The diagonal of its covariance. */
    readonly variances: readonly number[];
    readonly measuredDof: readonly string[];
    readonly figure: number | null;
    readonly partNumber: string | null;
    /** Its members that are measured. */
    readonly measured: readonly string[];
    /** How it follows the drift: its mount, and its registration error. */
    readonly moves: object;
    readonly risesPerDeg: number;
  };
}

/** Which is at fault in the examples, and which reports nothing. */
export const faulty = kindOf("radar");
export const silent = kindOf("lidar");

/** Begins the sentence that says what is wrong with the vehicle of the examples. */
export const faultyMoved = `${faulty.words.moved[0]!.toUpperCase()}${faulty.words.moved.slice(1)}`;
/** An attribute of that vehicle. */
export const partName = `${turnedNames}_part`;

const [, share] = silent.members;
/** A reading that no sensor can have, and the fault it is. */
export const impossible = {
  member: share.name,
  detail: `${share.name} is 1.4; it must be from ${share.minimum} to ${share.maximum}.`,
};

/** The sensors of a frame. */
export const exampleReadings = Object.assign(
  {},
  ...sensors.map((name) => contractWords[name].readings),
) as Required<SensorMembers>;

/** The member of every kind's row, under its name or under what `nameOf` has. */
export function exampleOf<Member extends "estimate" | "limits" | "probability" | "spread">(
  member: Member,
  nameOf: (kind: Kind) => string = ({ name }) => name,
) {
  return perKind(nameOf, ({ name }) => contractWords[name][member]);
}

/** Under their members, all but `others` as of a sensor in order. */
export function exampleDrifts(others: Partial<Record<Sensor, number | null>>) {
  return driftsOf<Kind>(sensorKinds, others);
}

/** The same of what a score measures, where the faulty sensor is off by `drift`. */
export function exampleMeasurements(drift: number) {
  return driftsOf<MeasuredKind>(measuredKinds, { [faulty.name]: drift });
}

function driftsOf<Row extends Kind>(rows: readonly Row[], others: Partial<Record<Sensor, number | null>>) {
  return perRow<Row, Row["drift"]["member"], number | null>(
    rows,
    ({ drift }) => drift.member,
    ({ name }) => (others[name] === undefined ? contractWords[name].drift : others[name]),
  );
}
