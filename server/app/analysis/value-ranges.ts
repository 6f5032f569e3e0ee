/** Numbers of one row of the table. */
const ofRange = 3;

/**
 * The newest, smallest and largest of the values of each column in each row, null where there was none. In one table of
 * numbers, because a series adds 17 values of each of 100,000 frames.
 */
export class ValueRanges {
  readonly #values: Float64Array;
  readonly #columns: number;

  constructor(rows: number, columns: number) {
    this.#columns = columns;
    this.#values = new Float64Array(rows * columns * ofRange).fill(Number.NaN);
  }

  add(row: number, column: number, value: number): void {
    const values = this.#values;
    const at = (row * this.#columns + column) * ofRange;
    values[at] = value;
    // Nothing compares with what is not there yet.
    if (!(values[at + 1]! <= value)) values[at + 1] = value;
    if (!(values[at + 2]! >= value)) values[at + 2] = value;
  }

  newest(row: number, column: number): number | null {
    return this.#at(row, column, 0);
  }

  smallest(row: number, column: number): number | null {
    return this.#at(row, column, 1);
  }

  largest(row: number, column: number): number | null {
    return this.#at(row, column, 2);
  }

  #at(row: number, column: number, which: number): number | null {
    const value = this.#values[(row * this.#columns + column) * ofRange + which]!;
    return Number.isNaN(value) ? null : value;
  }
}
