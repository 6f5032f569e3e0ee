import { namesOf, perKind, turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { scenarioTypes } from "../../scenario-types.ts";
import { Tier, dictionary, nullable, oneOf } from "../vocabulary.ts";
import { ParameterDistribution } from "./scenario-level.ts";
import { DegreeOfFreedom } from "./scenario-sensor.ts";

export const ScenarioType = oneOf(scenarioTypes, {
  $id: "ScenarioType",
  description: "What happens to the sensors in the scenario.",
});

const axis = (description: string) => Type.Array(Type.Number(), { minItems: 3, maxItems: 3, description });

const registered = namesOf(({ figure }) => figure === "registration_error_m", "or");
const doubted = namesOf(({ ownReason }) => ownReason !== null);

const MovedSensor = Type.Object(
  {
    id: Type.String({ description: "Of `initial_drift_state.sensors`." }),
    axis: axis("Unit axis of its rotation, in the sensor's frame."),
    rotation_deg_per_deg: Type.Number({ description: "Degrees it turns for each degree of the trajectory." }),
    translation_m_per_deg: axis("Metres it moves for each degree of the trajectory, in the sensor's frame."),
    registration_error_m_per_deg: Type.Number({
      description: `Metres by which a ${registered}'s registration error rises for each degree.`,
    }),
  },
  {
    $id: "MovedSensor",
    description: "How a sensor follows the trajectory d(t): Δ(t) = Δ(0), then d(t) times these.",
  },
);

const Range = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, description: "Lowest and highest." });

export const DriftModel = Type.Object({
  type: ScenarioType,
  params: dictionary(Type.Number(), {
    description: "The formula's parameters, SI units, angles in degrees.",
  }),
  axis: axis("Unit axis of the rotation."),
  axis_frame: Type.String({
    description: `\`${turnedNames}-optical\`: \`axis\` has x right, y down, z forward, as the ${turnedNames}'s drift is measured.`,
  }),
  moves: oneOf(["nothing", "mount", "body", "reference", "clock", "optics"], {
    $id: "WhatMoves",
    description:
      "What the trajectory is the angle of. `mount`: sensors in the vehicle, listed in `sensors`; `body`: the vehicle's body or axis, so that all sensors " +
      "seem to turn together; `reference`: what sensors are compared with; `clock`: an apparent angle, only while turning; `optics`: the image, no pose; `nothing`: no angle at all.",
  }),
  common_mode_axis: nullable(axis(""), {
    description:
      "In the vehicle's frame: the axis about which body or reference turn by the trajectory; null where nothing turns in common.",
  }),
  sensors: Type.Array(MovedSensor, { description: "The sensors whose mounts move; none unless `mount`." }),
  distributions: Type.Optional(
    dictionary(ParameterDistribution, {
      description:
        "Of a logical scenario: what its parameters are drawn from (docs/scenarios.md says how). Then `params` is the case in the middle, and all that follows from it is that case's. A parameter that is not named keeps its value.",
    }),
  ),
  ranges: dictionary(Range, {
    description:
      "Within what each of `params` is plausible, to sample further scenarios from. The model's, but for fitted parameters, which have the interval of `provenance.fit`.",
  }),
});

export const DriftTrajectory = Type.Object(
  {
    dt_s: Type.Number({ description: "Seconds between two samples; the first is at 0 s." }),
    drift_deg: Type.Array(Type.Number(), { description: "Drift angle at each sample, degrees." }),
    gaps: Type.Array(
      Type.Object({ from_s: Type.Number(), to_s: Type.Number() }, { description: "Both included." }),
      {
        description: "When no frames arrived, or are to arrive: samples in it repeat the last value before.",
      },
    ),
    time_scale: Type.Number({
      exclusiveMinimum: 0,
      description: "Seconds of the vehicle's history to a second of the scenario; 1 where none is shown.",
    }),
  },
  { description: "The drift over the scenario, added to the initial drift." },
);

export const DriftSamples = Type.Object(
  {
    dt_s: Type.Number({ description: "Seconds between two samples." }),
    count: Type.Integer({ minimum: 1, description: "Samples of each sensor." }),
    dof: Type.Array(DegreeOfFreedom, { description: "Order of the six values of a sample." }),
    url: Type.Optional(
      Type.String({ description: "Where all of them are, as CSV: a path on this service." }),
    ),
    sha256: Type.Optional(
      Type.String({ description: "Of that file, hex; where the request asked for `csv`." }),
    ),
  },
  {
    $id: "DriftSamples",
    description:
      "Δ of every sensor at every sample. `drift_model.sensors` and `trajectory` say the same in fewer numbers; the file is for who wants them worked out.",
  },
);

const LimitPair = Type.Object(
  { caution: Type.Number(), critical: Type.Number() },
  { $id: "LimitPair", description: "The settings' limits of a sensor, degrees or metres." },
);

export const ScenarioTruth = Type.Object(
  {
    onset_s: nullable(Type.Number(), {
      description: "When the drift begins; null when there is none.",
    }),
    is_sensor_fault: Type.Boolean({
      description: "False for scenarios that must not be flagged as sensor drift.",
    }),
    expected: Type.Array(
      Type.Object({
        t_s: Type.Number({ description: "Seconds." }),
        event: oneOf(["cusum_signal", "tier_change"], {
          $id: "ExpectedEvent",
          description:
            "`cusum_signal`: the chart of `detector` passes h; `tier_change`: a sensor's true departure reaches a limit.",
        }),
        to: Type.Optional(Tier),
      }),
      {
        description:
          "What the truth itself warrants, at the earliest, without noise: the first signal, and each tier the first time it is reached. Empty where nothing may be flagged.",
      },
    ),
    allowed: Type.Optional(
      Type.Array(
        Type.Object({
          to: Tier,
          from_s: Type.Number({ description: "Seconds." }),
          because: oneOf(["drift", "confidence"], {
            $id: "AllowedBecause",
            description: `\`drift\`: a sensor's departure; \`confidence\`: the ${doubted}'s confidence, which asks for a look at it and is no drift. Values are added in time.`,
          }),
        }),
        {
          description:
            "From when on a tier is no false alarm by the service's rules: CAUTION from half its limit, CRITICAL from its limit or from the 20th sample after the CAUTION limit was reached. " +
            "Sooner than `expected`, which has the limits; what comes after `expected` is late. Empty where no tier may be raised at all; absent in feeds of earlier versions.",
        },
      ),
    ),
    detector: Type.Object(
      {
        k: Type.Number({ description: "Reference value, in σ." }),
        h: Type.Number({ description: "Decision interval, in σ." }),
        sigma_of_caution: Type.Number({ description: "σ of a sample, as a share of the CAUTION limit." }),
        limits: Type.Object(
          perKind(
            ({ name }) => name,
            () => LimitPair,
          ),
        ),
      },
      {
        description:
          "What `expected` was worked out with: a tabular CUSUM over the samples of the trajectory, and the service's limits.",
      },
    ),
  },
  { description: "What a detector should find." },
);
