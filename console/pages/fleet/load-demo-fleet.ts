import type { Plumbline } from "../../../clients/typescript/plumbline.ts";

const [vehicles, minutes, framesAtOnce] = [12, 260, 500];

/**
 * Sends the last hours of twelve simulated vehicles, every other one healthy, a frame a minute; they say that they are
 * simulated. The same each time but for their clock. Rejects with the first refusal.
 */
export async function loadDemoFleet(
  service: Plumbline,
  { nowMs, onProgress }: { readonly nowMs: number; readonly onProgress: (share: number) => void },
): Promise<void> {
  // Loaded when it is asked for: most consoles never do.
  const { fleetFrames, generateFleet } = await import("../../../simulator/generate-fleet.ts");
  const fleet = generateFleet({
    seed: 1,
    vehicles,
    startUs: (Math.floor(nowMs / 60_000) - minutes - 1) * 60_000_000,
    periodS: 60,
    scenario: "mixed",
    onsetsWithinS: [80 * 60, 160 * 60],
    isDescribed: true,
  });
  const frames = [...fleetFrames(fleet, 0, minutes)];
  for (let at = 0; at < frames.length; at += framesAtOnce) {
    onProgress(at / frames.length);
    // oxlint-disable-next-line no-await-in-loop -- in the order they were captured
    await service.telemetry.ingestBatch(frames.slice(at, at + framesAtOnce));
  }
}
