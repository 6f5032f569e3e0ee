/** The sensors whose noise and location are learnt; confidence is the lidar's own opinion of its match. */
export const trackNames = ["camera", "radar", "lidar", "confidence"] as const;
export type TrackName = (typeof trackNames)[number];

/** How many values a block of each track holds. */
export const trackWidths: Readonly<Record<TrackName, number>> = {
  camera: 3,
  radar: 1,
  lidar: 1,
  confidence: 1,
};

/** The sensors that have physical limits, in the order of the fault posterior. */
export const limitedSensors = ["camera", "radar", "lidar"] as const;
export type LimitedSensor = (typeof limitedSensors)[number];

/** The five channels in their fixed order: camera rotation vector (degrees), radar bias (m), lidar error (m). */
export const channels = ["camera_x", "camera_y", "camera_z", "radar", "lidar"] as const;
export type Channel = (typeof channels)[number];

/** First channel of each track in the sums it belongs to. */
export const firstChannel: Readonly<Record<TrackName, number>> = {
  camera: 0,
  radar: 3,
  lidar: 4,
  confidence: 0,
};
