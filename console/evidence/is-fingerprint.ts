/** Whether a text that somebody typed or pasted is this SHA-256 (hex), however it was copied. */
export function isFingerprint(text: string, fingerprint: string | null): boolean {
  return (
    text
      .replaceAll(/\s/g, "")
      .toLowerCase()
      .replace(/^sha256:/, "") === fingerprint
  );
}
