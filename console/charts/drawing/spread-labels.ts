export interface LabelWish {
  /** Where its line stands. */
  readonly x: number;
  readonly width: number;
  readonly prefers: LabelSide;
}

export type LabelSide = "left" | "right";

/**
 * On which side of its line each label stands, so that none is printed over another: where it wishes, else on the other
 * side; null where neither has room. Those that come first have their place first.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  /** Of the picture. */
  roomWidth: number,
): readonly (LabelSide | null)[] {
  const taken: (readonly [from: number, to: number])[] = [];
  return wishes.map(({ x, width, prefers }) => {
    for (const side of [prefers, prefers === "left" ? "right" : "left"] as const) {
      const from = side === "left" ? x - width : x;
      const to = from + width;
      if (from < 0 || to > roomWidth || taken.some(([begin, end]) => to > begin && from < end)) continue;
      taken.push([from, to]);
      return side;
    }
    return null;
  });
}

/**
 * Heights at which labels can be read: as near as possible to where they belong, at least `gap` apart, none above `top`
 * or below `bottom` while there is room. Same order as given; pixels, downwards.
 */
export function spreadLabels(
  heights: readonly number[],
  room: { readonly gap: number; readonly top: number; readonly bottom: number },
): readonly number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  let floor = room.top;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, floor);
    floor = (placed[index] ?? 0) + room.gap;
  }
  let ceiling = room.bottom;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index] ?? 0, ceiling);
    ceiling = (placed[index] ?? 0) - room.gap;
  }
  return placed;
}
