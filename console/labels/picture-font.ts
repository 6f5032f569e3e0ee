/** The font of words on a canvas, which follows no style sheet: that of the page (`--font` in styles/tokens.css). */
export function pictureFont(sizePx: number): string {
  return `${sizePx}px "IBM Plex Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif`;
}

/**
 * Calls back when the font has come, if a picture before that was drawn in the system's; a style sheet changes words by
 * itself, a canvas does not. Where the page brings no font, such as in a page that is one file, nothing happens.
 */
export async function onceFontComes(drawAgain: () => void, until: AbortSignal): Promise<void> {
  const font = pictureFont(11);
  if (document.fonts.check(font)) return;
  // Without the font the system's is as good as it gets.
  const come = await document.fonts.load(font).catch(() => []);
  if (come.length > 0 && !until.aborted) drawAgain();
}
