import type { Moving } from "./task.ts";

declare global {
  interface Window {
    /** Tells the measuring process that everything is set up. */
    beginMoving?(): Promise<void>;
  }
}

/** Calls `draw` for each picture of the browser for so long, and says how many there were. */
export async function measureMoving(seconds: number, draw: (frame: number) => void): Promise<Moving> {
  const scripts: number[] = [];
  await window.beginMoving?.();
  const beganMs = performance.now();
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const beforeMs = performance.now();
      draw(scripts.length);
      const afterMs = performance.now();
      scripts.push(afterMs - beforeMs);
      if (afterMs - beganMs < seconds * 1000) requestAnimationFrame(onFrame);
      else
        resolve({
          pictures: scripts.length,
          framesPerSecond: scripts.length / ((afterMs - beganMs) / 1000),
          scriptMs: median(scripts),
        });
    };
    requestAnimationFrame(onFrame);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
