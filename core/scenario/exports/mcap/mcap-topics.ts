import { image } from "../../../sensors/scenario-kinds.ts";

const number = { type: "number" } as const;
const text = { type: "string" } as const;
const timestamp = {
  type: "object",
  title: "time",
  properties: {
    sec: { type: "integer", minimum: 0 },
    nsec: { type: "integer", minimum: 0, maximum: 999_999_999 },
  },
} as const;

/** What is written about, with its JSON Schema: the fields of Foxglove's published schemas that are used, and our own. */
export const mcapTopics = {
  "/tf": {
    title: "foxglove.FrameTransform",
    type: "object",
    properties: {
      timestamp,
      parent_frame_id: text,
      child_frame_id: text,
      translation: {
        type: "object",
        title: "foxglove.Vector3",
        properties: { x: number, y: number, z: number },
      },
      rotation: {
        type: "object",
        title: "foxglove.Quaternion",
        properties: { x: number, y: number, z: number, w: number },
      },
    },
  },
  "/vehicle/location": {
    title: "foxglove.LocationFix",
    type: "object",
    properties: {
      timestamp,
      frame_id: text,
      latitude: number,
      longitude: number,
      altitude: number,
      position_covariance: { type: "array", items: number, minItems: 9, maxItems: 9 },
      position_covariance_type: { type: "integer" },
    },
  },
  "/drift": {
    title: "plumbline.Drift",
    type: "object",
    properties: {
      timestamp,
      drift_deg: number,
      received: { type: "boolean" },
      speed_mps: number,
      conditions: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: text,
            focal_scale: number,
            clock_offset_s: number,
            noise_factor: number,
            missing_share: number,
          },
        },
      },
    },
  },
  [image.mcap.topic]: {
    title: image.mcap.schema,
    type: "object",
    properties: {
      timestamp,
      frame_id: text,
      width: { type: "integer", minimum: 0 },
      height: { type: "integer", minimum: 0 },
      distortion_model: text,
      D: { type: "array", items: number },
      K: { type: "array", items: number, minItems: 9, maxItems: 9 },
      R: { type: "array", items: number, minItems: 9, maxItems: 9 },
      P: { type: "array", items: number, minItems: 12, maxItems: 12 },
    },
  },
} as const;

export type McapTopic = keyof typeof mcapTopics;
