/**
 * JSON this service wrote itself, out of its own store: what it says was checked when it was written, and is taken here
 * for what it was written as.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where that is taken for granted
export function ownJson<Value>(json: string | Uint8Array): Value {
  return JSON.parse(typeof json === "string" ? json : Buffer.from(json).toString("utf8")) as Value;
}
