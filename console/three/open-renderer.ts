import { SRGBColorSpace, WebGLRenderer } from "three";

/**
 * A renderer for this canvas, or null where the browser has no WebGL: then flat drawings carry the same numbers. What was
 * drawn stays readable, for pictures that are saved and for tests that look.
 */
export function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  if (!hasWebGl(canvas.ownerDocument)) return null;
  const renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  renderer.outputColorSpace = SRGBColorSpace;
  return renderer;
}

/** Asked of a canvas of its own: three writes an error into the browser's console where there is none. */
function hasWebGl(page: Document): boolean {
  const context = page.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
