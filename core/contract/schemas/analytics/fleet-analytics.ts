import { perKind } from "../../../sensors/sensor-lists.ts";
import { exampleOf, faulty } from "../../../sensors/contract-words.ts";
import { Type, type TSchema } from "typebox";

import { FaultSource, UtcTime, nullable, oneOf } from "../vocabulary.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const analyticsStepValues = ["hour", "day"] as const;
const AnalyticsStep = oneOf(analyticsStepValues, {
  $id: "AnalyticsStep",
  description: "How long a step is; the last may be cut short.",
});

export const ageUnitValues = ["kilometres", "days"] as const;
const AgeUnit = oneOf(ageUnitValues, {
  $id: "AgeUnit",
  description:
    "Kilometres on the odometer (`metadata.odometer_km`), or days since the vehicle's first frame.",
});

const rateWithInterval = Type.Object({
  value: Type.Number({ minimum: 0 }),
  low: Type.Number({ minimum: 0 }),
  high: Type.Number({ minimum: 0 }),
});

const MonthRate = Type.Object(
  {
    count: count("Breaches of these vehicles in this month."),
    vehicle_days: Type.Number({ minimum: 0, description: "Exposure in this month." }),
    per_1000_vehicle_days: nullable(rateWithInterval, {
      description: "With the exact 95 % interval of a Poisson count. Null without exposure.",
    }),
  },
  { $id: "MonthRate" },
);

const AgeHazard = Type.Object(
  {
    first_breaches: count("Vehicles that breached for the first time at this age."),
    exposure: Type.Number({
      minimum: 0,
      description:
        "Kilometres or days that vehicles without a breach so far were watched at this age, summed.",
    }),
    rate: nullable(rateWithInterval, {
      description:
        "First breaches for `hazard.per` kilometres or days of one vehicle that has had none: a piecewise exponential hazard (Holford 1980) with the exact 95 % interval of a Poisson count. Null where nobody was watched.",
    }),
  },
  { $id: "AgeHazard" },
);

const tierNumbers = <Value extends TSchema>(number: Value, description: string) =>
  Type.Object({ unknown: number, nominal: number, caution: number, critical: number }, { description });

const AnalyticsRate = Type.Object(
  {
    count: count("How often it happened to these vehicles between `from` and `to`."),
    per_1000_vehicle_days: nullable(rateWithInterval, {
      description:
        "For 1,000 days of one vehicle, with the exact 95 % interval of a Poisson count (Garwood 1936). Null without exposure.",
    }),
  },
  { $id: "AnalyticsRate" },
);

const DriftQuantiles = Type.Object(
  {
    vehicles: count("Vehicles that have a value."),
    p5: Type.Number(),
    p25: Type.Number(),
    p50: Type.Number({ description: "Half of them are below." }),
    p75: Type.Number(),
    p95: Type.Number(),
  },
  { $id: "DriftQuantiles", description: "How an estimated drift is spread over vehicles now." },
);
const drift = (unit: string) =>
  nullable(DriftQuantiles, { description: `${unit}; null where no vehicle has a value.` });

const signedLength = (factor: number) => `${factor === 1 ? "Metres" : "Millimetres"}, signed`;

export const AnalyticsGroup = Type.Object(
  {
    group: nullable(Type.String(), {
      description: "The value they share; null for vehicles without one, and for all together.",
    }),
    vehicles: count("Vehicles of the group now."),
    tiers_now: tierNumbers(
      Type.Integer({ minimum: 0 }),
      "Vehicles in each tier now, as last judged: silence changes nothing here.",
    ),
    tiers_over_time: Type.Object(
      {
        unknown: Type.Array(Type.Integer({ minimum: 0 })),
        nominal: Type.Array(Type.Integer({ minimum: 0 })),
        caution: Type.Array(Type.Integer({ minimum: 0 })),
        critical: Type.Array(Type.Integer({ minimum: 0 })),
      },
      { description: "Vehicles in each tier at the end of each step." },
    ),
    days_in_tier: tierNumbers(
      Type.Number({ minimum: 0 }),
      "Days that all of them together spent in each tier.",
    ),
    vehicle_days: Type.Number({
      minimum: 0,
      description:
        "Exposure: days between the first and the newest frame of each vehicle, as far as they lie between `from` and `to`, summed.",
    }),
    breaches: AnalyticsRate,
    repairs: AnalyticsRate,
    breaches_by_month: Type.Array(MonthRate, { description: "One a month of `months`." }),
    hazard: Type.Array(AgeHazard, {
      description:
        "One a stretch of `hazard.bins`: over all that is known of these vehicles, not only between `from` and `to`.",
    }),
    drift: Type.Object(
      perKind(
        ({ drift: { spread } }) => spread,
        ({ unit, drift: { factor } }) => drift(unit === "deg" ? "Degrees" : signedLength(factor)),
      ),
    ),
  },
  { $id: "AnalyticsGroup", description: "Vehicles that have something in common, over time." },
);

export const FleetAnalytics = Type.Object(
  {
    from: UtcTime,
    to: UtcTime,
    step: AnalyticsStep,
    steps: Type.Array(UtcTime, { maxItems: 1000, description: "When each step begins, in UTC." }),
    group_by: nullable(Type.String(), {
      description: "`fleet`, `region` or `attribute:name`; null for no groups.",
    }),
    months: Type.Array(UtcTime, {
      description: "When each month of UTC begins that `from` to `to` has a part in; the first at `from`.",
    }),
    hazard: Type.Object(
      {
        against: AgeUnit,
        per: Type.Integer({ minimum: 1, description: "Rates are for so many kilometres or days." }),
        bins: Type.Array(
          Type.Object({
            from: Type.Number({ minimum: 0 }),
            to: nullable(Type.Number({ minimum: 0 }), { description: "Null: and all beyond." }),
          }),
          { maxItems: 12, description: "Stretches of age, the same for every group." },
        ),
        vehicles: count("Vehicles that count here."),
        left_out: count(
          "Vehicles that say too little of their age: no odometer, none before their breach, or one that went back.",
        ),
      },
      { description: "At what age vehicles breach for the first time; the figures stand with each group." },
    ),
    all: AnalyticsGroup,
    groups: Type.Array(AnalyticsGroup, {
      maxItems: 50,
      description:
        "The groups of most vehicles; ordered by the lower end of the interval of the breach rate, highest first.",
    }),
    groups_in_all: count("How many groups there are, listed or not."),
    breaches_by_source: Type.Array(
      Type.Object({ fault_source: FaultSource, breaches: count("Breaches between `from` and `to`.") }),
      { description: "The commonest first." },
    ),
    detection_delays: Type.Array(
      Type.Object({
        fault_source: FaultSource,
        breaches: count("Breaches with a known beginning."),
        p10_s: Type.Number({ minimum: 0 }),
        p50_s: Type.Number({ minimum: 0 }),
        p90_s: Type.Number({ minimum: 0 }),
      }),
      {
        description:
          "Seconds from when a change most likely began (its change point) to the breach, over the newest 10,000 breaches of that time. An estimate of what was noticed; a change never noticed has no delay.",
      },
    ),
    frames: nullable(
      Type.Object({
        from: UtcTime,
        step_s: Type.Integer({ minimum: 1 }),
        received: Type.Array(Type.Integer({ minimum: 0 }), {
          description: "Frames of each step, by receipt.",
        }),
        late: Type.Array(Type.Integer({ minimum: 0 }), {
          description: "Those of them that came too late to be judged.",
        }),
        late_rate: Type.Array(nullable(Type.Number({ minimum: 0, maximum: 1 }), {}), {
          description: "`late` as a share of `received`; null where none was received.",
        }),
        expected_per_step: Type.Number({
          minimum: 0,
          description:
            "What the vehicles send together when each sends as often as it did on average from its first to its newest frame.",
        }),
      }),
      {
        description:
          "The last two days. Null where attributes were asked for: frames are counted by fleet and region alone.",
      },
    ),
    as_of: UtcTime,
  },
  {
    $id: "FleetAnalytics",
    description: "A fleet over time: tiers, breaches and repairs with their exposure, drift, delays, frames.",
    examples: [
      {
        from: "2025-03-01T00:00:00.000Z",
        to: "2025-03-02T12:00:00.000Z",
        step: "day",
        steps: ["2025-03-01T00:00:00.000Z", "2025-03-02T00:00:00.000Z"],
        group_by: null,
        months: ["2025-03-01T00:00:00.000Z"],
        hazard: { against: "days", per: 1000, bins: [{ from: 0, to: 2 }], vehicles: 40, left_out: 0 },
        all: {
          group: null,
          vehicles: 40,
          tiers_now: { unknown: 0, nominal: 36, caution: 3, critical: 1 },
          tiers_over_time: { unknown: [2, 0], nominal: [37, 36], caution: [1, 3], critical: [0, 1] },
          days_in_tier: { unknown: 3.5, nominal: 53.1, caution: 3, critical: 0.4 },
          vehicle_days: 60,
          breaches: { count: 4, per_1000_vehicle_days: { value: 66.7, low: 18.2, high: 170.7 } },
          repairs: { count: 0, per_1000_vehicle_days: { value: 0, low: 0, high: 61.5 } },
          breaches_by_month: [
            { count: 4, vehicle_days: 60, per_1000_vehicle_days: { value: 66.7, low: 18.2, high: 170.7 } },
          ],
          hazard: [{ first_breaches: 4, exposure: 57.1, rate: { value: 70.1, low: 19.1, high: 179.4 } }],
          drift: exampleOf("spread", ({ drift: { spread } }) => spread),
        },
        groups: [],
        groups_in_all: 0,
        breaches_by_source: [{ fault_source: faulty.name, breaches: 4 }],
        detection_delays: [{ fault_source: faulty.name, breaches: 4, p10_s: 240, p50_s: 660, p90_s: 1260 }],
        frames: {
          from: "2025-02-28T12:00:00.000Z",
          step_s: 960,
          received: [640, 640],
          late: [0, 16],
          late_rate: [0, 0.025],
          expected_per_step: 640,
        },
        as_of: "2025-03-02T12:00:00.000Z",
      },
    ],
  },
);
