import { contractWords, exampleOf } from "../../../sensors/contract-words.ts";
import { sensorKinds } from "../../../sensors/kinds.ts";
import { scenarioKinds } from "../../../sensors/scenario-kinds.ts";
import { figures, type Kind, perRow, turnedKinds, turnedNames } from "../../../sensors/sensor-lists.ts";

/** The published example: six seconds of `feedForTests`, which a test holds it to. Core's contract knows no scenarios. */
export const exampleFeed = {
  scenario_type: "post_collision",
  schema: "scenario-feed/1",
  scenario_id: "scn_8d0c5c1f2a7b4e90",
  generator: {
    name: "plumbline",
    version: "0.1.0",
  },
  seed: 42,
  rng: "fmix32-counter/1",
  level: "concrete",
  parameters: {
    initial_drift_state: {
      tier: "CRITICAL",
      ...perRow(
        turnedKinds,
        ({ drift }) => drift.member,
        () => 1.41,
      ),
      sensors: sensorKinds.map(sensorOf),
    },
    visualizer: {
      format: "service_web_demo_v1",
      duration_s: 6,
      map_center: [37.77, -122.42],
      highlight_vehicle_id: "veh-0042",
    },
    drift_model: {
      type: "post_collision",
      params: {
        t0: 1.5,
        A: 1.41,
        ts: 0.15,
        B: 0.35,
        td: 0.6,
        f: 9,
      },
      axis: [0, 0.6, 0.8],
      axis_frame: `${turnedNames}-optical`,
      moves: "mount",
      common_mode_axis: null,
      sensors: sensorKinds.map(({ name, mount }) => {
        const { moves, risesPerDeg } = contractWords[name].scenario;
        return { ...moves, id: mount, registration_error_m_per_deg: risesPerDeg };
      }),
      ranges: {
        t0: [0.6, 3],
        A: [0.3, 3],
        ts: [0.05, 0.5],
        B: [0, 1],
        td: [0.2, 2],
        f: [4, 15],
      },
    },
    trajectory: {
      dt_s: 0.1,
      drift_deg: [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.35, 0.925768197, 1.115825158, 1.153577352, 1.166651223,
        1.207590296, 1.280007697, 1.363060866, 1.431702189, 1.469685591, 1.474312047, 1.454349618,
        1.424164314, 1.397366932, 1.382417128, 1.381206237, 1.390292482, 1.403621775, 1.415376104,
        1.421928832, 1.422483614, 1.418549396, 1.41276403, 1.407659481, 1.404813659, 1.40457357, 1.406283896,
        1.408798474, 1.41101704, 1.4122539, 1.412358279, 1.411614992, 1.410522171, 1.409557991, 1.409020457,
        1.408975095, 1.409298127, 1.409773065, 1.410192096, 1.410425708, 1.410445422, 1.410305033,
        1.410098625, 1.409916515, 1.409814988, 1.40980642,
      ],
      gaps: [],
      time_scale: 1,
    },
    drift_samples: {
      dt_s: 0.1,
      count: 61,
      dof: ["tx", "ty", "tz", "roll", "pitch", "yaw"],
    },
    truth: {
      onset_s: 1.5,
      is_sensor_fault: true,
      expected: [
        {
          t_s: 0,
          event: "tier_change",
          to: "CAUTION",
        },
        {
          t_s: 0,
          event: "tier_change",
          to: "CRITICAL",
        },
        {
          t_s: 1.6,
          event: "cusum_signal",
        },
      ],
      allowed: [
        { to: "CAUTION", from_s: 0, because: "drift" },
        { to: "CRITICAL", from_s: 0, because: "drift" },
      ],
      detector: {
        k: 0.5,
        h: 8,
        sigma_of_caution: 0.25,
        limits: exampleOf("limits"),
      },
    },
    events: [
      {
        t_s: 1.5,
        type: "impact",
        delta_v_mps: 4.23,
        zone: "front",
        nhtsa_precrash: "rear-end/lead-decelerating",
      },
    ],
    environment: {
      ambient_c: 20,
      sun_elev_deg: 40,
      rain_mm_h: 0,
    },
    road: {
      kind: "procedural",
      seed: 42,
      params: {},
    },
    actors: [
      {
        id: "ego",
        role: "ego",
        vehicle_id: "veh-0042",
        dimensions_m: {
          length: 4.5,
          width: 1.8,
          height: 1.5,
        },
        wheelbase_m: 2.8,
        rear_overhang_m: 0.9,
        speed_mps: 10,
      },
    ],
    tags: {
      iso34504: ["ego/drive-straight", "ego/collide"],
      iso34503_odd: ["scenery/road/urban", "environment/precipitation/none", "environment/illumination/day"],
    },
  },
  provenance: {
    kind: "fitted",
    vehicle_id: "veh-0042",
    measured: [
      "/parameters/initial_drift_state/tier",
      ...turnedKinds.map(({ drift }) => `/parameters/initial_drift_state/${drift.member}`),
      ...sensorKinds.flatMap(({ name }, at) =>
        contractWords[name].scenario.measured.map(
          (member) => `/parameters/initial_drift_state/sensors/${at}/${member}`,
        ),
      ),
      "/parameters/drift_model/axis",
      "/parameters/visualizer/map_center",
    ],
    n_vehicles: 1,
    privacy: "position coarsened to 0.01° (about 1 km)",
  },
  exports: [],
};

function sensorOf({ name, mount, figure }: Kind) {
  const { now, variances, measuredDof, partNumber, ...example } = contractWords[name].scenario;
  const { xyz_m, ...view } = scenarioKinds[name].mount;
  return {
    id: mount,
    kind: name,
    ...view,
    frame: "iso8855/rear-axle-ground",
    pose_is: "vehicle_T_sensor",
    axes: "x-forward y-left z-up",
    baseline: { xyz_m, quat_xyzw: [0, 0, 0, 1] },
    now,
    covariance_6x6: variances.flatMap((variance, row) =>
      variances.map((_, at) => (at === row ? variance : 0)),
    ),
    measured_dof: measuredDof,
    ...Object.fromEntries(figures.map((one) => [one, one === figure ? example.figure : null])),
    part_number: partNumber,
    clock_offset_ms: 0,
  };
}
