/** The one font of all pictures, for a canvas with this many pixels to a CSS pixel (uPlot scales by itself: give it 1). */
export function chartFont(pixelRatio: number): string {
  return `${11 * pixelRatio}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
}
