import { isPlainText } from "../../../core/contract/plain-text.ts";

/** What an attribute may be. */
export type AttributeValue = string | number | boolean;
/** Attributes by name; of a nested member the name is dotted. In order of the names. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

export interface Position {
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
}

/** What one frame's metadata says of its vehicle. */
export interface SaidOfVehicle {
  /** Null takes an attribute away. */
  readonly attributes: ReadonlyMap<string, AttributeValue | null>;
  readonly position: Position | null;
  /** Kilometres on the vehicle's odometer. */
  readonly odometerKm: number | null;
}

/** How many attributes a vehicle has at most, and how long they may be. What is beyond is left out, not cut. */
export const attributesLimit = 32;
export const attributeNameLength = 64;
export const attributeValueLength = 128;

/** The attribute that is a vehicle's odometer. */
export const odometerName = "odometer_km";
/** No vehicle drives farther; what is beyond is a fault of the sender. */
const odometerLimitKm = 10_000_000;

const ownMembers: readonly string[] = ["fleet_id", "region"];
/** Members that may hold the position instead of `metadata` itself. */
const placeNames: readonly string[] = ["position", "location", "gps"];
const latitudeNames: readonly string[] = ["latitude", "lat"];
const longitudeNames: readonly string[] = ["longitude", "lon", "lng"];
const positionNames: readonly string[] = [...latitudeNames, ...longitudeNames];

/** Reads a frame's metadata as attributes and position. Fleet and region are neither: they have a meaning of their own. */
export function readMetadata(metadata: unknown): SaidOfVehicle {
  const attributes = new Map<string, AttributeValue | null>();
  if (!isObject(metadata)) return { attributes, position: null, odometerKm: null };
  for (const [name, value] of Object.entries(metadata)) {
    if (ownMembers.includes(name) || positionNames.includes(name)) continue;
    gather(attributes, name, value);
  }
  return { attributes, position: positionIn(metadata), odometerKm: odometerIn(metadata) };
}

/** How an attribute is written in a filter, and compared. */
export function textOfAttribute(value: AttributeValue): string {
  return String(value);
}

function gather(into: Map<string, AttributeValue | null>, name: string, value: unknown): void {
  if (isObject(value)) {
    const isPlace = placeNames.includes(name);
    for (const [inner, one] of Object.entries(value)) {
      if (!(isPlace && positionNames.includes(inner))) gather(into, `${name}.${inner}`, one);
    }
    return;
  }
  if (!isName(name)) return;
  // Many senders write an empty label for "not known".
  if (value === null || value === "") into.set(name, null);
  else if (isValue(value)) into.set(name, value);
}

/** A filter is written `name:value`, so a name holds no colon. */
function isName(name: string): boolean {
  return name !== "" && name.length <= attributeNameLength && !name.includes(":") && isStorable(name);
}

function isValue(value: unknown): value is AttributeValue {
  if (typeof value === "string") return value.length <= attributeValueLength && isStorable(value);
  return typeof value === "boolean" || typeof value === "number";
}

/** A surrogate without its other half would not come back from a database as it went in. */
function isStorable(text: string): boolean {
  return isPlainText(text) && text.isWellFormed();
}

function odometerIn(metadata: Readonly<Record<string, unknown>>): number | null {
  const value = metadata[odometerName];
  return typeof value === "number" && value >= 0 && value <= odometerLimitKm ? value : null;
}

function positionIn(metadata: Readonly<Record<string, unknown>>): Position | null {
  const places = [metadata, ...placeNames.map((name) => metadata[name])];
  for (const place of places) {
    const position = isObject(place) ? positionOf(place) : null;
    if (position !== null) return position;
  }
  return null;
}

function positionOf(place: Readonly<Record<string, unknown>>): Position | null {
  const latitude = numberIn(place, latitudeNames);
  const longitude = numberIn(place, longitudeNames);
  if (latitude === null || longitude === null) return null;
  // Receivers without a fix report 0, 0: a place in the Atlantic where no vehicle drives.
  if (latitude === 0 && longitude === 0) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function numberIn(place: Readonly<Record<string, unknown>>, names: readonly string[]): number | null {
  const found = names.map((name) => place[name]).find((value) => typeof value === "number");
  return typeof found === "number" ? found : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
