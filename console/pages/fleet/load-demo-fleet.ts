import type { Plumbline } from "../../../clients/typescript/plumbline.ts";

/** Twelve vehicles, every other one healthy, a frame a minute, faults beginning after the baselines are learnt. */
export const demoPlan = {
  seed: 1,
  vehicles: 12,
  periodS: 60,
  scenario: "mixed",
  onsetsWithinS: [80 * 60, 160 * 60],
} as const;
export const demoMinutes = 260;

/**
 * Sends the last hours of the demo fleet; its vehicles say that they are simulated. The same each time but for its clock.
 * Gives why frames were refused, null where none was; rejects where the service does not take requests at all.
 */
export async function loadDemoFleet(
  service: Plumbline,
  { nowMs, onProgress }: { readonly nowMs: number; readonly onProgress: (share: number) => void },
): Promise<string | null> {
  // Loaded when it is asked for: most consoles never do.
  const { fleetFrames, generateFleet } = await import("../../../simulator/generate-fleet.ts");
  const startUs = (Math.floor(nowMs / 60_000) - demoMinutes - 1) * 60_000_000;
  const fleet = generateFleet({ ...demoPlan, startUs, isDescribed: true });
  const frames = [...fleetFrames(fleet, 0, demoMinutes)];
  onProgress(0);
  const { rejected, errors } = await service.telemetry.ingestStream(frames, {
    groupFrames: 500,
    onProgress: ({ lines }) => onProgress(lines / frames.length),
  });
  return rejected === 0 ? null : `${rejected} of ${frames.length} frames were refused: ${errors[0]?.detail}`;
}
