import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Camera, Print } from "./darkroom.ts";

const stored = new URL("stored/", import.meta.url);
const stamp = new URL("taken-with.json", stored);
const prints = new URL("prints.json", stored);
/** Beside what else tests leave behind; no part of the repository. */
const left = new URL("../../../.vitest/pictures/", import.meta.url);

/** One picture of a scene. */
export interface Shot {
  readonly scene: string;
  readonly theme: string;
  readonly width: number;
}

export const recordings = {
  fleet: new URL("fleet.zip", stored),
  empty: new URL("empty.zip", stored),
} as const;

export function takenWith(): Camera | null {
  return existsSync(stamp) ? (JSON.parse(readFileSync(stamp, "utf8")) as Camera) : null;
}

export function storeStamp(camera: Camera): void {
  writeFileSync(stamp, `${JSON.stringify(camera, null, 2)}\n`);
}

export function storedPrint(shot: Shot): Print | null {
  return readPrints()[nameOf(shot)] ?? null;
}

/** The digests the test compares. */
export function storePrint(shot: Shot, print: Print): void {
  writePrints({ ...readPrints(), [nameOf(shot)]: print });
}

/** The picture a reviewer looks at. */
export function storeThumbnail(shot: Shot, thumbnail: Buffer): void {
  mkdirSync(new URL(".", fileOf(shot)), { recursive: true });
  writeFileSync(fileOf(shot), thumbnail);
}

export function forgetPictures(scenes: readonly string[]): void {
  for (const scene of scenes) rmSync(new URL(`${scene}/`, stored), { recursive: true, force: true });
  const kept = Object.entries(readPrints()).filter(([name]) => !scenes.includes(name.split("/")[0]!));
  writePrints(Object.fromEntries(kept));
}

type Prints = Readonly<Record<string, Print>>;

function readPrints(): Prints {
  return existsSync(prints) ? (JSON.parse(readFileSync(prints, "utf8")) as Prints) : {};
}

/** A line each, in the order of their names. */
function writePrints(all: Prints): void {
  const rows = Object.keys(all)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(all[name])}`);
  writeFileSync(prints, `{\n${rows.join(",\n")}\n}\n`);
}

/** Pictures in full for whoever looks, with what was stored beside them; gives the folder. */
export function leavePictures(shot: Shot, pictures: Readonly<Record<string, Buffer>>): string {
  const folder = new URL(`${shot.scene}-${shot.theme}-${shot.width}/`, left);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(new URL(`${name}.png`, folder), bytes);
  const thumbnail = fileOf(shot);
  if (existsSync(thumbnail)) writeFileSync(new URL("stored.webp", folder), readFileSync(thumbnail));
  return folder.pathname;
}

export function clearLeftPictures(): void {
  rmSync(left, { recursive: true, force: true });
}

function nameOf({ scene, theme, width }: Shot): string {
  return `${scene}/${theme}-${width}`;
}

function fileOf(shot: Shot): URL {
  return new URL(`${nameOf(shot)}.webp`, stored);
}
