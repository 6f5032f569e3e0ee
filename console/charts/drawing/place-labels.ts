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
  { left, right }: { readonly left: number; readonly right: number },
): readonly (LabelSide | null)[] {
  const taken: (readonly [from: number, to: number])[] = [];
  return wishes.map(({ x, width, prefers }) => {
    const sides: readonly LabelSide[] = prefers === "left" ? ["left", "right"] : ["right", "left"];
    const side = sides.find((one) => {
      const [from, to] = extent(x, width, one);
      return from >= left && to <= right && taken.every(([begin, end]) => to <= begin || from >= end);
    });
    if (side === undefined) return null;
    taken.push(extent(x, width, side));
    return side;
  });
}

function extent(x: number, width: number, side: LabelSide): readonly [from: number, to: number] {
  return side === "left" ? [x - width, x] : [x, x + width];
}
