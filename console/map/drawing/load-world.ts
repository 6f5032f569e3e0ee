// Natural Earth 1:50 million, packed by world-atlas (ISC); the shapes themselves are in the public domain.
import countriesAddress from "world-atlas/countries-50m.json?url";

import type { WorldTopology } from "./base-shapes.ts";

/** Asked for when a map is first shown, and kept by the browser: the address names the content. */
export async function loadWorld(until: AbortSignal): Promise<WorldTopology> {
  const answer = await fetch(countriesAddress, { signal: until });
  if (!answer.ok) throw new Error(`the map's shapes: status ${answer.status}`);
  return (await answer.json()) as WorldTopology;
}
