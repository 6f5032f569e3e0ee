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
