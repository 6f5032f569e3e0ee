import { createHash } from "node:crypto";
import type { Browser } from "playwright-core";

/** What pictures were taken with: others may draw other pixels. */
export interface Camera {
  readonly chromium: string;
  /** Who draws in space. */
  readonly renderer: string;
  /** SHA-256 of a picture of shapes and of words in the fonts of the system, which stand in for signs ours lack. */
  readonly trial: string;
}

/** All pixels of a picture, as numbers of 32 bits: enough to tell whether one differs, and in which square. */
export interface Print {
  readonly width: number;
  readonly height: number;
  /** A row of squares each: the number of a square's pixels in seven characters. */
  readonly squares: readonly string[];
}

export interface Darkroom {
  readonly camera: Camera;
  print(png: Buffer): Promise<Print>;
  /** Half as large, and coarse, for people. */
  thumbnail(png: Buffer): Promise<Buffer>;
  /** The picture faded, but for the squares that differ. */
  markDifferences(png: Buffer, differing: readonly Square[]): Promise<Buffer>;
}

/** Column and row. */
export type Square = readonly [number, number];

const squarePx = 128;

/** Squares of either that are not the same in the other. */
export function differingSquares(was: Print, is: Print): readonly Square[] {
  const rows = Math.max(was.squares.length, is.squares.length);
  const columns = Math.ceil(Math.max(was.width, is.width) / squarePx);
  const at = ({ squares }: Print, [column, row]: Square) => squares[row]?.slice(7 * column, 7 * column + 7);
  const all = Array.from({ length: rows * columns }, (_, index): Square => [
    index % columns,
    Math.floor(index / columns),
  ]);
  return all.filter((square) => (at(was, square) ?? "") !== (at(is, square) ?? ""));
}

/** The browser itself reads and writes pictures: it has every codec. */
export async function openDarkroom(browser: Browser): Promise<Darkroom> {
  const page = await browser.newPage();
  const { renderer, picture } = await page.evaluate(lookAtCamera);
  const trial = createHash("sha256").update(picture).digest("hex");
  const inPage = async <Given, Result>(work: (given: Given) => Promise<Result>, given: Given) => {
    const result: Result = await page.evaluate(work as never, given as never);
    return result;
  };
  return {
    camera: { chromium: browser.version(), renderer, trial },
    async print(png) {
      return inPage(printOf, { png: png.toString("base64"), sidePx: squarePx });
    },
    async thumbnail(png) {
      return Buffer.from(await inPage(reduced, png.toString("base64")), "base64");
    },
    async markDifferences(png, differing) {
      const given = { png: png.toString("base64"), differing, squarePx };
      return Buffer.from(await inPage(marked, given), "base64");
    },
  };
}

function lookAtCamera(): { readonly renderer: string; readonly picture: string } {
  const gl = document.createElement("canvas").getContext("webgl2");
  const names = gl?.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl?.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? "none");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  for (const [at, font] of ["14px sans-serif", "600 20px system-ui", "13px monospace"].entries()) {
    context.font = font;
    context.fillText("Plumbline → ≥ ✔ ⏮ σ² 0123456789", 4.3, 24.6 + 30 * at);
  }
  context.arc(250, 120, 17.3, 0, 5);
  context.stroke();
  return { renderer, picture: canvas.toDataURL() };
}

/* What follows runs in the page, each by itself. */

async function printOf({ png, sidePx }: { readonly png: string; readonly sidePx: number }): Promise<Print> {
  const drawn = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = drawn;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(drawn, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  // Fowler, Noll and Vo's hash, of whole pixels.
  const numberOf = (left: number, top: number): number => {
    let number = 0x811c9dc5;
    for (let y = top; y < Math.min(height, top + sidePx); y += 1) {
      for (let x = left; x < Math.min(width, left + sidePx); x += 1) {
        number = Math.imul(number ^ pixels[y * width + x]!, 0x01000193);
        number ^= number >>> 15;
      }
    }
    return number >>> 0;
  };
  const squares: string[] = [];
  for (let top = 0; top < height; top += sidePx) {
    let row = "";
    for (let left = 0; left < width; left += sidePx) {
      row += numberOf(left, top).toString(36).padStart(7, "0");
    }
    squares.push(row);
  }
  return { width, height, squares };
}

async function reduced(png: string): Promise<string> {
  const drawn = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(drawn.width / 3), Math.ceil(drawn.height / 3)];
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.12).split(",")[1]!;
}

async function marked(given: {
  readonly png: string;
  readonly differing: readonly Square[];
  readonly squarePx: number;
}): Promise<string> {
  const drawn = await createImageBitmap(await (await fetch(`data:image/png;base64,${given.png}`)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.width, drawn.height];
  const context = canvas.getContext("2d")!;
  context.fillStyle = "white";
  context.fillRect(0, 0, drawn.width, drawn.height);
  context.globalAlpha = 0.35;
  context.drawImage(drawn, 0, 0);
  context.globalAlpha = 1;
  context.strokeStyle = "red";
  for (const [column, row] of given.differing) {
    const place = [column * given.squarePx, row * given.squarePx, given.squarePx, given.squarePx] as const;
    context.drawImage(drawn, ...place, ...place);
    context.strokeRect(...place);
  }
  return canvas.toDataURL("image/png").split(",")[1]!;
}
