/** Rows a table has at most: more cannot be read, and the file has them all. */
const maxTableRows = 200;

/** Which of `length` points a table shows: evenly spaced, the first and the latest always among them. */
export function tableIndices(length: number): readonly number[] {
  if (length <= maxTableRows) return Array.from({ length }, (_, index) => index);
  const step = (length - 1) / (maxTableRows - 1);
  return Array.from({ length: maxTableRows }, (_, row) => Math.round(row * step));
}
