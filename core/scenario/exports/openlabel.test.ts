import { expect, test } from "vitest";

import { feedForTests } from "../feed/feed-for-tests.ts";
import { writeOpenLabel } from "./openlabel.ts";

interface PoseData {
  readonly quaternion: readonly number[];
  readonly translation: readonly number[];
}

interface Written {
  readonly coordinate_systems: Readonly<
    Record<
      string,
      { readonly parent: string; readonly children: readonly string[]; readonly pose_wrt_parent?: PoseData }
    >
  >;
  readonly frames: Readonly<
    Record<
      string,
      {
        readonly frame_properties: {
          readonly timestamp: number;
          readonly transforms: Readonly<Record<string, { readonly transform_src_to_dst: PoseData }>>;
          readonly streams?: object;
        };
      }
    >
  >;
}

const written = (feed = feedForTests()) =>
  (JSON.parse(writeOpenLabel(feed)) as { readonly openlabel: Written }).openlabel;

test("every coordinate system is a child of its parent, up to the map", () => {
  const systems = Object.entries(written().coordinate_systems);
  expect(systems).toHaveLength(8);
  for (const [name, { parent }] of systems.filter(([name]) => name !== "map")) {
    expect(systems.find(([other]) => other === parent)![1].children).toContain(name);
  }
});

test("the camera stands at its baseline, and where the feed says it is now", () => {
  const [camera] = feedForTests().parameters.initial_drift_state.sensors;
  const { coordinate_systems: systems } = written();
  expect(systems["cam_front/baseline"]!.pose_wrt_parent!.translation).toEqual(camera!.baseline.xyz_m);
  expect(systems["cam_front/now"]!.pose_wrt_parent!.quaternion).toEqual(camera!.now.quat_xyzw);
});

test("each sample is a frame at its time", () => {
  const { frames } = written();
  expect(Object.keys(frames)).toHaveLength(201);
  expect(frames["3"]!.frame_properties.timestamp).toBe(0.3);
  const radar = (at: string) =>
    frames[at]!.frame_properties.transforms["radar_front/now_to_vehicle-iso8855"]!.transform_src_to_dst;
  expect(radar("0").translation[0]).toBeCloseTo(3.55 - 0.31, 9);
  expect(radar("200").translation[0]).toBeLessThan(radar("0").translation[0]! - 0.5);
});

test("intrinsics are repeated in the frames in which they are others", () => {
  const { frames } = written(feedForTests({ type: "intrinsics_shift" }));
  expect(frames["0"]!.frame_properties.streams).toBeUndefined();
  expect(JSON.stringify(frames["200"]!.frame_properties.streams)).toContain("1676.1024");
});
