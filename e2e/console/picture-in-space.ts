import type { Locator } from "playwright-core";

export interface PictureInSpace {
  /** Which machine drew it. */
  readonly renderer: string;
  readonly isLost: boolean;
  /** Different colours: a picture that stayed blank has one. */
  readonly colors: number;
  /** SHA-256 of the pixels, hex. */
  readonly sha256: string;
}

/** What is really on a WebGL canvas: a screenshot alone never shows that it stayed blank. */
export async function pictureInSpace(canvas: Locator): Promise<PictureInSpace> {
  return canvas.evaluate(async (element) => {
    const drawn = element as HTMLCanvasElement;
    const gl = drawn.getContext("webgl2")!;
    const pixels = new Uint8Array(4 * drawn.width * drawn.height);
    gl.readPixels(0, 0, drawn.width, drawn.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const colors = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4) {
      colors.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
    }
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", pixels));
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    return {
      renderer: String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)),
      isLost: gl.isContextLost(),
      colors: colors.size,
      sha256: [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    };
  });
}
