import { ownText } from "../own-text.ts";
import {
  attributesLimit,
  readMetadata,
  type Attributes,
  type AttributeValue,
  type Position,
  type SaidOfVehicle,
} from "./read-metadata.ts";

/** What a vehicle's frames have said of it. A fold over them, so that the journal can rebuild it. */
export interface DescribedVehicle {
  readonly attributes: Attributes;
  /** Capture time of the frame they were taken from; null before the first. */
  readonly attributesAtUs: number | null;
  readonly position: Position | null;
  /** Null until a frame gives one. */
  readonly odometer: Odometer | null;
  /** The member `metadata` of the newest frame as it was written; empty when it is not at hand. Nothing follows from it. */
  readonly metadataText: string;
}

/** Kilometres in the first frame that gave them, and in the newest. */
export interface Odometer {
  readonly firstKm: number;
  readonly newestKm: number;
}

export const undescribed: DescribedVehicle = {
  attributes: {},
  attributesAtUs: null,
  position: null,
  odometer: null,
  metadataText: "",
};

/** A number that changes is a measurement, such as mileage: it is taken once in this time, so that it is not written with every frame. */
export const numbersEveryUs = 60_000_000;

/**
 * What is known of a vehicle after a frame. Late frames are old news; what a frame does not mention stays. Most frames say
 * what the one before said: those are recognised by their text, at a fraction of a microsecond.
 */
export function describedAfter(
  before: DescribedVehicle & { readonly newestTimestampUs: number | null },
  frame: { readonly raw: string; readonly timestampUs: number },
): DescribedVehicle {
  const { raw, timestampUs } = frame;
  const at = raw.indexOf(metadataName);
  // A name may be written with escapes.
  if (at < 0 && !raw.includes("\\")) return before;
  if (before.metadataText !== "" && raw.startsWith(before.metadataText, at)) return before;
  if (before.newestTimestampUs !== null && timestampUs < before.newestTimestampUs) return before;
  const metadataText = at < 0 ? "" : memberAt(raw, at);
  const said = readMetadata(metadataIn(raw, metadataText));
  return {
    ...attributesAfter(before, said, timestampUs),
    position: said.position ?? before.position,
    odometer: odometerAfter(before.odometer, said.odometerKm),
    metadataText,
  };
}

function odometerAfter(before: Odometer | null, saidKm: number | null): Odometer | null {
  if (saidKm === null || saidKm === before?.newestKm) return before;
  return { firstKm: before?.firstKm ?? saidKm, newestKm: saidKm };
}

const metadataName = '"metadata"';

function metadataIn(raw: string, member: string): unknown {
  const text = member === "" ? raw : `{${member}}`;
  return (JSON.parse(text) as { readonly metadata?: unknown }).metadata;
}

type Taken = Pick<DescribedVehicle, "attributes" | "attributesAtUs">;

function attributesAfter(
  { attributes, attributesAtUs }: Taken,
  said: SaidOfVehicle,
  timestampUs: number,
): Taken {
  if (saysNothingNew(attributes, said)) return { attributes, attributesAtUs };
  const known = new Map<string, AttributeValue>(Object.entries(attributes));
  const isFull = known.size >= attributesLimit;
  const changed = [...said.attributes].filter(
    ([name, value]) => known.get(name) !== (value ?? undefined) && (known.has(name) || !isFull),
  );
  const isDue = attributesAtUs === null || timestampUs - attributesAtUs >= numbersEveryUs;
  const isOtherwise = changed.some(
    ([name, value]) => typeof value !== "number" || typeof known.get(name) !== "number",
  );
  if (!(isDue || isOtherwise) || changed.length === 0) return { attributes, attributesAtUs };
  for (const [name, value] of changed) put(known, name, value);
  return { attributes: inOrder(known), attributesAtUs: timestampUs };
}

/** What most frames of a vehicle that moves come to, found without making anything. */
function saysNothingNew(attributes: Attributes, said: SaidOfVehicle): boolean {
  for (const [name, value] of said.attributes) {
    const known = Object.hasOwn(attributes, name) ? attributes[name] : null;
    if (known !== value) return false;
  }
  return true;
}

/** Whoever comes when there is no room is left out, or one would push out another with every frame. */
function put(known: Map<string, AttributeValue>, name: string, value: AttributeValue | null): void {
  if (value === null) known.delete(name);
  else if (known.has(name) || known.size < attributesLimit) known.set(name, value);
}

function inOrder(attributes: ReadonlyMap<string, AttributeValue>): Attributes {
  return Object.fromEntries([...attributes].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * A member from its name to the end of its value, in memory of its own. Empty where the
 * member is not an object, or only looks like one because its name stands inside another member.
 */
function memberAt(raw: string, at: number): string {
  const open = raw.indexOf("{", at);
  if (open < 0 || !/^"metadata"\s*:\s*$/.test(raw.slice(at, open))) return "";
  // The frame's own member may be written with escapes, and this be one inside it.
  if (raw.lastIndexOf("\\", at) >= 0) return "";
  return ownText(raw.slice(at, objectEnd(raw, open)));
}

/** Where an object of a text that was parsed before ends. */
function objectEnd(raw: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let at = open; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) inString = !inString;
    else if (!inString && code === openBrace) depth += 1;
    else if (!inString && code === closeBrace) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return raw.length;
}

const backslash = 0x5c;
const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
