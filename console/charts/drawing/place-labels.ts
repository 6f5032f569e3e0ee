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
