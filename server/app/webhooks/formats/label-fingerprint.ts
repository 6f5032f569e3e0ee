const fnvOffset = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;
/** Cannot be part of a label's name or value in UTF-8, and is what Prometheus puts between them. */
const separator = 255;

/** FNV-1a over the sorted labels, as `LabelSet.Fingerprint` of prometheus/common computes it: 16 hexadecimal digits. */
export function labelFingerprint(labels: Readonly<Record<string, string>>): string {
  let hash = fnvOffset;
  const add = (byte: number): void => {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * fnvPrime);
  };
  for (const [name, value] of Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const text of [name, value]) {
      Buffer.from(text).forEach(add);
      add(separator);
    }
  }
  return hash.toString(16).padStart(16, "0");
}
