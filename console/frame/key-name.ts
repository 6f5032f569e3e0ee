/** `Shift+ArrowLeft`; of letters and signs the key itself tells whether Shift was held. */
export function keyName({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">): string {
  return shiftKey && key.length > 1 ? `Shift+${key}` : key;
}
