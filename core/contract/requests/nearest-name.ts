/** The known name that an unknown one was probably meant to be, or null when none is near: at most a third of its letters differ. */
export function nearestName(unknown: string, known: readonly string[]): string | null {
  if (unknown.length > longestCompared) return null;
  const plain = withoutStyle(unknown);
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(plain, withoutStyle(name));
    if (distance <= name.length / 3 && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** Far beyond every name of the contract, so that a hostile name costs nothing. */
const longestCompared = 64;

/** `vehicleId`, `vehicle-id` and `VEHICLE_ID` are one name in different styles. */
function withoutStyle(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const costs = [
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1),
      ];
      if (isSwap(from.slice(row - 2, row), to.slice(column - 2, column))) {
        costs.push(costAt(beforeLast, column - 2) + 1);
      }
      current.push(Math.min(...costs));
    }
    beforeLast = last;
    last = current;
  }
  return costAt(last, to.length);
}

function costAt(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}

function isSwap(two: string, others: string): boolean {
  return two.length === 2 && others.length === 2 && two[0] === others[1] && two[1] === others[0];
}
