export const speeds = [0.25, 0.5, 1, 2, 4] as const;

/** Where the player is and how it goes on. */
export interface PlayClock {
  readonly tS: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly isLooping: boolean;
}

export const startOfPlay: PlayClock = { tS: 0, isPlaying: false, speed: 1, isLooping: false };

/** After so much real time. At the end it stops, or begins again. */
export function advanced(clock: PlayClock, elapsedS: number, durationS: number): PlayClock {
  if (!clock.isPlaying) return clock;
  const tS = clock.tS + elapsedS * clock.speed;
  if (tS < durationS) return { ...clock, tS };
  return clock.isLooping ? { ...clock, tS: tS % durationS } : { ...clock, tS: durationS, isPlaying: false };
}

/** Playing from the end begins at the beginning. */
export function toggled(clock: PlayClock, durationS: number): PlayClock {
  const isAtEnd = !clock.isPlaying && clock.tS >= durationS;
  return { ...clock, isPlaying: !clock.isPlaying, tS: isAtEnd ? 0 : clock.tS };
}

export function faster(clock: PlayClock, by: 1 | -1): PlayClock {
  const at = speeds.findIndex((speed) => speed === clock.speed);
  const next = Math.min(speeds.length - 1, Math.max(0, (at === -1 ? 2 : at) + by));
  return { ...clock, speed: speeds[next] ?? 1 };
}

/** To the frame before or after, on the grid of the vehicle's frames; what plays stops. */
export function stepped(
  clock: PlayClock,
  by: 1 | -1,
  grid: { readonly periodS: number; readonly durationS: number },
): PlayClock {
  const place = clock.tS / grid.periodS;
  const near = Math.round(place);
  const isOn = Math.abs(place - near) < 1e-6;
  const on = by > 0 ? Math.floor(place) : Math.ceil(place);
  const frame = isOn ? near + by : on + (by > 0 ? 1 : -1);
  return sought(clock, frame * grid.periodS, grid.durationS);
}

/** To the nearest of these moments before or after, or to the end on that side. */
export function jumped(
  clock: PlayClock,
  by: 1 | -1,
  among: { readonly momentsS: readonly number[]; readonly durationS: number },
): PlayClock {
  const { momentsS, durationS } = among;
  const found =
    by > 0
      ? momentsS.find((momentS) => momentS > clock.tS + 1e-6)
      : momentsS.findLast((momentS) => momentS < clock.tS - 1e-6);
  return sought(clock, found ?? (by > 0 ? durationS : 0), durationS);
}

export function sought(clock: PlayClock, tS: number, durationS: number): PlayClock {
  return { ...clock, isPlaying: false, tS: Math.min(durationS, Math.max(0, tS)) };
}
