import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Camera, Print } from "./darkroom.ts";

const stored = new URL("stored/", import.meta.url);
const stamp = new URL("taken-with.json", stored);
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
  const file = fileOf(shot, "json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Print) : null;
}

/** The digests the test compares, and the picture a reviewer looks at. */
export function storePicture(shot: Shot, { print, thumbnail }: { print: Print; thumbnail: Buffer }): void {
  mkdirSync(new URL(".", fileOf(shot, "json")), { recursive: true });
  writeFileSync(fileOf(shot, "json"), `${JSON.stringify(print, null, 1)}\n`);
  writeFileSync(fileOf(shot, "webp"), thumbnail);
}

export function forgetPictures(scenes: readonly string[]): void {
  for (const scene of scenes) rmSync(new URL(`${scene}/`, stored), { recursive: true, force: true });
}

/** Pictures in full for whoever looks, with what was stored beside them; gives the folder. */
export function leavePictures(shot: Shot, pictures: Readonly<Record<string, Buffer>>): string {
  const folder = new URL(`${shot.scene}-${shot.theme}-${shot.width}/`, left);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(new URL(`${name}.png`, folder), bytes);
  const thumbnail = fileOf(shot, "webp");
  if (existsSync(thumbnail)) writeFileSync(new URL("stored.webp", folder), readFileSync(thumbnail));
  return folder.pathname;
}

export function clearLeftPictures(): void {
  rmSync(left, { recursive: true, force: true });
}

function fileOf({ scene, theme, width }: Shot, ending: string): URL {
  return new URL(`${scene}/${theme}-${width}.${ending}`, stored);
}
