import { outlineMiddle, type TierOutline } from "../../labels/tier-shapes.ts";

/** A shape as pixels to be written around a mark's own pixel. What lies beyond its halo is not touched. */
export interface Sprite {
  readonly dx: Int8Array;
  readonly dy: Int8Array;
  /** Opaque, `0xFFBBGGRR`: the byte order of a canvas on every machine there is. */
  readonly color: Uint32Array;
  /** No pixel is farther than this from the mark's own, in either direction. */
  readonly reach: number;
}

interface SpriteLook {
  readonly outline: TierOutline;
  /** Pixels to the outline's square of 16. */
  readonly sizePx: number;
  readonly color: number;
  /** A ring around it in the ground's colour keeps it apart from its neighbours. */
  readonly halo: { readonly widthPx: number; readonly color: number };
}

/** Samples along each side of a pixel. */
const samples = 4;

export function spriteOf(look: SpriteLook): Sprite {
  const reach = Math.ceil(look.sizePx / 2 + look.halo.widthPx);
  const pixels: { dx: number; dy: number; color: number }[] = [];
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const color = colorAt(look, dx, dy);
      if (color !== null) pixels.push({ dx, dy, color });
    }
  }
  return {
    dx: Int8Array.from(pixels, ({ dx }) => dx),
    dy: Int8Array.from(pixels, ({ dy }) => dy),
    color: Uint32Array.from(pixels, ({ color }) => color),
    reach,
  };
}

/** The shape's colour mixed with its halo's where both lie in the pixel; null where most of it is beyond both. */
function colorAt({ outline, halo, color, sizePx }: SpriteLook, dx: number, dy: number): number | null {
  const scale = (outlineMiddle * 2) / sizePx;
  let [inside, around] = [0, 0];
  for (let sample = 0; sample < samples * samples; sample += 1) {
    const x = outlineMiddle + (dx + ((sample % samples) + 0.5) / samples - 0.5) * scale;
    const y = outlineMiddle + (dy + (Math.floor(sample / samples) + 0.5) / samples - 0.5) * scale;
    const distance = distanceTo(outline, x, y);
    if (distance <= 0) inside += 1;
    else if (distance <= halo.widthPx * scale) around += 1;
  }
  const isCovered = 2 * (inside + around) >= samples * samples;
  return isCovered ? mixed(color, halo.color, inside / (inside + around)) : null;
}

/** Signed distance to the outline, in its own units; negative inside. */
function distanceTo(outline: TierOutline, x: number, y: number): number {
  if (outline.kind === "polygon") return distanceToPolygon(outline.corners, x, y);
  const fromMiddle = Math.hypot(x - outlineMiddle, y - outlineMiddle);
  if (outline.stroke === null) return fromMiddle - outline.radius;
  return Math.abs(fromMiddle - outline.radius) - outline.stroke / 2;
}

/** After Quilez, I., "2D distance functions": the nearest edge, and the sign by crossings of a ray. */
function distanceToPolygon(corners: readonly (readonly [number, number])[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (const [at, [ax, ay]] of corners.entries()) {
    const [bx, by] = corners[(at + 1) % corners.length]!;
    const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const on = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, Math.hypot(x - ax - on * (bx - ax), y - ay - on * (by - ay)));
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}

function mixed(one: number, other: number, share: number): number {
  const channel = (shift: number): number =>
    Math.round(((one >>> shift) & 255) * share + ((other >>> shift) & 255) * (1 - share));
  return (0xff000000 | (channel(16) << 16) | (channel(8) << 8) | channel(0)) >>> 0;
}
