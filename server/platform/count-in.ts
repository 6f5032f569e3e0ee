/** Counts one more of this name; the returned function counts it out and must be called once. Names at 0 are forgotten. */
export function countIn(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    const left = (counts.get(name) ?? 0) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  };
}
