/** Pieces of the method page's pictures. */
export type Point = readonly [x: number, y: number];

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a picture with its own axes. */
export interface Panel extends Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function panel(
  frame: Frame,
  [fromX, toX]: readonly [number, number],
  [fromY, toY]: readonly [number, number],
): Panel {
  const { left, top, width, height } = frame;
  return {
    ...frame,
    x: (value) => left + ((value - fromX) / (toX - fromX)) * width,
    y: (value) => top + height - ((value - fromY) / (toY - fromY)) * height,
  };
}

/** A whole picture; `words` say what it shows to who cannot see it. */
export function picture(
  [width, height]: readonly [number, number],
  words: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="words">`,
    `<title id="words">${escaped(words)}</title>`,
    `<style>${style}</style>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

export function text([x, y]: Point, words: string, kind = ""): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${kind}">${escaped(words)}</text>`;
}

export function line(from: Point, to: Point, kind: string): string {
  return `<path class="${kind}" d="M${place(from)}L${place(to)}"/>`;
}

export function path(points: readonly Point[], kind: string): string {
  return `<path class="${kind}" d="M${points.map(place).join("L")}"/>`;
}

export function dot([x, y]: Point, kind: string, radius = 3.5): string {
  return `<circle class="${kind}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}"/>`;
}

export function box({ left, top, width, height }: Frame, kind: string): string {
  return `<rect class="${kind}" x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"/>`;
}

/** Ticks with their words along the lower edge. */
export function ticksBelow(
  { x, top, height }: Panel,
  ticks: readonly (readonly [at: number, words: string])[],
): string[] {
  return ticks.flatMap(([at, words]) => [
    line([x(at), top + height], [x(at), top + height + 4], "axis"),
    text([x(at), top + height + 18], words, "tick middle"),
  ]);
}

/** Ticks with their words along the left edge, and a faint line across. */
export function ticksBeside(
  { y, left, width }: Panel,
  ticks: readonly (readonly [at: number, words: string])[],
): string[] {
  return ticks.flatMap(([at, words]) => [
    line([left, y(at)], [left + width, y(at)], "grid"),
    text([left - 6, y(at) + 4], words, "tick end"),
  ]);
}

function place([x, y]: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

const style =
  "text{font:13px system-ui,sans-serif;fill:#1b2a38}.title{font-weight:600;font-size:14px}.tick{font-size:12px;fill:#566573}" +
  ".middle{text-anchor:middle}.end{text-anchor:end}.blue{fill:#0b5fad}.orange{fill:#b4480a}" +
  "path{fill:none}.axis{stroke:#7c93a8}.grid{stroke:#e6ebf0}.limit{stroke:#b4480a;stroke-dasharray:6 4;stroke-width:1.4}" +
  ".soft{stroke:#7c93a8;stroke-dasharray:3 3}.one{stroke:#0b5fad;stroke-width:2}.other{stroke:#b4480a;stroke-width:2}" +
  ".thin{stroke:#9db4c8;stroke-width:1}.mean{stroke:#0b5fad;stroke-width:3}.meanother{stroke:#b4480a;stroke-width:3}" +
  ".dashed{stroke:#566573;stroke-width:1.6;stroke-dasharray:5 4}.arrow{stroke:#b4480a;stroke-width:1.6}" +
  "circle.before{fill:#0b5fad}circle.after{fill:#b4480a}rect.zone{fill:#e6f4ea}rect.bar{fill:#0b5fad}rect.learning{fill:#f4f7fa}";
