import { describe, expect, test } from "vitest";
import { FrameResiduals, frameWeight } from "./frame-residuals.ts";
import { isAbsent } from "./frame-moments.ts";
import { measure } from "./measurement.ts";
import { initialState } from "../model/initial-state.ts";
import type { SensorReading } from "../model/journal-entry.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { SensorTrack } from "../model/state.ts";
import { expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import type { Vector3 } from "../numeric/quaternion.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testMount } from "../vehicle-journal.ts";

const { prior, lidar } = defaultSettings;
/** Written over by every frame, whatever it carries. */
const register = new FrameResiduals();
const fresh = initialState().tracks;
const calibrated = replayEntries(journalOf({ frames: 55, seed: 9 }), defaultSettings).state.tracks;

test("a frame without sensors has no residuals", () => {
  expect(residualsOf(calibrated, {})).toEqual([null, null, null, null, null]);
});

describe("before there is a baseline", () => {
  test("the first frame of a sensor lies in the middle, and has no score", () => {
    const residuals = residualsOf(fresh, {
      radarRangeBiasM: 0.3,
      lidarRegistrationErrorM: 0.04,
      cameraRotation: toMatrix(testMount),
    });
    for (const residual of residuals) {
      expect(residual!.residual).toBeCloseTo(0, 12);
      expect(residual!.standardised).toBeCloseTo(0, 10);
      expect(residual!.score).toBeNull();
    }
  });

  test("it is compared with the median of the blocks so far, in units of the prior noise", () => {
    const radar = withBlocks(fresh.radar, [0.1, 9, 0.2]);
    const found = residualsOf({ ...fresh, radar }, { radarRangeBiasM: 0.5 })[3]!;
    expect(found.residual).toBeCloseTo(0.3, 14);
    expect(found.standardised).toBeCloseTo(0.3 / prior.radarM, 12);
  });

  test("a lidar's residual is in metres of its error, its units in the logarithm", () => {
    const before = withBlocks(fresh.lidar, [Math.log(0.03 + lidar.offsetM)]);
    const found = residualsOf({ ...fresh, lidar: before }, { lidarRegistrationErrorM: 0.11 })[4]!;
    expect(found.residual).toBeCloseTo(0.08, 14);
    expect(found.standardised).toBeCloseTo(Math.log(0.12 / 0.04) / prior.lidarLog, 12);
  });
});

describe("with a baseline", () => {
  test("the residual is the distance from the reference mean, the score that from the baseline's location", () => {
    const { calibration, centre } = calibrated.radar;
    const [location, scale, ratio] = [
      calibration!.location[0]!,
      calibration!.scale[0]!,
      calibration!.frameRatio[0]!,
    ];
    const found = residualsOf(calibrated, { radarRangeBiasM: 0.4 })[3]!;
    expect(found.residual).toBeCloseTo(0.4 - centre[0]!, 14);
    expect(found.standardised).toBeCloseTo((0.4 - centre[0]!) / scale / ratio, 6);
    expect(found.score).toBeCloseTo((0.4 - location) / scale / ratio, 6);
  });

  test("the same frame is worth half as much where a frame is twice as noisy as a block", () => {
    const calibration = { ...calibrated.radar.calibration!, frameRatio: [2] };
    const [usual, noisy] = [calibrated, { ...calibrated, radar: { ...calibrated.radar, calibration } }].map(
      (tracks) => residualsOf(tracks, { radarRangeBiasM: 0.4 })[3]!,
    );
    expect(calibrated.radar.calibration!.frameRatio[0]).toBe(1);
    expect(noisy!.standardised).toBeCloseTo(usual!.standardised / 2, 12);
    expect(noisy!.score).toBeCloseTo(usual!.score! / 2, 12);
    expect(noisy!.residual).toBe(usual!.residual);
  });

  test("a camera that turns moves by the turn, axis by axis", () => {
    const turn: Vector3 = [0, 0.5, 0];
    const at = (rotation: typeof testMount) =>
      residualsOf(calibrated, { cameraRotation: toMatrix(rotation) })
        .slice(0, 3)
        .map((found) => found!.residual);
    const [still, turned] = [at(testMount), at(multiply(testMount, expDeg(turn)))];
    turn.forEach((part, axis) => expect(turned[axis]! - still[axis]!).toBeCloseTo(part, 3));
  });

  test("each sensor is found in its own channel, whichever others are there", () => {
    const all = { radarRangeBiasM: 0.1, lidarRegistrationErrorM: 0.05, cameraRotation: toMatrix(testMount) };
    const whole = residualsOf(calibrated, all);
    expect(whole.every((residual) => residual !== null && residual.score !== null)).toBe(true);
    expect(residualsOf(calibrated, { radarRangeBiasM: 0.1 })).toEqual([null, null, null, whole[3], null]);
    const lidarOnly = residualsOf(calibrated, { lidarRegistrationErrorM: 0.05 });
    expect(lidarOnly).toEqual([null, null, null, null, whole[4]]);
  });
});

test("the frames of one block weigh together as much as one", () => {
  for (const level of [0, 1, 6]) expect(2 ** level * frameWeight({ ...fresh.radar, level })).toBe(1);
});

/** Of the five channels; null where the frame carries none. */
function residualsOf(tracks: typeof fresh, values: Omit<SensorReading, "timestampUs">) {
  register.measure(tracks, measure({ timestampUs: 0, ...values }, 1, defaultSettings), defaultSettings);
  return register.channels.map(({ isHeard, residual, standardised }, channel) => {
    const score = register.scores[channel]!;
    return isHeard ? { residual, standardised, score: isAbsent(score) ? null : score } : null;
  });
}

function withBlocks(track: SensorTrack, values: readonly number[]): SensorTrack {
  const learnt = values.map((value, at) => ({ seq: at + 1, atUs: at, weight: 1, values: [value] }));
  return { ...track, learnt };
}
